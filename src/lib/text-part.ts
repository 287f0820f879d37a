/** A part's position in a text: 1-based first and last line, and start column in UTF-16 units. */
export interface TextPart {
	readonly line: number;
	readonly column: number;
	readonly lastLine: number;
}

/** A part's position in a text; null if it's the whole, not found, or ambiguous. */
export function textPart(part: string, whole: string): TextPart | null {
	const at = part.trim() === '' || part === whole ? -1 : whole.indexOf(part);
	if (at < 0 || whole.indexOf(part, at + 1) >= 0) return null;
	return placeAt(whole, at, at + part.length);
}

/** Position of the range between two offsets. */
export function placeAt(whole: string, start: number, end: number): TextPart {
	const before = whole.slice(0, start);
	const line = before.split('\n').length;
	const lines = whole.slice(start, end).trimEnd().split('\n').length;
	return { line, column: start - before.lastIndexOf('\n'), lastLine: line + lines - 1 };
}

interface Placed {
	readonly line: number | null;
	readonly column: number | null;
	/** Set if the position is in this file instead. */
	readonly file?: string | undefined;
}

/** Converts a position in a part to the whole text. */
export function placedInWhole<T extends Placed>(position: T, part: TextPart | null): T {
	if (part === null || position.line === null || position.file !== undefined) return position;
	const column = position.column !== null && position.line === 1 ? position.column + part.column - 1 : position.column;
	return { ...position, line: position.line + part.line - 1, column };
}
