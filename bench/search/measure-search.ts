import type { Page } from '@playwright/test';
import { apiOf } from '../../e2e/support/api.ts';
import { searches } from '../../e2e/support/searches.ts';
import { launchBrowser, openWindow } from '../browser.ts';
import { floorList } from '../build-specs/floor-pages.ts';
import { median, type Row } from '../table.ts';
import { type ManyColumns, manyColumns, serviceWith } from './many-columns.ts';

const datasets = 5_000;
/** Searches that match nearly all of 100,000 columns, some, few, and some with a typo. */
const broadToNarrow = ['a', 'value', 'price region', 'prcie', 'price_region_7', 'area_4 score'];
const localMost = 50;
const servedMost = 150;

/**
 * Typical searches of new users, in the palette of a service with 100,000 columns, and the time of the search itself.
 */
export async function measureSearch({ quick }: { quick: boolean }): Promise<Row[]> {
	const many = manyColumns(datasets);
	const service = await serviceWith(many);
	const browser = await launchBrowser();
	try {
		const context = await openWindow(browser);
		const page = await context.newPage();
		await page.goto(service.signInAddress());
		await page.getByRole('heading', { name: 'BuildSpecs', level: 1 }).waitFor({ timeout: 60_000 });
		const { ask } = await apiOf(page);
		const rows: Row[] = [];
		const rounds = quick ? 5 : 15;
		for (const typed of broadToNarrow) {
			const [ours, theirs]: [number[], number[]] = [[], []];
			let found = 0;
			for (let round = 0; round <= rounds; round += 1) {
				const began = performance.now();
				const { counts } = await ask<{ counts: Record<string, number> }>(
					'GET',
					`/search?limit=60&q=${encodeURIComponent(typed)}`,
				);
				const between = performance.now();
				floorSearch(many, typed);
				// The first search loads the catalog.
				if (round === 0) continue;
				ours.push(between - began);
				theirs.push(performance.now() - between);
				found = Object.values(counts).reduce((sum, count) => sum + count, 0);
			}
			rows.push(
				row(`100,000 columns: “${typed}” over HTTP, ${found.toLocaleString('en-US')} found`, ours, theirs, servedMost),
			);
		}
		rows.push(...(await inPalette(page, await context.newPage(), many, quick ? 1 : 3)));
		return rows;
	} finally {
		await browser.close();
		await service.dispose();
	}
}

/** Finds all names with every word, and returns the shortest sixty as JSON: no ranking, no access checks, no typos. */
function floorSearch(many: readonly ManyColumns[], typed: string): string {
	const words = typed.split(' ');
	const names = many.flatMap(({ name, columns }) => [name, ...columns]);
	const found = names.filter((name) => words.every((word) => name.includes(word)));
	return JSON.stringify(found.sort((a, b) => a.length - b.length).slice(0, 60));
}

/**
 * Commands, pages and docs are searched in the browser; the floor is a bare field above forty lines, over the same number of texts as it has
 * entries.
 */
async function inPalette(page: Page, floor: Page, many: readonly ManyColumns[], rounds: number): Promise<Row[]> {
	const texts = many.slice(0, 200).map(({ name, columns }) => [name, ...columns].join('\n'));
	await floor.setContent(floorList(texts));
	const [local, served, bare]: [number[], number[], number[]] = [[], [], []];
	for (let round = 0; round <= rounds; round += 1) {
		await page.bringToFront();
		await page.keyboard.press('Control+K');
		await page.getByRole('dialog').getByRole('combobox').waitFor();
		for (const [typed, wanted] of searches) {
			// This owner has fifty additional namespaces here.
			if (typed === 'demo') continue;
			const isServed = /demo|BuildSpec/.test(wanted.source);
			const took = await shown(page, '[role=dialog] [role=option]', typed, wanted);
			// Excludes code loaded with the first search.
			if (round > 0) (isServed ? served : local).push(took);
		}
		await page.keyboard.press('Escape');
		await floor.bringToFront();
		await floor.getByRole('textbox').focus();
		for (const { name } of many.slice(0, 20)) bare.push(await shown(floor, 'li', name, new RegExp(`^${name}`)));
	}
	return [
		row(`palette: commands, pages and docs of ${local.length} searches`, local, bare, localMost),
		row(`palette: data of ${served.length} searches, requested 60 ms after the last key`, served, bare, servedMost),
	];
}

/** Time from putting a text into the focused field to the end of the frame with the wanted line among the first five, ms. */
async function shown(page: Page, lines: string, typed: string, wanted: RegExp): Promise<number> {
	await page.keyboard.press('Control+A');
	await page.keyboard.insertText('qwxzzv');
	await page.waitForFunction(
		(selector) =>
			[...document.querySelectorAll(selector)].every((line) => /qwxzzv/.test(line.textContent ?? '')) &&
			document.querySelector('[role=dialog]')?.textContent?.includes('Searching…') !== true,
		lines,
	);
	await page.evaluate(
		({ lines, source, flags }) => {
			const wanted = new RegExp(source, flags);
			const isShown = () =>
				[...document.querySelectorAll<HTMLElement>(lines)]
					.slice(0, 5)
					.some((line) => wanted.test(line.innerText.replaceAll(/\s+/g, ' ')));
			const time = new Promise<number>((resolve, reject) => {
				setTimeout(() => reject(new Error(`${source} isn’t shown.`)), 5_000);
				const onInput = ({ timeStamp }: Event) => {
					const look = () => {
						if (!isShown()) {
							requestAnimationFrame(look);
							return;
						}
						// The next task runs after this frame is drawn.
						const { port1, port2 } = new MessageChannel();
						port1.onmessage = () => resolve(performance.now() - timeStamp);
						port2.postMessage(null);
					};
					requestAnimationFrame(look);
				};
				addEventListener('input', onInput, { once: true, capture: true });
			});
			Object.assign(globalThis, { shown: time });
		},
		{ lines, source: wanted.source, flags: wanted.flags },
	);
	await page.keyboard.press('Control+A');
	await page.keyboard.insertText(typed);
	return page.evaluate(() => (globalThis as unknown as { shown: Promise<number> }).shown);
}

function row(what: string, ours: readonly number[], theirs: readonly number[], most: number): Row {
	const words = (times: readonly number[]) =>
		`${median(times).toFixed(0)} ms (slowest ${Math.max(...times).toFixed(0)} ms)`;
	return {
		what,
		measured: words(ours),
		floor: words(theirs),
		claim: `median ≤ ${most} ms`,
		holds: median(ours) <= most,
	};
}
