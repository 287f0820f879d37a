import type { ProposedKey, RowGroups, RowsChart, RowsComparison, RowsProfile } from '#contract/rows/analysis.ts';
import type { FoundPositions, RowsView, StoredResult } from '#contract/rows/queries.ts';
import type { RowSource, Work } from '../source/row-source.ts';

/** Results of the service's engine (extension `rows-query/1`), by operation id. */
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
	/** Called with a view's first rows before the rest is ready. */
	readonly onFirst?: (first: RowsView) => void;
}

export interface Engine {
	/** @throws AbortError when aborted, or an Error with a message for users */
	ask<Name extends keyof Answers>(name: Name, body: object, work: EngineWork): Promise<Answers[Name]>;
	/** Opens a stored result to read its rows by range. `close` releases it. */
	open(stored: StoredResult, signal: AbortSignal): Promise<{ readonly source: RowSource; close(): void }>;
	download(stored: StoredResult, signal: AbortSignal): Promise<Blob>;
}
