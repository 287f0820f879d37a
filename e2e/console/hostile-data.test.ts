import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { operations } from '#contract/service/operations.ts';
import { hostileTexts, mark } from '#server/testing/hostile/texts.ts';
import { Agents, signInWithToken } from '../support/agents.ts';
import { Editor } from '../support/editor.ts';
import { Grid } from '../support/grid.ts';
import { refused, startHostileService } from '../support/hostile-service.ts';
import { expect, test } from '../support/journey.ts';
import { allPages, type KnownPage } from '../support/pages.ts';
import { freePort } from '../support/service.ts';
import { watchSettling } from '../support/settled.ts';
import { startTrap, watchScripts } from '../support/trap.ts';

// The browser also reports refused requests, and outputs at URLs that no page may request.
test.use({ expectedErrors: /40[049] \(/ });

test('shows hostile text from every operation on every page, without running or requesting anything', async ({
	page,
	context,
	ownService,
}, info) => {
	test.setTimeout(180_000);
	const trap = await startTrap();
	const ran = await watchScripts(context);
	const texts = hostileTexts(trap.url).map((text) => text.text);
	const port = await freePort();
	const hostile = await startHostileService(`http://127.0.0.1:${port}`, texts, trap.url);
	const console = await ownService(['--port', String(port), '--service', `Hostile=${hostile.url}`]);
	const settled = watchSettling(page);
	await signInWithToken(page, console.url, 'Hostile');
	await settled('after the sign-in');
	await expectShown(page, 'after the sign-in');
	const pages = pagesOf(texts);
	for (const { path, showsData } of pages) {
		await follow(page, path);
		await settled(path);
		await expectShown(page, path);
		if (showsData) await expect(page.getByRole('main'), path).toContainText(mark);
	}
	await follow(page, '/build-specs/new?form=repository');
	await expect(page.getByRole('dialog', { name: 'New pipeline from a repository' })).toBeVisible();
	await settled('repositories');
	await expectShown(page, 'repositories');
	const unasked = operations
		.filter(({ id, method }) => method === 'GET' && !hostile.answered.has(id) && !followed.includes(id))
		.map((operation) => operation.id);
	expect(unasked, 'reads of the contract that no page asked').toEqual([]);
	info.annotations.push({
		type: 'tried',
		description: `${texts.length} texts in every text of ${hostile.answered.size} operations, on ${pages.length} pages`,
	});
	expect(trap.asked).toEqual([]);
	expect(ran).toEqual([]);
	await page.goto('about:blank');
	await hostile.close();
	trap.close();
});

/** Reads reachable only through other operations' responses, such as URLs of large results. */
const followed = ['getResultLink'];

/** Every page with hostile names in its address, then further states of some, then pages whose service refuses. */
function pagesOf(texts: readonly string[]): Pick<KnownPage, 'path' | 'showsData'>[] {
	const [script = '', image = ''] = texts;
	const owner = encodeURIComponent(script);
	const id = encodeURIComponent(image);
	const end = (side: string) => `${side}=${encodeURIComponent(`a/b/${script}`)}&${side}Column=${id}`;
	const ids = { spec: id, run: id, before: id, plan: id, token: id, ingestion: id, conversation: id };
	return [
		...allPages({ ...ids, owner, namespace: id, dataset: id }),
		// The ends of a new link are in its fields.
		{ path: `/links/new?${end('from')}&${end('to')}`, showsData: false },
		...[
			`/build-specs/new?from=${id}`,
			`/worksheets?name=${id}`,
			`/runs/${id}?view=log`,
			`/runs/${id}?view=checks`,
			`/runs/${id}?view=plan`,
			`/build-specs/${id}?side=checks`,
			`/build-specs/${id}?side=columns`,
			`/links?link=${id}`,
			'/links/suggestions?username=a&namespace=b',
			// the service claims that everything's current version is corrupt; an earlier one has rows
			`/namespaces/${owner}/${id}/${id}?version=7`,
			`/nowhere/${id}`,
			`/sign-in?next=${encodeURIComponent('//127.0.0.1@evil.example/')}&error=${id}`,
			`/build-specs/${refused}`,
			`/runs/${refused}`,
			`/namespaces/a/${refused}`,
			`/namespaces/a/${refused}/c`,
			`/ingest/ingestions/${refused}`,
			`/access/tokens/${refused}`,
		].map((path) => ({ path, showsData: true })),
	];
}

/** Navigates to a page like a link in the console, from a page without its data. */
async function follow(page: Page, path: string): Promise<void> {
	const about = page.getByRole('heading', { level: 1, name: 'About this service' });
	await push(page, '/service');
	await expect(about).toBeVisible();
	if (path === '/service') return;
	await push(page, path);
	await expect(about, path).toHaveCount(0);
}

const push = (page: Page, path: string): Promise<void> =>
	page.evaluate((to) => {
		history.pushState({ idx: 0, key: to }, '', to);
		dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
	}, path);

/** The page is drawn, and has no element created by a hostile text. */
async function expectShown(page: Page, what: string): Promise<void> {
	await expect(page.getByRole('heading', { level: 1 }).first(), what).toBeVisible();
	await expect(page.getByText('Page error'), what).toHaveCount(0);
	const made = await page.evaluate(() =>
		[
			...document.querySelectorAll(
				'script, iframe, img:not([src="./favicon.svg"]), image, object, embed, math, [onerror], [onmouseover], a[href^="javascript:"], a[href^="data:"]',
			),
		]
			.map((element) => element.outerHTML)
			.filter((value) => !/^<script (nonce="[^"]*" )?type="module"|^<script nonce/.test(value)),
	);
	expect(made, what).toEqual([]);
}

test('ingests, saves, shows and exports a hostile file as plain text', async ({ page, context, ownService }, info) => {
	test.setTimeout(120_000);
	const trap = await startTrap();
	const ran = await watchScripts(context);
	const texts = hostileTexts(trap.url);
	const service = await ownService();
	const settled = watchSettling(page);
	await page.goto(service.signInAddress());
	await page.getByRole('link', { name: 'Ingest', exact: true }).click();
	const chooser = page.waitForEvent('filechooser');
	await page.getByRole('button', { name: 'Choose file' }).click();
	// Text in a dataset can't contain a NUL.
	const cells = texts.map((text) => text.text.replaceAll('\u0000', ''));
	const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
	const names = cells.slice(0, 12).map((cell) => cell.trim());
	const lines = [names, ...cells.map((cell) => names.map(() => cell))].map((item) => item.map(quoted).join(','));
	const name = `<img src=${trap.url}/name onerror=ran('name')>\u202Egnp.csv`;
	await (await chooser).setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(`${lines.join('\n')}\n`) });
	await expect(page.getByText(`${cells.length} records loaded`)).toBeVisible();
	await page.getByRole('button', { name: 'Preview', exact: true }).click();
	await expect(page.getByRole('region', { name: 'Result', exact: true }).getByRole('table')).toContainText(mark);
	await expectShown(page, 'a preview');

	const save = page.getByRole('region', { name: 'Save', exact: true });
	await save.getByLabel('What to save').selectOption({ index: 1 });
	await save.getByLabel('Dataset', { exact: true }).fill('nature/hostile');
	await save.getByRole('button', { name: /^Create demo\/nature\/hostile/ }).click();
	await expect(save.getByText(`${cells.length} rows were written to demo/nature/hostile`)).toBeVisible();
	await expectShown(page, 'a save');

	await page.goto(`${service.url}/namespaces/demo/nature/hostile`);
	const grid = new Grid(page, /hostile/);
	await grid.expectRows(cells.length);
	await expectShown(page, 'a grid');
	for (const tab of ['Profile', 'Columns', 'About']) {
		await page.getByRole('tab', { name: tab }).click();
		await settled(tab);
		await expectShown(page, tab);
	}
	await page.getByRole('tab', { name: 'Rows' }).click();
	await grid.expectRows(cells.length);
	await page.getByRole('button', { name: 'Export' }).click();
	const downloading = page.waitForEvent('download');
	await page.getByRole('dialog', { name: 'Export' }).getByRole('button', { name: 'Export CSV' }).click();
	const download = await downloading;
	const exported = await readFile(await download.path(), 'utf8');
	const begins = exported.match(/(?<=^|,|\r\n)"?[=+\-@\t][^\r\n,]{0,20}/g);
	expect(begins, 'cells that a spreadsheet would run').toBeNull();

	// The engine's message about a hostile name, and an agent's answer to a hostile question.
	await page.goto(`${service.url}/worksheets`);
	const editor = new Editor(page);
	await editor.replace(`select "${names[1]?.replaceAll('"', '""')}" from nature.earthquakes`);
	await page.getByRole('button', { name: /^Preview/ }).click();
	await expect(page.getByRole('region', { name: 'Preview' })).toContainText('Failed');
	await expectShown(page, 'an error of the engine');
	const agents = new Agents(page);
	await agents.open('nature');
	await agents.ask(`How many ${names[1]} are in hostile?`);
	await agents.state(1, 'Not answered');
	await expectShown(page, 'an answer');

	info.annotations.push({
		type: 'tried',
		description: `${cells.length} texts as cells, ${names.length} as columns, file name, SQL and question`,
	});
	expect(trap.asked).toEqual([]);
	expect(ran).toEqual([]);
	trap.close();
});
