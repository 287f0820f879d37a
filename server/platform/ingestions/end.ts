import { and, eq, inArray, lt, ne } from 'drizzle-orm';
import { ingestionIdleHours } from '#contract/ingest.ts';
import type { Db } from '../../store/catalog/catalog.ts';
import { ingestionChunks, ingestions } from '../../store/catalog/schema/ingestions.ts';
import type { Caller } from '../core/caller.ts';
import { conflict } from '../core/service-error.ts';
import type { Platform } from '../state/platform.ts';
import { assertOpen, dropChunks } from './chunks.ts';
import { findOwn } from './find.ts';

/**
 * Cancels an ingestion, unless its rows are just being written. The next sweep removes what was sent.
 * @throws ServiceError NOT_FOUND, FORBIDDEN, CONFLICT
 */
export async function cancelIngestion(
	platform: Platform,
	caller: Caller,
	id: string,
	isCommitting: (id: string) => boolean,
): Promise<void> {
	const now = platform.now();
	await platform.catalog.write(async (tx) => {
		const { row } = await findOwn(tx, caller, id);
		await tx.select({ id: ingestions.id }).from(ingestions).where(eq(ingestions.id, row.id)).for('update');
		const found = await findOwn(tx, caller, id);
		if (found.row.state === 'cancelled') return;
		assertOpen(found);
		if (isCommitting(found.row.id))
			throw conflict('This ingestion’s rows are being written, so you can’t cancel it anymore.');
		await end(tx, [id], 'cancelled', now);
	});
}

/** Expires ingestions that were idle for too long. Returns their number. */
export async function expireIngestions(tx: Db, now: Date): Promise<number> {
	const before = new Date(now.getTime() - ingestionIdleHours * 3_600_000);
	const isIdle = and(eq(ingestions.state, 'open'), lt(ingestions.updatedAt, before));
	const ids = (await tx.select({ id: ingestions.id }).from(ingestions).where(isIdle)).map((item) => item.id);
	await end(tx, ids, 'expired', now);
	return ids.length;
}

/** Removes the records of ingestions that ended before a time; what they wrote stays. */
export async function removeOldIngestions(tx: Db, endedBefore: Date): Promise<void> {
	await tx.delete(ingestions).where(and(ne(ingestions.state, 'open'), lt(ingestions.finishedAt, endedBefore)));
}

async function end(tx: Db, ids: readonly string[], state: 'cancelled' | 'expired', now: Date): Promise<void> {
	if (ids.length === 0) return;
	const ended = await tx
		.update(ingestions)
		.set({ state, cleaning: null, updatedAt: now, finishedAt: now })
		.where(inArray(ingestions.id, [...ids]))
		.returning();
	await dropChunks(tx, ended, now);
}

/** Removes every ingestion into a namespace. Returns their number, and the objects that held what was sent. */
export async function removeIngestions(tx: Db, namespaceId: string): Promise<{ count: number; objects: string[] }> {
	const mine = tx.select({ id: ingestions.id }).from(ingestions).where(eq(ingestions.namespaceId, namespaceId));
	const chunks = await tx
		.delete(ingestionChunks)
		.where(inArray(ingestionChunks.ingestionId, mine))
		.returning({ object: ingestionChunks.object });
	const removed = await tx
		.delete(ingestions)
		.where(eq(ingestions.namespaceId, namespaceId))
		.returning({ id: ingestions.id });
	return { count: removed.length, objects: chunks.map((chunk) => chunk.object) };
}
