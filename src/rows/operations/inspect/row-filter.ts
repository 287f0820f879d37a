/** Which rows are wanted: those with a text in the value of a column, whatever its case. */
export interface RowFilter {
	/** Index of the column. */
	readonly column: number;
	readonly text: string;
}

/** Rows that were looked for. */
export interface FilteredRows {
	readonly rows: readonly (readonly unknown[])[];
	/** Whether the search ended because there were enough of them, before the end of the file. */
	readonly isFull: boolean;
}

export interface FilterWork {
	readonly signal: AbortSignal;
	/** @param bytes that were looked through */
	readonly onProgress: (bytes: number) => void;
}

/** Whether a row is one of those that are wanted. */
export function createTest({ column, text }: RowFilter): (row: readonly unknown[]) => boolean {
	const wanted = text.toLowerCase();
	return (row) => {
		const value = row[column];
		if (value === null || value === undefined) return false;
		const found = typeof value === 'object' ? JSON.stringify(value) : String(value);
		return found.toLowerCase().includes(wanted);
	};
}
