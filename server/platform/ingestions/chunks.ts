import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { and, asc, count, eq, lte, sum } from 'drizzle-orm';
import { type MappedColumn, maxChunks, type ReceivedChunk } from '#contract/ingest.ts';
import type { Db } from '../../store/catalog/catalog.ts';
import { ingestionChunks, ingestions } from '../../store/catalog/schema/ingestions.ts';
import type { Caller } from '../core/caller.ts';
import { conflict, invalid } from '../core/service-error.ts';
import { noteReleasedChunks } from '../parts/object-ownership.ts';
import type { Platform } from '../state/platform.ts';
import { type FoundIngestion, findOwn, type IngestionRow } from './find.ts';

/** Other chunks hold what the service found in a file (cleaning.ts). */
export const isOfSender = lte(ingestionChunks.chunk, maxChunks);

interface Sent {
	readonly chunk: number;
	/** The body's hash, according to the sender. */
	readonly sha256: string;
	/** Rows as NDJSON, which are transferred to the thread that reads them, or a piece of a file. */
	readonly kind: 'rows' | 'piece';
	readonly body: Uint8Array<ArrayBuffer>;
}

/** Stores a chunk, once. Answers when it's on disk. @throws ServiceError */
export async function putChunk(
	platform: Platform,
	caller: Caller,
	id: string,
	sent: Sent,
	signal: AbortSignal,
): Promise<ReceivedChunk> {
	const { db } = platform.catalog;
	const found = await findOwn(db, caller, id);
	if (sent.chunk > maxChunks) {
		const message = `An ingestion can have at most ${maxChunks.toLocaleString('en')} chunks. Send fewer, larger chunks.`;
		throw invalid([{ code: 'TOO_LARGE', path: 'chunk', message }]);
	}
	const bytes = sent.body.length;
	const actual = createHash('sha256').update(sent.body).digest('hex');
	if (actual !== sent.sha256) {
		const message = `The SHA-256 of the received chunk is ${actual}, not ${sent.sha256}. Check that sha256 is the hash of the body, then send the chunk again.`;
		throw invalid([{ code: 'INVALID_VALUE', path: 'sha256', message }]);
	}
	if ((sent.kind === 'piece') !== (found.row.file !== null)) {
		throw conflict(
			sent.kind === 'piece'
				? 'This ingestion takes rows, not a file. Send chunks of rows.'
				: 'This ingestion takes a file, not rows. Send pieces of the file.',
		);
	}
	const known = await receivedBefore(db, id, sent);
	if (known !== null) return known;
	assertOpen(found);
	const { rows, object } = await store(platform, sent, found.row.mapping, signal);
	return platform.catalog.write(async (tx) => {
		await tx.select({ id: ingestions.id }).from(ingestions).where(eq(ingestions.id, id)).for('update');
		assertOpen(await findOwn(tx, caller, id));
		const again = await receivedBefore(tx, id, sent);
		if (again !== null) return again;
		const received = { chunk: sent.chunk, sha256: actual, rows, bytes };
		await tx.insert(ingestionChunks).values({ ...received, ingestionId: id, object });
		await recount(tx, id, platform.now());
		// Findings from part of the file don't apply to the rest.
		if (sent.kind === 'piece') await tx.update(ingestions).set({ cleaning: null }).where(eq(ingestions.id, id));
		return received;
	});
}

/** The chunk if it was already received; null if it wasn't. @throws ServiceError CONFLICT if it had other content */
async function receivedBefore(db: Db, id: string, { chunk, sha256 }: Sent): Promise<ReceivedChunk | null> {
	const isSame = and(eq(ingestionChunks.ingestionId, id), eq(ingestionChunks.chunk, chunk));
	const [found] = await db.select().from(ingestionChunks).where(isSame);
	if (found === undefined) return null;
	if (found.sha256 === sha256) return { chunk, sha256, rows: found.rows, bytes: found.bytes };
	throw conflict(
		`Chunk ${chunk} was already received with different content. Send the same content again, or start a new ingestion.`,
	);
}

/** Identifies what was received, in pieces of the same size. */
export async function contentHash(db: Db, id: string): Promise<string> {
	const received = await db
		.select({ sha256: ingestionChunks.sha256 })
		.from(ingestionChunks)
		.where(and(eq(ingestionChunks.ingestionId, id), isOfSender))
		.orderBy(asc(ingestionChunks.chunk));
	return createHash('sha256')
		.update(received.map(({ sha256 }) => sha256).join())
		.digest('hex');
}

/** Deletes the received chunks of ingestions that end, but not their objects. */
export async function dropChunks(
	tx: Db,
	ended: readonly { readonly id: string; readonly namespaceId: string; readonly dataset: string }[],
	now: Date,
): Promise<void> {
	for (const ingestion of ended) {
		const dropped = await tx
			.delete(ingestionChunks)
			.where(eq(ingestionChunks.ingestionId, ingestion.id))
			.returning({ object: ingestionChunks.object });
		const objects = dropped.map((chunk) => chunk.object);
		await noteReleasedChunks(tx, ingestion, objects, now);
	}
}

/** @throws ServiceError CONFLICT */
export function assertOpen({ row }: Pick<FoundIngestion, 'row'>): void {
	if (row.state === 'open') return;
	const why = {
		committed: 'is already committed',
		failed: 'failed',
		cancelled: 'was canceled',
		expired: 'expired because nothing was sent for 24 hours',
	}[row.state];
	throw conflict(`This ingestion ${why}. Start a new ingestion.`);
}

/** An incomplete file can't be read if its size is known. @throws ServiceError CONFLICT */
export function assertReceived({ file, bytes }: Pick<IngestionRow, 'file' | 'bytes'>): void {
	if (file?.bytes === undefined || bytes >= file.bytes) return;
	throw conflict(
		`Only ${bytes.toLocaleString('en')} of ${file.bytes.toLocaleString('en')} bytes of ${file.name} were received. Send the rest, then try again.`,
	);
}

async function recount(tx: Db, id: string, now: Date): Promise<void> {
	const { rows, bytes, ingestionId } = ingestionChunks;
	const [all] = await tx
		.select({ chunks: count(), rows: sum(rows), bytes: sum(bytes) })
		.from(ingestionChunks)
		.where(and(eq(ingestionId, id), isOfSender));
	await tx
		.update(ingestions)
		.set({ chunks: all?.chunks ?? 0, rows: Number(all?.rows ?? 0), bytes: Number(all?.bytes ?? 0), updatedAt: now })
		.where(eq(ingestions.id, id));
}

/** Stores the rows as an object that nothing references yet. @throws ServiceError */
async function store(
	{ ingesting, objects, settings }: Platform,
	{ body, chunk, kind }: Sent,
	mapping: readonly MappedColumn[],
	signal: AbortSignal,
): Promise<{ rows: number; object: string }> {
	// If the service is killed, its next start removes the folder.
	const folder = await mkdtemp(join(settings.dataDir, 'runs', 'chunk-'));
	try {
		const file = join(folder, 'rows');
		if (kind === 'piece') {
			await writeFile(file, body, { mode: 0o600 });
			return { rows: 0, object: (await objects.adopt(file)).sha256 };
		}
		const { rows } = await ingesting.writeChunk(body, { file, chunk, mapping }, signal);
		return { rows, object: (await objects.adopt(file)).sha256 };
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}
