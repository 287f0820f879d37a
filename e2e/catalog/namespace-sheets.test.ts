import { readFile } from 'node:fs/promises';
import { AxeBuilder } from '@axe-core/playwright';
import type { BrowserContext, Locator, Page } from '@playwright/test';
import { strFromU8, unzipSync } from 'fflate';
import { apiOf } from '../support/api.ts';
import { Editor } from '../support/editor.ts';
import { expect, test } from '../support/journey.ts';
import type { Service } from '../support/service.ts';

// The browser reports broken connections, a dataset that was never built is requested, and a core-only service has no description.
test.use({ expectedErrors: /net::ERR_|404|400|Failed to load resource/ });

/** Records matching requests of a browser as they are sent. */
function countRequests(context: BrowserContext, matches: RegExp): string[] {
	const sent: string[] = [];
	context.on('request', (request) => {
		const { pathname, search } = new URL(request.url());
		const text = `${request.method()} ${pathname}${search}`;
		if (matches.test(text)) sent.push(text);
	});
	return sent;
}

const wipes = /^DELETE .*\/balefire/;

async function openSheet(page: Page, service: Service, namespace: string, button: string): Promise<Locator> {
	await page.goto(`${service.url}/namespaces/demo/${namespace}?view=settings`);
	await page.getByRole('button', { name: button }).click();
	const sheet = page.getByRole('dialog');
	await expect(sheet).toBeVisible({ timeout: 30_000 });
	return sheet;
}

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, wanted: Locator): Promise<void> {
	for (let key = 0; key < 60; key += 1) {
		if (await wanted.evaluate((item) => item === document.activeElement)) return;
		await page.keyboard.press('Tab');
	}
	throw new Error(`${wanted} is not reached by Tab.`);
}

async function confirmWipe(sheet: Locator, choice: string, namespace = 'demo/geography'): Promise<Locator> {
	await sheet.getByLabel(choice).check();
	await sheet.getByLabel(`Type ${namespace} to confirm`).fill(namespace);
	const button = sheet.getByRole('button', { name: `Wipe ${namespace}` });
	await expect(button).toBeEnabled();
	return button;
}

/** Runs in a tab before its page: once `isBusy` is set, other tabs' messages about the wipe don't reach it. */
function mayBeBusy(): void {
	const { set } = Object.getOwnPropertyDescriptor(BroadcastChannel.prototype, 'onmessage') ?? {};
	Object.defineProperty(BroadcastChannel.prototype, 'onmessage', {
		set(this: BroadcastChannel, hear: (event: MessageEvent) => void) {
			const isHeard = () => !('isBusy' in globalThis && this.name.includes('wipe'));
			set?.call(this, (event: MessageEvent) => isHeard() && hear(event));
		},
	});
}

async function columnNames(page: Page): Promise<(string | null)[]> {
	const list = page.getByRole('list', { name: 'Column order' });
	await expect(list).toBeVisible();
	return await list.locator('li').evaluateAll((rows) => rows.map((row) => row.getAttribute('data-column')));
}

