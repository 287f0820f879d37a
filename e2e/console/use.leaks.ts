import type { Page } from '@playwright/test';
import { answer, ended, working } from '../support/agent-events.ts';
import { expect, test as scriptedTest } from '../support/agents.ts';
import { test } from '../support/journey.ts';
import { type Memory, memoryHeads, memoryOf, tellMemory } from '../support/memory.ts';
import { type KnownPage, pagesOfSample } from '../support/pages.ts';

const rounds = Number(process.env.LEAK_ROUNDS ?? 200);
const events = Number(process.env.LEAK_EVENTS ?? 100_000);

/** Rounds after which nothing is newly cached for a page's first use. */
const warmUp = 10;

// One page requests an ingestion that doesn't exist.
test.use({ expectedErrors: /404/ });

/** Navigates like a link in the console, without reloading the page. */
const push = (page: Page, path: string): Promise<void> =>
	page.evaluate((to) => {
		history.pushState({ idx: 0, key: to }, '', to);
		dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
	}, path);

/** Starts from a page without these words, because the previous one may contain them. */
async function visit(page: Page, { path, shown }: Pick<KnownPage, 'path' | 'shown'>): Promise<void> {
	await push(page, '/nowhere');
	await expect(page.getByRole('heading', { name: 'This page doesn’t exist' })).toBeVisible();
	await push(page, path);
	const main = page.getByRole('main');
	await expect(main.getByText(shown).or(main.getByLabel(shown)).first()).toBeAttached();
	await expect(main.locator('[aria-busy="true"]')).toHaveCount(0);
}

async function round(page: Page, pages: readonly KnownPage[]): Promise<void> {
	for (const known of pages) await visit(page, known);
}

const about = { path: '/service', shown: /Supported extensions/ };

function expectNoMore(before: Memory, after: Memory, times: number): void {
	// A leak grows with every round; a cache doesn't.
	expect((after.heap - before.heap) / times, 'bytes of heap a round').toBeLessThan(40_000);
	expect((after.nodes - before.nodes) / times, 'nodes a round').toBeLessThan(20);
	expect((after.listeners - before.listeners) / times, 'listeners a round').toBeLessThan(5);
}

test('opening and closing every page many times leaks no memory', async ({ page, ownService }) => {
	const service = await ownService();
	await page.goto(service.signInAddress());
	await expect(page.getByRole('link', { name: /airport_delays/ })).toBeVisible();
	const pages = await pagesOfSample(page);
	for (let count = 0; count < warmUp; count += 1) await round(page, pages);
	await visit(page, about);
	const before = await memoryOf(page);
	console.log(`\n${memoryHeads}\n${tellMemory(`after ${warmUp} rounds`, before)}`);
	const half = Math.ceil(rounds / 2);
	for (let count = 0; count < half; count += 1) await round(page, pages);
	await visit(page, about);
	const middle = await memoryOf(page);
	console.log(tellMemory(`after ${half} more`, middle));
	for (let count = 0; count < rounds - half; count += 1) await round(page, pages);
	await visit(page, about);
	const after = await memoryOf(page);
	console.log(tellMemory(`after ${rounds - half} more`, after));
	expectNoMore(before, after, rounds);
});

scriptedTest.use({ expectedErrors: /404/ });

scriptedTest('a stream of many events leaves at most 20 MB behind', async ({ scripted: { agents, panel }, page }) => {
	await panel.ask('Warm up');
	const first = await agents.asked();
	first.send(working());
	first.send(answer('Warm.'));
	first.send(ended());
	first.end();
	await panel.state(1, 'Complete');
	const before = await memoryOf(page);
	await panel.ask('Everything, please');
	const call = await agents.asked();
	for (let count = 0; count < events; count += 1) {
		call.send(answer(`Word ${count}. `, { append: count > 0, lastChunk: count === events - 1 }));
		// The connection accepts no more at once than the page reads.
		if (count % 1_000 === 999) await page.evaluate(() => 0);
	}
	call.send(ended());
	call.end();
	await expect(panel.answer(2).getByText('Complete', { exact: true }).first()).toBeVisible({ timeout: 600_000 });
	const after = await memoryOf(page);
	console.log(`\n${memoryHeads}\n${tellMemory('before', before)}\n${tellMemory(`after ${events} events`, after)}`);
	expect(after.heap - before.heap).toBeLessThan(20_000_000);
});
