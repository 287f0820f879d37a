import type { Page } from '@playwright/test';
import { Grid } from '../../e2e/support/grid.ts';
import { startService } from '../../e2e/support/service.ts';
import { launchBrowser, openWindow } from '../browser.ts';
import { keptFiles } from '../outputs/kept-files.ts';
import { preview } from '../outputs/preview.ts';
import { median, type Row } from '../table.ts';
import { appears, firstCell } from './appears.ts';
import { timed } from './ask.ts';
import { type Floor, openFloor, type Work } from './floor.ts';
import { mixed } from './mixed.ts';

const rowCount = 1_000_000;
const columnCount = 20;
const shape = '1,000,000 × 20';
const maxMs = 120_000;

type Shown = Extract<Work, 'sort' | 'filter' | 'profile' | 'compare'>;

/** Who does the work: the service's engine, or the page's worker with a core-only service. */
interface Side {
	readonly who: string;
	readonly flags: readonly string[];
	readonly claim: string;
	readonly works: readonly Shown[];
	most(floor: number): number;
}

const sides: readonly Side[] = [
	{
		who: 'on screen',
		flags: [],
		claim: '≤ 1.5 × + 250 ms',
		works: ['sort', 'filter', 'profile', 'compare'],
		most: (floor) => 1.5 * floor + 250,
	},
	{
		who: 'on screen, in the browser alone',
		flags: ['--core-only'],
		claim: '≤ 3 ×',
		works: ['sort', 'profile', 'compare'],
		most: (floor) => 3 * floor,
	},
];

/** Time from a click in the built console until the complete result is on screen, compared with the engine alone on the same rows. */
export async function measureRowsBrowser({ quick }: { quick: boolean }): Promise<Row[]> {
	const running = await launchBrowser();
	const rows: Row[] = [];
	try {
		for (const side of sides) {
			const service = await startService();
			try {
				const page = await (await openWindow(running)).newPage();
				await page.goto(service.signInAddress());
				const runs: string[] = [];
				for (let seed = 0; seed < (quick ? 2 : 3); seed += 1)
					runs.push(await preview(page, mixed(rowCount, columnCount, seed), rowCount));
				if (side.flags.length > 0) {
					// A core-only service can't make previews, so these were made before the restart.
					await service.kill();
					await service.start(side.flags);
					await page.goto(service.signInAddress());
				}
				const [before = '', after = ''] = await keptFiles(service.dataDir, rowCount);
				const floor = await openFloor(before, after, 2, `${service.dataDir}/floor`);
				rows.push(...(await measureSide({ page, url: service.url, runs, floor }, side)));
				await floor.close();
				await page.context().close();
			} finally {
				await service.dispose();
			}
		}
	} finally {
		await running.close();
	}
	return rows;
}

interface Screen {
	readonly page: Page;
	readonly url: string;
	/** Previews of tables that differ in one row of a hundred. */
	readonly runs: readonly string[];
	readonly floor: Floor;
}

async function measureSide(screen: Screen, side: Side): Promise<Row[]> {
	const rows: Row[] = [];
	for (const work of side.works) {
		const [ours, own]: [number[], number[]] = [[], []];
		// Each round uses other rows, so that no cached result is used.
		for (const run of screen.runs) {
			ours.push(await measured[work](screen, run));
			own.push(await timed(() => screen.floor.run(screen.floor.works[work])));
		}
		const [best, floor] = [Math.min(...ours), Math.min(...own)];
		console.error(`… ${shape}: ${work} ${side.who} ${best.toFixed(0)} ms, DuckDB ${floor.toFixed(0)} ms`);
		rows.push({
			what: `${shape}: ${work} ${side.who}`,
			measured: `${best.toFixed(0)} ms (median ${median(ours).toFixed(0)})`,
			floor: `${floor.toFixed(0)} ms (median ${median(own).toFixed(0)})`,
			claim: side.claim,
			holds: best <= side.most(floor),
		});
	}
	return rows;
}

async function openRows({ page, url }: Screen, run: string): Promise<Grid> {
	await page.goto(`${url}/runs/${run}`);
	const grid = new Grid(page);
	await grid.expectRows(rowCount);
	await grid.row(2).first().filter({ hasText: /./ }).waitFor({ timeout: maxMs });
	return grid;
}

const measured: Record<Shown, (screen: Screen, run: string) => Promise<number>> = {
	/** The first rows appear before all are sorted, so wait for the last one. */
	async sort(screen, run) {
		const grid = await openRows(screen, run);
		const last = String(screen.floor.lastSorted);
		return timed(async () => {
			await grid.head('float_1').click();
			// The row that used to be second has the value `1`.
			await appears(screen.page, /\d{2}/, firstCell(2), maxMs);
			await grid.row(1).first().click();
			await screen.page.keyboard.press('Control+End');
			// Columns out of view aren't in the DOM.
			await screen.page.keyboard.press('Home');
			await appears(screen.page, new RegExp(`^${last}$`), firstCell(rowCount), maxMs);
		});
	},
	async filter(screen, run) {
		const { page } = screen;
		await openRows(screen, run);
		await page.getByRole('button', { name: 'Add filter' }).click();
		const panel = page.getByRole('dialog', { name: 'Filter' });
		await panel.getByLabel('Column').selectOption('int_0');
		await panel.getByLabel('Condition').selectOption('<');
		await panel.getByLabel('Value').fill('100000');
		return timed(async () => {
			await panel.getByRole('button', { name: 'Apply filter' }).click();
			await appears(page, /^[\d,]+ of 1,000,000 rows$/, 'main', maxMs);
		});
	},
	async profile(screen, run) {
		await openRows(screen, run);
		return timed(async () => {
			await screen.page.getByRole('tab', { name: 'Profile' }).click();
			await appears(screen.page, /Of all 1,000,000 rows\./, 'main', maxMs);
		});
	},
	/**
	 * Compares with the next run, starting at the address: includes loading the page and the console's proposal of a key.
	 */
	async compare({ page, url, runs }, run) {
		const after = runs[(runs.indexOf(run) + 1) % runs.length];
		return timed(async () => {
			await page.goto(`${url}/runs/${after}/compare/${run}`);
			await appears(page, /rows changed, /, 'main', maxMs);
		});
	},
};
