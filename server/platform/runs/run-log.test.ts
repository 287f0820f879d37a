import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { BuildRun, RunStep } from '#contract/build-run.ts';
import { runs } from '../../store/catalog/schema/runs.ts';
import { createTestService } from '../../testing/service.ts';
import { createRunLog } from './run-log.ts';

test('an ended run has no running steps, even if another process started them', async () => {
	const service = await createTestService();
	const { platform } = service;
	const body = { sources: [], code: { payload: 'SELECT 1 AS a' } };
	const { id } = await service.json<BuildRun>('POST', '/preview-runs', { as: 'demo', body });
	await platform.running.ended(id);
	const at = new Date().toISOString();
	const unrun = { file: 'a.sql', rows: null, bytes: null, startedAt: null, finishedAt: null };
	const done: RunStep = { ...unrun, name: 'done', state: 'succeeded', rows: 1, startedAt: at, finishedAt: at };
	const steps: RunStep[] = [done, { ...unrun, name: 'begun', state: 'running', startedAt: at }];
	const isRun = eq(runs.id, id);
	for (const state of ['cancelled', 'failed'] as const) {
		await platform.catalog.write((tx) => tx.update(runs).set({ state: 'running', steps }).where(isRun));
		await createRunLog(platform, id).ended(state, null);
		const [run] = await platform.catalog.db.select().from(runs).where(isRun);
		expect(run).toMatchObject({ state, steps: [done, { ...unrun, name: 'begun', state: 'waiting' }] });
	}
	await service.close();
});
