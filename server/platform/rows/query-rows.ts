import type { DatasetCoordinate } from '#contract/dataset.ts';
import { asQueryText, EngineError } from '../../engine/errors.ts';
import type { EngineRows } from '../../engine/types.ts';
import type { Caller, ReadableDataset } from '../core/caller.ts';
import { withRows } from '../parts/with-rows.ts';
import type { Platform } from '../state/platform.ts';

/** Rows of one SELECT, each as the text of a JSON object with exact digits. */
export type QueriedRows = Pick<EngineRows, 'columns' | 'rows' | 'total' | 'truncated'>;

/** Rows sent with a request: a Parquet file that only this request's work reads. */
export interface RequestRows {
	readonly coordinate: DatasetCoordinate;
	readonly file: string;
}

/** What a statement reads. Access to datasets was checked when they were looked up. */
export type RowsSource = ReadableDataset | RequestRows;

export interface RowsQuery {
	readonly sources: readonly RowsSource[];
	/** One SELECT over the sources, each named owner.namespace.dataset. */
	readonly sql: string;
	readonly signal: AbortSignal;
	/** Maximum rows to return; defaults to 1,000. */
	readonly most?: number;
	/** Time limit, ms, if shorter than a run's. */
	readonly deadlineMs?: number;
	/** Called when the statement has been prepared and starts running. */
	readonly onPrepared?: () => void;
}

/** Why a query has no rows; the message is shown to users. */
export class QueryError extends Error {
	override readonly name = 'QueryError';
	/** `statement`: the statement is at fault; `limit`: it needs too much; `cancelled`; `service`: the service is at fault. */
	readonly kind: 'statement' | 'limit' | 'cancelled' | 'service';

	constructor(kind: QueryError['kind'], message: string) {
		super(message);
		this.kind = kind;
	}
}

/** Whether work ended because its client disconnected. */
export const isCanceled = (error: unknown): boolean =>
	error instanceof EngineError ? error.code === 'CANCELLED' : error instanceof Error && error.name === 'AbortError';

const maxRows = 1_000;
const maxBytes = 8 * 2 ** 20;

/**
 * Runs one SELECT within a run's limits and returns its first rows; queries queue fairly by user, and aborting kills the runner.
 * @throws QueryError
 */
export async function queryRows(platform: Platform, caller: Caller, query: RowsQuery): Promise<QueriedRows> {
	const stored = query.sources.filter((source) => 'sha256' in source);
	const requestRows = query.sources.filter((source) => 'file' in source);
	try {
		return await withRows(platform, stored, query.sql, (sources) =>
			platform.engine.query({
				sources: [...sources, ...requestRows.map(({ coordinate, file }) => ({ ...coordinate, files: [file] }))],
				sql: query.sql,
				lane: `${caller.userId} queries`,
				signal: query.signal,
				most: query.most ?? maxRows,
				maxBytes,
				...(query.deadlineMs === undefined ? {} : { deadlineMs: query.deadlineMs }),
				...(query.onPrepared === undefined ? {} : { onPrepared: query.onPrepared }),
			}),
		);
	} catch (error) {
		throw asQueryError(error);
	}
}

/** An engine's error as an error about a query; any other unchanged. */
export const asQueryError = (error: unknown): unknown =>
	error instanceof EngineError ? new QueryError(kinds[error.code], asQueryText(error.message)) : error;

const kinds = {
	SQL_ERROR: 'statement',
	NOT_ONE_SELECT: 'statement',
	UNSUPPORTED_TYPE: 'statement',
	VALUE_OUT_OF_RANGE: 'statement',
	DEADLINE_EXCEEDED: 'limit',
	MEMORY_EXCEEDED: 'limit',
	OUTPUT_TOO_LARGE: 'limit',
	CANCELLED: 'cancelled',
	RUNNER_DIED: 'service',
	RUNNER_NOT_STARTED: 'service',
	STORAGE_FULL: 'service',
	STORAGE_READ_ONLY: 'service',
} as const satisfies Record<EngineError['code'], QueryError['kind']>;
