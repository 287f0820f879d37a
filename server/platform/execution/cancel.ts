import { setTimeout as sleep } from 'node:timers/promises';
import { count, eq } from 'drizzle-orm';
import { runLog, runs } from '../../store/catalog/schema/runs.ts';
import type { Membership } from '../membership.ts';
import type { Platform } from '../platform.ts';

const everyMs = 100;
/** A copy that has died is noticed, and what it had claimed is ended by another, well within this. */
const patienceMs = 20_000;

/** Ends a run wherever it is carried out, and waits until it has ended. */
export async function cancelAnywhere(
	{ catalog, now }: Pick<Platform, 'catalog' | 'now'>,
	membership: Membership,
	id: string,
): Promise<void> {
	await catalog.write(async (tx) => {
		const [run] = await tx.select().from(runs).where(eq(runs.id, id)).for('update');
		if (run === undefined || (run.state !== 'queued' && run.state !== 'running')) return;
		if (run.copyId !== null) {
			await tx.update(runs).set({ cancelAsked: true }).where(eq(runs.id, id));
			return;
		}
		const [logged] = await tx.select({ items: count() }).from(runLog).where(eq(runLog.runId, id));
		const position = logged?.items ?? 0;
		await tx.insert(runLog).values({ runId: id, position, at: now(), level: 'warning', message: 'Cancelled.' });
		await tx.update(runs).set({ state: 'cancelled', finishedAt: now() }).where(eq(runs.id, id));
	});
	membership.stop(id);
	for (const until = Date.now() + patienceMs; Date.now() < until; await sleep(everyMs)) {
		const [run] = await catalog.db.select({ state: runs.state }).from(runs).where(eq(runs.id, id));
		if (run === undefined || (run.state !== 'queued' && run.state !== 'running')) return;
	}
}