test.describe('column order', () => {
	test('reorders fourteen columns using only the keyboard, and another browser shows the new order', async ({
		page,
		ownService,
		another,
	}) => {
		const service = await ownService();
		await page.goto(service.signInAddress());
		await expect(page.getByRole('link', { name: /quakes_daily/ })).toBeVisible();
		await page.goto(`${service.url}/namespaces/demo/aviation/bird_strikes?view=columns`);
		await page.getByRole('button', { name: 'Reorder columns' }).press('Enter');
		const before = await columnNames(page);
		expect(before).toHaveLength(14);
		const handle = page.getByRole('button', { name: 'Move Speed IAS in knots', exact: true });
		await handle.focus();
		await page.keyboard.press('Space');
		await page.keyboard.press('Home');
		await page.keyboard.press('ArrowDown');
		await expect(page.getByText('Speed IAS in knots, position 2 of 14.')).toBeAttached();
		await expect(handle).toBeFocused();
		await page.keyboard.press('Space');
		// A canceled move leaves it in place.
		await page.keyboard.press('Space');
		await page.keyboard.press('End');
		await page.keyboard.press('Escape');
		expect((await columnNames(page)).indexOf('Speed IAS in knots')).toBe(1);
		await page.getByLabel('Position of Flight Date').fill('1');
		await page.keyboard.press('Enter');
		await page.getByRole('button', { name: 'Move Airport Name to bottom' }).press('Enter');
		await page.getByRole('button', { name: 'Sort by name' }).press('Enter');
		expect((await columnNames(page))[0]).toBe('Aircraft Airline Operator');
		await page.keyboard.press('Control+Z');
		const wanted = await columnNames(page);
		expect(wanted.slice(0, 1)).toEqual(['Flight Date']);
		expect(wanted.at(-1)).toBe('Airport Name');
		expect(wanted.indexOf('Speed IAS in knots')).toBe(1);

		// An unsaved order is kept in this window.
		await page.reload();
		expect(await columnNames(page)).toEqual(wanted);
		const sent = countRequests(page.context(), /sort-order$/);
		await page.getByRole('button', { name: 'Save order' }).press('Enter');
		await expect(page.getByText('Column order saved')).toBeVisible();
		expect(sent).toHaveLength(1);

		const elsewhere = await (await another()).newPage();
		await elsewhere.goto(await service.printSignIn());
		await expect(elsewhere.getByRole('link', { name: /quakes_daily/ })).toBeVisible();
		await elsewhere.goto(`${service.url}/namespaces/demo/aviation/bird_strikes?view=columns`);
		await elsewhere.getByRole('button', { name: 'Reorder columns' }).click();
		expect(await columnNames(elsewhere)).toEqual(wanted);
	});

	test('a column is dragged with the mouse, and Escape cancels a drag', async ({ page, ownService }) => {
		const service = await ownService();
		await page.setViewportSize({ width: 1440, height: 1200 });
		await page.goto(service.signInAddress());
		await expect(page.getByRole('link', { name: /quakes_daily/ })).toBeVisible();
		await page.goto(`${service.url}/namespaces/demo/aviation/bird_strikes?view=columns`);
		await page.getByRole('button', { name: 'Reorder columns' }).click();
		const before = await columnNames(page);
		const boxOf = async (index: number) => {
			const box = await page.getByRole('button', { name: `Move ${before[index]}`, exact: true }).boundingBox();
			if (box === null) throw new Error('There is no such row.');
			return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
		};
		const [first, fifth] = [await boxOf(0), await boxOf(4)];
		await page.mouse.move(first.x, first.y);
		await page.mouse.down();
		await page.mouse.move(fifth.x, fifth.y, { steps: 8 });
		await page.mouse.up();
		const after = await columnNames(page);
		expect(after.indexOf(before[0] ?? '')).toBe(4);
		await page.mouse.move(first.x, first.y);
		await page.mouse.down();
		await page.mouse.move(fifth.x, fifth.y, { steps: 4 });
		await page.keyboard.press('Escape');
		await page.mouse.up();
		expect(await columnNames(page)).toEqual(after);
		await page.getByRole('button', { name: 'Undo' }).click();
		expect(await columnNames(page)).toEqual(before);
		await page.getByRole('button', { name: 'Redo' }).click();
		expect(await columnNames(page)).toEqual(after);
	});

	test('shows the service’s error if the columns have changed, and keeps the new order', async ({
		page,
		ownService,
	}) => {
		const service = await ownService();
		await page.goto(service.signInAddress());
		await expect(page.getByRole('link', { name: /airport_delays/ })).toBeVisible();
		const { ask } = await apiOf(page);
		const at = (datasetName: string) => ({ owner: 'demo', namespace: 'aviation', datasetName });
		const edit = (columns: string) => ({
			sources: [at('airports')],
			destination: at('shapes'),
			code: { payload: `select ${columns} from aviation.airports` },
		});
		const { id } = await ask('POST', '/build-specs', edit('iata, name, state'));
		const build = async () => {
			const run = await ask('POST', `/build-specs/${id}/build-runs`);
			await expect
				.poll(async () => (await ask('GET', `/build-runs/${run.id}`)).state, { intervals: [100] })
				.toBe('succeeded');
		};
		await build();
		await page.goto(`${service.url}/namespaces/demo/aviation/shapes?view=columns`);
		await page.getByRole('button', { name: 'Reorder columns' }).click();
		await page.getByRole('button', { name: 'Move state to top' }).click();
		await ask('PUT', `/build-specs/${id}`, edit('iata, state, 1 as extra'));
		await build();
		await page.getByRole('button', { name: 'Save order' }).click();
		const refusal = page.getByRole('alert').filter({ hasText: 'Couldn’t save the column order' });
		await expect(refusal).toContainText(/"name"/);
		await expect(refusal).toContainText(/doesn’t include the column "extra"/);
		await expect(page.getByText('The columns changed while you were editing')).toBeVisible();
		expect(await columnNames(page)).toEqual(['state', 'extra', 'iata']);
		await page.getByRole('button', { name: 'Save order' }).click();
		await expect(page.getByText('Column order saved')).toBeVisible();
		const schema = await ask('GET', '/schema/demo/aviation/shapes');
		expect((schema.columns as { name: string }[]).map((column) => column.name)).toEqual(['state', 'extra', 'iata']);
	});
});

