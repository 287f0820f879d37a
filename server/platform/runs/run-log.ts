import { setTimeout as pause } from 'node:timers/promises';
import { and, eq, inArray } from 'drizzle-orm';
import type { LogItem, RunCommit, RunError, RunState } from '#contract/build-run.ts';
import { together } from '#lib/concurrency/together.ts';
import type { Catalog, Db } from '../../store/catalog/catalog.ts';
import { runLogItems, runs } from '../../store/catalog/schema/runs.ts';
import { isUnavailable } from '../../store/catalog/unavailable.ts';
import { batches } from '../core/batches.ts';
import { storable } from '../core/storable.ts';
import type { Platform } from '../state/platform.ts';
import { RunFailure } from './run-failure.ts';

export type Note = Readonly<Pick<LogItem, 'level' | 'message'>>;

/** The outcome of a run, and what to report about it. */
export interface Success {
	readonly result: Pick<typeof runs.$inferInsert, 'rows' | 'bytes' | 'wrote'>;
	readonly notes: readonly Note[];
}

/** Longest log of one run, items; what comes after is not kept. */
const maxLogItems = 5_000;

/** How often it is tried again to record an end while the database is away, and after how long, ms: a minute in all. */
const endTries = 30;
const endPauseMs = 2_000;

/** Another copy of the service carries the run out by now, because this one was taken for dead. */
export class LostRun extends Error {
	override name = 'LostRun';
}

type Values = Partial<typeof runs.$inferInsert>;

/** Something to write of a run: a line of its log, or members of its row. */
interface Report {
	readonly item?: typeof runLogItems.$inferInsert;
	readonly values?: Values;
}

async function writeReports(tx: Db, runId: string, reports: readonly Report[]): Promise<void> {
	await writeItems(tx, reports);
	await writeValues(tx, runId, reports);
}

async function writeItems(tx: Db, reports: readonly Report[]): Promise<void> {
	const items = reports.flatMap(({ item }) => item ?? []);
	for (const batch of batches(items)) await tx.insert(runLogItems).values(batch);
}

async function writeValues(tx: Db, runId: string, reports: readonly Report[]): Promise<void> {
	const values: Values = Object.assign({}, ...reports.map((report) => report.values));
	if (Object.keys(values).length > 0) await tx.update(runs).set(values).where(eq(runs.id, runId));
}

const endRuns = (tx: Db, ids: readonly string[], values: Values) =>
	tx
		.update(runs)
		.set(values)
		.where(and(inArray(runs.id, [...ids]), inArray(runs.state, ['queued', 'running'])));

interface Canceled {
	readonly runId: string;
	readonly reports: readonly Report[];
	readonly finishedAt: Date;
}

const cancelers = new WeakMap<Catalog, (run: Canceled) => Promise<void>>();

/** Whoever cancels a thousand runs waits for a few transactions: those that stop while one is written end in the next. */
function cancelTogether(catalog: Catalog): (run: Canceled) => Promise<void> {
	const found = cancelers.get(catalog);
	if (found !== undefined) return found;
	const cancel = together<Canceled>((all) =>
		catalog.write(async (tx) => {
			const reports = all.flatMap((run) => run.reports);
			await writeItems(tx, reports);
			for (const run of all) await writeValues(tx, run.runId, run.reports);
			const ids = all.map((run) => run.runId);
			// The last one's, so that none ends before it began.
			const finishedAt = all.at(-1)?.finishedAt ?? null;
			await endRuns(tx, ids, { state: 'cancelled', error: null, finishedAt });
		}),
	);
	cancelers.set(catalog, cancel);
	return cancel;
}

export type RunLog = ReturnType<typeof createRunLog>;

