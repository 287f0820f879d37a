import { asc, eq, sql } from 'drizzle-orm';
import { runs } from '../../store/catalog/schema/runs.ts';
import type { Platform } from '../state/platform.ts';
import { type Takeover, takeOver } from './take-over.ts';

const afterRestart: Takeover = {
	maxLost: 2,
	restartMessage: 'The service stopped during this run. The run is restarting.',
	giveUpMessage:
		'The service stopped twice during this run. The run may be the cause, so the service won’t restart it. Try fewer rows, or ask your admin to check the service log.',
};

/** Continues the runs that the last process left. Call it once, before any other run starts. Resolves when all have started. */
export async function resumeRuns(platform: Platform): Promise<void> {
	const left = await platform.catalog.write(async (tx) => {
		await tx
			.update(runs)
			.set({ state: 'queued', lost: sql`${runs.lost} + 1` })
			.where(eq(runs.state, 'running'));
		return tx.select().from(runs).where(eq(runs.state, 'queued')).orderBy(asc(runs.createdAt), asc(runs.id));
	});
	for (const row of left) await takeOver(platform, row, afterRestart);
}

/** Stops all runs, to continue at the next start. */
export async function suspendRuns({ running, catalog }: Pick<Platform, 'running' | 'catalog'>): Promise<void> {
	if (running.count() === 0) return;
	await running.stopAll('handed-over');
	await catalog.write((tx) =>
		tx.update(runs).set({ state: 'queued', startedAt: null }).where(eq(runs.state, 'running')),
	);
}
