import type { Aside } from './read-options.ts';

const longest = 2_000;

/** A line that is kept aside. */
export const asideOf = (line: number, reason: string, text: string): Aside => ({
	line,
	reason,
	text: text.replace(/[\r\n]+$/, '').slice(0, longest),
});
