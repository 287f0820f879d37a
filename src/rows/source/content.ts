/** A note about a file, apart from its rows. Warnings are about what is missing, broken or uncertain. */
export interface Remark {
	readonly tone: 'info' | 'warning';
	readonly text: string;
}

/** The user's choice for delimited text: the delimiter, or null for one row per line. */
export interface ReadAs {
	readonly delimiter: string | null;
}

/** What a file is, judged only by its content. */
export interface Content {
	/** "CSV, comma", "JSON, an array of objects", "PNG image". */
	readonly format: string;
	/** Usual file extension without the dot; may be empty. */
	readonly extension: string;
	readonly remarks: readonly Remark[];
	/** If the delimiter is uncertain, the alternatives, likeliest first. */
	readonly rivals: readonly ReadAs[];
}

/** The start of a file without rows. */
export interface Excerpt {
	readonly text: string;
	readonly kind: 'text' | 'hex';
	readonly cut: boolean;
}

/** Reading progress in network bytes; `total` is null if the store doesn't report it. */
export interface Progress {
	readonly bytes: number;
	readonly total: number | null;
}
