import type { Check } from '#contract/check.ts';
import type { Column, DatasetCoordinate } from '#contract/dataset.ts';
import type { StepResult } from '../../engine/types.ts';
import { findReadable } from '../access/dataset-access.ts';
import type { Caller, ReadableDataset } from '../core/caller.ts';
import { partsOf, type StoredRows } from '../parts/parts.ts';
import { partSizeOf, storeParts, storeRows } from '../parts/store-rows.ts';
import { withRunRows } from '../parts/with-rows.ts';
import type { Platform } from '../state/platform.ts';
import type { RunLog } from './run-log.ts';

export interface RunOrder {
	readonly id: string;
	readonly kind: 'preview' | 'build';
	readonly pipeline: 'code-blob' | 'git';
	/** Who started it: users take turns where runs queue. */
	readonly caller: Caller;
	readonly payload: string;
	readonly sources: readonly ReadableDataset[];
	/** The destination, or where the output of a scratch query is shown. */
	readonly slot: DatasetCoordinate;
	/** The last step of a pipeline that runs; null for all. */
	readonly upTo: string | null;
	/** What is checked in place of the checks that are saved; null: those. */
	readonly checks: readonly Check[] | null;
	/** Of the slot's namespace, which may be renamed while the run goes on; null where there was none. */
	readonly namespaceId: string | null;
}

/** A run's output, stored, that nothing names yet. */
export interface StoredOutput extends StoredRows {
	readonly name: string;
	/** How a pipeline came by it; null for a code blob's one output. */
	readonly kind: 'declared' | 'computed' | 'discovered' | null;
	/** The pipeline's step whose result it is; null for none. */
	readonly step: string | null;
	/** The dataset that a build writes it to; null for none. */
	readonly target: DatasetCoordinate | null;
	readonly columns: readonly Column[];
}

/** Runs the one SELECT of a code blob. @throws EngineError */
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

/** What only a build writes: what previews show is one file. */
export const partsOfBuild = ({ settings }: Pick<Platform, 'settings'>, { kind }: Pick<RunOrder, 'kind'>) =>
	kind === 'build' ? { partSize: (bytes: number) => partSizeOf(bytes, settings.partBytes) } : {};

/** Takes in the file of one output. What previews show is one object, whatever its size: it is handed out as one file. */
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
