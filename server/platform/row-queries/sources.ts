import { and, eq } from 'drizzle-orm';
import { type DatasetCoordinate, formatCoordinate } from '#contract/dataset.ts';
import { foldName } from '#contract/ids.ts';
import type { TableRows } from '#contract/rows/selection.ts';
import type { Db } from '../../store/catalog/catalog.ts';
import { datasets, datasetVersions } from '../../store/catalog/schema/datasets.ts';
import type { ResultSource } from '../../store/catalog/schema/row-results.ts';
import { runOutputs } from '../../store/catalog/schema/runs.ts';
import { CorruptObjectError } from '../../store/objects/types.ts';
import { coordinateOf, findDataset, findSource } from '../access/dataset-access.ts';
import type { Caller } from '../core/caller.ts';
import { orderedColumns } from '../datasets/dataset-list.ts';
import { atVersion } from '../datasets/kept-versions.ts';
import { corrupt, datasetData, outputData, type StoredData } from '../parts/corrupt-data.ts';
import { partsOf } from '../parts/parts.ts';
import { findOutput } from '../runs/run-outputs.ts';
import type { Platform } from '../state/platform.ts';

/** A table that the caller may read: the objects with its rows. */
export interface ReadTable {
	/** Identifier of the rows. */
	readonly content: string;
	readonly objects: readonly string[];
	/** Column names in display order; null for the objects' order. */
	readonly order: readonly string[] | null;
	readonly source: ResultSource;
	/** What it is and how to recover it, in case it's found corrupt. */
	readonly data: StoredData;
}

/** @throws ServiceError NOT_FOUND, or the reason why an output is missing */
export async function readTable(platform: Platform, caller: Caller, rows: TableRows): Promise<ReadTable> {
	const { db } = platform.catalog;
	if (rows.kind === 'output') {
		const { output, destination } = await findOutput(platform, caller, rows.runId, rows.output);
		return {
			content: output.sha256,
			objects: [output.sha256],
			order: null,
			source: { kind: 'output', runId: rows.runId, output: output.name },
			data: outputData(output.name, rows.runId, destination),
		};
	}
	const path = { username: rows.owner, namespace: rows.namespace, datasetName: rows.datasetName };
	const found = await atVersion(db, await findDataset(db, caller, path), rows.version);
	const name = formatCoordinate(coordinateOf(found));
	const { sha256 } = found.row;
	return {
		content: sha256,
		objects: ((await partsOf(db, [sha256])).get(sha256) ?? []).map((part) => part.sha256),
		order: orderedColumns(found.row).map((column) => column.name),
		source: { kind: 'dataset', namespaceId: found.namespace.id, dataset: found.row.name },
		data: datasetData(name),
	};
}

/** The first of a result's sources that the caller may no longer read, as shown to users; null if there is none. */
export async function lostSource(
	platform: Platform,
	caller: Caller,
	sources: readonly ResultSource[],
): Promise<string | null> {
	for (const source of sources) {
		if (source.kind === 'output') {
			await findOutput(platform, caller, source.runId, source.output);
			continue;
		}
		const found: DatasetCoordinate | null = await findSource(platform.catalog.db, caller, source);
		if (found === null) return source.dataset;
	}
	return null;
}

/** In a transaction: whether the rows are still those that were read, so that no result of wiped rows is cached. */
export async function areCurrent(tx: Db, tables: readonly ReadTable[]): Promise<boolean> {
	for (const { content, source } of tables) {
		const found =
			source.kind === 'output'
				? await tx
						.select({ sha256: runOutputs.sha256 })
						.from(runOutputs)
						.where(and(eq(runOutputs.runId, source.runId), eq(runOutputs.name, source.output)))
						.for('share')
				: await tx
						.select({ sha256: datasetVersions.sha256 })
						.from(datasetVersions)
						.innerJoin(datasets, eq(datasets.id, datasetVersions.datasetId))
						.where(
							and(
								eq(datasets.namespaceId, source.namespaceId),
								eq(datasets.folded, foldName(source.dataset)),
								eq(datasetVersions.sha256, content),
							),
						)
						.for('share');
		if (!found.some(({ sha256 }) => sha256 === content)) return false;
	}
	return true;
}

/** Runs work with the files of tables, in order. @throws ServiceError DATA_CORRUPT that names what is corrupt */
export async function withTableFiles<T>(
	{ objects, log }: Platform,
	tables: readonly ReadTable[],
	work: (files: readonly { readonly files: readonly string[] }[]) => Promise<T>,
): Promise<T> {
	const names = [...new Set(tables.flatMap((table) => table.objects))];
	try {
		return await objects.withFiles(names, (fileOf) =>
			work(tables.map((table) => ({ files: table.objects.map(fileOf) }))),
		);
	} catch (error) {
		if (!(error instanceof CorruptObjectError)) throw error;
		const found = tables.find((table) => table.objects.includes(error.sha256));
		throw found === undefined ? error : corrupt(log, error, found.data);
	}
}
