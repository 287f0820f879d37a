import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import puppeteer, { type Browser, type KeyInput, type Page } from 'puppeteer-core';
import { findBrowser, prepareBrowser } from '../support/browser.ts';
import type { Driver, Engine, Point } from './driver.ts';

const size = { width: 1440, height: 900 };
const firefoxes = ['/usr/bin/firefox-esr', '/usr/bin/firefox', '/Applications/Firefox.app/Contents/MacOS/firefox'];
const named = process.env.FIREFOX_PATH;
const firefox = (named === undefined ? firefoxes : [named]).find((file) => existsSync(file));

export const chromiumEngine: Engine = {
	name: 'chromium',
	missing: null,
	start: async () => {
		const found = findBrowser();
		await prepareBrowser(found);
		return await start((userDataDir, downloadPath) =>
			puppeteer.launch({
				executablePath: found.executablePath,
				env: { ...process.env, ...found.env },
				args: ['--no-sandbox', '--disable-quic', '--no-first-run', '--disable-background-networking'],
				defaultViewport: size,
				userDataDir,
				downloadBehavior: { policy: 'allow', downloadPath },
			}),
		);
	},
};

export const firefoxEngine: Engine = {
	name: 'firefox',
	missing: firefox === undefined ? 'firefox-esr (or a Firefox that FIREFOX_PATH names)' : null,
	start: () =>
		start((userDataDir, downloadPath) =>
			puppeteer.launch({
				browser: 'firefox',
				executablePath: firefox as string,
				defaultViewport: size,
				userDataDir,
				extraPrefsFirefox: {
					'browser.download.folderList': 2,
					'browser.download.dir': downloadPath,
					'browser.download.useDownloadDir': true,
					'browser.download.always_ask_before_handling_new_types': false,
					'dom.disable_open_during_load': false,
				},
			}),
		),
};

async function start(launch: (userDataDir: string, downloads: string) => Promise<Browser>): Promise<Driver> {
	const folder = await mkdtemp(path.join(tmpdir(), 'dataset-console-browser-'));
	const downloads = await mkdtemp(path.join(tmpdir(), 'dataset-console-downloads-'));
	const browser = await launch(folder, downloads);
	const page = (await browser.pages())[0] ?? (await browser.newPage());
	await page.setViewport(size);
	return driverOf(browser, page, downloads, async () => {
		await browser.close();
		for (const left of [folder, downloads]) await rm(left, { recursive: true, force: true, maxRetries: 5 });
	});
}

function driverOf(browser: Browser, page: Page, downloads: string, close: () => Promise<void>): Driver {
	return {
		downloads,
		close,
		open: async (url) => void (await page.goto(url)),
		call: (run, ...args) => page.evaluate(run as (...given: unknown[]) => never, ...args),
		inject: async (script) => void (await page.evaluate(`${script};undefined`)),
		click: async ({ x, y }, button = 'left', clicks = 1) => await page.mouse.click(x, y, { button, count: clicks }),
		drag: async (points) => {
			const [first, ...others] = points as readonly [Point, ...Point[]];
			await page.mouse.move(first.x, first.y);
			await page.mouse.down();
			for (const { x, y } of others) await page.mouse.move(x, y, { steps: 4 });
			await page.mouse.up();
		},
		type: async (text) => await page.keyboard.type(text),
		press: async (chord) => {
			const keys = chord.split('+').map((key) => (key === 'Space' ? ' ' : key)) as KeyInput[];
			for (const key of keys) await page.keyboard.down(key);
			for (const key of keys.reverse()) await page.keyboard.up(key);
		},
		chooseFiles: async (selector, files) => {
			const field = await page.waitForSelector(selector);
			await (field as Awaited<ReturnType<typeof page.$<'input'>>>)?.uploadFile(...files);
		},
		inPopup: async (open, use) => {
			const opening = new Promise<Page>((resolve) => page.once('popup', (popup) => resolve(popup as Page)));
			await open();
			const popup = await opening;
			const closing = new Promise<void>((resolve) => popup.once('close', () => resolve()));
			await use(driverOf(browser, popup, downloads, async () => await popup.close()));
			await closing;
		},
		screenshot: async () => Buffer.from(await page.screenshot()),
	};
}
