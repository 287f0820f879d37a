export interface Partner {
	readonly field: string;
	readonly column: string;
	/** For people: `owner/namespace/dataset`. */
	readonly dataset: string;
}

/** Latitude and longitude, degrees. */
export type Point = readonly [number, number];

/** A place of a dataset within `nearMeters` of a point. */
export interface NearPlace {
	/** For people: `owner/namespace/dataset`. */
	readonly dataset: string;
	readonly meters: number;
}

export interface NearPlaces {
	/** How many datasets have places. */
	readonly datasets: number;
	/** For each point the nearest place of each dataset that has one near. */
	readonly found: readonly (readonly NearPlace[])[];
}

/** How near a place is that matches, as with links (docs/decisions/0003). */
export const nearMeters = 1_000;

/** Looks for values in datasets, for a thread that has no access to them. */
export interface ValueLookup {
	/** The columns that fields are compared with. @param given the request's `link.ExactMatch` @throws ServiceError for an unknown column */
	partners(fields: readonly string[], given: unknown): Promise<readonly Partner[]>;
	/** Those of some values, as texts, that the column of a partner has. @param partner index in the answer of `partners` */
	find(partner: number, values: readonly string[]): Promise<readonly string[]>;
	/** The places of the caller's own datasets that are near points. */
	near(points: readonly Point[]): Promise<NearPlaces>;
}
