/** A protection, how it is taken away, and the tests that must then fail. */
export interface Guard {
	readonly what: string;
	/** From the root of the project. */
	readonly file: string;
	/** A text that stands in the file exactly once. */
	readonly protection: string;
	/** What stands there instead. */
	readonly without: string;
	readonly tests: readonly string[];
	/** Only the journeys whose names match; a regular expression. */
	readonly only?: string | undefined;
	/** Without it the tests may go on for ever, which counts as noticed. */
	readonly mayHang?: boolean;
}

/** Files whose protections `of` names one by one, with the tests that hold for all of them. */
export const guardsIn = (
	file: string,
	tests: readonly string[],
	of: readonly (readonly [what: string, protection: string, without: string, end?: 'may hang'])[],
	only?: string,
): Guard[] =>
	of.map(([what, protection, without, end]) => ({
		...{ what, file, protection, without, tests, only },
		mayHang: end === 'may hang',
	}));
