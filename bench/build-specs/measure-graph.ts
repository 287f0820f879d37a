import type { Browser, Page } from '@playwright/test';
import { launchBrowser, openWindow } from '../browser.ts';
import { median, type Row } from '../table.ts';
import { type Task, tasksDuring } from '../trace.ts';
import { layered, serviceWith } from './catalog.ts';
import { floorGraph } from './floor-pages.ts';
import { type Pulling, perFrame, pull } from './pull.ts';

const count = 1_000;
/** Each BuildSpec's destination, and the sources of the first layer. */
const cards = count + 50;
const lines = 2 * count;
const graph = '[role=group][aria-label="Lineage graph"]';
/** Limit for the longest task, ms of wall time, which is what people wait for; comparing with CPU time shows the effect of other load. */
const most = 100;

/**
 * Opens, pans, zooms and searches the lineage of 1,000 BuildSpecs; the floor is an image with the same number of cards and
 * lines.
 */
export async function measureGraph({ quick }: { quick: boolean }): Promise<Row[]> {
	const service = await serviceWith(layered(count));
	const running = await launchBrowser();
	try {
		const context = await openWindow(running);
		const page = await context.newPage();
		await page.goto(service.signInAddress());
		await page.getByRole('heading', { level: 1, name: /BuildSpecs/ }).waitFor();
		await page.getByRole('row').nth(5).waitFor();
		const during = (name: string, act: () => Promise<void>) =>
			tasksDuring(running, page, name, async () => {
				await page.evaluate((value) => performance.mark(`${value}-begin`), name);
				await act();
				await page.evaluate((value) => performance.mark(`${value}-end`), name);
			});
		const rows: Row[] = [];
		const opened = await during('open', async () => {
			await page.getByRole('button', { name: 'BuildSpec actions' }).click();
			await page.getByRole('menuitem', { name: 'Lineage' }).click();
			await page.locator(`${graph}[aria-busy=false]`).waitFor({ timeout: 60_000 });
			// Waits for the first rendering.
			await page.waitForTimeout(500);
		});
		rows.push(taskRow('opened and laid out', opened, null));

		const floor = await context.newPage();
		await floor.setContent(floorGraph(cards, lines));
		const [rounds, seconds] = quick ? [1, 1] : [5, 4];
		for (const distance of ['whole graph', 'zoomed in'] as const) {
			await page.bringToFront();
			if (distance === 'zoomed in') {
				const nearer = await during('zoom', async () => {
					for (let step = 0; step < 14; step += 1) await page.getByRole('button', { name: 'Zoom in' }).click();
				});
				rows.push(taskRow('zooming in, 14 steps', nearer, null));
			}
			const [ours, theirs] = await inTurns(rounds, running, page, floor, seconds);
			rows.push(...pullRows(`dragged, ${distance}`, ours, theirs));
		}
		await page.bringToFront();
		await page.getByRole('button', { name: 'Show the whole graph' }).click();
		const found = await during('find', async () => {
			await page.getByRole('textbox', { name: 'Find datasets' }).pressSequentially('dataset_007', { delay: 60 });
			await page.getByText(/^100 of .* datasets match/).waitFor();
			for (let step = 0; step < 3; step += 1) await page.keyboard.press('Enter');
			await page.waitForTimeout(500);
		});
		rows.push(taskRow('searched, with jumps to matches', found, null));
		return rows;
	} finally {
		await running.close();
		await service.dispose();
	}
}

/** Measures one after the other, because on one machine they would compete for frames. */
async function inTurns(
	rounds: number,
	browser: Browser,
	page: Page,
	floor: Page,
	seconds: number,
): Promise<[ours: Pulling[], theirs: Pulling[]]> {
	const measured: [Pulling[], Pulling[]] = [[], []];
	for (let round = 0; round < rounds; round += 1) {
		await page.bringToFront();
		measured[0].push(await pull(browser, page, graph, seconds));
		await floor.bringToFront();
		measured[1].push(await pull(browser, floor, '#frame', seconds));
	}
	return measured;
}

const name = `lineage of ${count.toLocaleString('en-US')} BuildSpecs`;
const ms = (value: number): string => `${value.toFixed(1)} ms`;
const longest = (tasks: readonly Task[], of: keyof Task): number => Math.max(0, ...tasks.map((task) => task[of]));

function pullRows(what: string, ours: readonly Pulling[], theirs: readonly Pulling[]): Row[] {
	const tasks = [ours, theirs].map((item) => item.flatMap((one) => one.tasks)) as [Task[], Task[]];
	const [work, floorWork] = [ours, theirs].map((item) => median(item.map(perFrame))) as [number, number];
	const [dropped, floorDropped] = [ours, theirs].map((item) => median(item.map((one) => one.dropped))) as [
		number,
		number,
	];
	return [
		taskRow(what, ...tasks),
		{
			what: `${name}: ${what}, main thread work per frame`,
			measured: ms(work),
			floor: ms(floorWork),
			claim: '≤ 4 ms, or ≤ 1.5 × floor',
			holds: work <= Math.max(4, 1.5 * floorWork),
		},
		{
			what: `${name}: ${what}, dropped frames`,
			measured: `${dropped.toFixed(1)} %`,
			floor: `${floorDropped.toFixed(1)} %`,
			claim: '≤ floor + 5 points',
			holds: dropped <= floorDropped + 5,
		},
	];
}

const taskRow = (what: string, ours: readonly Task[], theirs: readonly Task[] | null): Row => ({
	what: `${name}: ${what}, longest task`,
	measured: `${ms(longest(ours, 'clock'))} (own time: ${ms(longest(ours, 'own'))})`,
	floor: theirs === null ? '' : ms(longest(theirs, 'clock')),
	claim: `≤ ${most} ms`,
	holds: longest(ours, 'clock') <= most,
});
