import type { Check } from '#contract/check.ts';
import type { Column, DatasetCoordinate } from '#contract/dataset.ts';
import { partSizeOf } from '../../engine/parquet/part-size.ts';
import type { StepResult } from '../../engine/types.ts';
import { findReadable } from '../access/dataset-access.ts';
import type { Caller, ReadableDataset } from '../core/caller.ts';
import { partsOf, type StoredRows } from '../parts/parts.ts';
import { storeParts, storeRows } from '../parts/store-rows.ts';
import { withRunRows } from '../parts/with-rows.ts';
import type { Platform } from '../state/platform.ts';
import type { RunLog } from './run-log.ts';

export interface RunOrder {
	readonly id: string;
	readonly kind: 'preview' | 'build';
	readonly pipeline: 'code-blob' | 'git';
	/** Who started it: queued runs take turns by user. */
	readonly caller: Caller;
	readonly payload: string;
	readonly sources: readonly ReadableDataset[];
	/** The destination, or where the output of a scratch query is shown. */
	readonly slot: DatasetCoordinate;
	/** The last step of a pipeline to run; null for all. */
	readonly upTo: string | null;
	/** Checks to use instead of the saved ones; null: the saved ones. */
	readonly checks: readonly Check[] | null;
	/** Id of the slot's namespace, which may be renamed during the run; null if it didn't exist. */
	readonly namespaceId: string | null;
}

/** A stored output of a run that nothing references yet. */
export interface StoredOutput extends StoredRows {
	readonly name: string;
	/** How a pipeline produced it; null for the only output of a code blob. */
	readonly kind: 'declared' | 'computed' | 'discovered' | null;
	/** The pipeline step with this result; null for none. */
	readonly step: string | null;
	/** The dataset that a build writes it to; null for none. */
	readonly target: DatasetCoordinate | null;
	readonly columns: readonly Column[];
}

/** Runs a code blob's SELECT. @throws EngineError */
export async function runCode(
	platform: Platform,
	order: RunOrder,
	runLog: RunLog,
	signal: AbortSignal,
): Promise<StoredOutput[]> {
	const result = await withRunRows(platform, order.sources, order.payload, (sources) =>
		platform.runEngine.run({
			sources,
			sql: order.payload,
			lane: order.caller.userId,
			signal,
			onStart: runLog.started,
			onLog: runLog.log,
			onProgress: runLog.progressed,
			...partsOfBuild(platform, order),
		}),
	);
	try {
		const { columns, plan } = result;
		if (plan !== null) runLog.planned(plan);
		const stored = await storeOutput(platform, order, result, order.slot);
		return [{ name: order.slot.datasetName, kind: null, step: null, target: order.slot, columns, ...stored }];
	} finally {
		await result.dispose();
	}
}

/** Only builds write parts: a preview's output is a single file. */
export const partsOfBuild = ({ settings }: Pick<Platform, 'settings'>, { kind }: Pick<RunOrder, 'kind'>) =>
	kind === 'build' ? { partSize: (bytes: number) => partSizeOf(bytes, settings.partBytes) } : {};

/** Stores the file of one output. For previews it's a single object of any size, because it's downloaded as one file. */
export async function storeOutput(
	platform: Platform,
	{ kind, caller }: Pick<RunOrder, 'kind' | 'caller'>,
	{ file, staged, rows }: Pick<StepResult, 'file' | 'staged' | 'rows'>,
	target: DatasetCoordinate | null,
): Promise<StoredRows> {
	if (staged !== undefined) return storeParts(staged, rows);
	if (kind === 'build') {
		const { db } = platform.catalog;
		const former = target === null ? null : await findReadable(db, caller, target);
		const before = former === null ? [] : (await partsOf(db, [former.sha256])).get(former.sha256);
		return storeRows(platform, file, rows, before);
	}
	return { ...(await platform.objects.adopt(file)), rows, parts: [] };
}