test.describe('renaming', () => {
	test('updates an open editor in another tab, and offers a draft for code with the old name', async ({
		page,
		context,
		ownService,
	}) => {
		const service = await ownService();
		await page.goto(service.signInAddress());
		await page.getByRole('link', { name: /quakes_daily/ }).click();
		const editor = new Editor(page);
		await editor.replace('select magnitude from nature.earthquakes -- mine');
		const renaming = await context.newPage();
		const sent = countRequests(context, /^POST .*\/rename/);
		const sheet = await openSheet(renaming, service, 'nature', 'Rename namespace…');
		const name = sheet.getByLabel('New name');
		await name.fill('aviation');
		await expect(sheet.getByText('demo already has a namespace named "aviation".')).toBeVisible();
		await name.fill('a/b');
		await expect(sheet.getByText(/contains "\/"/)).toBeVisible();
		await name.fill('earth');
		const button = sheet.getByRole('button', { name: 'Rename demo/nature' });
		await expect(button).toBeDisabled();
		await sheet.getByLabel('Type demo/nature to confirm').fill('demo/nature');
		await button.dblclick();

		const done = renaming.getByRole('dialog', { name: 'demo/nature was renamed to demo/earth' });
		await expect(done).toBeVisible();
		await expect(renaming).toHaveURL(/\/namespaces\/demo\/earth/);
		expect(sent).toHaveLength(1);
		// The other tab has the new coordinates and its unsaved text.
		await expect(page.getByText('demo/earth/earthquakes').first()).toBeVisible();
		expect(await editor.text()).toContain('-- mine');

		const offer = done.getByRole('article', { name: 'demo/earth/quakes_daily' });
		await offer.getByRole('button', { name: 'Show change' }).click();
		await expect(offer.getByText(/earth\s*\.\s*earthquakes|earth\.earthquakes/).first()).toBeVisible();
		await offer.getByRole('button', { name: 'Save as draft' }).click();
		await expect(offer.getByText('Saved as draft')).toBeVisible();
		await page.reload();
		expect(await editor.text()).toContain('select magnitude from earth.earthquakes -- mine');
		await editor.box.focus();
		await page.keyboard.press('Control+S');
		await expect(page.getByText('v3', { exact: true })).toBeVisible();
	});

	test('renames only once if the response is lost, using only the keyboard', async ({ page, context, ownService }) => {
		const service = await ownService(['--chaos', 'renameNamespace:cut']);
		await page.goto(service.signInAddress());
		await expect(page.getByRole('link', { name: /quakes_daily/ })).toBeVisible();
		const sent = countRequests(context, /^POST .*\/rename/);
		await page.goto(`${service.url}/namespaces/demo/nature?view=settings`);
		await tabTo(page, page.getByRole('button', { name: 'Rename namespace…' }));
		await page.keyboard.press('Enter');
		const sheet = page.getByRole('dialog');
		await expect(sheet.getByLabel('New name')).toBeFocused();
		await page.keyboard.type('earth');
		await tabTo(page, sheet.getByLabel('Type demo/nature to confirm'));
		await page.keyboard.type('demo/nature');
		await expect(sheet.getByRole('button', { name: 'Rename demo/nature' })).toBeEnabled();
		await page.keyboard.press('Enter');
		await page.keyboard.press('Enter');
		await expect(page.getByText(/connection was lost, but the namespace was renamed/)).toBeVisible();
		expect(sent).toHaveLength(1);
	});
});

