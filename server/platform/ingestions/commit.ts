import { and, eq } from 'drizzle-orm';
import { formatCoordinate } from '#contract/dataset.ts';
import { count } from '../../engine/format.ts';
import type { Db } from '../../store/catalog/catalog.ts';
import { datasets } from '../../store/catalog/schema/datasets.ts';
import { ingestionChunks, ingestions } from '../../store/catalog/schema/ingestions.ts';
import { assertMayWriteDataset, type DatasetRow } from '../access/dataset-access.ts';
import { holdNamespaces } from '../access/namespace-access.ts';
import { callerNow } from '../access/tokens.ts';
import type { Caller } from '../core/caller.ts';
import { conflict, invalid, type ServiceError, unauthorized } from '../core/service-error.ts';
import { storable } from '../core/storable.ts';
import { describeColumns, insertDataset } from '../datasets/datasets.ts';
import { keepVersion } from '../datasets/kept-versions.ts';
import { readingDatasets } from '../parts/corrupt-data.ts';
import { type Part, putParts, type StoredRows } from '../parts/parts.ts';
import { knowPart, storeRowsBehind } from '../parts/store-rows.ts';
import type { Platform } from '../state/platform.ts';
import { baseParts } from './base.ts';
import { assertBasis } from './basis.ts';
import { assertOpen, assertReceived, contentHash, dropChunks, isOfSender } from './chunks.ts';
import { cleaningProblem, isCleaned, unitsOf } from './cleaning.ts';
import { assertStillFits } from './file-plan.ts';
import { type FoundIngestion, findOwn } from './find.ts';
import { planBefore } from './last-plan.ts';
import { type LoadedIngestion, type Loading, loadIngestion } from './load-rows.ts';
import { assertTarget, datasetNow, targetDataset } from './start.ts';

/** How often rows are rewritten because the dataset changed in the meantime. */
const attempts = 5;

/**
 * Writes the valid rows in one transaction with the ingestion's state, so that a crash leaves all or nothing.
 * @param basis of the review that the caller saw; null: whatever the dataset is now @throws ServiceError
 */
export async function commit(
	platform: Platform,
	caller: Caller,
	id: string,
	chunks: number,
	basis: string | null,
	signal: AbortSignal,
): Promise<void> {
	const { db } = platform.catalog;
	let found = await findOwn(db, caller, id);
	for (let attempt = 1; attempt <= attempts; attempt++) {
		if (attempt > 1) found = await findOwn(db, caller, id);
		if (found.row.state === 'committed') return;
		assertOpen(found);
		const problem = cleaningProblem(found.row);
		if (problem !== null) throw conflict(`Nothing was written. ${problem}`);
		await assertWhole(db, id, chunks);
		assertReceived(found.row);
		const namespaceId = await assertMayWriteDataset(db, caller, found.target);
		const before = await datasetNow(db, namespaceId, found.target);
		assertBasis(basis, found, before);
		assertTarget(before, found.target, found.row.mode);
		if (found.row.mode !== 'replace') assertStillFits(found.row.plan?.columns ?? [], before);
		const parts = await baseParts(platform, before, found.row.mode, found.row.plan);
		// That rows are there already, or which values are lost, was said in the review.
		const isCompared = found.row.mode === 'append' && found.row.plan?.existingRows === 'skip';
		const base = isCompared ? parts : { ...parts, compared: null };
		const { kept } = base;
		const objects = [...kept, ...base.rewritten].map((part) => part.sha256);
		const reading = <T>(work: () => Promise<T>) =>
			readingDatasets(platform, [{ coordinate: found.target, objects }], work);
		const last = await planBefore(platform, found.row, before);
		const loading = { found, before, base, last, signal };
		const loaded = await reading(() => loadIngestion(platform, caller, loading));
		let removing: Promise<void> | null = null;
		try {
			const { written: rows } = loaded;
			const stored = rows === null ? null : await reading(() => storeLoaded(platform, before, kept, rows));
			// The catalog is written meanwhile.
			removing = loaded.dispose();
			const present = await callerNow(platform, caller);
			if (present === null) throw signedOut();
			const written = await platform.catalog.write((tx) =>
				finish(tx, platform.now(), present, loading, loaded, stored),
			);
			if (written) return;
		} finally {
			await (removing ?? loaded.dispose());
		}
	}
	throw conflict(`Nothing was written: ${formatCoordinate(found.target)} kept changing. Commit again in a moment.`);
}

async function assertWhole(db: Db, id: string, chunks: number): Promise<void> {
	const { chunk, ingestionId } = ingestionChunks;
	const received = await db
		.select({ chunk })
		.from(ingestionChunks)
		.where(and(eq(ingestionId, id), isOfSender));
	const there = new Set(received.map((item) => item.chunk));
	const missing = Array.from({ length: chunks }, (_, index) => index + 1).filter((value) => !there.has(value));
	if (missing.length > 0) {
		throw invalid(
			missing.slice(0, 100).map((value) => ({
				code: 'REQUIRED' as const,
				path: `chunk.${value}`,
				message: `Chunk ${value} wasn’t received. Send it, then commit again.`,
			})),
		);
	}
	if (there.size > chunks) {
		const message = `chunks is ${chunks}, but the service received ${count(there.size, 'chunk')}. Set it to the number of chunks you sent.`;
		throw invalid([{ code: 'TOO_SMALL', path: 'chunks', message }]);
	}
}

