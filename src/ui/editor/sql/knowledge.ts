export interface SqlDataset {
	readonly owner: string;
	readonly namespace: string;
	readonly datasetName: string;
	/** Whether it's already a source, so code that names it runs. */
	readonly isSource: boolean;
	/** Its status if noteworthy: "outdated", "never built". */
	readonly state?: string | undefined;
}

export interface SqlColumn {
	readonly name: string;
	/** Null if unknown. */
	readonly type: string | null;
	readonly description?: string;
}

export type SqlDialect = 'duckdb' | 'spark';

export interface SqlKnowledge {
	readonly dialect: SqlDialect;
	/** The sources first, then other currently known datasets. */
	readonly datasets: readonly SqlDataset[];
	/** Requests datasets besides the sources, which are added to `datasets` shortly after. */
	readonly wantDatasets: () => void;
	/** A dataset's columns; null if unknown. Never rejects. */
	readonly columnsOf: (dataset: SqlDataset) => Promise<readonly SqlColumn[] | null>;
	/** A column's values in a few words; null if not profiled. Never rejects. */
	readonly valuesOf: (dataset: SqlDataset, column: string) => Promise<string | null>;
}

export const noKnowledge: SqlKnowledge = {
	dialect: 'duckdb',
	datasets: [],
	wantDatasets: () => {},
	columnsOf: async () => null,
	valuesOf: async () => null,
};
