/** The blocks of a Markdown text that grows at its end. Those before the last do not change any more. */
export interface Blocks {
	readonly text: string;
	readonly closed: readonly string[];
	/** Where the open tail begins in the text. */
	readonly tail: number;
}

export const noBlocks: Blocks = { text: '', closed: [], tail: 0 };

/**
 * Splits a text into blocks that can be parsed each on its own. Only the tail is looked at when the text is the former one
 * with more at its end, so that a long answer costs no more a piece than a short one.
 */
export function splitBlocks(text: string, before: Blocks): Blocks {
	const goesOn = before.text !== '' && text.startsWith(before.text);
	const closed = goesOn ? [...before.closed] : [];
	let start = goesOn ? before.tail : 0;
	let fence: string | null = null;
	let isBlank = false;
	let isList = false;
	let at = start;
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
	return { text, closed, tail: start };
}

const fenceOf = (line: string): string | null => /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? null;

/** A fence ends with at least as many of the same signs, and nothing behind them (CommonMark, "Fenced code blocks"). */
function closes(line: string, fence: string): boolean {
	const trimmed = line.trim();
	return trimmed.length >= fence.length && [...trimmed].every((it) => it === fence[0]);
}

const isItem = (line: string): boolean => /^ {0,3}(?:[-*+]|\d{1,9}[.)])(?:\s|$)/.test(line);

/** After a blank line a list goes on with another item or with what is indented. */
const continuesList = (line: string, isList: boolean): boolean =>
	isList && (isItem(line) || /^(?: {2,}|\t)/.test(line));
