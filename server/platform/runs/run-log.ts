import { setTimeout as pause } from 'node:timers/promises';
import { and, eq, inArray } from 'drizzle-orm';
import type { LogItem, RunCommit, RunError, RunPlan, RunState, RunStep } from '#contract/build-run.ts';
import type { Db } from '../../store/catalog/catalog.ts';
import { runLogItems, runPlans, runs } from '../../store/catalog/schema/runs.ts';
import { isUnavailable } from '../../store/catalog/unavailable.ts';
import { storable } from '../core/storable.ts';
import type { Platform } from '../state/platform.ts';
import { RunFailure } from './run-failure.ts';

export type Note = Readonly<Pick<LogItem, 'level' | 'message'>>;

export interface Success {
	readonly result: Pick<typeof runs.$inferInsert, 'rows' | 'bytes' | 'wrote'>;
	readonly notes: readonly Note[];
}

/** Maximum items in the log of one run; later ones are dropped. */
const maxLogItems = 5_000;

const progressMs = 1_000;

/** How often to retry recording an end while the database is unavailable, and the interval, ms: one minute in all. */
const endTries = 30;
const endPauseMs = 2_000;

/** Another replica has taken over the run, because this one seemed dead. */
export class LostRun extends Error {
	override name = 'LostRun';
}

export type RunLog = ReturnType<typeof createRunLog>;

/** Records a run's events in the catalog, in order. @param already number of items already in its log */
export function createRunLog({ catalog, now, membership, log }: Platform, runId: string, already = 0) {
	let written: Promise<unknown> = Promise.resolve();
	let position = already;
	let progressAt = Date.now();
	type Work<T> = (tx: Db) => Promise<T>;
	const write = <T>(work: Work<T>, first?: Work<void>): Promise<T> =>
		catalog.write(async (tx) => {
			await first?.(tx);
			if (membership !== null) await assertOurs(tx, runId, membership.id);
			return work(tx);
		});
	/** Reported and not written yet. */
	let pending: Work<unknown>[] = [];
	/** Writes in one transaction, because separate ones would delay the run's end. */
	const record = async (works: readonly Work<unknown>[]): Promise<void> => {
		try {
			await write(async (tx) => {
				for (const work of works) await work(tx);
			});
		} catch (error) {
			if (error instanceof LostRun) return;
			// An item that can't be written must not affect the others.
			if (works.length > 1) for (const work of works) await record([work]);
			else log.error(`Couldn’t record an event of run ${runId}.`, error);
		}
	};
	const writePending = async (): Promise<void> => {
		const works = pending;
		pending = [];
		if (works.length > 0) await record(works);
	};
	const later = (work: Work<unknown>): void => {
		pending.push(work);
		written = written.then(writePending);
	};
	const next = <T>(work: Work<T>, first?: Work<void>): Promise<T> => {
		const result = written.then(() => write(work, first));
		written = result.catch(() => undefined);
		return result;
	};
	let steps: readonly RunStep[] = [];
	/** The step that is running, or that failed, to which messages are attributed. */
	let current: string | null = null;
	const setSteps = (next: readonly RunStep[]): void => {
		steps = next;
		later((tx) => update(tx, { steps: storable([...next]) }));
	};
	const changeStep = (name: string, change: Partial<RunStep>): void =>
		setSteps(steps.map((step) => (step.name === name ? { ...step, ...change } : step)));
	const itemOf = (level: LogItem['level'], message: string, step: string | null = null) => {
		const item = { runId, position, at: now(), level, step, message: storable(message) };
		position += 1;
		return item;
	};
	const update = (tx: Db, values: Partial<typeof runs.$inferInsert>) =>
		tx.update(runs).set(values).where(eq(runs.id, runId));

	return {
		started() {
			const startedAt = now();
			later((tx) => update(tx, { state: 'running', startedAt }));
		},
		/** @param step of a pipeline that it's about; defaults to the one that is running or ended the run */
		log(level: LogItem['level'], message: string, step = current) {
			if (position >= maxLogItems) return;
			const item = itemOf(level, message, step);
			later((tx) => tx.insert(runLogItems).values(item));
		},
		/** @param percent of the statement; written at most once per second */
		progressed(percent: number) {
			const at = Date.now();
			if (at - progressAt < progressMs) return;
			// The engine has no percentage for some statements.
			if (!Number.isFinite(percent)) return;
			progressAt = at;
			later((tx) => update(tx, { progress: Math.min(99, Math.max(0, Math.floor(percent))) }));
		},
		planned(plan: RunPlan) {
			const value = { runId, plan: storable(plan) };
			later((tx) => tx.insert(runPlans).values(value).onConflictDoUpdate({ target: runPlans.runId, set: value }));
		},
		committed(commit: RunCommit) {
			later((tx) => update(tx, { commit: storable(commit) }));
		},
		/** Sets the steps that a pipeline will run. */
		steps: setSteps,
		stepBegan(name: string) {
			current = name;
			changeStep(name, { state: 'running', startedAt: now().toISOString() });
		},
		/** Records a step that was stopped, but didn't fail. */
		stepStopped(name: string) {
			changeStep(name, unrun);
		},
		/** @param result null if it failed */
		stepEnded(name: string, result: Pick<RunStep, 'rows' | 'bytes'> | null) {
			if (result !== null) current = null;
			const { rows = null, bytes = null } = result ?? {};
			const state = result === null ? 'failed' : 'succeeded';
			changeStep(name, { state, rows, bytes, finishedAt: now().toISOString() });
		},
		/** Does the last work and marks the run as succeeded, atomically. @param first runs before the run's row is locked */
		succeed(work: (tx: Db) => Promise<Success>, first?: (tx: Db) => Promise<void>): Promise<void> {
			let from: number | null = null;
			return next(async (tx) => {
				// A retry gives its messages the same positions in the log.
				from ??= position;
				position = from;
				await assertUnended(tx, runId);
				const { result, notes } = await work(tx);
				if (notes.length > 0) {
					await tx.insert(runLogItems).values(notes.slice(0, 100).map((note) => itemOf(note.level, note.message)));
				}
				await update(tx, { ...result, state: 'succeeded', finishedAt: now() });
			}, first);
		},
		/** Resolves when everything so far is written. */
		async settled() {
			await written;
		},
		async ended(state: Extract<RunState, 'failed' | 'cancelled'>, error: RunError | null) {
			const finishedAt = now();
			const kept = error === null ? null : { ...error, message: storable(error.message) };
			// The last reports are written together with the end, in one transaction.
			let last = pending;
			pending = [];
			const end = () =>
				next(async (tx) => {
					for (const work of last) await work(tx);
					await tx
						.update(runs)
						.set({ state, error: kept, finishedAt, ...(await stoppedSteps(tx, runId)) })
						.where(and(eq(runs.id, runId), inArray(runs.state, ['queued', 'running'])));
				});
			// Retried here, because nothing else would record the end in a restarted database.
			for (let left = endTries; ; left -= 1) {
				try {
					await end();
					return;
				} catch (cause) {
					const isAway = isUnavailable(cause);
					if (left === 0 || (!isAway && last.length === 0)) throw cause;
					if (isAway) await pause(endPauseMs);
					else {
						const works = last;
						last = [];
						await record(works);
					}
				}
			}
		},
	};
}