test.describe('wiping', () => {
	test('shows the impact, offers a backup and keeps the empty datasets', async ({ page, context, ownService }) => {
		const service = await ownService();
		await page.goto(service.signInAddress());
		await expect(page.getByRole('link', { name: /quakes_daily/ })).toBeVisible();
		const sent = countRequests(context, wipes);
		const sheet = await openSheet(page, service, 'geography', 'Wipe namespace…');
		const hit = sheet.getByRole('region', { name: 'Impact' });
		await expect(hit).toContainText('4 datasets with 42,968 rows');
		await expect(hit).toContainText('2 links: 1 within the namespace, 0 outgoing, 1 incoming');
		await expect(hit).toContainText('demo/aviation/strikes_by_state');
		await expect(sheet.getByRole('region', { name: 'Not visible to you' })).toContainText('Other people');
		const choices = sheet.getByRole('radio');
		await expect(choices).toHaveCount(2);
		for (const choice of await choices.all()) await expect(choice).not.toBeChecked();

		const [download] = await Promise.all([
			page.waitForEvent('download'),
			sheet.getByRole('button', { name: 'Download backup' }).click(),
		]);
		const files = unzipSync(new Uint8Array(await readFile(await download.path())));
		expect(Object.keys(files).sort()).toEqual([
			'README.txt',
			'build-specs.json',
			'data/countries.parquet',
			'data/country_years.parquet',
			'data/us_states.parquet',
			'data/zip_codes.parquet',
			'links.json',
			'schemas.json',
		]);
		expect(strFromU8((files['data/zip_codes.parquet'] ?? new Uint8Array()).subarray(0, 4))).toBe('PAR1');

		const consequence = sheet.getByRole('region', { name: 'Affected BuildSpecs' });
		await sheet.getByLabel('Also delete the datasets').check();
		await expect(consequence).toContainText('demo/aviation/strikes_by_statewill break because us_states won’t exist');
		const unconfirmed = sheet.getByRole('button', { name: 'Wipe demo/geography' });
		await expect(unconfirmed).toBeDisabled();
		await sheet.getByLabel('Type demo/geography to confirm').fill('demo/geograph');
		await expect(unconfirmed).toBeDisabled();
		const button = await confirmWipe(sheet, 'Keep the empty datasets');
		await expect(consequence).toContainText('demo/aviation/strikes_by_stategets no rows from us_states');
		await button.dblclick();
		const done = page.getByRole('dialog', { name: 'demo/geography was wiped' });
		await expect(done).toContainText('Rows42,968');
		await expect(done).toContainText('Links2');
		expect(sent).toEqual(['DELETE /api/v1/data/demo/geography/balefire?deleteDatasets=false']);
		await done.getByRole('button', { name: 'Close' }).last().click();
		await expect(page.getByText('42,968')).toHaveCount(0);
	});

	test('sends one request if two tabs wipe at the same time, and the other tab says so', async ({
		page,
		context,
		ownService,
	}) => {
		const service = await ownService();
		await page.goto(service.signInAddress());
		await expect(page.getByRole('link', { name: /quakes_daily/ })).toBeVisible();
		const sent = countRequests(context, wipes);
		let arrive = () => {};
		const arrived = new Promise<void>((resolve) => {
			arrive = resolve;
		});
		await context.route(/\/balefire\?/, async (route) => {
			await arrived;
			await route.continue();
		});
		// Reached by links, so that Back stays in the console.
		await page.goto(`${service.url}/namespaces`);
		await page
			.getByRole('link', { name: /geography/ })
			.first()
			.click();
		await page.getByRole('tab', { name: 'Settings' }).click();
		await page.getByRole('button', { name: 'Wipe namespace…' }).click();
		const a = page.getByRole('dialog');
		const second = await context.newPage();
		const b = await openSheet(second, service, 'geography', 'Wipe namespace…');
		const first = await confirmWipe(a, 'Also delete the datasets');
		const other = await confirmWipe(b, 'Also delete the datasets');
		const third = await context.newPage();
		await third.addInitScript(mayBeBusy);
		const c = await openSheet(third, service, 'geography', 'Wipe namespace…');
		const unaware = await confirmWipe(c, 'Also delete the datasets');
		await third.evaluate(() => Object.assign(globalThis, { isBusy: true }));
		await page.bringToFront();
		await first.click();
		await expect(a.getByText(/Stay on this page until the service responds/)).toBeVisible();
		await unaware.click();
		await expect(c.getByText('This namespace is being wiped in another tab')).toBeVisible();
		await page.goBack();
		await expect(a).toBeVisible();
		await expect(b.getByText(/A wipe was started in this browser .* but its result is unknown/)).toBeVisible();
		await expect(other).toBeDisabled();
		arrive();
		await expect(page.getByRole('dialog', { name: 'demo/geography was wiped' })).toContainText('Datasets4');
		await expect(b.getByText('demo/geography was wiped in another tab')).toBeVisible();
		await expect(other).toBeDisabled();
		expect(sent).toHaveLength(1);
	});

	test.describe('offline', () => {
		test.use({ savesData: false });

		test('sends nothing while offline or after reconnecting', async ({ page, context, ownService }) => {
			const service = await ownService();
			await page.goto(service.signInAddress());
			await expect(page.getByRole('link', { name: /quakes_daily/ })).toBeVisible();
			const sheet = await openSheet(page, service, 'geography', 'Wipe namespace…');
			const button = await confirmWipe(sheet, 'Also delete the datasets');
			// A request in progress would notice first, and the button would change.
			await page.waitForLoadState('networkidle');
			await context.setOffline(true);
			await button.click();
			await expect(sheet.getByText(/unknown whether this was wiped/)).toBeVisible({ timeout: 30_000 });
			const sent = countRequests(context, wipes);
			await context.setOffline(false);
			await expect(sheet.getByText(/connection was lost, and demo\/geography hasn’t been wiped yet/)).toBeVisible({
				timeout: 40_000,
			});
			await expect(button).toBeDisabled();
			expect(sent).toEqual([]);
		});
	});

	for (const [how, words] of [
		['cut', 'breaks off'],
		['after', 'never begins'],
	] as const) {
		test(`wipes only once if the response ${words}, using only the keyboard and two tabs`, async ({
			page,
			context,
			ownService,
		}) => {
			const service = await ownService(['--chaos', `wipeNamespace:${how}`]);
			await page.goto(service.signInAddress());
			await expect(page.getByRole('link', { name: /quakes_daily/ })).toBeVisible();
			const sent = countRequests(context, wipes);
			const keys: (string | undefined)[] = [];
			context.on(
				'request',
				(request) => request.method() === 'DELETE' && keys.push(request.headers()['idempotency-key']),
			);
			const second = await context.newPage();
			const other = await openSheet(second, service, 'geography', 'Wipe namespace…');
			const late = await confirmWipe(other, 'Also delete the datasets');
			await page.bringToFront();
			await page.goto(`${service.url}/namespaces/demo/geography?view=settings`);
			await tabTo(page, page.getByRole('button', { name: 'Wipe namespace…' }));
			await page.keyboard.press('Enter');
			const sheet = page.getByRole('dialog');
			await expect(sheet.getByText('4 datasets with')).toBeVisible();
			await tabTo(page, sheet.getByLabel('Keep the empty datasets'));
			await page.keyboard.press('ArrowDown');
			await expect(sheet.getByLabel('Also delete the datasets')).toBeChecked();
			await tabTo(page, sheet.getByLabel('Type demo/geography to confirm'));
			await page.keyboard.type('demo/geography');
			await page.keyboard.press('Enter');
			await page.keyboard.press('Enter');
			await expect(page.getByText(/connection was lost, but the namespace was wiped/)).toBeVisible();
			await expect(other.getByText('demo/geography was wiped in another tab')).toBeVisible();
			await expect(late).toBeDisabled();
			expect(sent).toHaveLength(1);
			expect(keys[0]).toMatch(/^wipe 4 42968 /);
		});
	}
});

