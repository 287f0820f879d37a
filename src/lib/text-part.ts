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
	return placeAt(whole, at, at + part.length);
}

/** Where the part from one offset to another stands in a text. */
export function placeAt(whole: string, start: number, end: number): TextPart {
	const before = whole.slice(0, start);
	const line = before.split('\n').length;
	const lines = whole.slice(start, end).trimEnd().split('\n').length;
	return { line, column: start - before.lastIndexOf('\n'), lastLine: line + lines - 1 };
}

interface Placed {
	readonly line: number | null;
	readonly column: number | null;
	/** The place is in this file, not in the text. */
	readonly file?: string | undefined;
}

/** A position in a part, converted to the position in the whole text. */
export function placedInWhole<T extends Placed>(position: T, part: TextPart | null): T {
	if (part === null || position.line === null || position.file !== undefined) return position;
	const column = position.column !== null && position.line === 1 ? position.column + part.column - 1 : position.column;
	return { ...position, line: position.line + part.line - 1, column };
}
