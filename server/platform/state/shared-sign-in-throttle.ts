import { inArray, lt } from 'drizzle-orm';
import type { Catalog, Db } from '../../store/catalog/catalog.ts';
import { failedTries } from '../../store/catalog/schema/replicas.ts';
import { memoryMs, type SignInAttempts, secondsLeft, type Throttle, type Watched } from './sign-in-throttle.ts';

/** Counts in the catalog, so that guesses at one replica are throttled at all of them. */
export function createSharedThrottle({ write }: Catalog, now: () => Date): Throttle {
	return {
		enter: (names) =>
			write(async (tx) => {
				const known = await lockTries(tx, names, now());
				const at = now();
				const seconds = names.map(({ name, free }) => secondsLeft(free, known.get(name) ?? null, at.getTime()));
				const wait = Math.max(0, ...seconds);
				if (wait === 0) await count(tx, names, known, at, 1);
				return wait;
			}),
		succeeded: (names) =>
			write(async (tx) => {
				const known = await lockTries(tx, names, now());
				await count(tx, names, known, null, -1);
			}),
	};
}

/** Locks the rows of all names until the transaction ends, in a fixed order to avoid deadlocks. */
async function lockTries(tx: Db, names: readonly Watched[], now: Date): Promise<Map<string, SignInAttempts>> {
	if (names.length === 0) return new Map();
	const sorted = names.map((name) => name.name).sort();
	await tx
		.insert(failedTries)
		.values(sorted.map((name) => ({ name, failures: 0, lastAt: now })))
		.onConflictDoNothing();
	const rows = await tx
		.select()
		.from(failedTries)
		.where(inArray(failedTries.name, sorted))
		.orderBy(failedTries.name)
		.for('update');
	return new Map(rows.map((row) => [row.name, { failures: row.failures, last: row.lastAt.getTime() }]));
}

async function count(
	tx: Db,
	names: readonly Watched[],
	known: ReadonlyMap<string, SignInAttempts>,
	at: Date | null,
	step: 1 | -1,
): Promise<void> {
	for (const { name } of names) {
		const before = known.get(name);
		const forgotten = at !== null && before !== undefined && at.getTime() - before.last > memoryMs;
		const failures = Math.max(0, (forgotten ? 0 : (before?.failures ?? 0)) + step);
		const values = { failures, ...(at === null ? {} : { lastAt: at }) };
		await tx
			.update(failedTries)
			.set(values)
			.where(inArray(failedTries.name, [name]));
	}
}

export async function forgetOldTries(tx: Db, now: Date): Promise<void> {
	await tx.delete(failedTries).where(lt(failedTries.lastAt, new Date(now.getTime() - memoryMs)));
}
