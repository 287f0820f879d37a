export interface Partner {
	readonly field: string;
	readonly column: string;
	/** For people: `owner/namespace/dataset`. */
	readonly dataset: string;
}

/** Looks for values in datasets, for a thread that has no access to them. */
export interface ValueLookup {
	/** The columns that fields are compared with. @param given the request's `link.ExactMatch` @throws ServiceError for an unknown column */
	partners(fields: readonly string[], given: unknown): Promise<readonly Partner[]>;
	/** Those of some values, as texts, that the column of a partner has. @param partner index in the answer of `partners` */
	find(partner: number, values: readonly string[]): Promise<readonly string[]>;
}
