/** Where a part of a text stands in it: its first and last line, from 1, and the column that it begins at, in UTF-16 units. */
export interface TextPart {
	readonly line: number;
	readonly column: number;
	readonly lastLine: number;
}

/** Where a part stands in a text; null where it is all of it, no part of it, or stands there more than once. */
export function textPart(part: string, whole: string): TextPart | null {
	const at = part.trim() === '' || part === whole ? -1 : whole.indexOf(part);
	if (at < 0 || whole.indexOf(part, at + 1) >= 0) return null;
	const before = whole.slice(0, at);
	const line = before.split('\n').length;
	return { line, column: at - before.lastIndexOf('\n'), lastLine: line + part.trimEnd().split('\n').length - 1 };
}

interface Placed {
	readonly line: number | null;
	readonly column: number | null;
	/** The place is in this file, not in the text. */
	readonly file?: string | undefined;
}

/** Something said of a place in a part, at its place in the whole text. */
export function placedInWhole<T extends Placed>(said: T, part: TextPart | null): T {
	if (part === null || said.line === null || said.file !== undefined) return said;
	const column = said.column !== null && said.line === 1 ? said.column + part.column - 1 : said.column;
	return { ...said, line: said.line + part.line - 1, column };
}
