import type { RejectedLine } from './read-options.ts';

const longest = 2_000;

/** A line that is kept aside. */
export const rejectedLine = (line: number, reason: string, text: string): RejectedLine => ({
	line,
	reason,
	text: text.replace(/[\r\n]+$/, '').slice(0, longest),
});