async function storeLoaded(
	platform: Platform,
	before: DatasetRow | null,
	kept: readonly Part[],
	written: NonNullable<LoadedIngestion['written']>,
): Promise<StoredRows> {
	const known = await Promise.all(kept.map((part) => knowPart(platform, part, before?.bytes ?? 0)));
	return storeRowsBehind(platform, known, written);
}

/** False if the dataset, or how the file should be saved, changed since the rows were read. */
async function finish(
	tx: Db,
	now: Date,
	caller: Caller,
	{ found: { row: read }, before }: Pick<Loading, 'found' | 'before'>,
	loaded: LoadedIngestion,
	stored: StoredRows | null,
): Promise<boolean> {
	const { id } = read;
	await holdNamespaces(tx, [read.namespaceId]);
	await tx.select({ id: ingestions.id }).from(ingestions).where(eq(ingestions.id, id)).for('update');
	const found = await findOwn(tx, caller, id);
	// Another copy of the service got the same request.
	if (found.row.state === 'committed') return true;
	assertOpen(found);
	if (found.row.updatedAt.getTime() !== read.updatedAt.getTime()) return false;
	const namespaceId = await assertMayWriteDataset(tx, caller, found.target);
	const { columns, rejected, sent } = loaded;
	const outcome = {
		rejected,
		columns: [...columns],
		mapping: [...loaded.mapping],
		rejectedRows: [...storable(loaded.rejectedRows)],
		updatedAt: now,
		finishedAt: now,
	};
	if (stored === null || loaded.written === null) {
		const error = { code: 'ROWS_REJECTED', message: whyNothing(rejected, sent) };
		await tx
			.update(ingestions)
			.set({ ...outcome, cleaning: null, state: 'failed', rows: 0, error })
			.where(eq(ingestions.id, id));
	} else {
		const current = await targetDataset(tx, namespaceId, found.target, found.row.mode);
		if (current?.sha256 !== before?.sha256) return false;
		const { sha256, rows, bytes } = stored;
		const content = { columns: [...loaded.written.columns], rows, bytes, sha256 };
		const version = await writeDataset(tx, caller, namespaceId, found, current, content, now);
		if (version === null) return false;
		await putParts(tx, stored);
		await tx
			.update(ingestions)
			.set({
				...outcome,
				...savedPlan(found.row, loaded),
				file: found.row.file && { ...found.row.file, contentHash: await contentHash(tx, id) },
				state: 'committed',
				rows: sent - rejected,
				version,
				effect: loaded.effect,
			})
			.where(eq(ingestions.id, id));
	}
	await dropChunks(tx, [found.row], now);
	return true;
}

/** What is kept of a cleaning, for the next file and to look up. */
const savedPlan = (row: FoundIngestion['row'], { changes }: LoadedIngestion) => {
	const inUnits = unitsOf(row);
	const more = { ...(changes === undefined ? {} : { changes }), ...(inUnits.length === 0 ? {} : { inUnits }) };
	return { cleaning: null, plan: row.plan && { ...row.plan, isCleaned: isCleaned(row), ...more } };
};

const signedOut = (): ServiceError =>
	unauthorized('Nothing was written: the access token has expired or was revoked. Sign in, then commit again.');

const whyNothing = (rejected: number, sent: number): string =>
	rejected === sent
		? `Nothing was written: ${sent === 1 ? 'the row doesn’t fit' : `none of the ${sent.toLocaleString('en')} rows fit`} the columns. Correct ${sent === 1 ? 'it' : 'them'}, then start a new ingestion.`
		: `Nothing was written: ${rejected.toLocaleString('en')} of ${sent.toLocaleString('en')} rows ${rejected === 1 ? 'doesn’t' : 'don’t'} fit the columns. Correct ${rejected === 1 ? 'it' : 'them'}, then start a new ingestion.`;

/** The dataset's new version; null if another dataset took its name or place in the meantime. Keeps what people wrote about it. */
async function writeDataset(
	tx: Db,
	{ userId: by }: Caller,
	namespaceId: string,
	{ row }: FoundIngestion,
	current: DatasetRow | null,
	content: Pick<DatasetRow, 'columns' | 'rows' | 'bytes' | 'sha256'>,
	now: Date,
): Promise<number | null> {
	const made = { cause: 'ingestion', by, at: now } as const;
	const described = (row.plan?.columns ?? []).flatMap(({ column, description }) =>
		column === '' || description === undefined ? [] : [[column, description] as const],
	);
	if (current === null) {
		const inserted = await insertDataset(tx, { ...content, namespaceId, name: row.dataset, updatedAt: now });
		if (inserted === null) return null;
		await keepVersion(tx, inserted, made);
		await describeColumns(tx, inserted.id, described);
		return inserted.version;
	}
	const [locked] = await tx.select().from(datasets).where(eq(datasets.id, current.id)).for('update');
	if (locked?.sha256 !== current.sha256) return null;
	const version = locked.version + 1;
	await tx
		.update(datasets)
		.set({ ...content, version, builtBy: null, updatedAt: now })
		.where(eq(datasets.id, current.id));
	await keepVersion(tx, { ...locked, ...content, version, builtBy: null }, made);
	await describeColumns(tx, current.id, described);
	return version;
}
