import type { Locator, Page } from '@playwright/test';
import { Grid } from '../../e2e/support/grid.ts';
import { heapOf } from '../../e2e/support/heap.ts';
import { startService } from '../../e2e/support/service.ts';
import { launchBrowser, openWindow } from '../browser.ts';
import { median, type Row } from '../table.ts';
import { preview } from './preview.ts';
import { summarize } from './summarize.ts';

const rowCount = 1_000_000;
const columnCount = 20;
const shape = '1,000,000 × 20';

/** Limit for the memory of page and workers together, MB. */
const maxHeap = 60;

/** Profile, chart and comparison of large outputs of the real service. The floor of a profile is the engine's own. */
export async function measureOutputs({ quick }: { quick: boolean }): Promise<Row[]> {
	const running = await launchBrowser();
	const service = await startService();
	try {
		const context = await openWindow(running);
		await context.addInitScript(watchTasks);
		const page = await context.newPage();
		await page.goto(service.signInAddress());
		const [before, after] = [await preview(page, tableOf(0), rowCount), await preview(page, tableOf(1), rowCount)];
		const open = async () => {
			await page.goto(`${service.url}/runs/${after}`);
			await new Grid(page).expectRows(rowCount);
		};
		const profiled: Measured[] = [];
		for (let time = 0; time < (quick ? 1 : 3); time += 1) {
			say('profile');
			profiled.push(
				await measure(page, {
					open,
					begin: () => page.getByRole('tab', { name: 'Profile' }).click(),
					end: () => page.getByText('Based on all 1,000,000 rows.'),
				}),
			);
		}
		const floor = await summarize(service.dataDir, rowCount);
		const rows: Row[] = [
			{
				...line(`${shape}: profile of all columns`),
				measured: seconds(median(profiled.map((measured) => measured.ms))),
				floor: seconds(floor),
			},
			...facts(`${shape}: profile`, profiled),
		];
		say('picture');
		const chart = await measure(page, {
			open,
			begin: () => page.getByRole('tab', { name: 'Chart' }).click(),
			end: () => page.getByRole('img', { name: /1,000,000 rows/ }),
		});
		rows.push(
			{ ...line(`${shape}: first chart`), measured: seconds(chart.ms) },
			...facts(`${shape}: chart`, [chart], { limit: 150 }),
		);
		say('comparison');
		const compared = await measure(page, {
			open,
			begin: async () => await page.goto(`${service.url}/runs/${after}/compare/${before}`),
			end: () => page.getByText(/rows changed, /),
		});
		const what = `${shape} against ${shape}: comparison`;
		rows.push(
			{ ...line(what), measured: seconds(compared.ms) },
			...facts(what, [compared], { most: null, limit: 250 }),
		);
		return rows;
	} finally {
		await running.close();
		await service.dispose();
	}
}

interface Work {
	readonly open: () => Promise<void>;
	readonly begin: () => Promise<unknown>;
	readonly end: () => Locator;
}

interface Measured {
	readonly ms: number;
	/** Peak memory after a collection, MB. */
	readonly heap: number;
	/** Longest task of the page, ms; 0: none over 50. */
	readonly task: number;
}

/** Once as users have it, for time and tasks, and once more while sampling memory, which takes time itself. */
async function measure(page: Page, { open, begin, end }: Work): Promise<Measured> {
	await open();
	await page.evaluate(() => Object.assign(globalThis, { longestTask: 0 }));
	const began = performance.now();
	await begin();
	await end().waitFor({ timeout: 300_000 });
	const ms = performance.now() - began;
	const task = await page.evaluate(() => (globalThis as unknown as { longestTask: number }).longestTask);
	await open();
	await begin();
	let heap = 0;
	while (!(await end().isVisible())) heap = Math.max(heap, await heapOf(page));
	return { ms, heap: Math.max(heap, await heapOf(page)) / 1e6, task };
}

/** @param limit for the longest task if two processors can't meet the goal, ms (docs/quality.md) */
function facts(
	what: string,
	measured: readonly Measured[],
	{ most = maxHeap, limit }: { most?: number | null; limit?: number } = {},
): Row[] {
	const heap = Math.max(...measured.map((measured) => measured.heap));
	const task = Math.max(...measured.map((measured) => measured.task));
	return [
		{
			what: `${what}, peak heap of page and worker`,
			measured: `${heap.toFixed(1)} MB`,
			floor: '',
			claim: most === null ? '' : `≤ ${most} MB`,
			holds: most === null ? null : heap <= most,
		},
		{
			what: `${what}, longest task`,
			measured: task === 0 ? 'under 50 ms' : `${Math.round(task)} ms`,
			floor: '',
			claim: 'none over 50 ms',
			holds: task === 0,
			...(limit === undefined ? {} : { limit: { words: `≤ ${limit} ms`, holds: task <= limit } }),
		},
	];
}

/** Runs in the page: keeps the longest task since it was last reset to 0. */
function watchTasks(): void {
	const kept = globalThis as unknown as { longestTask: number };
	kept.longestTask = 0;
	new PerformanceObserver((list) => {
		for (const { duration } of list.getEntries()) kept.longestTask = Math.max(kept.longestTask, duration);
	}).observe({ type: 'longtask' });
}

/** @param salt changes every thousandth row */
function tableOf(salt: number): string {
	const kinds = [
		'i * 7',
		`'row ' || i`,
		`i * 0.5 + ${salt} * (i % 1000 = 0)::int`,
		'(i * 1.25)::decimal(18,2)',
		`date '2024-01-01' + (i % 900)::int`,
	];
	const list = Array.from({ length: columnCount }, (_, index) => `${kinds[index % kinds.length]} as c${index}`);
	return `select ${list.join(', ')} from range(${rowCount}) t(i)`;
}

const line = (what: string): Row => ({ what, measured: '', floor: '', claim: '', holds: null });

const say = (what: string): void => console.error(`… ${what} of ${shape}`);

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(2)} s`;
