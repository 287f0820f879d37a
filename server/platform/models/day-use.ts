import { and, eq, lt, sql } from 'drizzle-orm';
import type { DayUse, ModelUse } from '../../models/meter.ts';
import { modelUse } from '../../store/catalog/schema/models.ts';
import type { Platform } from '../state/platform.ts';

/** A user's use of language models today, in UTC. */
export function dayUse(platform: Platform, userId: string): DayUse {
	const today = () => platform.now().toISOString().slice(0, 10);
	return {
		async read(): Promise<ModelUse> {
			const isToday = and(eq(modelUse.userId, userId), eq(modelUse.day, today()));
			const [used] = await platform.catalog.db.select().from(modelUse).where(isToday);
			return { tokens: used?.tokens ?? 0, cost: used?.cost ?? 0 };
		},
		async add({ tokens, cost }) {
			const day = today();
			await platform.catalog.write(async (tx) => {
				await tx
					.insert(modelUse)
					.values({ userId, day, tokens, cost })
					.onConflictDoUpdate({
						target: [modelUse.userId, modelUse.day],
						set: { tokens: sql`${modelUse.tokens} + ${tokens}`, cost: sql`${modelUse.cost} + ${cost}` },
					});
				await tx.delete(modelUse).where(and(eq(modelUse.userId, userId), lt(modelUse.day, day)));
			});
		},
	};
}
