import { became, type Change } from '../change.ts';

/** A space of any kind, a byte order mark or an invisible character. */
const blank = /[\s\u00ad\u200b\u2060\ufeff]/;

/** Looks at each end once: a pattern for the end would begin anew at every run of spaces within a text. */
function trimmedOf(text: string): string {
	let [from, to] = [0, text.length];
	while (from < to && blank.test(text.charAt(from))) from += 1;
	while (from < to && blank.test(text.charAt(to - 1))) to -= 1;
	return text.slice(from, to);
}

/** Takes off what cannot be seen at either end, and writes composed characters as one (Unicode NFC). */
export function tidy(field: string, text: string): { text: string; changes: Change[] } {
	const changes: Change[] = [];
	const trimmed = trimmedOf(text);
	if (trimmed !== text) {
		changes.push({ field, kind: 'spaces', words: became(text, trimmed, 'spaces at the ends') });
	}
	const composed = trimmed.normalize('NFC');
	if (composed !== trimmed) {
		changes.push({ field, kind: 'unicode', words: became(trimmed, composed, 'characters composed, Unicode NFC') });
	}
	return { text: composed, changes };
}
