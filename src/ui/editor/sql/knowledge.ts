/** A dataset that code may read. */
export interface SqlDataset {
	readonly owner: string;
	readonly namespace: string;
	readonly datasetName: string;
	/** It is a source already: code that names it runs. */
	readonly isSource: boolean;
	/** How far it is where that is worth a word: "outdated", "never built". */
	readonly state?: string | undefined;
}

export interface SqlColumn {
	readonly name: string;
	/** Null where it is not known. */
	readonly type: string | null;
	readonly description?: string;
}

/** Whose SQL it is. */
export type SqlDialect = 'duckdb' | 'spark';

/** What an editor is told of the data that its code reads. */
export interface SqlKnowledge {
	readonly dialect: SqlDialect;
	/** The sources first, then what else is known at this moment. */
	readonly datasets: readonly SqlDataset[];
	/** Datasets beyond the sources are wanted: they are looked for, and are among `datasets` a moment later. */
	readonly wantDatasets: () => void;
	/** The columns of a dataset; null where nobody knows them. Never rejects. */
	readonly columnsOf: (dataset: SqlDataset) => Promise<readonly SqlColumn[] | null>;
	/** What a column's values are like, in a few words; null where nobody looked. Never rejects. */
	readonly valuesOf: (dataset: SqlDataset, column: string) => Promise<string | null>;
}

export const knowsNothing: SqlKnowledge = {
	dialect: 'duckdb',
	datasets: [],
	wantDatasets: () => {},
	columnsOf: async () => null,
	valuesOf: async () => null,
};
