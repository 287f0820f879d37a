import { eq } from 'drizzle-orm';
import type { LogItem, RunError, RunState } from '#contract/build-run.ts';
import type { DatasetCoordinate } from '#contract/dataset.ts';
import { EngineError } from '../engine/errors.ts';
import type { EngineResult } from '../engine/types.ts';
import { runLog, runOutputs, runs } from '../store/catalog/schema/runs.ts';
import type { ReadableDataset } from './access.ts';
import type { Platform } from './platform.ts';

/** What a run ends with when the service stops before it has ended. */
export const interrupted: RunError = {
	code: 'INTERRUPTED',
	message: 'The service stopped before the run ended. Run it again.',
	line: null,
	column: null,
};

export interface RunOrder {
	readonly id: string;
	/** The user who started it: users take turns where runs queue. */
	readonly userId: string;
	readonly payload: string;
	readonly sources: readonly ReadableDataset[];
	readonly slot: DatasetCoordinate;
}

/** Begins a queued run once the present request has been answered, and sees to it that its end is recorded. */
export function beginRun(platform: Platform, order: RunOrder): void {
	const abort = new AbortController();
	const ended = new Promise<void>((resolve) => setImmediate(resolve))
		.then(() => execute(platform, order, abort.signal))
		.catch((error: unknown) => console.error(`run ${order.id}: its end could not be recorded`, error));
	platform.running.add(order.id, abort, ended);
}

async function execute(platform: Platform, order: RunOrder, signal: AbortSignal): Promise<void> {
	const record = createRecord(platform, order.id);
	try {
		const result = await platform.engine.run({
			sources: order.sources.map((it) => ({ ...it.coordinate, file: platform.objects.path(it.sha256) })),
			sql: order.payload,
			lane: order.userId,
			signal,
			onStart: record.started,
			onLog: record.log,
		});
		await keep(platform, order, result, record);
	} catch (error) {
		if (signal.reason === 'interrupted') {
			record.log('error', interrupted.message);
			await record.ended('failed', interrupted);
		} else if (signal.aborted) {
			record.log('warning', 'Cancelled.');
			await record.ended('cancelled', null);
		} else {
			const reason = reasonOf(order.id, error);
			record.log('error', reason.message);
			await record.ended('failed', reason);
		}
	}
}

async function keep(platform: Platform, order: RunOrder, result: EngineResult, record: RunRecord): Promise<void> {
	try {
		const { sha256, bytes } = await platform.objects.adopt(result.file);
		await record.succeeded({
			runId: order.id,
			name: order.slot.datasetName,
			owner: order.slot.owner,
			namespace: order.slot.namespace,
			sha256,
			rows: result.rows,
			bytes,
			columns: [...result.columns],
		});
	} finally {
		await result.dispose();
	}
}

function reasonOf(runId: string, error: unknown): RunError {
	if (error instanceof EngineError) {
		return { code: error.code, message: error.message, line: error.line, column: error.column };
	}
	console.error(`run ${runId}: failed unexpectedly`, error);
	const message = 'The service could not run this, for a reason of its own. Try again; its log has the details.';
	return { code: 'INTERNAL', message, line: null, column: null };
}

interface RunRecord {
	started(): void;
	log(level: LogItem['level'], message: string): void;
	succeeded(output: typeof runOutputs.$inferInsert): Promise<void>;
	ended(state: Extract<RunState, 'failed' | 'cancelled'>, error: RunError | null): Promise<void>;
}

/** Longest log of one run, items; what comes after is not kept. */
const maxLogItems = 1_000;

/** Writes what happens to a run into the catalogue, in the order in which it happened. */
function createRecord(platform: Platform, runId: string): RunRecord {
	const { catalog, now } = platform;
	let written: Promise<unknown> = Promise.resolve();
	let position = 0;
	const next = (work: Parameters<typeof catalog.write>[0]): Promise<unknown> => {
		const result = written.then(() => catalog.write(work));
		written = result.catch((error: unknown) => console.error(`run ${runId}: could not be recorded`, error));
		return result;
	};
	const later = (work: Parameters<typeof catalog.write>[0]): void => {
		next(work).catch(() => undefined);
	};
	return {
		started() {
			const at = now();
			later((tx) => tx.update(runs).set({ state: 'running', startedAt: at }).where(eq(runs.id, runId)));
		},
		log(level, message) {
			if (position >= maxLogItems) return;
			const item = { runId, position, at: now(), level, message: message.replaceAll('\0', '\uFFFD') };
			position += 1;
			later((tx) => tx.insert(runLog).values(item));
		},
		async succeeded(output) {
			const finishedAt = now();
			const { rows, bytes } = output;
			await next(async (tx) => {
				await tx.insert(runOutputs).values(output);
				await tx.update(runs).set({ state: 'succeeded', rows, bytes, finishedAt }).where(eq(runs.id, runId));
			});
		},
		async ended(state, error) {
			const finishedAt = now();
			const kept = error === null ? null : { ...error, message: error.message.replaceAll('\0', '\uFFFD') };
			await next((tx) => tx.update(runs).set({ state, error: kept, finishedAt }).where(eq(runs.id, runId)));
		},
	};
}
