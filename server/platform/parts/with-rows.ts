import type { DatasetCoordinate } from '#contract/dataset.ts';
import type { EngineSource } from '../../engine/types.ts';
import type { ObjectStore } from '../../store/objects/types.ts';
import type { Platform } from '../state/platform.ts';
import { readingDatasets } from './corrupt-data.ts';
import { type Part, partsOf } from './parts.ts';

/** A dataset to read, and the identifier of its rows. */
export interface ReadRows {
	readonly coordinate: DatasetCoordinate;
	readonly sha256: string;
}

/** A dataset of which at least one part is read. */
export interface ReadParts {
	readonly coordinate: DatasetCoordinate;
	readonly parts: readonly Part[];
}

type Stores = Pick<Platform, 'catalog' | 'engine' | 'objects' | 'log'>;

/** Gives `work` the datasets as local files, only the needed parts. @param sql the statement that reads them; null if there are several */
export async function withRows<T>(
	platform: Stores,
	all: readonly ReadRows[],
	sql: string | null,
	work: (sources: EngineSource[]) => Promise<T>,
): Promise<T> {
	const whole = await readAll(platform, all);
	return withParts(platform, sql === null ? whole : await neededParts(platform, whole, sql), work);
}

/** Like `withRows`, for the engine that runs the statement. */
export async function withRunRows<T>(
	platform: Stores & Pick<Platform, 'runEngine'>,
	all: readonly ReadRows[],
	sql: string | null,
	work: (sources: EngineSource[]) => Promise<T>,
): Promise<T> {
	if (platform.runEngine.dialect === 'duckdb') return withRows(platform, all, sql, work);
	return withParts(platform, await readAll(platform, all), work, platform.objects.withLocations);
}

/** Like `withColumns`, for the engine that runs the statements. */
export async function withRunColumns<T>(
	platform: Stores & Pick<Platform, 'runEngine'>,
	all: readonly ReadRows[],
	work: (sources: EngineSource[]) => Promise<T>,
): Promise<T> {
	if (platform.runEngine.dialect === 'duckdb') return withColumns(platform, all, work);
	const first = firstParts(await readAll(platform, all));
	return withParts(platform, first, work, platform.objects.withLocations);
}

const firstParts = (all: readonly ReadParts[]): ReadParts[] =>
	all.map(({ coordinate, parts }) => ({ coordinate, parts: parts.slice(0, 1) }));

/** Gives `work` one file per dataset that has all its columns and some of its rows. */
export async function withColumns<T>(
	platform: Stores,
	all: readonly ReadRows[],
	work: (sources: EngineSource[]) => Promise<T>,
): Promise<T> {
	return withParts(platform, firstParts(await readAll(platform, all)), work);
}

export function withParts<T>(
	platform: Pick<Stores, 'catalog' | 'objects' | 'log'>,
	all: readonly ReadParts[],
	work: (sources: EngineSource[]) => Promise<T>,
	withAll: ObjectStore['withFiles'] = platform.objects.withFiles,
): Promise<T> {
	const read = all.map(({ coordinate, parts }) => ({ coordinate, objects: parts.map((part) => part.sha256) }));
	const names = read.flatMap((dataset) => dataset.objects);
	return readingDatasets(platform, read, () =>
		withAll(names, (fileOf) =>
			work(read.map(({ coordinate, objects }) => ({ ...coordinate, files: objects.map(fileOf) }))),
		),
	);
}

/** The parts that a statement can need; if it needs none, one part for its columns. */
export async function neededParts(
	{ engine }: Pick<Stores, 'engine'>,
	all: readonly ReadParts[],
	sql: string,
): Promise<ReadParts[]> {
	const several = all.filter(({ parts }) => parts.length > 1);
	if (several.length === 0) return [...all];
	const needed = await engine.relevant(
		sql,
		several.map(({ coordinate, parts }) => ({
			...coordinate,
			files: parts.map((part) => ({ columns: part.known?.columns ?? {} })),
		})),
	);
	return all.map((readParts) => {
		const places = needed[several.indexOf(readParts)];
		const parts = readParts.parts.filter((_, index) => places?.includes(index) ?? true);
		return { ...readParts, parts: parts.length > 0 ? parts : readParts.parts.slice(0, 1) };
	});
}

/** Parts with some of a dataset's rows (0-based), and the offset of the first row within them. */
export function partsWith(
	parts: readonly Part[],
	offset: number,
	limit: number,
): { readonly parts: readonly Part[]; readonly offset: number } {
	let before = 0;
	let skipped = 0;
	const found: Part[] = [];
	for (const part of parts) {
		// The row count of a single part isn't needed.
		const rows = part.known?.rows ?? Number.POSITIVE_INFINITY;
		if (before + rows <= offset) skipped = before + rows;
		else if (before < offset + limit) found.push(part);
		before += rows;
	}
	return found.length > 0 ? { parts: found, offset: offset - skipped } : { parts: parts.slice(-1), offset };
}

async function readAll({ catalog }: Pick<Stores, 'catalog'>, all: readonly ReadRows[]): Promise<ReadParts[]> {
	const found = await partsOf(
		catalog.db,
		all.map((rows) => rows.sha256),
	);
	return all.map(({ coordinate, sha256 }) => ({ coordinate, parts: found.get(sha256) ?? [] }));
}
