import { coordinateKey, formatCoordinate } from '#contract/dataset.ts';
import { foldName } from '#contract/ids.ts';
import type { Db } from '../../store/catalog/catalog.ts';
import { runOutputs } from '../../store/catalog/schema/runs.ts';
import { checkOutputs } from '../checks/run-checks.ts';
import { batches } from '../core/batches.ts';
import { runGitPipeline } from '../git-pipeline/run-pipeline.ts';
import { RunFailure, reasonOf } from '../runs/run-failure.ts';
import { createRunLog, LostRun, type RunLog, type Success } from '../runs/run-log.ts';
import { type RunOrder, runCode, type StoredOutput } from '../runs/run-production.ts';
import type { Platform } from '../state/platform.ts';
import { callerAtEnd, holdTargets, writeOutputs } from './run-build.ts';

/** Starts a queued run after the current request has been answered, and records its end; never rejects. */
export function beginRun(
	platform: Platform,
	order: RunOrder,
	runLog: RunLog = createRunLog(platform, order.id),
): Promise<void> {
	const abort = new AbortController();
	const ended = new Promise<void>((resolve) => setImmediate(resolve))
		.then(() => execute(platform, order, runLog, abort.signal))
		.catch((error: unknown) => {
			if (!(error instanceof LostRun)) platform.log.error(`Couldn’t record the end of run ${order.id}`, error);
		});
	platform.running.add(order.id, abort, ended);
	return ended;
}

async function execute(platform: Platform, order: RunOrder, runLog: RunLog, signal: AbortSignal): Promise<void> {
	try {
		await (order.kind === 'build' ? build : preview)(platform, order, runLog, signal);
	} catch (error) {
		if (signal.reason === 'lost' || error instanceof LostRun) return;
		if (signal.reason === 'handed-over') {
			runLog.log('info', platform.membership === null ? suspended : handoverMessage);
			await runLog.settled();
		} else if (signal.aborted) {
			runLog.log('warning', 'Canceled.');
			await runLog.ended('cancelled', null);
		} else {
			const reason = reasonOf(platform, order.id, error);
			runLog.log('error', reason.message);
			await runLog.ended('failed', reason);
		}
	}
}

const suspended = 'The service is stopping. This run restarts when the service is back.';
const handoverMessage = 'This replica is shutting down. Another replica will restart the run.';

const produce = (platform: Platform, order: RunOrder, runLog: RunLog, signal: AbortSignal): Promise<StoredOutput[]> =>
	(order.pipeline === 'git' ? runGitPipeline : runCode)(platform, order, runLog, signal);

async function preview(platform: Platform, order: RunOrder, runLog: RunLog, signal: AbortSignal): Promise<void> {
	const outputs = await produce(platform, order, runLog, signal);
	await checkOutputs(platform, order, outputs, runLog, signal);
	await runLog.succeed((tx) => storeOutputs(tx, order.id, outputs));
}

/** Builds of one destination run in the order they were started, so that the last one's rows remain. */
async function build(platform: Platform, order: RunOrder, runLog: RunLog, signal: AbortSignal): Promise<void> {
	const { slot, namespaceId } = order;
	const destination = namespaceId === null ? coordinateKey(slot) : `${namespaceId} ${foldName(slot.datasetName)}`;
	const leave = await platform.destinationLock.acquire(destination, signal, () =>
		runLog.log('info', 'Waiting for another build of the same dataset'),
	);
	try {
		const outputs = await produce(platform, order, runLog, signal);
		assertDestination(order, outputs);
		await checkOutputs(platform, order, outputs, runLog, signal);
		const caller = await callerAtEnd(platform, order);
		signal.throwIfAborted();
		await runLog.succeed(
			(tx) => writeOutputs(tx, platform, order, caller, outputs),
			(tx) => holdTargets(tx, order, outputs),
		);
	} finally {
		leave();
	}
}

/** A build has to write its destination. */
function assertDestination({ slot }: RunOrder, outputs: readonly StoredOutput[]): void {
	const key = coordinateKey(slot);
	if (outputs.some((output) => output.target !== null && coordinateKey(output.target) === key)) return;
	const message = `Nothing was written: no output in the manifest writes to the destination, ${formatCoordinate(slot)}. Make the destination the target of an output, or choose another destination.`;
	throw new RunFailure('PIPELINE_INVALID', message);
}

async function storeOutputs(tx: Db, runId: string, outputs: readonly StoredOutput[]): Promise<Success> {
	const rows = outputs.map(({ name, kind, step, target, sha256, rows, bytes, columns }, position) => ({
		runId,
		name,
		position,
		kind,
		step,
		owner: target?.owner ?? null,
		namespace: target?.namespace ?? null,
		dataset: target?.datasetName ?? null,
		sha256,
		rows,
		bytes,
		columns: [...columns],
	}));
	for (const batch of batches(rows, 100)) await tx.insert(runOutputs).values(batch);
	const total = (of: (output: StoredOutput) => number) => outputs.reduce((sum, output) => sum + of(output), 0);
	return { result: { rows: total((output) => output.rows), bytes: total((output) => output.bytes) }, notes: [] };
}