test('reorders, renames and wipes by typed names with a core-only service', async ({ page, context, ownService }) => {
	const service = await ownService();
	await page.goto(service.signInAddress());
	await expect(page.getByRole('link', { name: /quakes_daily/ })).toBeVisible();
	// Code of the page that is still loading would fail without the service.
	await page.waitForLoadState('networkidle');
	await service.kill();
	await service.start(['--core-only']);
	await page.goto(`${service.url}/namespaces/demo/geography/us_states?view=columns`);
	await page.reload();
	const names = page.getByLabel('Columns in order, one per line');
	await names.fill('state\nstate\nnothing');
	await expect(page.getByText('List each column once. Listed more than once: state.')).toBeVisible();
	await names.fill('state\nnothing');
	await page.getByRole('button', { name: 'Save order' }).click();
	const refusal = page.getByRole('alert').filter({ hasText: 'Couldn’t save the column order' });
	await expect(refusal).toContainText('nothing');
	const missing = [
		...((await refusal.textContent()) ?? '').matchAll(/The order doesn’t include the column "(.+?)"/g),
	].map((match) => match[1]);
	expect(missing.length).toBeGreaterThan(0);
	await names.fill(['state', ...missing].join('\n'));
	await page.getByRole('button', { name: 'Save order' }).click();
	await expect(page.getByText('Column order saved')).toBeVisible();

	const renaming = await openSheet(page, service, 'nature', 'Rename namespace…');
	await expect(renaming).toContainText(
		'This service doesn’t specify whether it also updates BuildSpecs, links and shares.',
	);
	await renaming.getByLabel('New name').fill('earth');
	await renaming.getByLabel('Type demo/nature to confirm').fill('demo/nature');
	await renaming.getByRole('button', { name: 'Rename demo/nature' }).click();
	await expect(page.getByRole('dialog', { name: 'demo/nature was renamed to demo/earth' })).toBeVisible();
	await expect(page.getByRole('article', { name: 'demo/earth/quakes_daily' })).toBeVisible();

	const sent = countRequests(context, wipes);
	const sheet = await openSheet(page, service, 'geography', 'Wipe namespace…');
	await expect(sheet.getByRole('region', { name: 'Not visible to you' })).toContainText(
		'Not listed by this service: datasets and rows, links, runs',
	);
	// Such a service only reports what will be deleted, not what will be left.
	await expect(sheet.getByText('Not deleted', { exact: true })).toHaveCount(0);
	await (await confirmWipe(sheet, 'Don’t delete the datasets')).click();
	await expect(page.getByRole('dialog', { name: 'demo/geography was wiped' })).toContainText('Rows42,968');
	expect(sent).toHaveLength(1);
});

