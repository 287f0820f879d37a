import { and, eq } from 'drizzle-orm';
import type { DatasetPath, DatasetSchema, Descriptions, SortOrder } from '#contract/dataset.ts';
import type { Problem } from '#contract/service/problem-codes.ts';
import type { Db } from '../../store/catalog/catalog.ts';
import { datasets, datasetVersions } from '../../store/catalog/schema/datasets.ts';
import { coordinateIn, type DatasetRow, type FoundDataset, findDataset } from '../access/dataset-access.ts';
import { assertMayChange } from '../access/namespace-access.ts';
import { noteDeleted } from '../build-specs/build-specs.ts';
import type { Caller } from '../core/caller.ts';
import { invalid } from '../core/service-error.ts';
import { unstorable } from '../core/storable.ts';
import { takeReleasedObjects } from '../parts/object-ownership.ts';
import { unknownColumn } from '../rows/row-filter.ts';
import type { Platform } from '../state/platform.ts';
import { assertNotBuilt } from './builds-under-way.ts';
import { presentSchema } from './dataset-list.ts';
import { describeColumns } from './datasets.ts';
import { finishWipe, recordWipe } from './wiped-data.ts';

/** Saves descriptions; members that the request omits stay unchanged. */
export async function describeDataset(
	platform: Platform,
	caller: Caller,
	path: DatasetPath,
	texts: Descriptions,
): Promise<DatasetSchema> {
	return platform.catalog.write(async (tx) => {
		const found = await findChangeable(tx, caller, path);
		const { id, columns } = found.row;
		const entries = Object.entries(texts.columns ?? {});
		const known = new Set(columns.map((column) => column.name));
		const problems = [
			...entries.filter(([name]) => !known.has(name)).map(([name]) => unknownColumn(`columns.${name}`, name, columns)),
			...entries.flatMap(([name, text]) => unstorable(`columns.${name}`, text)),
			...(['description', 'licence', 'contact'] as const).flatMap((name) => unstorable(name, texts[name] ?? '')),
		];
		if (problems.length > 0) throw invalid(problems);
		// Updated even if only columns are described, because search detects changes by the dataset's row.
		await tx
			.update(datasets)
			.set({
				description: texts.description ?? found.row.description,
				licence: noteOf(texts.licence, found.row.licence),
				contact: noteOf(texts.contact, found.row.contact),
			})
			.where(eq(datasets.id, id));
		await describeColumns(tx, id, entries);
		return presentSchema(tx, caller, await findDataset(tx, caller, path));
	});
}

/** @param text absent: keep it; empty: remove it */
const noteOf = (text: string | undefined, before: string | null): string | null =>
	text === undefined ? before : text.trim() || null;

/** Sets the column order; expects exactly the dataset's columns, each once. */
export async function putSortOrder(
	platform: Platform,
	caller: Caller,
	path: DatasetPath,
	order: readonly string[],
): Promise<SortOrder> {
	return platform.catalog.write(async (tx) => {
		const { row } = await findChangeable(tx, caller, path);
		const problems = orderProblems(order, row);
		if (problems.length > 0) throw invalid(problems);
		await tx
			.update(datasets)
			.set({ columnOrder: [...order] })
			.where(eq(datasets.id, row.id));
		// Restoring this version later brings its last column order back.
		await tx
			.update(datasetVersions)
			.set({ columnOrder: [...order] })
			.where(and(eq(datasetVersions.datasetId, row.id), eq(datasetVersions.version, row.version)));
		return { order: [...order] };
	});
}

/**
 * Deletes a dataset with its rows, descriptions and links, and previews made from its rows.
 * @throws ServiceError NOT_FOUND, FORBIDDEN, and CONFLICT if a build would recreate it
 */
export async function deleteDataset(platform: Platform, caller: Caller, path: DatasetPath): Promise<void> {
	const { running, label } = await platform.catalog.write(async (tx) => {
		const { namespace, row } = await findChangeable(tx, caller, path);
		await assertNotBuilt(tx, namespace, [coordinateIn(namespace, row.name)]);
		const label = `${namespace.owner}/${namespace.name}/${row.name}`;
		const released = await takeReleasedObjects(tx, namespace.id, row.name);
		await tx.delete(datasets).where(eq(datasets.id, row.id));
		const now = platform.now();
		await noteDeleted(tx, [coordinateIn(namespace, row.name)], caller.userId, now);
		const wipe = { namespaceId: namespace.id, datasets: [row], released, label };
		return { running: await recordWipe(tx, wipe, now), label };
	});
	await finishWipe(platform, running, label);
}

/** A dataset that the caller may change. Waits for other changes and sees their result. */
export async function findChangeable(tx: Db, caller: Caller, path: DatasetPath): Promise<FoundDataset> {
	const found = await findDataset(tx, caller, path);
	assertMayChange(caller, found.namespace, found.row.name);
	await tx.select({ id: datasets.id }).from(datasets).where(eq(datasets.id, found.row.id)).for('update');
	return findDataset(tx, caller, path);
}

function orderProblems(order: readonly string[], { columns }: DatasetRow): Problem[] {
	const known = new Set(columns.map((column) => column.name));
	const seen = new Set<string>();
	const problems: Problem[] = [];
	for (const [index, name] of order.entries()) {
		const path = `order.${index}`;
		if (!known.has(name)) problems.push(unknownColumn(path, name, columns));
		else if (seen.has(name))
			problems.push({
				code: 'DUPLICATE',
				path,
				message: `The column "${name}" is listed twice. List every column once.`,
			});
		seen.add(name);
	}
	const missing = columns.filter((column) => !seen.has(column.name));
	const absent = missing.map(
		({ name }): Problem => ({
			code: 'REQUIRED',
			path: 'order',
			message: `The order doesn’t include the column "${name}". List every column once.`,
		}),
	);
	return [...problems, ...absent];
}
