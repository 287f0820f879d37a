import { createHash } from 'node:crypto';
import type { QueriedSource } from '#contract/rows/selection.ts';
import { asQueryText, EngineError, SourceGoneError } from '../../engine/errors.ts';
import type { EngineTables } from '../../engine/types.ts';
import type { Caller } from '../core/caller.ts';
import { notFound, ServiceError } from '../core/service-error.ts';
import type { Platform } from '../state/platform.ts';
import { type CachedResult, cacheResult, findResult } from './results.ts';
import { type ReadTable, readTable, withTableFiles } from './sources.ts';

/** Increase it when the same request yields a different result than before. */
const edition = 5;

/** The caller of a query, and how to report progress to and detect the end of the request. */
export interface Asking {
	readonly platform: Platform;
	readonly caller: Caller;
	/** Aborts when nobody is waiting anymore. */
	readonly signal: AbortSignal;
	/** Called with the number of rows read and to be read. */
	readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

/** Tables to query, and the stored rows that they come from: the same, unless the tables are results of another query. */
export interface QueriedTables {
	readonly tables: readonly ReadTable[];
	readonly bases: readonly ReadTable[];
}

export interface Produced<A> {
	readonly answer: A;
	/** A file in the runner's folder. */
	readonly file: { readonly file: string; readonly rows: number; readonly bytes: number } | null;
	/** File name for downloads. */
	readonly fileName?: string;
}

/**
 * The result of a query: a cached one for the same request on the same objects, or else what `work` returns.
 * @param isEnough whether a cached result suffices; otherwise it's computed again
 * @throws ServiceError
 */
export async function ask<A>(
	{ platform, caller, signal, onProgress }: Asking,
	{ tables, bases }: QueriedTables,
	request: readonly [kind: string, ...unknown[]],
	work: (session: EngineTables) => Promise<Produced<A>>,
	isEnough: (kept: CachedResult<A>) => boolean = () => true,
): Promise<CachedResult<A>> {
	const key = keyOf(tables, request);
	const kept = await findResult<A>(platform, caller, key, bases);
	if (kept !== null && isEnough(kept)) return kept;
	const lane = `${caller.userId} rows`;
	// The engine's own total is an estimate.
	let rows = 0;
	const reportProgress = (done: number, total: number) =>
		onProgress?.(Math.min(rows, Math.round((rows * done) / Math.max(1, total))), rows);
	try {
		return await withTableFiles(platform, tables, (files) =>
			platform.engine.withTables(
				{ tables: files, lane, signal, ...(onProgress === undefined ? {} : { onProgress: reportProgress }) },
				async (session) => {
					rows = session.tables.reduce((sum, table) => sum + table.rows, 0);
					const { answer, file, fileName = 'rows.parquet' } = await work(session);
					const stored =
						file === null ? null : { ...(await platform.objects.adopt(file.file)), rows: file.rows, fileName };
					return cacheResult(platform, caller, key, bases, { answer, stored });
				},
			),
		);
	} catch (error) {
		throw explained(error, signal);
	}
}

/** The cached result of a request on the same objects; null if there is none. */
export const askedBefore = <A>(
	{ platform, caller }: Asking,
	{ tables, bases }: QueriedTables,
	request: readonly [kind: string, ...unknown[]],
): Promise<CachedResult<A> | null> => findResult<A>(platform, caller, keyOf(tables, request), bases);

function keyOf(tables: readonly ReadTable[], request: readonly unknown[]): string {
	const read = tables.map(({ content, order }) => [content, order]);
	return createHash('sha256')
		.update(JSON.stringify([edition, read, ...request]))
		.digest('hex');
}

const limits: readonly string[] = ['DEADLINE_EXCEEDED', 'MEMORY_EXCEEDED', 'OUTPUT_TOO_LARGE'];

function explained(error: unknown, signal: AbortSignal): unknown {
	if (!(error instanceof EngineError)) return error;
	const { code } = error;
	const message = asQueryText(error.message);
	if (limits.includes(code)) {
		const isAdvised = message.includes(' fewer ');
		const advice = isAdvised ? message : `${message} Filter the rows first, or select fewer columns.`;
		return new ServiceError('PAYLOAD_TOO_LARGE', advice, [{ code, message }]);
	}
	if (error instanceof SourceGoneError) return notFound('The rows were just replaced or deleted. Try again.');
	if (code === 'CANCELLED' && !signal.aborted)
		return new ServiceError('UNAVAILABLE', 'The service is shutting down. Try again when it’s back.', [], 5);
	return error;
}

/** The only table of a source that isn't a comparison. @throws ServiceError NOT_FOUND, or the reason why an output is missing */
export async function queriedTable(
	{ platform, caller }: Asking,
	source: Exclude<QueriedSource, { kind: 'comparison' }>,
): Promise<QueriedTables> {
	const table = await readTable(platform, caller, source);
	return { tables: [table], bases: [table] };
}

export function tableOfResult({ stored }: CachedResult, { bases }: QueriedTables): QueriedTables {
	const [base] = bases;
	if (stored === null || base === undefined) throw new Error('No result of this query was stored.');
	const data = { what: 'The result of a row query', remedy: 'Run the query again.' };
	const table = { ...base, content: stored.sha256, objects: [stored.sha256], order: null, data };
	return { tables: [table], bases };
}

/** All rows of a SELECT with few rows. */
export async function rowsOf<T>(session: EngineTables, sql: string): Promise<T[]> {
	const { rows } = await session.rows(sql);
	return rows.map((row): T => JSON.parse(row));
}

export async function rowOf<T>(session: EngineTables, sql: string): Promise<T> {
	const [row] = await rowsOf<T>(session, sql);
	if (row === undefined) throw new Error('The engine returned no rows.');
	return row;
}
