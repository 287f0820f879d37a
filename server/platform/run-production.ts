import type { Column, DatasetCoordinate } from '#contract/dataset.ts';
import type { EngineSource } from '../engine/types.ts';
import type { Caller, ReadableDataset } from './access.ts';
import type { Platform } from './platform.ts';
import type { Journal } from './run-journal.ts';

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
}

/** A run's output as an object of the store that nothing names yet. */
export interface StoredOutput {
	readonly name: string;
	/** How a pipeline came by it; null for a code blob's one output. */
	readonly kind: 'declared' | 'computed' | 'discovered' | null;
	/** The dataset that a build writes it to; null for none. */
	readonly target: DatasetCoordinate | null;
	readonly sha256: string;
	readonly rows: number;
	readonly bytes: number;
	readonly columns: readonly Column[];
}

/** Runs the one SELECT of a code blob. @throws EngineError */
export async function runCode(
	platform: Platform,
	order: RunOrder,
	journal: Journal,
	signal: AbortSignal,
): Promise<StoredOutput[]> {
	const result = await withSources(platform, order, (sources) =>
		platform.engine.run({
			sources,
			sql: order.payload,
			lane: order.caller.userId,
			signal,
			onStart: journal.started,
			onLog: journal.log,
		}),
	);
	try {
		const { sha256, bytes } = await platform.objects.adopt(result.file);
		const { rows, columns } = result;
		return [{ name: order.slot.datasetName, kind: null, target: order.slot, sha256, rows, bytes, columns }];
	} finally {
		await result.dispose();
	}
}

/** Gives `work` what a run reads as files. */
export function withSources<T>(
	{ objects }: Platform,
	{ sources }: Pick<RunOrder, 'sources'>,
	work: (sources: EngineSource[]) => Promise<T>,
): Promise<T> {
	const names = sources.map((it) => it.sha256);
	return objects.withFiles(names, (fileOf) =>
		work(sources.map((it) => ({ ...it.coordinate, file: fileOf(it.sha256) }))),
	);
}
