/** What is to be known of a file besides its rows. Warnings are about what is missing, broken or unsure. */
export interface Remark {
	readonly tone: 'info' | 'warning';
	readonly text: string;
}

/** How to read delimited text, when a person decides: the delimiter, or null for a line a row. */
export interface ReadAs {
	readonly delimiter: string | null;
}

/** What a file is, told by its content and by nothing else. */
export interface Content {
	/** In words: "CSV, comma", "JSON, an array of objects", "a PNG picture". */
	readonly format: string;
	/** Usual ending of such a file's name, without the point; empty where there is none. */
	readonly extension: string;
	readonly remarks: readonly Remark[];
	/** Where the delimiter is not sure: what else would fit, in the order of likelihood. */
	readonly rivals: readonly ReadAs[];
}

/** The beginning of a file that has no rows. */
export interface Excerpt {
	readonly text: string;
	readonly kind: 'text' | 'hex';
	readonly cut: boolean;
}

/** How far reading is, bytes as they come over the network; `total` is null where the store does not say it. */
export interface Progress {
	readonly bytes: number;
	readonly total: number | null;
}
