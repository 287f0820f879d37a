import { visibleText } from '../../lib/visible-text.ts';

/** Blocks compared and laid out together, so that a new piece only affects one group. */
export const groupSize = 32;

/** A Markdown text's blocks, in groups. All groups but the last are full and keep their identity. */
export interface Blocks {
	readonly groups: readonly (readonly string[])[];
	readonly count: number;
}

/** Splits growing text into independently parsable blocks, processing only what was added. */
export function growingBlocks(): (text: string) => Blocks {
	let given: string | null = null;
	let full: readonly (readonly string[])[] = [];
	let closed: string[] = [];
	let open = '';
	let blocks: Blocks = { groups: [], count: 0 };
	return (text) => {
		if (text === given) return blocks;
		// The previous text may end in the middle of a line ending.
		const isContinued = given !== null && !given.endsWith('\r') && text.startsWith(given);
		if (!isContinued) {
			full = [];
			closed = [];
			open = '';
		}
		const split = splitBlocks(open + visibleText(isContinued ? text.slice(given?.length) : text));
		given = text;
		open = split.tail;
		closed = [...closed, ...split.closed];
		while (closed.length >= groupSize) {
			full = [...full, closed.slice(0, groupSize)];
			closed = closed.slice(groupSize);
		}
		// The open tail is the last block. It keeps its position when closed, so it isn't recreated.
		blocks = { groups: [...full, [...closed, open]], count: full.length * groupSize + closed.length + 1 };
		return blocks;
	};
}

interface Split {
	/** Blocks that no longer change. */
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
			// An incomplete last line may become the list's next item.
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

/** A fence closes with at least as many of the same characters and nothing after them (CommonMark, "Fenced code blocks"). */
function closes(line: string, fence: string): boolean {
	const trimmed = line.trim();
	return trimmed.length >= fence.length && [...trimmed].every((value) => value === fence[0]);
}

const isItem = (line: string): boolean => /^ {0,3}(?:[-*+]|\d{1,9}[.)])(?:\s|$)/.test(line);

const continuesList = (line: string, isList: boolean): boolean =>
	isList && (isItem(line) || /^(?: {2,}|\t)/.test(line));
