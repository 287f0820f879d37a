/** A column that a field of the records is compared with. */
export interface Partner {
	readonly field: string;
	readonly column: string;
	/** For people: `owner/namespace/dataset`. */
	readonly dataset: string;
}

/** How records are compared with datasets by somebody who does not have the datasets at hand. */
export interface Looking {
	/**
	 * Which columns fields are compared with.
	 * @param fields of the records
	 * @param given the value of `link.ExactMatch` in the request
	 * @throws ServiceError where a column that the request names is not there for the caller
	 */
	partners(fields: readonly string[], given: unknown): Promise<readonly Partner[]>;
	/** Those of some values, as texts, that the column of a partner has. @param partner its place in the answer of `partners` */
	find(partner: number, values: readonly string[]): Promise<readonly string[]>;
}
