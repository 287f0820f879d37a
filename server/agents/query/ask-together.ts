import type { Caller } from '../../platform/core/caller.ts';
import { type QueriedRows, queryRows, type RowsSource } from '../../platform/rows/query-rows.ts';
import type { Platform } from '../../platform/state/platform.ts';

type Facts = Record<string, unknown>;

/** A SELECT over one dataset, and the maximum number of rows to return. */
export interface Asked {
	readonly source: RowsSource;
	readonly rows: number;
	readonly sql: string;
	readonly most: number;
	readonly signal: AbortSignal;
}

export type AskTogether = (asked: Asked) => Promise<{ rows: Facts[]; truncated: boolean }>;

interface Waiting extends Asked {
	readonly resolve: (found: { rows: Facts[]; truncated: boolean }) => void;
	readonly reject: (error: unknown) => void;
}

const sourcesOf = (batch: readonly Asked[]): RowsSource[] => [...new Set(batch.map(({ source }) => source))];

/** Datasets with more rows than this don't share a statement. */
const mostRowsTogether = 200_000;

/**
 * Combines queries made at the same moment into one statement: each statement has its own runner, which takes longer to start than most of them to
 * run.
 */
export function askTogether(platform: Platform, caller: Caller): AskTogether {
	let waiting: Waiting[] = [];
	/** The small datasets of all queries so far: a runner that has opened the same datasets is used again. */
	const opened = new Set<RowsSource>();

	const run = async (batch: readonly Waiting[], sources = sourcesOf(batch)): Promise<void> => {
		const [only, ...others] = batch;
		if (only === undefined) return;
		const stop = new AbortController();
		const signals = new Set(batch.map(({ signal }) => signal));
		const check = () => batch.every(({ signal }) => signal.aborted) && stop.abort(only.signal.reason);
		for (const signal of signals) signal.addEventListener('abort', check);
		check();
		const query = (sql: string, most: number): Promise<QueriedRows> =>
			queryRows(platform, caller, { sources, sql, signal: stop.signal, most });
		try {
			if (others.length === 0) {
				const { rows, truncated } = await query(only.sql, only.most);
				return only.resolve({ rows: rows.map((row) => JSON.parse(row)), truncated });
			}
			const parts = batch.map(
				({ sql }, nth) => `SELECT ${nth} AS nth, CAST(to_json(part) AS VARCHAR) AS row FROM (${sql}) AS part`,
			);
			const most = batch.reduce((sum, asked) => sum + asked.most, 0);
			const { rows, truncated } = await query(parts.join(' UNION ALL '), most);
			// Rows are missing, and it's unknown for which query.
			if (truncated) return await halves(batch);
			const found = batch.map((): Facts[] => []);
			for (const text of rows) {
				const { nth, row } = JSON.parse(text) as { nth: number; row: string };
				found[Number(nth)]?.push(JSON.parse(row));
			}
			for (const [nth, { resolve, most }] of batch.entries())
				resolve({ rows: (found[nth] ?? []).slice(0, most), truncated: (found[nth]?.length ?? 0) > most });
		} catch (error) {
			// An error is reported only for the query that caused it.
			if (sources.length === 1 || stop.signal.aborted) for (const { reject } of batch) reject(error);
			else await halves(batch);
		} finally {
			for (const signal of signals) signal.removeEventListener('abort', check);
		}
	};
	const halves = async (batch: readonly Waiting[]): Promise<void> => {
		const middle = batch.length >> 1;
		await run(batch.slice(0, middle));
		await run(batch.slice(middle));
	};

	const flush = async () => {
		const asked = waiting;
		waiting = [];
		const small = asked.filter(({ rows }) => rows <= mostRowsTogether);
		for (const source of sourcesOf(small)) opened.add(source);
		await run(small, [...opened]);
		for (const source of sourcesOf(asked.filter((item) => !small.includes(item))))
			await run(asked.filter((item) => item.source === source));
	};
	return (asked) =>
		new Promise((resolve, reject) => {
			if (waiting.length === 0) setImmediate(() => void flush());
			waiting.push({ ...asked, resolve, reject });
		});
}
