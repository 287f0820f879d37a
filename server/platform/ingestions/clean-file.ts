import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { and, eq, gt, inArray, max } from 'drizzle-orm';
import type { FileCleaning } from '#contract/file-cleaning.ts';
import { maxChunks } from '#contract/ingest.ts';
import { EngineError } from '../../engine/errors.ts';
import type { Db } from '../../store/catalog/catalog.ts';
import {
	type Cleaning,
	type ColumnCleaning,
	ingestionChunks,
	ingestions,
} from '../../store/catalog/schema/ingestions.ts';
import { assertMayWriteDataset } from '../access/dataset-access.ts';
import { assertMayKeep } from '../access/quotas.ts';
import type { Caller } from '../core/caller.ts';
import { conflict } from '../core/service-error.ts';
import { storable } from '../core/storable.ts';
import { noteReleasedChunks } from '../parts/object-ownership.ts';
import type { Platform } from '../state/platform.ts';
import { baseParts } from './base.ts';
import { assertOpen } from './chunks.ts';
import { begun, byOf, notBegun, presentCleaning, rulesOf, unread, withFound } from './cleaning.ts';
import { type FoundIngestion, findOwn, type IngestionRow } from './find.ts';
import { readFileValues } from './load-rows.ts';
import { savedTexts } from './saved-texts.ts';
import { targetDataset } from './start.ts';

/** How long one request reads values, ms. */
const budgetMs = 1_000;

interface Made {
	readonly sha256: string;
	readonly bytes: number;
}

/** Reads the next values of a reviewed file, and stores the findings. @throws ServiceError */
export async function cleanFile(
	platform: Platform,
	caller: Caller,
	id: string,
	signal: AbortSignal,
): Promise<FileCleaning> {
	const { db } = platform.catalog;
	const found = await findOwn(db, caller, id);
	assertOpen(found);
	const { row } = found;
	if (row.file === null) throw conflict('This ingestion takes rows, not a file. There is nothing to clean.');
	if (row.plan === null) throw conflict('Review the file before you clean its values.');
	const namespaceId = await assertMayWriteDataset(db, caller, found.target);
	await assertMayKeep(db, platform, namespaceId);
	if (row.cleaning === null || notBegun(row).length > 0) return begin(platform, caller, found, signal);
	const until = performance.now() + budgetMs;
	let current = row;
	while (performance.now() < until) {
		const [column] = unread(current);
		if (column === undefined) break;
		current = await read(platform, caller, current, column, until - performance.now(), signal);
	}
	return presented(current);
}

/** Has the engine write the distinct values of columns. */
async function begin(
	platform: Platform,
	caller: Caller,
	found: FoundIngestion,
	signal: AbortSignal,
): Promise<FileCleaning> {
	const { db } = platform.catalog;
	const { row } = found;
	const before = await targetDataset(db, row.namespaceId, found.target, row.mode);
	const base = { ...(await baseParts(platform, before, row.mode, row.plan)), compared: null };
	const loading = { found, before, base, last: null, signal };
	const named = notBegun(row);
	const columns: ColumnCleaning[] = [];
	const made: Made[] = [];
	const wanted = { named, unclear: row.cleaning === null };
	await readFileValues(platform, caller, loading, wanted, async (values) => {
		const saved = await savedTexts(platform, caller, loading, values.columns);
		for (const { from, column, file, values: count } of values.columns) {
			const object = await platform.objects.adopt(file);
			made.push(object);
			columns.push(begun(row, from, { values: count, object: object.sha256, saved: saved.get(column) }));
		}
	}).catch((error: unknown) => {
		throw error instanceof EngineError ? conflict(error.message) : error;
	});
	// Columns without texts need no cleaning.
	for (const from of named)
		if (!columns.some((column) => column.from === from)) columns.push(begun(row, from, { values: 0, object: '' }));
	const all = [...(row.cleaning?.columns ?? []), ...columns];
	const cleaning = { options: row.cleaning?.options ?? row.plan?.options ?? {}, columns: all };
	return presented(await keep(platform, caller, row, cleaning, { made, released: [] }));
}

