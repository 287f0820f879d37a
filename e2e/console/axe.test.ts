import { expectClean, type Scheme } from '../support/axe.ts';
import { Editor } from '../support/editor.ts';
import { Grid } from '../support/grid.ts';
import { expect, test } from '../support/journey.ts';

// The sheet of a build asks for a dataset that is not there yet.
test.use({ expectedErrors: /404 \(Not Found\).*\/schema\// });

/** A page that is made narrower keeps its colors: in dark it is looked at when all is (`npm run accessibility`). */
const viewports: readonly { width: number; height: number; schemes: readonly Scheme[] }[] = [
	{ width: 1440, height: 900, schemes: ['light', 'dark'] },
	{ width: 390, height: 844, schemes: process.env.WHOLE === '1' ? ['light', 'dark'] : ['light'] },
];

test('no page has a finding, wide or narrow, and none is wider than the window', async ({ page, ownService }) => {
	// As the sample is made: what other journeys changed is not here.
	const service = await ownService();
	// Some fifty pages, each in two widths, in light and in dark.
	test.setTimeout(420_000);
	// A page that is made narrower is judged when it stands still.
	await page.emulateMedia({ reducedMotion: 'reduce' });
	const check = async (what: string) => {
		for (const { width, height, schemes } of viewports) {
			await page.setViewportSize({ width, height });
			await expectClean(page, `${what}, ${width} px`, schemes);
			const wide = await page.evaluate(() => document.documentElement.scrollWidth);
			expect(wide, `${what}: width of the page`).toBeLessThanOrEqual(width);
		}
		await page.setViewportSize({ width: 1440, height: 900 });
	};
	await page.goto(`${service.url}/sign-in`);
	await expect(page.getByLabel('Access token')).toBeVisible();
	await check('sign-in');
	await page.getByLabel('Service', { exact: true }).selectOption({ label: 'Another service…' });
	await page.getByRole('button', { name: 'Continue to its sign-in page' }).click();
	await expect(page.getByText('Enter the address of the service', { exact: false })).toBeVisible();
	await check('sign-in at a typed address');
	await page.goto(`${service.url}/sign-in?code=abc&state=made.up`);
	await expect(page.getByText('This sign-in was not begun here')).toBeVisible();
	await check('sign-in, with an answer that was refused');
	await page.goto(await service.printSignIn());
	await expect(page.getByRole('link', { name: /airport_delays/ })).toBeVisible();
	await check('BuildSpecs');
	await page.getByRole('link', { name: /airport_delays/ }).click();
	await new Editor(page).ready();
	await check('BuildSpec');
	await page.getByRole('button', { name: /^Preview/ }).click();
	await new Grid(page).expectRows(220);
	await check('BuildSpec with a preview');
	await page.goto(`${service.url}/build-specs/new`);
	await new Editor(page).ready();
	await check('new BuildSpec');
	await page.goto(`${service.url}/build-specs`);
	await page.getByRole('link', { name: /airport_delays/ }).click();
	await page.getByRole('link', { name: 'v1', exact: true }).click();
	await expect(page.getByRole('heading', { name: 'Version 1 against version 1' })).toBeVisible();
	await check('versions');
	await page.goto(`${service.url}/runs`);
	await page
		.getByRole('link', { name: /airport_delays/ })
		.first()
		.click();
	await new Grid(page).expectRows(220);
	await check('run');
	await page.getByRole('tab', { name: 'Chart' }).click();
	await expect(page.getByRole('img', { name: /The numbers are in the table/ })).toBeVisible();
	await check('chart');
	await page.goto(`${service.url}/scratch`);
	await new Editor(page).ready();
	await check('scratch query');
	await page.goto(`${service.url}/build-specs`);
	await page.getByRole('link', { name: /airport_delays/ }).click();
	await new Editor(page).ready();
	await page.getByRole('button', { name: 'Build…' }).click();
	await expect(page.getByRole('dialog', { name: /^Build version/ })).toBeVisible();
	await check('sheet of a build');
	await page.goto(`${service.url}/agents`);
	await expect(page.getByRole('button', { name: /airports/ }).first()).toBeVisible();
	await check('agents');
	await page.goto(`${service.url}/replay`);
	await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
	await check('replay');
	await page.goto(`${service.url}/home`);
	await expect(page.getByRole('region', { name: 'Namespaces' }).getByRole('link').first()).toBeVisible();
	await check('Home');
	await page.goto(`${service.url}/namespaces`);
	await expect(page.getByRole('link', { name: 'nature', exact: true })).toBeVisible();
	await check('Namespaces');
	await page.goto(`${service.url}/namespaces/learned`);
	await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
	await check('names that were seen');
	await page.goto(`${service.url}/namespaces/demo/aviation`);
	await expect(page.getByRole('link', { name: 'routes', exact: true })).toBeVisible();
	await check('namespace');
	for (const [tab, shown] of [
		['Links', 'ExactMatch'],
		['Shares', 'guest'],
	] as const) {
		await page.getByRole('tab', { name: tab }).click();
		await expect(page.getByText(shown).first()).toBeVisible();
		await check(`namespace, ${tab}`);
	}
	await page.goto(`${service.url}/namespaces/demo/aviation/flights`);
	await new Grid(page).expectRows(20_000);
	await check('dataset');
	for (const [tab, shown] of [
		['Columns', 'Edit descriptions'],
		['BuildSpecs', 'airport_delays'],
		['About', 'Licence'],
	] as const) {
		await page.getByRole('tab', { name: tab }).click();
		await expect(page.getByText(shown).first()).toBeVisible();
		await check(`dataset, ${tab}`);
	}
	await page.goto(`${service.url}/namespaces/demo/aviation/flights?view=links`);
	await expect(page.getByRole('link', { name: /^Evidence of/ }).first()).toBeVisible();
	await check('dataset, Links');
	await page.goto(`${service.url}/ingest`);
	await page.getByLabel('Paste a table or text').fill('id,seen\n1, 05.03.2024\n2,2024-03-25\n3\n');
	await page.getByRole('button', { name: 'Read pasted text' }).click();
	await expect(page.getByText('2 records to send')).toBeVisible();
	await page.getByRole('button', { name: 'Preview', exact: true }).click();
	await expect(page.getByRole('insertion').first()).toBeVisible();
	await check('Ingest, with a preview');
	await page.goto(`${service.url}/ingest/ingestions`);
	await expect(page.getByText('Nothing was ingested yet')).toBeVisible();
	await check('Ingestions');
	await page.goto(`${service.url}/links`);
	await page.getByRole('link', { name: /routes.origin/ }).click();
	await expect(page.getByText('303 of 303 values', { exact: false })).toBeVisible();
	await check('Links, with the evidence of one');
	await page.goto(`${service.url}/links?view=graph&lineage=1`);
	// On a phone the whole is so small that one card at a time is more than its outline.
	const card = page.getByRole('button', { name: /^(airports|countr|flights|routes|us_states|bird_strikes)/ });
	await expect(card.first()).toBeVisible();
	await check('graph of links');
	await page.goto(
		`${service.url}/links/new?from=demo/geography/us_states&fromColumn=capital_latitude&to=demo/aviation/airports&toColumn=latitude&match=GeoMatch`,
	);
	await expect(page.getByRole('slider', { name: 'Largest distance of a match' })).toBeVisible();
	await check('builder of a link, with a map');
	await page.goto(`${service.url}/links/suggestions?username=demo&namespace=aviation`);
	await expect(page.getByRole('list', { name: 'Suggested links' })).toBeVisible({ timeout: 30_000 });
	await check('suggested links');
	for (const [path, shown] of [
		['access', 'Granted by'],
		['access?view=tokens', 'Changes of your tokens'],
		['access?view=mine', 'all others, and those to come'],
		['activity', 'listBuildSpecs'],
		['service', 'What it offers beyond the core'],
		['sign-in?add=1', 'A profile is a service and a user.'],
	] as const) {
		await page.goto(`${service.url}/${path}`);
		await expect(page.getByText(shown).first()).toBeAttached();
		await check(path);
	}
	await page.goto(`${service.url}/nowhere`);
	await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
	await check('not found');
});
