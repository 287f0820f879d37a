/** A protection, how to remove it, and the tests that must then fail. */
export interface Guard {
	readonly what: string;
	/** Relative to the project root. */
	readonly file: string;
	/** Text that occurs exactly once in the file. */
	readonly protection: string;
	/** The text that replaces it. */
	readonly without: string;
	readonly tests: readonly string[];
	/** Only journeys whose names match this regular expression. */
	readonly only?: string | undefined;
	/** Whether the tests may hang without it, which counts as noticed. */
	readonly mayHang?: boolean;
}

/** The protections in a file, listed in `of`, with the tests that cover all of them. */
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
