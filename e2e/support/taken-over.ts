import { expect, type Page } from '@playwright/test';
import { BuildRun } from '#contract/build-run.ts';
import { apiOf } from './api.ts';

/**
 * Waits until another copy has begun the person's newest run again, as its log says: where one service alone tells that the
 * run was interrupted, copies carry it on.
 * @param page signed in, at a service of copies
 */
export async function expectTakenOver(page: Page): Promise<void> {
	const { ask } = await apiOf(page);
	const { items } = await ask<{ items: readonly unknown[] }>('GET', '/build-runs?limit=1');
	const { id } = BuildRun.parse(items[0]);
	const log = () => ask<{ items: readonly { message: string }[] }>('GET', `/build-runs/${id}/log`);
	await expect
		.poll(async () => (await log()).items.map((item) => item.message), { timeout: 30_000 })
		.toContain('The copy of the service that ran this is gone. Another one begins it again.');
}
