import type { Page } from '@playwright/test';
import type { BuildSpecEdit } from '../../contract/build-spec.ts';
import { formatCoordinate } from '../../contract/dataset.ts';
import { watchTasks } from '../agents/main-thread.ts';
import { launchBrowser, openWindow } from '../browser.ts';
import { median, type Row } from '../table.ts';
import { serviceWith, words, written } from './catalog.ts';
import { floorList } from './floor-pages.ts';
import { answered, type Sign } from './keys.ts';

const count = 10_000;

/** Keys in the list of 10,000 BuildSpecs; the floor filters the same number of texts and draws forty lines. */
export async function measureList({ quick }: { quick: boolean }): Promise<Row[]> {
	const edits = written(count);
	const texts = edits.map(textOf).sort();
	const service = await serviceWith(edits);
	const running = await launchBrowser();
	try {
		const context = await openWindow(running);
		const page = await context.newPage();
		await page.goto(service.signInAddress());
		await page.locator('tr[data-index="0"]').waitFor({ timeout: 60_000 });
		const field = page.getByRole('textbox', { name: /Filter/ });
		await atRest(page);
		const floor = await context.newPage();
		await floor.setContent(floorList(texts));
		const bare = floor.getByRole('textbox');
		const rounds = quick ? 1 : 5;
		const rows: Row[] = [];

		const firstRow = (found: readonly string[]): Sign => ({
			selector: 'tr[data-index="0"] a',
			text: found[0]?.split('\n')[0] ?? '',
		});
		const firstHit = (_: readonly string[], typed: string): Sign => ({
			selector: '[aria-label="Matches in code"] mark',
			text: typed,
		});
		for (const [what, text, sign] of [
			['filtered by name', words.name, firstRow],
			['searched in the code', words.code, firstRow],
			['searched in the code, lines shown', words.code, firstHit],
		] as const) {
			const [ours, theirs]: [number[], number[]] = [[], []];
			const task = await watchTasks(page);
			for (let round = 0; round < rounds; round += 1) {
				await page.bringToFront();
				await field.fill('');
				if (sign === firstHit) await showLines(page);
				ours.push(...(await type(page, text, texts, sign)));
				await floor.bringToFront();
				await bare.fill('');
				await bare.focus();
				theirs.push(...(await type(floor, text, texts, null)));
			}
			rows.push(row(what, ours, theirs, await task()));
			await page.bringToFront();
			await field.fill('');
			await atRest(page);
		}
		rows.push(row('moved with End and Home', await ends(page, texts, rounds), null, 0));
		rows.push(row('sorted by a header', await sorts(page, texts, rounds), null, 0));
		return rows;
	} finally {
		await running.close();
		await service.dispose();
	}
}

/** The text by which users find a BuildSpec: its name, sources and code, folded. */
const textOf = ({ destination, sources, code }: BuildSpecEdit): string =>
	[formatCoordinate(destination), ...sources.map(formatCoordinate), 'demo', code.payload].join('\n').toLowerCase();

/** Waits for delayed work after the last key: an address change, code that loads while idle. */
const atRest = (page: Page): Promise<void> => page.waitForTimeout(1_000);

async function showLines(page: Page): Promise<void> {
	const field = page.getByRole('textbox', { name: /Filter/ });
	await field.fill(words.code);
	const lines = page.getByRole('button', { name: /lines in code/ });
	if ((await lines.getAttribute('aria-pressed')) === 'false') await lines.click();
	await page.getByRole('region', { name: 'Matches in code' }).waitFor();
	await field.fill('');
	await field.focus();
	await atRest(page);
}

/** Types into the focused field; a key that doesn't change the number of results isn't measured. @returns ms per key */
async function type(
	page: Page,
	text: string,
	texts: readonly string[],
	sign: ((found: readonly string[], typed: string) => Sign) | null,
): Promise<number[]> {
	if (sign !== null) await page.getByRole('textbox', { name: /Filter/ }).focus();
	const times: number[] = [];
	let before: readonly string[] = texts;
	for (let end = 1; end <= text.length; end += 1) {
		const typed = text.slice(0, end);
		const found = texts.filter((text) => text.includes(typed));
		if (found.length === before.length) await page.keyboard.press(text.charAt(end - 1));
		else {
			const count = { selector: 'form [role=status]', text: matching(found.length) };
			const also = sign === null ? [] : [sign(found, typed)];
			times.push(await answered(page, text.charAt(end - 1), [count, ...also]));
		}
		before = found;
		await page.waitForTimeout(120);
	}
	return times;
}

const matching = (found: number): string =>
	`${found.toLocaleString('en-US')} of ${count.toLocaleString('en-US')} match`;

const nameOf = (text: string | undefined): string => text?.split('\n')[0] ?? '';

async function ends(page: Page, texts: readonly string[], rounds: number): Promise<number[]> {
	const times: number[] = [];
	await page.locator('tr[data-index="0"] a').focus();
	for (let round = 0; round < rounds; round += 1) {
		for (const [key, text] of [['End', texts.at(-1)] as const, ['Home', texts[0]] as const]) {
			times.push(await answered(page, key, [{ selector: 'tr a:focus', text: nameOf(text) }]));
			await page.waitForTimeout(120);
		}
	}
	return times;
}

async function sorts(page: Page, texts: readonly string[], rounds: number): Promise<number[]> {
	const times: number[] = [];
	await page.getByRole('button', { name: 'Name', exact: true }).focus();
	for (let round = 0; round < rounds; round += 1) {
		for (const text of [texts.at(-1), texts[0]]) {
			times.push(await answered(page, 'Enter', [{ selector: 'tr[data-index="0"] a', text: nameOf(text) }]));
			await page.waitForTimeout(120);
		}
	}
	return times;
}

function row(what: string, ours: readonly number[], theirs: readonly number[] | null, task: number): Row {
	const words = (item: readonly number[]) =>
		`${Math.max(...item).toFixed(0)} ms (median ${median(item).toFixed(0)} ms)`;
	const long = task === 0 ? '' : `; longest task ${task.toFixed(0)} ms`;
	return {
		what: `${count.toLocaleString('en-US')} BuildSpecs: ${what}, slowest of ${ours.length} keys`,
		measured: words(ours) + long,
		floor: theirs === null ? '' : words(theirs),
		claim: '≤ 50 ms per key',
		holds: Math.max(...ours) <= 50,
		limit: { words: '≤ 130 ms, median ≤ 85 ms', holds: Math.max(...ours) <= 130 && median(ours) <= 85 },
	};
}