/** Reads some values of a column, continuing where it stopped, or from the start if the column's description changed. */
async function read(
	platform: Platform,
	caller: Caller,
	row: IngestionRow,
	column: ColumnCleaning,
	ms: number,
	signal: AbortSignal,
): Promise<IngestionRow> {
	const isOther = column.by !== byOf(row, column.from);
	const from = isOther ? begun(row, column.from, column) : column;
	const folder = await mkdtemp(join(platform.settings.dataDir, 'runs', 'cleaning-'));
	try {
		const output = join(folder, 'changes');
		const { object: name, offset, from: field, holds, saved = [] } = from;
		const found = await platform.objects.withFiles([name], (fileOf) =>
			platform.ingesting.clean(
				{ name, file: fileOf(name), offset, field, holds, saved, rules: rulesOf(row), output, budgetMs: ms },
				signal,
			),
		);
		const made = found.written === 0 ? null : await platform.objects.adopt(output);
		const next = withFound(from, found, made?.sha256 ?? null);
		const columns = (row.cleaning?.columns ?? []).map((item) => (item.from === column.from ? next : item));
		const cleaning = { options: row.cleaning?.options ?? {}, columns };
		const released = isOther ? column.changes : [];
		return await keep(platform, caller, row, cleaning, { made: made === null ? [] : [made], released });
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

/** Stores the findings, unless another request made progress in the meantime. */
async function keep(
	platform: Platform,
	caller: Caller,
	row: IngestionRow,
	cleaning: Cleaning,
	{ made, released }: { readonly made: readonly Made[]; readonly released: readonly string[] },
): Promise<IngestionRow> {
	const { id } = row;
	return platform.catalog.write(async (tx) => {
		await tx.select({ id: ingestions.id }).from(ingestions).where(eq(ingestions.id, id)).for('update');
		const now = await findOwn(tx, caller, id);
		assertOpen(now);
		if (now.row.updatedAt.getTime() !== row.updatedAt.getTime()) return now.row;
		await nameObjects(tx, id, made);
		// Columns with equal values share an object.
		const named = new Set(cleaning.columns.flatMap(({ object, changes }) => [object, ...changes]));
		const free = released.filter((object) => !named.has(object));
		await releaseObjects(tx, now.row, free, platform.now());
		const [kept] = await tx
			.update(ingestions)
			.set({ cleaning: storable(cleaning), updatedAt: platform.now() })
			.where(eq(ingestions.id, id))
			.returning();
		return kept ?? now.row;
	});
}

/** They are stored with the chunks, and removed with them. */
async function nameObjects(tx: Db, ingestionId: string, made: readonly Made[]): Promise<void> {
	const { chunk } = ingestionChunks;
	const [last] = await tx
		.select({ chunk: max(chunk) })
		.from(ingestionChunks)
		.where(eq(ingestionChunks.ingestionId, ingestionId));
	const first = Math.max(maxChunks, last?.chunk ?? 0) + 1;
	for (const [index, { sha256, bytes }] of made.entries())
		await tx
			.insert(ingestionChunks)
			.values({ ingestionId, chunk: first + index, sha256, object: sha256, rows: 0, bytes });
}

/** Changes that are no longer used. */
async function releaseObjects(tx: Db, row: IngestionRow, objects: readonly string[], at: Date): Promise<void> {
	if (objects.length === 0) return;
	const { ingestionId, chunk, object } = ingestionChunks;
	const theirs = and(eq(ingestionId, row.id), gt(chunk, maxChunks), inArray(object, [...objects]));
	await tx.delete(ingestionChunks).where(theirs);
	await noteReleasedChunks(tx, row, objects, at);
}

function presented(row: IngestionRow): FileCleaning {
	return presentCleaning(row) ?? { isDone: false, values: 0, done: 0, columns: [] };
}
