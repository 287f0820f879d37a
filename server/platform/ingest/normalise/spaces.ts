import { became, type Change } from '../change.ts';

/** Spaces of any kind, byte order marks and invisible characters at either end. */
const ends = /^[\s\u00ad\u200b\u2060\ufeff]+|[\s\u00ad\u200b\u2060\ufeff]+$/g;

/** Takes off what cannot be seen at either end, and writes composed characters as one (Unicode NFC). */
export function tidy(field: string, text: string): { text: string; changes: Change[] } {
	const changes: Change[] = [];
	const trimmed = text.replaceAll(ends, '');
	if (trimmed !== text) {
		changes.push({ field, kind: 'spaces', words: became(text, trimmed, 'spaces at the ends') });
	}
	const composed = trimmed.normalize('NFC');
	if (composed !== trimmed) {
		changes.push({ field, kind: 'unicode', words: became(trimmed, composed, 'characters composed, Unicode NFC') });
	}
	return { text: composed, changes };
}
