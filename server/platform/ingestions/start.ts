import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { type DatasetCoordinate, formatCoordinate } from '#contract/dataset.ts';
import type { NewFileIngestion } from '#contract/file-start.ts';
import { foldName } from '#contract/ids.ts';
import type { IngestionDetail, IngestionMode, NewIngestion } from '#contract/ingest.ts';
import type { Problem } from '#contract/service/problem-codes.ts';
import type { Db } from '../../store/catalog/catalog.ts';
import { datasets } from '../../store/catalog/schema/datasets.ts';
import { ingestions } from '../../store/catalog/schema/ingestions.ts';
import { assertMayWriteDataset, type DatasetRow, unreadable } from '../access/dataset-access.ts';
import { assertMayKeep } from '../access/quotas.ts';
import type { Caller } from '../core/caller.ts';
import { conflict, invalid, notFound } from '../core/service-error.ts';
import { assertStorable } from '../core/storable.ts';
import { unknownColumn } from '../rows/row-filter.ts';
import type { Platform } from '../state/platform.ts';
import { findIngestion, presentDetail } from './find.ts';

/** @throws ServiceError VALIDATION_FAILED, FORBIDDEN, NOT_FOUND, and CONFLICT if a dataset to be created exists */
export async function startIngestion(
	platform: Platform,
	caller: Caller,
	wanted: NewIngestion,
): Promise<IngestionDetail> {
	assertStorable('mapping', wanted.mapping);
	assertStorable('key', wanted.key ?? []);
	return start(platform, caller, { ...wanted, file: null });
}

/** Like `startIngestion`, for a file whose columns are known only once it's sent. @throws ServiceError */
export async function startFileIngestion(
	platform: Platform,
	caller: Caller,
	wanted: NewFileIngestion,
): Promise<IngestionDetail> {
	assertStorable('file.name', wanted.file.name);
	assertStorable('key', wanted.key ?? []);
	return start(platform, caller, { ...wanted, mapping: [] });
}

type Wanted = NewIngestion & { readonly file: NewFileIngestion['file'] | null };

async function start(platform: Platform, caller: Caller, wanted: Wanted): Promise<IngestionDetail> {
	const id = randomUUID();
	const now = platform.now();
	await platform.catalog.write(async (tx) => {
		const namespaceId = await assertMayWriteDataset(tx, caller, wanted.target);
		await assertMayKeep(tx, platform, namespaceId);
		const dataset = await targetDataset(tx, namespaceId, wanted.target, wanted.mode);
		if (wanted.file === null) assertMapping(wanted, wanted.mode === 'replace' ? null : dataset);
		assertKey(wanted, dataset);
		await tx.insert(ingestions).values({
			id,
			userId: caller.userId,
			namespaceId,
			dataset: dataset?.name ?? wanted.target.datasetName,
			mode: wanted.mode,
			key: wanted.key ?? null,
			file: wanted.file,
			mapping: wanted.mapping,
			misfits: wanted.misfits ?? 'aside',
			state: 'open',
			rows: 0,
			rejected: 0,
			chunks: 0,
			bytes: 0,
			columns: [],
			rejectedRows: [],
			createdAt: now,
			updatedAt: now,
		});
	});
	const { db } = platform.catalog;
	return presentDetail(db, await findIngestion(db, caller, id), false);
}

/** The dataset that receives the rows; null if it's to be created. @throws ServiceError NOT_FOUND, CONFLICT */
export async function targetDataset(
	tx: Db,
	namespaceId: string,
	target: DatasetCoordinate,
	mode: IngestionMode,
): Promise<DatasetRow | null> {
	const found = await datasetNow(tx, namespaceId, target);
	assertTarget(found, target, mode);
	return found;
}

/** @throws ServiceError NOT_FOUND, CONFLICT if rows can't be written to it in this mode */
export function assertTarget(found: DatasetRow | null, target: DatasetCoordinate, mode: IngestionMode): void {
	if (mode !== 'create' && found === null) throw notFound(unreadable(target));
	if (mode === 'create' && found !== null) {
		throw conflict(
			`${formatCoordinate(target)} already exists. Choose another name, or append the rows to this dataset.`,
		);
	}
}

/** The dataset of that name; null if there is none. */
export async function datasetNow(
	tx: Db,
	namespaceId: string,
	{ datasetName }: DatasetCoordinate,
): Promise<DatasetRow | null> {
	const isTarget = and(eq(datasets.namespaceId, namespaceId), eq(datasets.folded, foldName(datasetName)));
	const [found = null] = await tx.select().from(datasets).where(isTarget);
	return found;
}

function assertMapping({ mapping }: NewIngestion, dataset: DatasetRow | null): void {
	const problems: Problem[] = [];
	const taken = new Set<string>();
	for (const [index, { column, type }] of mapping.entries()) {
		const path = `mapping.${index}.column`;
		if (taken.has(column.toLowerCase())) {
			const message = `Two fields are mapped to the column "${column}". Map only one of them.`;
			problems.push({ code: 'DUPLICATE', path, message });
		}
		taken.add(column.toLowerCase());
		if (dataset === null) continue;
		if (!dataset.columns.some((candidate) => candidate.name === column))
			problems.push(unknownColumn(path, column, dataset.columns));
		else if (type !== undefined) {
			const message = `The column "${column}" already exists and keeps its type. Leave out the type.`;
			problems.push({ code: 'INVALID_VALUE', path: `mapping.${index}.type`, message });
		}
	}
	if (problems.length > 0) throw invalid(problems);
}

function assertKey({ mode, key, file, mapping }: Wanted, dataset: DatasetRow | null): void {
	if (mode !== 'upsert') return;
	const columns = dataset?.columns ?? [];
	const isSent = (name: string) => file !== null || mapping.some(({ column }) => column === name);
	const problems = (key ?? []).flatMap((name, index): Problem[] => {
		const path = `key.${index}`;
		if (!columns.some((column) => column.name === name)) return [unknownColumn(path, name, columns)];
		if (isSent(name)) return [];
		return [
			{
				code: 'REQUIRED',
				path,
				message: `No field is mapped to the key column "${name}". Add the column to the mapping.`,
			},
		];
	});
	if (file === null && key === undefined)
		problems.push({ code: 'REQUIRED', path: 'key', message: 'key is missing. List the columns that identify a row.' });
	if (problems.length > 0) throw invalid(problems);
}
