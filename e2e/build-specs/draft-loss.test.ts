import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import playwright from '../../playwright.config.ts';
import { Editor } from '../support/editor.ts';
import { expect, test } from '../support/journey.ts';
import { startWithBuildSpecs, watchContext } from '../support/watch.ts';

test('restores typed code as a draft of its version after the browser is killed', async ({ service }) => {
	const { profile, problems, open } = await ownBrowser();
	try {
		const before = await open();
		const page = before.pages()[0] ?? (await before.newPage());
		await page.goto(await service.printSignIn());
		await page.getByRole('link', { name: /airport_delays/ }).click();
		await new Editor(page).replace('select 1 as typed_first');
		await expect(page.getByText('draft', { exact: true })).toBeVisible();
		await page.keyboard.type(', 2 as typed_last');
		// Nothing older than a second may be lost; pages aren't notified when the browser is killed.
		await new Promise((resolve) => setTimeout(resolve, 1_000));
		const gone = new Promise((resolve) => before.once('close', resolve));
		await killBrowser(before);
		await gone;

		const after = await open();
		const again = after.pages()[0] ?? (await after.newPage());
		await again.goto(await service.printSignIn());
		await expect(again.getByRole('row', { name: /airport_delays/ })).toContainText('draft');
		await again.getByRole('link', { name: /airport_delays/ }).click();
		expect(await new Editor(again).text()).toContain('select 1 as typed_first, 2 as typed_last');
		await expect(again.getByText(/Draft from/)).toBeVisible();
		expect(problems).toEqual([[], []]);
		await again.getByRole('button', { name: 'Discard' }).click();
		await after.close();
	} finally {
		await rm(profile, { recursive: true, force: true, maxRetries: 5 });
	}
});

test('keeps ten worksheets in two windows across a reload and a killed browser', async ({ service }) => {
	const { profile, problems, open } = await ownBrowser();
	const names = Array.from({ length: 10 }, (_, index) => `sheet ${index + 1}`);
	const address = (name: string) => `${service.url}/worksheets?name=${encodeURIComponent(name)}`;
	const holds = async (page: Page, name: string) => {
		await page.goto(address(name));
		await expect.poll(() => new Editor(page).text()).toBe(`select '${name}' as kept`);
	};
	try {
		const before = await open();
		const page = before.pages()[0] ?? (await before.newPage());
		await page.goto(await service.printSignIn());
		await expect(page.getByRole('link', { name: 'Worksheets', exact: true })).toBeVisible();
		const windows = [page, await before.newPage()];
		for (const [index, name] of names.entries()) {
			const window = windows[index % 2] ?? page;
			await window.goto(address(name));
			await new Editor(window).replace(`select '${name}' as kept`);
		}
		await page.reload();
		await expect(page.getByRole('navigation', { name: 'Open worksheets' }).getByRole('listitem')).toHaveCount(10);
		for (const name of names.slice(0, 2)) await holds(page, name);
		// Nothing older than a second may be lost; pages aren't notified when the browser is killed.
		await new Promise((resolve) => setTimeout(resolve, 1_000));
		const gone = new Promise((resolve) => before.once('close', resolve));
		await killBrowser(before);
		await gone;

		const after = await open();
		const again = after.pages()[0] ?? (await after.newPage());
		await again.goto(await service.printSignIn());
		await expect(again.getByRole('link', { name: 'Worksheets', exact: true })).toBeVisible();
		await again.getByRole('link', { name: 'Worksheets', exact: true }).click();
		await again.getByRole('link', { name: 'All worksheets' }).click();
		for (const name of names) {
			await expect(again.getByRole('row').filter({ hasText: `select '${name}' as kept` })).toContainText(name);
		}
		for (const name of names.slice(-2)) await holds(again, name);
		expect(problems).toEqual([[], []]);
		await after.close();
	} finally {
		await rm(profile, { recursive: true, force: true, maxRetries: 5 });
	}
});

/** A browser with its own profile, which survives it. */
async function ownBrowser() {
	const profile = await mkdtemp(path.join(tmpdir(), 'dataset-console-profile-'));
	const problems: string[][] = [];
	const open = async (): Promise<BrowserContext> => {
		const context = await chromium.launchPersistentContext(profile, {
			...playwright.use?.launchOptions,
			viewport: { width: 1440, height: 900 },
		});
		await startWithBuildSpecs(context);
		problems.push(await watchContext(context));
		return context;
	};
	return { profile, problems, open };
}

/** Kills the browser's process, like a power failure. */
async function killBrowser(context: BrowserContext): Promise<void> {
	const session = await context.browser()?.newBrowserCDPSession();
	if (session === undefined) throw new Error('The browser cannot be asked for its processes.');
	const { processInfo } = await session.send('SystemInfo.getProcessInfo');
	const browser = processInfo.find((info) => info.type === 'browser');
	if (browser === undefined) throw new Error('The browser does not say which process it is.');
	process.kill(browser.id, 'SIGKILL');
}

test('reports full browser storage at once, and keeps the code available for download', async ({ signedIn: page }) => {
	// The error of a browser without space left for the site.
	await page.evaluate(() => {
		Storage.prototype.setItem = () => {
			throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
		};
	});
	await page.getByRole('link', { name: /airport_delays/ }).click();
	await new Editor(page).replace('select 1 as has_no_room');
	await expect(page.getByText('Couldn’t store your changes as a draft')).toBeVisible();
	await expect(page.getByText(/no storage left for this site/)).toBeVisible();
	expect(await new Editor(page).text()).toContain('has_no_room');
	const downloading = page.waitForEvent('download');
	await page.getByRole('button', { name: 'Download code' }).click();
	const stream = await (await downloading).createReadStream();
	expect((await stream.toArray()).join('')).toContain('select 1 as has_no_room');
});
