import { lte } from 'drizzle-orm';
import type { Catalog } from '../../store/catalog/catalog.ts';
import { chores } from '../../store/catalog/schema/copies.ts';

/** Whether some work is due that one copy at a time does; whoever asks first does it, and it is due again after a while. */
export const takeChore = ({ write }: Catalog, name: string, now: Date, againAfterMs: number): Promise<boolean> =>
	write(async (tx) => {
		const dueAt = new Date(now.getTime() + againAfterMs);
		const taken = await tx
			.insert(chores)
			.values({ name, dueAt })
			.onConflictDoUpdate({ target: chores.name, set: { dueAt }, setWhere: lte(chores.dueAt, now) })
			.returning();
		return taken.length > 0;
	});
