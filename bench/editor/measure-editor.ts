import type { BrowserContext, Locator, Page } from '@playwright/test';
import { startService } from '../../e2e/support/service.ts';
import { launchBrowser, openWindow } from '../browser.ts';
import { type Floor, serveFloor } from '../floor/serve-floor.ts';
import { median, type Row } from '../table.ts';

const most = 1.3;
/** Text that no code contains. */
const typed = 'zq';

/**
 * Time from clicking a BuildSpec to the frame with a key typed into its code; the floor is a bare page with the same Monaco. Once after both have
 * loaded it while idle, and once with an empty cache.
 */
export async function measureEditor({ quick }: { quick: boolean }): Promise<Row[]> {
	const rounds = quick ? 3 : 9;
	const running = await launchBrowser();
	const service = await startService();
	const floor = await serveFloor('bench/editor/floor');
	try {
		const context = await openWindow(running);
		const [page, bare] = [await context.newPage(), await context.newPage()];
		await page.goto(service.signInAddress());
		await page.getByRole('heading', { name: 'BuildSpecs', level: 1 }).waitFor();
		const rows: Row[] = [];
		for (const [what, isCold, limit] of [
			['preloaded', false, 2.6],
			['empty cache', true, 1.5],
		] as const) {
			const [ours, theirs]: [Opened[], Opened[]] = [[], []];
			for (let round = 0; round < rounds; round += 1) {
				ours.push(await openOurs(context, page, service.url, isCold));
				theirs.push(await openBare(context, bare, floor, isCold));
			}
			const [mine, least] = [ours, theirs].map((item) => median(item.map(({ typing }) => typing))) as [number, number];
			rows.push({
				what: `BuildSpec, from the click to typing, ${what}`,
				measured: `${mine.toFixed(0)} ms, ${(mine / least).toFixed(2)} ×`,
				floor: `${least.toFixed(0)} ms`,
				claim: `≤ ${most} ×`,
				holds: mine <= most * least,
				limit: { words: `≤ ${limit} ×`, holds: mine <= limit * least },
			});
			if (!isCold) continue;
			const ahead = ours.map((our) => our.editor - our.text);
			rows.push({
				what: `BuildSpec, code shown before the editor, ${what}`,
				measured: `${median(ours.map((our) => our.text)).toFixed(0)} ms; at least ${Math.min(...ahead).toFixed(0)} ms before it`,
				floor: '',
				claim: 'before the editor',
				holds: Math.min(...ahead) > 0,
			});
		}
		return rows;
	} finally {
		await running.close();
		await floor.close();
		await service.dispose();
	}
}

/** Since the click, ms. */
interface Opened {
	/** The code is readable. */
	readonly text: number;
	/** The editor has drawn it. */
	readonly editor: number;
	/** A key was typed and is visible. */
	readonly typing: number;
}

async function openOurs(context: BrowserContext, page: Page, url: string, isCold: boolean): Promise<Opened> {
	await begin(context, page, isCold);
	await page.goto(`${url}/build-specs`);
	const link = page.getByRole('link', { name: /airport_delays/ }).first();
	await link.waitFor();
	if (!isCold) await atRest(page);
	return await measure(page, link);
}

async function openBare(context: BrowserContext, page: Page, floor: Floor, isCold: boolean): Promise<Opened> {
	await begin(context, page, isCold);
	await page.goto(`${floor.url}/${isCold ? '' : '?ahead'}`);
	if (!isCold) await atRest(page);
	return await measure(page, page.getByRole('button', { name: 'open' }));
}

async function begin(context: BrowserContext, page: Page, isCold: boolean): Promise<void> {
	await page.bringToFront();
	await page.goto('about:blank');
	if (!isCold) return;
	const session = await context.newCDPSession(page);
	await session.send('Network.clearBrowserCache');
	await session.detach();
}

/** Waits until code loaded while idle has arrived. */
async function atRest(page: Page): Promise<void> {
	await page.waitForTimeout(2_000);
	await page.waitForLoadState('networkidle');
}

async function measure(page: Page, opener: Locator): Promise<Opened> {
	await page.evaluate(watch, typed);
	await opener.click();
	const seen = () => page.evaluate(() => (globalThis as unknown as { opened: Watched }).opened.editor);
	const editor = await seen();
	await page.evaluate(() => document.querySelector<HTMLElement>('.monaco-editor [role=textbox]')?.focus());
	await page.keyboard.type(typed);
	const { text, typing } = await page.evaluate(async () => {
		const { opened } = globalThis as unknown as { opened: Watched };
		return { text: await opened.text, typing: await opened.typing };
	});
	return { text, editor, typing };
}

type Watched = Readonly<Record<keyof Opened, Promise<number>>>;

/** Runs in the page: after the next click, when the code is readable, is in the editor, and contains what is typed. */
function watch(typed: string): void {
	const code = () => document.querySelector('.monaco-editor .view-lines')?.textContent ?? '';
	const plain = () => [...document.querySelectorAll('textarea')].some((element) => /select/i.test(element.value));
	const clicked = new Promise<number>((resolve) => {
		addEventListener('click', (event) => resolve(event.timeStamp), { once: true, capture: true });
	});
	const frameWith = (isThere: () => boolean) =>
		clicked.then(
			(began) =>
				new Promise<number>((resolve) => {
					const look = () => {
						if (isThere()) requestAnimationFrame(() => resolve(performance.now() - began));
						else requestAnimationFrame(look);
					};
					requestAnimationFrame(look);
				}),
		);
	const opened: Watched = {
		text: frameWith(() => plain() || /select/i.test(code())),
		editor: frameWith(() => /select/i.test(code())),
		typing: frameWith(() => code().includes(typed)),
	};
	Object.assign(globalThis, { opened });
}
