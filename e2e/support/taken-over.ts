import { expect, type Page } from '@playwright/test';
import { BuildRun } from '#contract/build-run.ts';
import { apiOf } from './api.ts';

/**
 * Waits until the user's newest run has restarted, according to its log: in another copy, or after a restart.
 * @param page signed in
 */
export async function expectTakenOver(page: Page): Promise<void> {
	const { ask } = await apiOf(page);
	const { items } = await ask<{ items: readonly unknown[] }>('GET', '/build-runs?limit=1');
	const { id } = BuildRun.parse(items[0]);
	const log = () => ask<{ items: readonly { message: string }[] }>('GET', `/build-runs/${id}/log`);
	await expect
		.poll(async () => (await log()).items.map((item) => item.message), { timeout: 30_000 })
		.toContainEqual(
			expect.stringMatching(/^The replica running this run stopped\.|^The service stopped during this run\./),
		);
}
