import { visibleText } from '../../lib/visible-text.ts';

/** Blocks that are compared and laid out together: a piece more looks at one such group, and not at every block. */
export const groupSize = 32;

/** The blocks of a Markdown text, in groups. Every group but the last is full and stays the same list for ever. */
export interface Blocks {
	readonly groups: readonly (readonly string[])[];
	readonly count: number;
}

/** Splits a growing text into blocks that can be parsed on their own; only what was added is looked at. */
export function growingBlocks(): (text: string) => Blocks {
	let given: string | null = null;
	let full: readonly (readonly string[])[] = [];
	let closed: string[] = [];
	let open = '';
	let blocks: Blocks = { groups: [], count: 0 };
	return (text) => {
		if (text === given) return blocks;
		// Half of a line end may be at the end of what there was.
		const goesOn = given !== null && !given.endsWith('\r') && text.startsWith(given);
		if (!goesOn) {
			full = [];
			closed = [];
			open = '';
		}
		const split = splitBlocks(open + visibleText(goesOn ? text.slice(given?.length) : text));
		given = text;
		open = split.tail;
		closed = [...closed, ...split.closed];
		while (closed.length >= groupSize) {
			full = [...full, closed.slice(0, groupSize)];
			closed = closed.slice(groupSize);
		}
		// The tail is one block more; its place does not change when it closes, so that it is not drawn anew.
		blocks = { groups: [...full, [...closed, open]], count: full.length * groupSize + closed.length + 1 };
		return blocks;
	};
}

interface Split {
	/** Blocks that do not change whatever follows. */
	readonly closed: readonly string[];
	readonly tail: string;
}

function splitBlocks(text: string): Split {
	const closed: string[] = [];
	let start = 0;
	let fence: string | null = null;
	let isBlank = false;
	let isList = false;
	let at = 0;
	while (at < text.length) {
		const end = text.indexOf('\n', at);
		const isWhole = end !== -1;
		const line = text.slice(at, isWhole ? end : text.length);
		const mark = fenceOf(line);
		if (fence === null && isBlank && line.trim() !== '' && !continuesList(line, isList)) {
			// A last line that is not whole may still become the list's next item.
			if (!isWhole && isList && /^\s*(?:[-*+]|\d*)[.)]?$/.test(line)) break;
			closed.push(text.slice(start, at));
			start = at;
			isList = false;
		}
		if (mark !== null && fence === null) fence = mark;
		else if (mark !== null && fence !== null && closes(line, fence)) fence = null;
		if (fence === null && line.trim() !== '' && at === start) isList = isItem(line);
		isBlank = fence === null && line.trim() === '';
		if (!isWhole) break;
		at = end + 1;
	}
	return { closed, tail: text.slice(start) };
}

const fenceOf = (line: string): string | null => /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? null;

/** A fence ends with at least as many of the same signs, and nothing behind them (CommonMark, "Fenced code blocks"). */
function closes(line: string, fence: string): boolean {
	const trimmed = line.trim();
	return trimmed.length >= fence.length && [...trimmed].every((value) => value === fence[0]);
}

const isItem = (line: string): boolean => /^ {0,3}(?:[-*+]|\d{1,9}[.)])(?:\s|$)/.test(line);

const continuesList = (line: string, isList: boolean): boolean =>
	isList && (isItem(line) || /^(?: {2,}|\t)/.test(line));
