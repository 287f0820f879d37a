import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test as base, expect } from '@playwright/test';
import { type Service, startService } from '../support/service.ts';
import { endAllSignIns, givePassphrase, passphrase } from '../support/service-page.ts';
import { Desk } from './desk.ts';
import type { Driver, Point } from './driver.ts';
import { chromiumEngine, firefoxEngine } from './puppeteer.ts';
import { webkitEngine } from './webkit.ts';

const engines = { chromium: chromiumEngine, firefox: firefoxEngine, webkit: webkitEngine };

interface Fixtures {
	driver: Driver;
	/** Signed in as `demo`, on the list of BuildSpecs. */
	desk: Desk;
	/** Takes a screenshot, named after the browser. */
	picture: (name: string) => Promise<void>;
}

const test = base.extend<Fixtures, { service: Service; engine: keyof typeof engines }>({
	engine: ['chromium', { option: true, scope: 'worker' }],
	service: [
		// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
		async ({}, use) => {
			const service = await startService();
			await use(service);
			await service.dispose();
		},
		{ scope: 'worker' },
	],
	driver: async ({ engine }, use, info) => {
		const { missing, start } = engines[engine];
		test.skip(missing !== null, `not installed: ${missing}`);
		const driver = await start();
		await use(driver);
		if (info.status !== info.expectedStatus) await writeFile(info.outputPath('failed.png'), await driver.screenshot());
		await driver.close();
	},
	desk: async ({ driver, service }, use) => {
		await driver.open(await service.printSignIn());
		const desk = new Desk(driver);
		await desk.click({ role: 'link', name: 'BuildSpecs' });
		await desk.see({ role: 'heading', name: /^BuildSpecs/ });
		await use(desk);
	},
	picture: async ({ driver, engine }, use) => {
		await mkdir('test-results/browsers', { recursive: true });
		await use(async (name) => {
			// WebKit returns the last drawn frame, which may be of a previous page.
			let shot = await driver.screenshot();
			await expect(async () => {
				const before = shot;
				shot = await driver.screenshot();
				expect(shot.equals(before)).toBe(true);
			}).toPass({ intervals: [400], timeout: 30_000 });
			await writeFile(`test-results/browsers/${name}-${engine}.png`, shot);
		});
	},
});

const cell = (name: string | RegExp) => ({ role: 'gridcell', name }) as const;

/** Clicks into the editor, once it's there; a headless Firefox has no focus, and needs a second click. */
async function enterCode({ driver }: Desk): Promise<void> {
	const at = () =>
		driver.call(() => {
			const editor = document.querySelector('.monaco-editor');
			const box = editor?.querySelector('.view-lines')?.getBoundingClientRect();
			const isIn = editor?.contains(document.activeElement) ?? false;
			return box === undefined ? null : { x: box.x + 40, y: box.y + 8, isIn };
		});
	await expect(async () => {
		await driver.click((await at()) as Point);
		expect((await at())?.isIn).toBe(true);
	}).toPass({ timeout: 20_000 });
}

async function write(desk: Desk, code: string): Promise<void> {
	await enterCode(desk);
	await desk.driver.press('Control+a');
	await desk.driver.press('Delete');
	await desk.driver.type(code);
	await desk.driver.press('Escape');
}

test('typed code survives a reload, and is previewed and saved', async ({ desk, driver, picture }) => {
	await picture('build-specs');
	await desk.click({ role: 'link', name: /airport_delays/ });
	const [label, button] = [await desk.find({ text: 'from' }), await desk.find({ role: 'button', name: 'Add source' })];
	expect(Math.abs(label.y - button.y)).toBeLessThan(4);
	await write(desk, 'select iata, name, city from aviation.airports order by iata limit 300');
	await desk.see({ text: /^Draft/i });
	await driver.open(await driver.call(() => location.href));
	await desk.see({ text: /limit/ });
	await desk.click({ role: 'button', name: /^Preview/ });
	await desk.see(cell('00M'));
	await picture('workbench');
	await enterCode(desk);
	await driver.press('Control+s');
	await desk.see({ text: 'v2' });
});

