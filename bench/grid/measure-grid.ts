import type { Page } from '@playwright/test';
import { Editor } from '../../e2e/support/editor.ts';
import { Grid } from '../../e2e/support/grid.ts';
import { heapOf } from '../../e2e/support/heap.ts';
import { type Service, startService } from '../../e2e/support/service.ts';
import { launchBrowser, openWindow } from '../browser.ts';
import { median, type Row } from '../table.ts';
import { floorPage } from './floor-page.ts';
import { type Scrolling, scroll, slowed } from './scroll.ts';
import { workPerFrame } from './work.ts';

const long = { name: '1,000,000 × 20', rows: 1_000_000, columns: 20 };
const wide = { name: '1,000 × 500', rows: 1_000, columns: 500 };
type Shape = typeof long;

/** The grid on outputs of the real service, compared with a hand-written pool of elements in the same browser. */
export async function measureGrid({ quick }: { quick: boolean }): Promise<Row[]> {
	const running = await launchBrowser(['--enable-precise-memory-info']);
	const service = await startService();
	const [rounds, seconds, rest] = quick ? [3, 1, 2_000] : [5, 3, 6_000];
	const steps = quick ? [120] : [120, 3_000];
	try {
		const context = await openWindow(running);
		const page = await context.newPage();
		await page.goto(service.signInAddress());
		const rows: Row[] = [];
		for (const shape of [long, wide]) {
			say(`${shape.name}: a run of that shape`);
			const runId = await preview(page, shape);
			const floor = await context.newPage();
			// on the run's page, not in the smaller grid below the editor
			await page.goto(`${service.url}/runs/${runId}`);
			await new Grid(page).element.waitFor();
			const size = await sizeOfGrid(page);
			say(`${shape.name}: first rows`);
			const [first, floorFirst] = await alternately(
				rounds,
				() => firstRows(page, service, runId, rest),
				() => floorFirstRows(floor, floorPage(shape, size)),
			);
			rows.push({
				what: `${shape.name}: first rows after the click`,
				measured: ms(median(first)),
				floor: ms(median(floorFirst)),
				claim: '≤ 300 ms',
				holds: median(first) <= 300,
				limit: { words: '≤ 400 ms', holds: median(first) <= 400 },
			});
			const axis = shape === wide ? 'across' : 'down';
			for (const step of steps) {
				const options = { axis, step, seconds } as const;
				const what = `${shape.name}: ${step} px per frame`;
				/** Measures one after the other, because on one machine they would compete for frames. */
				const both = <T>(measure: (target: Page) => Promise<T>) => {
					const inFront = (page: Page) => async () => {
						await page.bringToFront();
						return await measure(page);
					};
					return alternately(rounds, inFront(page), inFront(floor));
				};
				say(`${what}, work`);
				rows.push(workRow(what, ...(await both((page) => workPerFrame(running, page, options)))));
				for (const rate of [1, 4]) {
					say(`${what}, CPU ÷ ${rate}`);
					const measured = await both((page) => slowed(page, rate, () => scroll(page, options)));
					const limit = shape === long && step === 120 && rate === 4 ? 25 : undefined;
					rows.push(droppedRow(`${what}, CPU ÷ ${rate}`, ...measured, limit));
					if (rate === 1) rows.push(taskRow(what, ...measured));
				}
			}
			await page.bringToFront();
			const seen = await scroll(page, { axis, step: 120, seconds: 2 * seconds, lookForHoles: true });
			rows.push({
				what: `${shape.name}: frames with a blank part, 120 px per frame`,
				measured: `${seen.holes.toFixed(1)} %`,
				floor: '',
				claim: '0 %',
				holds: seen.holes === 0,
			});
			say(`${shape.name}: heap`);
			const heap = (await heapOf(page)) / 1e6;
			const floorHeap = (await heapOf(floor)) / 1e6;
			rows.push({
				what: `${shape.name}: heap of page and worker`,
				measured: `${heap.toFixed(1)} MB`,
				floor: `${floorHeap.toFixed(1)} MB`,
				claim: '≤ 60 MB',
				holds: heap <= 60,
			});
			await floor.close();
		}
		return rows;
	} finally {
		await running.close();
		await service.dispose();
	}
}

