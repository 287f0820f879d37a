/** A dataset of the sample workspace; its rows are in `data/<namespace>/<name>.parquet`. */
export interface SampleDataset {
	readonly name: string;
	readonly description: string;
	readonly licence: string;
	readonly source: string;
	readonly rows: number;
	/** In the order of the file: name, the engine's type, and what the column holds. */
	readonly columns: readonly (readonly [name: string, type: string, description: string])[];
}

export interface SampleBuildSpec {
	/** Fixed, so that a reset finds it again. */
	readonly id: string;
	/** `namespace.dataset`, as its SQL addresses them. */
	readonly destination: string;
	readonly sources: readonly string[];
	/** SQL, or the JSON of a pipeline. */
	readonly payload: string;
}

export interface SampleLink {
	readonly from: readonly [dataset: string, column: string];
	readonly to: readonly [dataset: string, column: string];
}