test('scrolls, selects, copies, sorts and exports rows', async ({ desk, driver, service, picture }) => {
	await driver.open(`${service.url}/worksheets`);
	await write(desk, 'select n, n * 2 as twice, 9007199254740993 + n as big from range(5000) t(n)');
	await desk.click({ role: 'button', name: /^Preview|^Run/ });
	await desk.click(cell('4'));
	await driver.press('Control+End');
	await desk.see(cell('4,999'));
	await picture('grid-end');
	await driver.press('Control+Home');
	await desk.click(cell('1'));
	await driver.press('Shift+ArrowRight');
	await driver.press('Shift+ArrowDown');
	await driver.press('Control+c');
	await desk.see({ text: '4 cells copied' });
	await write(desk, '');
	await driver.press('Control+v');
	await expect
		.poll(() => driver.call(() => document.querySelector('.view-lines')?.textContent?.replace(/\s+/g, ' ').trim()))
		.toMatch(/^1 ?2 ?2 ?4$/);

	await desk.click({ role: 'columnheader', name: /^n\b/ });
	await desk.click({ role: 'columnheader', name: /^n\b/ });
	await desk.see(cell('4,999'));
	await desk.click({ role: 'button', name: 'Export' });
	await desk.click({ role: 'button', name: 'Export CSV' });
	// A file has its name before its bytes.
	const exported = async () => {
		const name = (await readdir(driver.downloads)).find((file) => file.endsWith('.csv'));
		return name === undefined ? [] : (await readFile(path.join(driver.downloads, name), 'utf8')).trim().split(/\r?\n/);
	};
	await expect.poll(async () => (await exported()).length, { timeout: 30_000 }).toBe(5_001);
	expect((await exported())[1]).toBe('4999,9998,9007199254745992');
});

test('reorders columns by pointer and by keyboard', async ({ desk, driver, service, picture }) => {
	await driver.open(`${service.url}/namespaces/demo/aviation/airports?view=columns`);
	const handle = (name: string) => desk.find({ role: 'button', name: new RegExp(`^Move ${name}\\b`) });
	const order = () =>
		driver.call(() =>
			[...document.querySelectorAll('[aria-label="Column order"] > li')].map(
				(item) => item.querySelector('[aria-label^="Move "]')?.getAttribute('aria-label')?.slice('Move '.length) ?? '',
			),
		);
	await desk.click({ role: 'button', name: 'Reorder columns' });
	await handle('iata');
	const before = await order();
	const [first = '', second = '', third = ''] = before;
	const [from, to] = [await handle(first), await handle(third)];
	await driver.drag([from, { x: from.x, y: from.y + 10 }, { x: to.x, y: to.y + 4 }]);
	await expect.poll(order).toEqual([second, third, first, ...before.slice(3)]);
	await desk.click({ role: 'button', name: new RegExp(`^Move ${first}\\b`) });
	await driver.press('Space');
	await driver.press('ArrowUp');
	await driver.press('ArrowUp');
	await driver.press('Space');
	await expect.poll(order).toEqual(before);
	await picture('columns');
});

test('reads a dropped file and a chosen one', async ({ desk, driver, service, picture }, info) => {
	await driver.open(`${service.url}/ingest`);
	await desk.see({ role: 'heading', name: 'Input' });
	await driver.call(() => {
		const files = new DataTransfer();
		files.items.add(new File(['name;radius\nPan;14,1\nDaphnis;3,8\n'], 'moons.csv', { type: 'text/csv' }));
		const target = document.querySelector('section[aria-labelledby="ingest-input"]');
		for (const type of ['dragenter', 'dragover', 'drop'])
			target?.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: files }));
	});
	await desk.see({ text: /^CSV, semicolon: 2 records/ });
	const file = info.outputPath('planets.csv');
	await writeFile(file, 'planet,moons\nMars,2\nSaturn,274\nNeptune,16\n');
	await driver.chooseFiles('input[type=file]', [file]);
	await desk.see({ text: /^CSV, comma: 3 records/ });
	await picture('ingest');
});

test('an agent streams its answer with rows', async ({ desk, driver, service, picture }) => {
	await driver.open(`${service.url}/agents`);
	await desk.fill({ role: 'combobox', name: 'Namespace' }, 'aviation');
	await driver.press('Escape');
	await desk.fill({ role: 'textbox', name: 'Ask a question' }, 'What is the average delay by origin airport?');
	await driver.press('Enter');
	await desk.see({ text: 'Complete' });
	await desk.see(cell(/^ABE$|^ABI$|^ABQ$|^ACY$/));
	await picture('agents');
});

test('renews an expired session in a popup', async ({ driver, picture }) => {
	const service = await startService();
	try {
		await givePassphrase(service, 'demo');
		await driver.open(service.signInAddress());
		const desk = new Desk(driver);
		await desk.click({ role: 'link', name: 'BuildSpecs' });
		await desk.click({ role: 'link', name: /airport_delays/ });
		await write(desk, 'select 1 as before');
		await endAllSignIns(service);
		await desk.click({ role: 'button', name: /^Preview/ });
		await desk.see({ role: 'dialog', name: 'Your session expired' });
		await picture('session-ended');
		await driver.inPopup(
			() => desk.click({ role: 'button', name: 'Continue to sign-in page' }),
			async (popup) => {
				const page = new Desk(popup);
				await page.fill({ label: 'Passphrase' }, passphrase);
				await popup.press('Enter');
			},
		);
		await desk.gone({ role: 'dialog', name: 'Your session expired' });
		await desk.click({ role: 'button', name: /^Preview/ });
		await desk.see(cell('1'));
	} finally {
		await service.dispose();
	}
});