/** @returns the id of a run whose output has that shape */
async function preview(page: Page, { rows, columns }: Shape): Promise<string> {
	const kinds = ['i * 7', `'row ' || i`, 'i * 0.5', '(i * 1.25)::decimal(18,2)', `date '2024-01-01' + (i % 900)::int`];
	const list = Array.from({ length: columns }, (_, index) => `${kinds[index % kinds.length]} as c${index}`);
	await page.getByRole('link', { name: 'BuildSpecs' }).first().click();
	await page.getByRole('link', { name: 'New BuildSpec', exact: true }).click();
	await new Editor(page).replace(`select ${list.join(', ')} from range(${rows}) t(i)`);
	await page.getByRole('button', { name: 'Preview' }).click();
	await new Grid(page).element.waitFor({ timeout: 120_000 });
	return new URL(page.url()).searchParams.get('run') ?? '';
}

/** The grid's visible area, px. */
const sizeOfGrid = (page: Page): Promise<{ width: number; height: number }> =>
	page.getByRole('grid').evaluate(({ clientWidth: width, clientHeight: height }) => ({ width, height }));

/** Alternates two measurements, so that changing load on the machine affects both. */
async function alternately<A, B>(
	rounds: number,
	ours: () => Promise<A>,
	theirs: () => Promise<B>,
): Promise<[ours: A[], theirs: B[]]> {
	const measured: [A[], B[]] = [[], []];
	for (let round = 0; round < rounds; round += 1) {
		measured[0].push(await ours());
		measured[1].push(await theirs());
	}
	return measured;
}

/** Time from clicking a run in the list to the first value in the grid, ms, in an idle page. */
async function firstRows(page: Page, service: Service, runId: string, rest: number): Promise<number> {
	await page.bringToFront();
	await page.goto(`${service.url}/runs`);
	const link = page.locator(`a[href$="/runs/${runId}"]`).first();
	await link.waitFor();
	// code loaded while idle has arrived
	await page.waitForTimeout(rest);
	await page.evaluate(watchFirstValue);
	await link.click();
	return await firstValue(page);
}

async function floorFirstRows(page: Page, content: string): Promise<number> {
	await page.bringToFront();
	await page.goto('about:blank');
	await page.setContent(content);
	await page.evaluate(watchFirstValue);
	await page.getByRole('button', { name: 'show' }).click();
	return await firstValue(page);
}

const firstValue = (page: Page): Promise<number> =>
	page.evaluate(async () => await (globalThis as unknown as { firstValue: Promise<number> }).firstValue);

/** Runs in the page: time from the next click to a frame in which a cell has a value. */
function watchFirstValue(): void {
	const measured = new Promise<number>((resolve) => {
		addEventListener(
			'click',
			() => {
				const clicked = performance.now();
				const look = () => {
					const has = [...document.querySelectorAll('[role=gridcell]')].some((cell) => cell.textContent !== '');
					if (has) requestAnimationFrame(() => resolve(performance.now() - clicked));
					else requestAnimationFrame(look);
				};
				requestAnimationFrame(look);
			},
			{ once: true, capture: true },
		);
	});
	Object.assign(globalThis, { firstValue: measured });
}

const say = (what: string): void => console.error(`… ${what}`);

const ms = (value: number): string => `${Math.round(value)} ms`;

const workRow = (what: string, ours: readonly number[], theirs: readonly number[]): Row => ({
	what: `${what}, main thread work`,
	measured: `${median(ours).toFixed(1)} ms`,
	floor: `${median(theirs).toFixed(1)} ms`,
	claim: '≤ 4 ms, or ≤ 1.5 × floor',
	holds: median(ours) <= Math.max(4, 1.5 * median(theirs)),
});

function droppedRow(what: string, ours: readonly Scrolling[], theirs: readonly Scrolling[], limit?: number): Row {
	const [measured, floor] = [ours, theirs].map((item) => median(item.map(({ dropped }) => dropped))) as [
		number,
		number,
	];
	return {
		what: `${what}, dropped frames`,
		measured: `${measured.toFixed(1)} %`,
		floor: `${floor.toFixed(1)} %`,
		claim: '≤ floor + 5 points',
		holds: measured <= floor + 5,
		limit: limit === undefined ? limit : { words: `≤ floor + ${limit} points`, holds: measured <= floor + limit },
	};
}

function taskRow(what: string, ours: readonly Scrolling[], theirs: readonly Scrolling[]): Row {
	const [measured = 0, floor = 0] = [ours, theirs].map((item) =>
		Math.max(...item.map(({ longestTask }) => longestTask)),
	);
	return {
		what: `${what}, longest task`,
		measured: measured === 0 ? 'under 50 ms' : ms(measured),
		floor: floor === 0 ? 'under 50 ms' : ms(floor),
		claim: 'none over 50 ms',
		holds: measured === 0,
	};
}
