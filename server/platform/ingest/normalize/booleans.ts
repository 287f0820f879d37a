import type { ColumnTexts, Plan } from './decide.ts';

const truthy = new Set('true yes y wahr ja vrai oui verdadero sí vero sim ✓ ✔'.split(' '));
const falsy = new Set('false no n falsch nein faux non falso não ✗ ✘'.split(' '));
/** Only if the field's description says yes or no. */
const truthyIfHinted = new Set(['1', 'x', 'on', 't', 'si']);
const falsyIfHinted = new Set(['0', 'off', 'f']);

/** Writes yes and no as true and false if the field's hint says boolean, or if the column also has true or false. */
export function planBooleans({ texts, booleans }: ColumnTexts, hinted: boolean): Plan | null {
	const read = (text: string) => {
		const lower = text.toLowerCase();
		if (truthy.has(lower) || (hinted && truthyIfHinted.has(lower))) return true;
		return falsy.has(lower) || (hinted && falsyIfHinted.has(lower)) ? false : undefined;
	};
	const different = [...texts.keys()];
	if (different.length === 0 || !different.every((text) => read(text) !== undefined)) return null;
	const plain = booleans > 0 || different.some((text) => /^(true|false)$/i.test(text));
	if (!hinted && !plain) return null;
	return (text) => {
		const value = read(text);
		if (value === undefined) return null;
		return { value: String(value), kind: 'boolean', why: 'yes or no', json: 'boolean' };
	};
}
