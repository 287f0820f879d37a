import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { coordinateKey, type DatasetCoordinate, type DatasetPath, formatCoordinate } from '#contract/dataset.ts';
import { foldName } from '#contract/ids.ts';
import type { Db } from '../../store/catalog/catalog.ts';
import { datasets, releasedObjects } from '../../store/catalog/schema/datasets.ts';
import { ingestions } from '../../store/catalog/schema/ingestions.ts';
import { type ResultSource, rowResults } from '../../store/catalog/schema/row-results.ts';
import { runSources, runs, type WroteDataset } from '../../store/catalog/schema/runs.ts';
import type { TokenPermission } from '../../store/catalog/schema/tokens.ts';
import { coordinateIn, type DatasetRow, findDataset } from '../access/dataset-access.ts';
import { assertMayChange, lockNamespace, type VisibleNamespace } from '../access/namespace-access.ts';
import type { Caller } from '../core/caller.ts';
import { conflict, invalid } from '../core/service-error.ts';
import type { Platform } from '../state/platform.ts';
import { assertNotBuilt } from './builds-under-way.ts';
import { findChangeable } from './dataset-changes.ts';
import { buildsInto, moveDefinitions, moveTokenEntries } from './moved-names.ts';

interface Rename {
	readonly row: DatasetRow;
	readonly from: DatasetCoordinate;
	readonly to: DatasetCoordinate;
}

/**
 * Renames a dataset, and in the same transaction everything that names it, except payloads. Rows, versions, descriptions and links stay.
 * @throws ServiceError NOT_FOUND, FORBIDDEN, and CONFLICT if the name is taken or something is writing to the dataset
 */
export async function renameDataset(
	platform: Platform,
	caller: Caller,
	path: DatasetPath,
	name: string,
): Promise<DatasetCoordinate> {
	// A dataset with this name would have the URL of the wipe operation.
	if (foldName(name) === 'balefire') {
		const message = '"balefire" is a reserved name. Choose another name.';
		throw invalid([{ code: 'INVALID_VALUE', path: 'body', message }]);
	}
	const { to, touched } = await platform.catalog.write(async (tx) => {
		const { namespace: before } = await findDataset(tx, caller, path);
		await lockNamespace(tx, before.id);
		const { namespace, row } = await findChangeable(tx, caller, path);
		assertMayChange(caller, namespace, name);
		const rename = { row, from: coordinateIn(namespace, row.name), to: coordinateIn(namespace, name) };
		if (row.name === name) return { ...rename, touched: [] };
		await assertFree(tx, rename);
		await assertNotWritten(tx, namespace, rename);
		await tx
			.update(datasets)
			.set({ name, folded: foldName(name) })
			.where(eq(datasets.id, row.id));
		const key = coordinateKey(rename.from);
		const move = (coordinate: DatasetCoordinate) =>
			coordinateKey(coordinate) === key ? { ...coordinate, datasetName: name } : coordinate;
		await moveDefinitions(tx, caller, { location: rename.from, move }, platform.now());
		await moveRecords(tx, rename);
		return { ...rename, touched: await moveTokens(tx, rename) };
	});
	// Tokens that were already verified are cached with their old entries.
	for (const id of touched) platform.tokens.forget(id);
	return to;
}

async function assertFree(tx: Db, { row, to }: Rename): Promise<void> {
	const isNamed = and(eq(datasets.namespaceId, row.namespaceId), eq(datasets.folded, foldName(to.datasetName)));
	const [other] = await tx
		.select({ name: datasets.name })
		.from(datasets)
		.where(and(isNamed, ne(datasets.id, row.id)));
	if (other === undefined) return;
	throw conflict(`${to.owner}/${to.namespace} already has a dataset named "${other.name}". Choose another name.`);
}

/** Writes address a dataset by name: one in progress would recreate the former name, or replace the dataset that has the new name. */
async function assertNotWritten(tx: Db, namespace: VisibleNamespace, { row, from, to }: Rename): Promise<void> {
	await assertNotBuilt(tx, namespace, [from, to]);
	const isOpen = and(eq(ingestions.namespaceId, row.namespaceId), eq(ingestions.state, 'open'));
	const open = await tx.select({ dataset: ingestions.dataset }).from(ingestions).where(isOpen);
	const names = [row.folded, foldName(to.datasetName)];
	const upload = open.find(({ dataset }) => names.includes(foldName(dataset)));
	if (upload !== undefined) {
		const into = formatCoordinate({ ...from, datasetName: upload.dataset });
		throw conflict(`An upload to ${into} is in progress. Finish or cancel it first.`);
	}
}

