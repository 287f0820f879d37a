import { setTimeout as sleep } from 'node:timers/promises';
import { and, eq, lt, sql } from 'drizzle-orm';
import type { Catalog, Db } from '../../store/catalog/catalog.ts';
import { answeredWrites, replicas } from '../../store/catalog/schema/replicas.ts';
import { deadAfterMs } from './membership.ts';

export interface Answer {
	/** As JSON; null if there is no content. */
	readonly body: string | null;
	readonly etag: string | null;
}

const everyMs = 50;

export type AnsweredWrites = ReturnType<typeof createAnsweredWrites>;

/** Answered writes, remembered across all replicas. */
export function createAnsweredWrites({ db, write }: Catalog, copyId: string, lifetimeMs: number, now: () => Date) {
	const acting = new Set<string>();
	const take = (name: string, isActing: boolean) =>
		write(async (tx) => {
			const row = { name, copyId, done: false, until: new Date(now().getTime() + lifetimeMs) };
			const taken = await tx.insert(answeredWrites).values(row).onConflictDoNothing().returning();
			if (taken.length > 0) return true;
			const alive = tx
				.select({ id: replicas.id })
				.from(replicas)
				.where(sql`${replicas.seenAt} >= now() - ${`${deadAfterMs} milliseconds`}::interval`);
			// Expired requests start again, as do those that a replica was handling when it died, or gave up but couldn't record that.
			const givenUp = isActing ? sql`` : sql`or ${answeredWrites.copyId} = ${copyId}`;
			const stale = sql`(${answeredWrites.until} < ${now().toISOString()}::timestamptz
				or (not ${answeredWrites.done} and (${answeredWrites.copyId} not in ${alive} ${givenUp})))`;
			const again = await tx
				.update(answeredWrites)
				.set({ ...row, answer: null, etag: null })
				.where(and(eq(answeredWrites.name, name), stale))
				.returning({ name: answeredWrites.name });
			return again.length > 0;
		});
	return {
		/** Accepts a request, or waits for and returns the answer it got from any replica. */
		async begin(name: string): Promise<{ readonly mine: true } | { readonly mine: false; readonly answer: Answer }> {
			for (;;) {
				// Checked before the request is taken, so that concurrent ones wait.
				const isActing = acting.has(name);
				acting.add(name);
				let isTaken = false;
				try {
					isTaken = await take(name, isActing);
				} finally {
					if (!isTaken && !isActing) acting.delete(name);
				}
				if (isTaken) return { mine: true };
				const [found] = await db.select().from(answeredWrites).where(eq(answeredWrites.name, name));
				if (found?.done) return { mine: false, answer: { body: found.answer, etag: found.etag } };
				if (found !== undefined) await sleep(everyMs);
			}
		},
		async answered(name: string, { body, etag }: Answer) {
			try {
				await write((tx) =>
					tx.update(answeredWrites).set({ done: true, answer: body, etag }).where(eq(answeredWrites.name, name)),
				);
			} finally {
				acting.delete(name);
			}
		},
		async forget(name: string) {
			try {
				await write((tx) => tx.delete(answeredWrites).where(eq(answeredWrites.name, name)));
			} finally {
				acting.delete(name);
			}
		},
	};
}

export async function forgetOldWrites(tx: Db, now: Date): Promise<void> {
	await tx.delete(answeredWrites).where(lt(answeredWrites.until, now));
}