/** Records what happens to a run in the catalog, in order. @param already how many items its log has already */
export function createRunLog({ catalog, now, membership, log }: Platform, runId: string, already = 0) {
	let written: Promise<unknown> = Promise.resolve();
	let position = already;
	type Work<T> = (tx: Db) => Promise<T>;
	const write = <T>(work: Work<T>, first?: Work<void>): Promise<T> =>
		catalog.write(async (tx) => {
			await first?.(tx);
			if (membership !== null) await assertOurs(tx, runId, membership.id);
			return work(tx);
		});
	/** Reported and not written yet. */
	let pending: Report[] = [];
	/** All at once: each by itself would keep the run's end waiting for as many transactions. */
	const record = async (reports: readonly Report[]): Promise<void> => {
		try {
			await write((tx) => writeReports(tx, runId, reports));
		} catch (error) {
			if (error instanceof LostRun) return;
			// one that cannot be written is not to take the others with it
			if (reports.length > 1) for (const report of reports) await record([report]);
			else log.error(`run ${runId}: could not be recorded`, error);
		}
	};
	const writePending = async (): Promise<void> => {
		const reports = pending;
		pending = [];
		if (reports.length > 0) await record(reports);
	};
	const later = (report: Report): void => {
		pending.push(report);
		written = written.then(writePending);
	};
	const next = <T>(work: Work<T>, first?: Work<void>): Promise<T> => {
		const result = written.then(() => write(work, first));
		written = result.catch(() => undefined);
		return result;
	};
	const itemOf = (level: LogItem['level'], message: string) => {
		const item = { runId, position, at: now(), level, message: storable(message) };
		position += 1;
		return item;
	};
	return {
		started() {
			later({ values: { state: 'running', startedAt: now() } });
		},
		log(level: LogItem['level'], message: string) {
			if (position >= maxLogItems) return;
			later({ item: itemOf(level, message) });
		},
		committed(commit: RunCommit) {
			later({ values: { commit: storable(commit) } });
		},
		/** Does the last work and ends the run as succeeded, atomically. @param first comes before the run's row is locked */
		succeed(work: (tx: Db) => Promise<Success>, first?: (tx: Db) => Promise<void>): Promise<void> {
			let from: number | null = null;
			return next(async (tx) => {
				// Where it is done anew, its notes have the same places in the log.
				from ??= position;
				position = from;
				await assertUnended(tx, runId);
				const { result, notes } = await work(tx);
				if (notes.length > 0) {
					await tx.insert(runLogItems).values(notes.slice(0, 100).map((note) => itemOf(note.level, note.message)));
				}
				await tx
					.update(runs)
					.set({ ...result, state: 'succeeded', finishedAt: now() })
					.where(eq(runs.id, runId));
			}, first);
		},
		/** Fulfills when everything so far is written. */
		async settled() {
			await written;
		},
		async ended(state: Extract<RunState, 'failed' | 'cancelled'>, error: RunError | null) {
			const finishedAt = now();
			const kept = error === null ? null : { ...error, message: storable(error.message) };
			// What was reported last is written with the end, in one transaction.
			let last = pending;
			pending = [];
			const end = () =>
				state === 'cancelled' && membership === null
					? written.then(() => cancelTogether(catalog)({ runId, reports: last, finishedAt }))
					: next(async (tx) => {
							await writeReports(tx, runId, last);
							await endRuns(tx, [runId], { state, error: kept, finishedAt });
						});
			// A restarted database has to learn of it here: nothing else reports it.
			for (let left = endTries; ; left -= 1) {
				try {
					await end();
					return;
				} catch (cause) {
					const isAway = isUnavailable(cause);
					if (left === 0 || (!isAway && last.length === 0)) throw cause;
					if (isAway) await pause(endPauseMs);
					else {
						const reports = last;
						last = [];
						await record(reports);
					}
				}
			}
		},
	};
}

/** Holds the run's row, so that nobody takes the run over while something is written. @throws LostRun */
async function assertOurs(tx: Db, runId: string, copyId: string): Promise<void> {
	const [run] = await tx.select({ copyId: runs.copyId }).from(runs).where(eq(runs.id, runId)).for('update');
	if (run?.copyId !== copyId) throw new LostRun(`Another copy carries out the run ${runId}.`);
}

/** A run that was ended from outside, because what it read was wiped, ends no other way. @throws RunFailure */
async function assertUnended(tx: Db, runId: string): Promise<void> {
	const [run] = await tx
		.select({ state: runs.state, error: runs.error })
		.from(runs)
		.where(eq(runs.id, runId))
		.for('update');
	if (run === undefined || run.state !== 'failed') return;
	throw new RunFailure(run.error?.code ?? 'CANCELLED', run.error?.message ?? 'The run was ended.');
}
