import type { Page } from '@playwright/test';
import { Editor } from '../support/editor.ts';
import { Grid } from '../support/grid.ts';
import { expect, test } from '../support/journey.ts';

// The pointer may end up on a dataset that was never built, which is then requested.
test.use({ expectedErrors: /404 \(Not Found\).*\/schema\// });

interface Ends {
	readonly from: string;
	readonly fromColumn: string;
	readonly to: string;
	readonly toColumn: string;
	readonly match?: string;
	readonly options?: string;
}

const address = (ends: Ends): string => `/links/new?${new URLSearchParams({ ...ends })}`;
const origins: Ends = {
	from: 'demo/aviation/flights',
	fromColumn: 'origin',
	to: 'demo/aviation/airports',
	toColumn: 'iata',
};

/** Picks from a field with suggestions, by keyboard only. */
async function choose(page: Page, group: string, label: string, text: string): Promise<void> {
	const field = page.getByRole('group', { name: group }).getByLabel(label, { exact: true });
	await field.focus();
	await field.fill(text);
	await expect(page.getByRole('option').first()).toBeVisible();
	await page.keyboard.press('ArrowDown');
	await page.keyboard.press('Enter');
}

test('previews and creates a link, refuses a duplicate, and shows it in the table, graph and both datasets', async ({
	page,
	ownService,
}) => {
	const service = await ownService();
	await page.goto(service.signInAddress());
	await page.getByRole('link', { name: 'Links', exact: true }).click();
	await page.getByRole('link', { name: 'New link' }).click();
	await choose(page, 'From', 'Dataset', 'demo/aviation/flights');
	await choose(page, 'From', 'Column', 'origin');
	await choose(page, 'To', 'Dataset', 'demo/aviation/airports');
	await choose(page, 'To', 'Column', 'iata');
	const coverage = page.getByRole('region', { name: 'Coverage of flights.origin' });
	await expect(coverage).toContainText('100 % 220 of 220 values');
	await expect(page.getByRole('region', { name: 'Coverage of airports.iata' })).toContainText('220 of 3,376 values');
	await expect(page.getByText('Previewed on all rows of both datasets.')).toBeVisible();
	await page.reload();
	await expect(coverage).toContainText('220 of 220 values');

	const create = page.getByRole('button', { name: 'Create link' });
	await create.focus();
	await page.keyboard.press('Enter');
	await expect(page.getByText('Link created: aviation/flights.origin → aviation/airports.iata')).toBeVisible();
	await create.click();
	await expect(page.getByText(/^Link already exists/)).toBeVisible();
	await page.getByRole('link', { name: 'Show in graph' }).click();
	await expect(page.getByRole('complementary', { name: 'Link details' })).toContainText('220 of 220 values');

	// By keyboard only: from card to card, to a link, to its evidence.
	const card = (name: RegExp) => page.getByRole('button', { name });
	await card(/^flights/).focus();
	await page.keyboard.press('ArrowRight');
	await expect(card(/^airports/)).toBeFocused();
	await page.keyboard.press('Enter');
	const around = page.getByRole('region', { name: 'Links for demo/aviation/airports' });
	await expect(around.getByRole('button', { name: /flights\.origin/ })).toBeVisible();
	await around.getByRole('button', { name: 'Show only linked datasets' }).press('Enter');
	await expect(card(/^countries/)).toHaveCount(0);
	await page.getByRole('tab', { name: 'Table' }).click();
	await page.getByRole('textbox', { name: /Filter/ }).fill('flights.origin');
	await expect(page.getByRole('table', { name: 'Links' }).getByRole('row')).toHaveCount(2);
	for (const dataset of ['flights', 'airports']) {
		await page.goto(`${service.url}/namespaces/demo/aviation/${dataset}?view=links`);
		await expect(page.getByRole('link', { name: /^Details of aviation\/flights\.origin/ })).toBeVisible();
	}
	await page.getByRole('link', { name: /^Details of aviation\/flights\.origin/ }).click();
	await page.getByRole('button', { name: 'Delete link…' }).click();
	await page.getByRole('dialog').getByRole('button', { name: 'Delete link' }).click();
	await expect(page.getByRole('heading', { name: 'Links 4' })).toBeVisible();

	// For a whole namespace, several are created together, each with its own result.
	await page.getByRole('link', { name: 'Suggest links' }).click();
	// Every dataset is read for the first time.
	await expect(page.getByRole('list', { name: 'Suggested links' })).toContainText('flights.origin', {
		timeout: 30_000,
	});
	// A busy machine can't read them all in time: results are kept, and another attempt continues.
	const again = page.getByRole('button', { name: 'Compare again' });
	await expect(async () => {
		if (await again.isVisible()) await again.click();
		await expect(page.getByText('2 of 5 selected')).toBeVisible({ timeout: 3_000 });
	}).toPass({ timeout: 30_000 });
	// Only columns that identify a row are selected.
	for (const name of [/flights\.origin/, /routes\.destination/])
		await expect(page.getByRole('checkbox', { name })).toBeChecked();
	await page.getByRole('checkbox', { name: '2 of 5 selected' }).check();
	await page.getByRole('checkbox', { name: /daily_weather/ }).uncheck();
	await page.getByRole('button', { name: 'Create 4 links' }).click();
	await expect(page.getByText('4 links created')).toBeVisible();
	await expect(page.getByText('created', { exact: true })).toHaveCount(4);
});

test('shows an unmatched value, and the distance at which every capital has an airport', async ({
	signedIn: page,
	service,
}) => {
	await page.goto(
		service.url +
			address({
				from: 'demo/aviation/bird_strikes',
				fromColumn: 'Origin State',
				to: 'demo/geography/us_states',
				toColumn: 'state',
			}),
	);
	await expect(page.getByRole('region', { name: 'Coverage of bird_strikes.Origin State' })).toContainText('28 of 29');
	await expect(page.getByRole('list', { name: '1 unmatched' }).getByRole('listitem')).toHaveCount(1);

	await page.goto(
		service.url +
			address({
				from: 'demo/geography/us_states',
				fromColumn: 'capital_latitude',
				to: 'demo/aviation/airports',
				toColumn: 'latitude',
				match: 'GeoMatch',
				options: '{"maxDistanceMeters": 10000}',
			}),
	);
	const slider = page.getByRole('slider', { name: 'Maximum match distance' });
	await expect(slider).toHaveAttribute('aria-valuetext', '10 km: 39 of 50 rows, 78 %');
	await slider.focus();
	await page.keyboard.press('PageUp');
	await expect(slider).toHaveAttribute('aria-valuetext', '25 km: 50 of 50 rows, 100 %');
	await expect(page.getByRole('region', { name: 'Coverage of us_states' })).toContainText('50 of 50 points');
	await expect(page.getByRole('img', { name: /^Map of us_states: 50 points with a match/ })).toBeVisible();
	await expect(page.getByLabel('Maximum distance (meters)')).toHaveValue('25,000');
	const plot = await page.getByRole('list', { name: /^Rows by distance/ }).boundingBox();
	if (plot === null) throw new Error('The histogram is not drawn.');
	// The right edge of the seventh of eleven bars is 10 km.
	await page.mouse.click(plot.x + (7 / 11) * plot.width, plot.y + 20);
	await expect(slider).toHaveAttribute('aria-valuetext', /^10 km: 39 of 50/);
	await page.getByRole('button', { name: 'Swap From and To' }).click();
	await expect(page.getByRole('region', { name: 'Coverage of airports' })).toContainText('of 3,376 points');
});

test.describe('with invalid input', () => {
	test('shows invalid options, an unknown column and an unknown dataset at their fields', async ({
		signedIn: page,
		service,
	}) => {
		await page.goto(
			service.url +
				address({ ...origins, fromColumn: 'orgin', to: 'demo/nowhere/airports', options: '{"a": 1,\n "b" 2}' }),
		);
		await expect(page.getByLabel('Options', { exact: true })).toHaveAccessibleDescription(
			/Line 2, column 6: expected ":"/,
		);
		const from = page.getByRole('group', { name: 'From' });
		await expect(from.getByLabel('Column')).toHaveAccessibleDescription(/flights has no column "orgin"/);
		const to = page.getByRole('group', { name: 'To' });
		await expect(to.getByLabel('Dataset')).toHaveAccessibleDescription(/demo\/nowhere\/airports doesn’t exist/);
		await expect(page.getByRole('button', { name: 'Create link' })).toHaveAttribute('aria-disabled', 'true');
	});
});

test.describe('with a core-only service', () => {
	test.use({ expectedErrors: /404|net::ERR_/ });

	test('builds a link from discovered and typed names, and previews it on known rows', async ({ page, ownService }) => {
		const service = await ownService();
		await page.goto(service.signInAddress());
		await page.getByRole('link', { name: /airport_delays/ }).click();
		await new Editor(page).ready();
		await page.getByRole('button', { name: /^Preview/ }).click();
		await new Grid(page).expectRows(220);
		await service.kill();
		await service.start(['--core-only']);
		await page.goto(`${service.url}/links`);
		await page.reload();
		await expect(page.getByText('This service doesn’t list links')).toBeVisible();
		await page.getByRole('link', { name: 'New link' }).first().click();
		await choose(page, 'From', 'Dataset', 'demo/aviation/airport_delays');
		await page.getByRole('group', { name: 'From' }).getByLabel('Column').fill('iata');
		await page.getByRole('group', { name: 'To' }).getByLabel('Dataset').fill('demo/aviation/airports');
		await page.getByRole('group', { name: 'To' }).getByLabel('Column').fill('iata');
		await page.getByRole('group', { name: 'To' }).getByLabel('Sample values').fill('DFW\nORD\nXXX');
		await expect(
			page.getByText(/^Previewed on all 220 rows of the output of run .* and all 3 rows of your sample/),
		).toBeVisible();
		await expect(page.getByRole('region', { name: 'Coverage of airports.iata' })).toContainText('2 of 3 values');
		// The previewed dataset was never built, so it doesn't exist, which is shown at its field.
		await page.getByRole('button', { name: 'Create link' }).click();
		const from = page.getByRole('group', { name: 'From' });
		await expect(from.getByLabel('Dataset')).toHaveAccessibleDescription(/airport_delays doesn’t exist/);
		await from.getByLabel('Dataset').fill('demo/aviation/flights');
		await from.getByLabel('Column').fill('origin');
		await page.getByRole('button', { name: 'Create link' }).click();
		await expect(page.getByText(/^Link created/)).toBeVisible();
		await page.getByRole('button', { name: 'Create link' }).click();
		await expect(page.getByText(/^Link already exists/)).toBeVisible();
	});
});