for (const colorScheme of ['light', 'dark'] as const) {
	for (const width of [1440, 390]) {
		test.describe(`in ${colorScheme} mode at ${width} px`, () => {
			test.use({ colorScheme, viewport: { width, height: 900 } });
			test('dialogs have no axe violations and fit the window', async ({ page, service }) => {
				const check = async (what: string) => {
					const { violations } = await new AxeBuilder({ page })
						.setLegacyMode()
						.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
						.analyze();
					const found = violations.map(
						(violation) => `${violation.id}: ${violation.nodes.map((node) => node.target.join(' ')).join(' | ')}`,
					);
					expect(found, what).toEqual([]);
					expect(await page.evaluate(() => document.documentElement.scrollWidth), what).toBeLessThanOrEqual(width);
				};
				await page.goto(await service.printSignIn());
				await expect(page.getByRole('link', { name: /quakes_daily/ })).toBeVisible();
				const sheet = await openSheet(page, service, 'geography', 'Wipe namespace…');
				await expect(sheet.getByText('4 datasets with')).toBeVisible();
				await confirmWipe(sheet, 'Also delete the datasets');
				await check('wipe');
				await page.keyboard.press('Escape');
				await expect(sheet).toBeHidden();
				await check('namespace settings');
				await page.getByRole('button', { name: 'Rename namespace…' }).click();
				await page.getByLabel('New name').fill('nature');
				await expect(page.getByText('demo already has a namespace named "nature".')).toBeVisible();
				await check('rename');
				await page.goto(`${service.url}/namespaces/demo/aviation/bird_strikes?view=columns`);
				await page.getByRole('button', { name: 'Reorder columns' }).click();
				await page.getByRole('button', { name: 'Move Flight Date to top' }).click();
				await check('column order');
			});
		});
	}
}
