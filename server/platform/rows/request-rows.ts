import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Column, DatasetCoordinate } from '#contract/dataset.ts';
import type { EngineLoaded, LoadColumn } from '../../engine/types.ts';
import type { Caller } from '../core/caller.ts';
import { storable } from '../core/storable.ts';
import type { Platform } from '../state/platform.ts';
import { asQueryError, type RequestRows } from './query-rows.ts';

/** Rows sent with a request, as strings: at least one row and one column. */
export interface RequestTable {
	readonly coordinate: DatasetCoordinate;
	/** Names are unique ignoring case. */
	readonly columns: readonly LoadColumn[];
	/** One text per column; null for no value. */
	readonly rows: readonly (readonly (string | null)[])[];
}

export interface LoadedRows {
	readonly source: RequestRows;
	readonly columns: readonly Column[];
	readonly rows: number;
}

/**
 * Gives `work` tables as Parquet files, in order, and removes the files afterwards. Nothing is stored: the files are in the engine's own folder,
 * which is emptied when the service starts.
 * @throws QueryError
 */
export async function withRequestRows<T>(
	{ engine, settings }: Pick<Platform, 'engine' | 'settings'>,
	caller: Caller,
	tables: readonly RequestTable[],
	signal: AbortSignal,
	work: (loaded: LoadedRows[]) => Promise<T>,
): Promise<T> {
	const folder = await mkdtemp(join(settings.dataDir, 'runs', 'request-'));
	const loads: EngineLoaded[] = [];
	const load = async ({ coordinate, columns, rows }: RequestTable, index: number): Promise<LoadedRows> => {
		const file = join(folder, `table-${index + 1}`);
		await writeFile(file, rows.map(lineOf).join(''), { mode: 0o600 });
		const chunks = [{ file, rows: rows.length }];
		const lane = `${caller.userId} queries`;
		const loaded = await engine
			.load({ chunks, columns, mode: 'create', key: [], base: null, skipInvalid: false, lane, signal })
			.catch((error) => {
				throw asQueryError(error);
			});
		loads.push(loaded);
		if (loaded.written === null) throw new Error('A value doesn’t fit its detected type.');
		return { source: { coordinate, file: loaded.written.file }, columns: loaded.written.columns, rows: rows.length };
	};
	try {
		const loaded: LoadedRows[] = [];
		for (const [index, table] of tables.entries()) loaded.push(await load(table, index));
		return await work(loaded);
	} finally {
		await Promise.all(loads.map((loaded) => endLoad(engine, loaded)));
		await rm(folder, { recursive: true, force: true });
	}
}

/** Removes the file, and ends runners that have it open. */
async function endLoad(engine: Platform['engine'], { written, dispose }: EngineLoaded): Promise<void> {
	if (written !== null) await engine.forget(written.file);
	await dispose();
}

/** A row in the engine's load format: its chunk, its 1-based number, and the text of its columns. */
function lineOf(row: readonly (string | null)[], index: number): string {
	const texts = row.map((text, column) => [`c${column}`, storable(text)]);
	return `${JSON.stringify({ k: 1, n: index + 1, ...Object.fromEntries(texts) })}\n`;
}
