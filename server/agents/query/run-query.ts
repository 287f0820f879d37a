import { coordinateKey } from '#contract/dataset.ts';
import type { Caller } from '../../platform/core/caller.ts';
import { isCorrupt, ServiceError } from '../../platform/core/service-error.ts';
import { type QueriedRows, QueryError, queryRows } from '../../platform/rows/query-rows.ts';
import type { Platform } from '../../platform/state/platform.ts';
import type { QueryWriter, SchemaContext, Turn, Written } from './types.ts';

/** Why an agent has no answer; the message is for the person who asked. */
export class AgentFailure extends Error {
	override readonly name = 'AgentFailure';
}

/** How often a query that the engine refuses is returned to its writer. */
const repairs = 2;
/** Contexts with at most this many datasets are opened completely, so that one runner serves all steps of an answer. */
const openWhole = 16;

export type Query = Extract<Written, { kind: 'query' }>;

export interface Answered extends QueriedRows {
	readonly query: Query;
}

export interface QueryWork {
	readonly platform: Platform;
	readonly caller: Caller;
	readonly context: SchemaContext;
	readonly signal: AbortSignal;
}

export interface WriteAndRun {
	readonly writer: QueryWriter;
	readonly question: string;
	readonly earlier: readonly Turn[];
	/** Called when a query is prepared and starts; again if it fails while running and another one replaces it. */
	readonly onQuery?: (query: Query) => Promise<void> | void;
}

export const noWorkingQuery =
	'I couldn’t write a working query for this question. Rephrase it, or name the columns to use.';

/** Writes and runs one query, with up to two repairs. @throws AgentFailure, ModelError, ServiceError DATA_CORRUPT */
export async function writeAndRun(
	work: QueryWork,
	{ writer, question, earlier, onQuery }: WriteAndRun,
): Promise<Answered | Extract<Written, { kind: 'refused' }>> {
	let written = await writer.write(question, work.context, { signal: work.signal, earlier });
	for (let attempt = 0; ; attempt++) {
		work.signal.throwIfAborted();
		if (written.kind === 'refused') {
			throwIfUnreadable(work.context);
			return written;
		}
		const query: Query = { ...written, reading: `${written.reading}${leftOut(work.context)}` };
		try {
			return { query, ...(await runQuery(work, query, onQuery)) };
		} catch (error) {
			if (!(error instanceof QueryError) || error.kind !== 'statement') throw error;
			if (attempt === repairs) throw new AgentFailure(noWorkingQuery, { cause: error });
			const repair = { sql: query.sql, error: error.message };
			written = await writer.write(question, work.context, { signal: work.signal, earlier, repair });
		}
	}
}

/** Runs a query over datasets of the context only. @throws QueryError */
export async function runQuery(
	{ platform, caller, context, signal }: QueryWork,
	query: Query,
	onQuery?: (query: Query) => Promise<void> | void,
): Promise<QueriedRows> {
	const named = new Set(query.datasets.map(coordinateKey));
	const all = context.datasets;
	const some = all.filter((dataset) => named.has(coordinateKey(dataset.coordinate)));
	const opened = all.length <= openWhole || some.length === 0 ? all : some;
	let announced: Promise<void> | undefined;
	const onPrepared = () => {
		announced = Promise.resolve(onQuery?.(query));
		// A failure is thrown where it's awaited below.
		announced.catch(() => undefined);
	};
	const run = (datasets: typeof all) => {
		const sources = datasets.map(({ source }) => source);
		const deadlineMs = platform.settings.agents.queryMs;
		return queryRows(platform, caller, { sources, sql: query.sql, signal, deadlineMs, onPrepared });
	};
	const rows = await run(opened).catch((error: unknown) => {
		// The corrupt dataset may be one that the query doesn't read.
		if (!isCorrupt(error) || some.length === 0 || some.length === opened.length) throw error;
		return run(some);
	});
	await announced;
	return rows;
}

/** A question without an answer may be about a dataset that couldn't be read. @throws ServiceError DATA_CORRUPT that names all of them */
export function throwIfUnreadable({ unreadable = [] }: SchemaContext): void {
	if (unreadable.length > 0) throw new ServiceError('DATA_CORRUPT', unreadable.map(({ message }) => message).join(' '));
}

const leftOut = ({ unreadable = [] }: SchemaContext): string =>
	unreadable.map(({ message }) => ` Left out: ${message}`).join('');
