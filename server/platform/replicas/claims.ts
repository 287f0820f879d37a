import { and, eq, inArray, isNotNull, isNull, notInArray, sql } from 'drizzle-orm';
import type { Db } from '../../store/catalog/catalog.ts';
import { replicas } from '../../store/catalog/schema/replicas.ts';
import { runs } from '../../store/catalog/schema/runs.ts';
import type { RunRow } from '../runs/run-record.ts';
import { deadAfterMs } from '../state/membership.ts';

/** A run that was in progress in this many replicas when they died isn't started again, because it may be the cause. */
export const maxLost = 3;

const active = inArray(runs.state, ['queued', 'running']);

/** Records that a replica is alive, by the database's clock. */
export async function beat(db: Db, id: string): Promise<void> {
	await db
		.insert(replicas)
		.values({ id, seenAt: sql`now()` as unknown as Date })
		.onConflictDoUpdate({ target: replicas.id, set: { seenAt: sql`now()` } });
}

/** Frees and counts the runs of dead replicas. @param wasSilent this replica was disconnected, so others' silence doesn't count */
export async function releaseDeadClaims(tx: Db, wasSilent: boolean): Promise<number> {
	const since = sql`now() - ${`${deadAfterMs} milliseconds`}::interval`;
	const alive = tx.select({ id: replicas.id }).from(replicas).where(sql`${replicas.seenAt} >= ${since}`);
	// Skips rows locked by a silent replica, which are freed when its connection ends: waiting would make this replica silent too.
	const dead = await tx
		.select({ id: runs.id })
		.from(runs)
		.where(and(active, isNotNull(runs.copyId), sql`${runs.copyId} not in ${alive}`))
		.for('update', { skipLocked: true });
	const freed = dead.map((item) => item.id);
	if (freed.length > 0) {
		await tx
			.update(runs)
			.set({ copyId: null, lost: wasSilent ? runs.lost : sql`${runs.lost} + (${runs.startedAt} is not null)::int` })
			.where(inArray(runs.id, freed));
	}
	await tx.delete(replicas).where(sql`${replicas.seenAt} < ${since}`);
	return freed.length;
}

/** Frees runs that a replica has claimed but isn't running: their end couldn't be recorded, or the reply to the claim was lost. */
export async function releaseOrphans(tx: Db, copyId: string, carried: readonly string[]): Promise<number> {
	const freed = await tx
		.update(runs)
		.set({ copyId: null })
		.where(and(active, eq(runs.copyId, copyId), carried.length === 0 ? undefined : notInArray(runs.id, [...carried])))
		.returning({ id: runs.id });
	return freed.length;
}

/** Claims the next run: from the user with the fewest claimed, oldest first, and one build per destination; null if there is none. */
export async function claim(tx: Db, copyId: string): Promise<RunRow | null> {
	const [found] = await tx
		.select({ id: runs.id })
		.from(runs)
		.where(
			and(
				active,
				isNull(runs.copyId),
				isNotNull(runs.work),
				sql`not (${runs.kind} = 'build' and exists (
					select 1 from runs earlier where earlier.kind = 'build' and earlier.destination = ${runs.destination}
					and earlier.state in ('queued', 'running')
					and (earlier.created_at, earlier.id) < (${runs.createdAt}, ${runs.id})
				))`,
			),
		)
		.orderBy(
			sql`(select count(*) from runs others where others.user_id = ${runs.userId}
				and others.copy_id is not null and others.state in ('queued', 'running'))`,
			runs.createdAt,
			runs.id,
		)
		.limit(1)
		.for('update', { skipLocked: true });
	if (found === undefined) return null;
	const [claimed] = await tx.update(runs).set({ copyId }).where(eq(runs.id, found.id)).returning();
	return claimed ?? null;
}

/** Returns a replica's claimed runs, so that others run them. */
export async function handOver(tx: Db, copyId: string): Promise<void> {
	await tx
		.update(runs)
		.set({ copyId: null })
		.where(and(active, eq(runs.copyId, copyId)));
	await tx.delete(replicas).where(eq(replicas.id, copyId));
}
