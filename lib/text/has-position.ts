interface Range {
	readonly line: number;
	readonly column: number | null;
	readonly endLine?: number;
	readonly endColumn?: number;
}

/** Whether a problem's position is known: if not, its range is empty, at the start of the text. */
export const hasPosition = ({ line, column, endLine, endColumn }: Range): boolean =>
	[line, column, endLine, endColumn].some((value) => value !== 1);
