export interface Partner {
	readonly field: string;
	readonly column: string;
	/** For people: `owner/namespace/dataset`. */
	readonly dataset: string;
}

/** Latitude and longitude, degrees. */
export type Point = readonly [number, number];

/** A place in a dataset within `nearMeters` of a point. */
export interface NearPlace {
	/** For people: `owner/namespace/dataset`. */
	readonly dataset: string;
	readonly meters: number;
}

export interface NearPlaces {
	/** Number of datasets with places. */
	readonly datasets: number;
	/** For each point, the nearest place in each dataset that has one nearby. */
	readonly found: readonly (readonly NearPlace[])[];
}

/** Maximum distance for a match, as for links (docs/decisions/0003). */
export const nearMeters = 1_000;

/** Looks up values in datasets, on behalf of a thread without access to them. */
export interface ValueLookup {
	/** The columns to compare fields with. @param given the request's `link.ExactMatch` @throws ServiceError for an unknown column */
	partners(fields: readonly string[], given: unknown): Promise<readonly Partner[]>;
	/** Which of some values, as texts, occur in a partner's column. @param partner index in the result of `partners` */
	find(partner: number, values: readonly string[]): Promise<readonly string[]>;
	near(points: readonly Point[]): Promise<NearPlaces>;
}