/** Updates records that refer to the dataset by namespace id and name: runs, ingestions, and results made from it. */
async function moveRecords(tx: Db, { row, to }: Rename): Promise<void> {
	const { namespaceId, folded } = row;
	const dataset = to.datasetName;
	/** Matches any spelling. */
	const spellings = async (table: typeof runSources | typeof ingestions): Promise<string[]> => {
		const found = await tx
			.selectDistinct({ name: table.dataset })
			.from(table)
			.where(eq(table.namespaceId, namespaceId));
		return found.flatMap(({ name }) => (foldName(name) === folded ? [name] : []));
	};
	const isThere = (namespace: PgColumn, name: PgColumn, names: readonly string[]) =>
		and(eq(namespace, namespaceId), inArray(name, [...names]));
	const { namespaceId: place, dataset: name } = runSources;
	const read = await spellings(runSources);
	if (read.length > 0)
		await tx
			.update(runSources)
			.set({ dataset })
			.where(isThere(place, name, read));
	const sent = await spellings(ingestions);
	if (sent.length > 0) {
		await tx
			.update(ingestions)
			.set({ dataset })
			.where(isThere(ingestions.namespaceId, ingestions.dataset, sent));
	}
	await tx
		.update(releasedObjects)
		.set({ dataset: foldName(dataset) })
		.where(isThere(releasedObjects.namespaceId, releasedObjects.dataset, [folded]));
	// Ended runs still belong to the dataset, and a wipe uses them to find outputs made from its rows.
	const slot = sql`jsonb_set(${runs.work}, '{slot,datasetName}', to_jsonb(${dataset}::text))`;
	await tx
		.update(runs)
		.set({ destination: coordinateKey(to), work: slot })
		.where(and(buildsInto(namespaceId), sql`split_part(${runs.destination}, '/', 3) = ${folded}`));
	await moveWritten(tx, { namespaceId, folded, dataset });
	await moveResults(tx, { namespaceId, folded, dataset });
}

interface Records {
	readonly namespaceId: string;
	/** The former name, folded for comparison. */
	readonly folded: string;
	/** The new name. */
	readonly dataset: string;
}

/** Datasets that pipeline builds wrote in addition to their destinations. */
async function moveWritten(tx: Db, { namespaceId, folded, dataset }: Records): Promise<void> {
	const writing = sql`${runs.wrote} @> ${JSON.stringify([{ namespaceId }])}::jsonb`;
	for (const { id, wrote } of await tx.select({ id: runs.id, wrote: runs.wrote }).from(runs).where(writing)) {
		const isOf = (item: WroteDataset) =>
			item.namespaceId === namespaceId && foldName(item.coordinate.datasetName) === folded;
		if (wrote?.some(isOf) !== true) continue;
		const moved = wrote.map((item) =>
			isOf(item) ? { ...item, coordinate: { ...item.coordinate, datasetName: dataset } } : item,
		);
		await tx.update(runs).set({ wrote: moved }).where(eq(runs.id, id));
	}
}

/** Results of row queries, whose sources are looked up by name. */
async function moveResults(tx: Db, { namespaceId, folded, dataset }: Records): Promise<void> {
	const isOf = (source: ResultSource) =>
		source.kind === 'dataset' && source.namespaceId === namespaceId && foldName(source.dataset) === folded;
	const reading = sql`${rowResults.sources} @> ${JSON.stringify([{ namespaceId }])}::jsonb`;
	const found = await tx.select({ id: rowResults.id, sources: rowResults.sources }).from(rowResults).where(reading);
	for (const { id, sources } of found.filter((result) => result.sources.some(isOf))) {
		const moved = sources.map((source) => (isOf(source) ? { ...source, dataset } : source));
		await tx.update(rowResults).set({ sources: moved }).where(eq(rowResults.id, id));
	}
}

/** Token entries for the dataset follow the rename; an entry for several namespaces stays for the others. */
function moveTokens(tx: Db, { row, from, to }: Rename): Promise<string[]> {
	const is = (pattern: string, name: string) => foldName(pattern) === foldName(name);
	const covers = (pattern: string, name: string) => pattern === '*' || is(pattern, name);
	return moveTokenEntries(tx, (permission: TokenPermission) => {
		const { username, namespace, dataset } = permission;
		if (foldName(dataset) !== row.folded) return [permission];
		if (is(username, from.owner) && is(namespace, from.namespace)) {
			return [{ ...permission, dataset: to.datasetName }];
		}
		const moved = { ...permission, username: to.owner, namespace: to.namespace, dataset: to.datasetName };
		return covers(username, from.owner) && covers(namespace, from.namespace) ? [permission, moved] : [permission];
	});
}