const unrun = { state: 'waiting', rows: null, bytes: null, startedAt: null, finishedAt: null } as const;

/** The steps of a run, without one marked as running, which the previous process may have left. */
async function stoppedSteps(tx: Db, runId: string): Promise<{ readonly steps?: RunStep[] }> {
	const [run] = await tx.select({ steps: runs.steps }).from(runs).where(eq(runs.id, runId));
	const steps = run?.steps ?? [];
	if (!steps.some((step) => step.state === 'running')) return {};
	return { steps: steps.map((step) => (step.state === 'running' ? { ...step, ...unrun } : step)) };
}

/** Locks the run's row, so that nobody takes the run over during a write. @throws LostRun */
async function assertOurs(tx: Db, runId: string, copyId: string): Promise<void> {
	const [run] = await tx.select({ copyId: runs.copyId }).from(runs).where(eq(runs.id, runId)).for('update');
	if (run?.copyId !== copyId) throw new LostRun(`Another replica of the service is running ${runId}.`);
}

/** A run that was ended from outside, because its sources were wiped, keeps that state. @throws RunFailure */
async function assertUnended(tx: Db, runId: string): Promise<void> {
	const [run] = await tx
		.select({ state: runs.state, error: runs.error })
		.from(runs)
		.where(eq(runs.id, runId))
		.for('update');
	if (run === undefined || run.state !== 'failed') return;
	throw new RunFailure(run.error?.code ?? 'CANCELLED', run.error?.message ?? 'The run was stopped.');
}
