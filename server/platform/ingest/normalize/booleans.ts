import type { ColumnTexts, Plan } from './decide.ts';

const words = new Map<string, boolean>();
for (const word of ['true', 'yes', 'y', 'wahr', 'ja', 'vrai', 'oui', 'verdadero', 'sí', 'vero', 'sim', '✓', '✔'])
	words.set(word, true);
for (const word of ['false', 'no', 'n', 'falsch', 'nein', 'faux', 'non', 'falso', 'não', '✗', '✘'])
	words.set(word, false);
/** Only where the field is said to hold yes or no. */
const ifHinted = new Map([
	['1', true],
	['0', false],
	['x', true],
	['on', true],
	['off', false],
	['t', true],
	['f', false],
	['si', true],
]);

/**
 * Writes yes and no as true and false where the field is said to hold them, or where the column has true and false beside
 * other words. A column that says yes and no throughout stays as it is.
 */
export function planBooleans({ texts, hint, booleans }: ColumnTexts): Plan | null {
	const hinted = hint.kind === 'boolean';
	if (hint.kind !== null && !hinted) return null;
	const read = (text: string) =>
		words.get(text.toLowerCase()) ?? (hinted ? ifHinted.get(text.toLowerCase()) : undefined);
	if (texts.length === 0 || !texts.every((it) => read(it) !== undefined)) return null;
	const plain = booleans > 0 || texts.some((it) => /^(true|false)$/i.test(it));
	if (!hinted && !plain) return null;
	return (text) => {
		const value = read(text);
		if (value === undefined) return null;
		return { value: String(value), kind: 'boolean', why: 'yes or no', json: 'boolean' };
	};
}
