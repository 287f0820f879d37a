import type { ProposedKey, RowGroups, RowsChart, RowsComparison, RowsProfile } from '#contract/rows/analysis.ts';
import type { FoundPositions, RowsView, StoredResult } from '#contract/rows/queries.ts';
import type { RowSource, Work } from '../source/row-source.ts';

/** What is asked of a service's engine (extension `rows-query/1`), by the operation's id. */
export interface Answers {
	readonly viewRows: RowsView;
	readonly findRows: FoundPositions;
	readonly profileRows: RowsProfile;
	readonly groupRows: RowGroups;
	readonly chartRows: RowsChart;
	readonly compareRows: RowsComparison;
	readonly proposeKey: ProposedKey;
	readonly exportQueriedRows: StoredResult;
}

export interface EngineWork extends Work {
	/** Called with the first rows of a view before all of them are there. */
	readonly onFirst?: (first: RowsView) => void;
}

/** A service that queries rows. */
export interface Engine {
	/** @throws AbortError when left, any other Error with a message for people */
	ask<Name extends keyof Answers>(name: Name, body: object, work: EngineWork): Promise<Answers[Name]>;
	/** Opens a stored result to read its rows by range; `close` ends that. */
	open(stored: StoredResult, signal: AbortSignal): Promise<{ readonly source: RowSource; close(): void }>;
	/** All bytes of a stored result. */
	download(stored: StoredResult, signal: AbortSignal): Promise<Blob>;
}
