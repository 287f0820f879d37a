import { expectClean } from './support/axe.ts';
import { Editor } from './support/editor.ts';
import { Grid } from './support/grid.ts';
import { expect, test } from './support/journey.ts';

// The sheet of a build asks for a dataset that is not there yet.
test.use({ expectedErrors: /404 \(Not Found\).*\/schema\// });

for (const colorScheme of ['light', 'dark'] as const) {
	test.describe(`in ${colorScheme}`, () => {
		test.use({ colorScheme });
		for (const viewport of [
			{ width: 1440, height: 900 },
			{ width: 390, height: 844 },
		]) {
			test(`no page has a finding at ${viewport.width} px, and none is wider than the window`, async ({
				page,
				service,
			}) => {
				await page.setViewportSize(viewport);
				const check = async (what: string) => {
					await expectClean(page, what);
					const width = await page.evaluate(() => document.documentElement.scrollWidth);
					expect(width, `${what}: width of the page`).toBeLessThanOrEqual(viewport.width);
				};
				await page.goto(`${service.url}/sign-in`);
				await expect(page.getByLabel('Access token')).toBeVisible();
				await check('sign-in');
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
				await page.goto(`${service.url}/nowhere`);
				await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
				await check('not found');
			});
		}
	});
}
