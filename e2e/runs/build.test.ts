import type { Page } from '@playwright/test';
import { apiOf } from '../support/api.ts';
import { Editor } from '../support/editor.ts';
import { Grid } from '../support/grid.ts';
import { expect, test as journey } from '../support/journey.ts';
import { expectTakenOver } from '../support/taken-over.ts';

// Builds and saves here must not affect the journeys of other files.
const test = journey.extend({
	signedIn: async ({ page, ownService }, use) => {
		await page.goto((await ownService()).signInAddress());
		await use(page);
	},
});

// A dataset that was never built is requested and not found.
test.use({ expectedErrors: /404 \(Not Found\).*\/schema\// });

async function open(page: Page, name: string): Promise<void> {
	await page
		.getByRole('link', { name: new RegExp(name) })
		.first()
		.click();
	await new Editor(page).ready();
}

const sheet = (page: Page) => page.getByRole('dialog', { name: /^Build .* with BuildSpec version/ });

async function build(page: Page, dataset: string): Promise<void> {
	await sheet(page)
		.getByRole('button', { name: `Build demo/aviation/${dataset}` })
		.click();
	await expect(page.getByText(new RegExp(`^Built demo/aviation/${dataset}`))).toBeVisible();
	// Keyboard users continue at the result.
	await expect(page.getByRole('region', { name: 'Build' })).toBeFocused();
}

/** Confirms the open sheet of a long build, and waits until it starts. */
async function beginBuild(page: Page): Promise<void> {
	await sheet(page).getByRole('button', { name: 'Build demo/aviation/airport_delays' }).click();
	await expect(page.getByRole('button', { name: 'Cancel build' })).toBeVisible();
}

test('builds a BuildSpec into its dataset, and rebuilds it after a change', async ({ signedIn: page }) => {
	const editor = new Editor(page);
	await open(page, 'airport_delays');
	await page.getByRole('button', { name: /^Preview/ }).click();
	await new Grid(page).expectRows(220);

	await page.getByRole('button', { name: 'Build…', exact: true }).click();
	await expect(sheet(page).getByRole('cell', { name: /^New → 220 in a preview/ })).toBeVisible();
	await expect(sheet(page).getByRole('cell', { name: '6 columns' })).toBeVisible();
	await expect(sheet(page).getByText(/Other people’s BuildSpecs aren’t listed/)).toBeVisible();
	await build(page, 'airport_delays');
	await expect(page.getByText(/is now dataset version 1: 220 rows/)).toBeVisible();

	// unsaved code isn't built, and can be saved from the sheet
	await editor.replace('select iata, state, 1::bigint as pct_late, 2 as extra from aviation.airports limit 10');
	await page.getByRole('button', { name: 'Build…', exact: true }).click();
	await expect(sheet(page).getByText('Unsaved changes aren’t included')).toBeVisible();
	await sheet(page).getByRole('button', { name: 'Save changes' }).click();
	const second = page.getByRole('dialog', { name: 'Build demo/aviation/airport_delays with BuildSpec version 2' });
	await expect(second).toBeVisible();
	await expect(second.getByText('Unsaved changes aren’t included')).toHaveCount(0);
	await expect(second.getByRole('cell', { name: '220 → known after the build' })).toBeVisible();
	await expect(second.getByRole('cell', { name: /^6 → 4/ })).toBeVisible();
	await expect(second.getByRole('listitem').filter({ hasText: /removed flights BIGINT/ })).toBeVisible();
	await expect(second.getByRole('listitem').filter({ hasText: /type changed pct_late DOUBLE → BIGINT/ })).toBeVisible();
	await expect(second.getByRole('listitem').filter({ hasText: /added extra INTEGER/ })).toBeVisible();
	await build(page, 'airport_delays');
	await expect(page.getByText(/is now dataset version 2: 10 rows/)).toBeVisible();

	await page.getByRole('link', { name: 'Open run' }).click();
	await expect(
		page.getByRole('heading', { level: 1, name: /Build of demo\/aviation\/airport_delays, v2/ }),
	).toBeVisible();
	await expect(page.getByText(/is now dataset version 2: 10 rows/)).toBeVisible();

	// datasets that read it are listed before it's replaced again
	await page.goBack();
	await editor.ready();
	await page.getByRole('button', { name: 'Build…', exact: true }).click();
	await expect(sheet(page).getByText('None of your BuildSpecs', { exact: true })).toBeVisible();
	await page.keyboard.press('Escape');
	const aviation = { owner: 'demo', namespace: 'aviation' };
	const { ask } = await apiOf(page);
	await ask('POST', '/build-specs', {
		sources: [{ ...aviation, datasetName: 'airport_delays' }],
		destination: { ...aviation, datasetName: 'airport_ranks' },
		code: { payload: 'select iata from aviation.airport_delays' },
	});
	await page.reload();
	await editor.ready();
	await page.getByRole('button', { name: 'Build…', exact: true }).click();
	await expect(sheet(page).getByRole('link', { name: /aviation\/airport_ranks/ })).toBeVisible();
	await page.keyboard.press('Escape');
});

test('canceling a long build creates no dataset', async ({ signedIn: page }) => {
	await open(page, 'strikes_by_state');
	await new Editor(page).replace('select sum(a.range * b.range) as total from range(100000000) a, range(100000) b');
	await page.keyboard.press('Control+S');
	await expect(page.getByText(/^Saved as version/)).toBeVisible();
	await page.getByRole('button', { name: 'Build…', exact: true }).click();
	await sheet(page).getByRole('button', { name: 'Build demo/aviation/strikes_by_state' }).click();
	await page.getByRole('button', { name: 'Cancel build' }).click();
	await expect(page.getByText('The build of demo/aviation/strikes_by_state was canceled')).toBeVisible();
	await expect(page.getByText('The dataset wasn’t created.')).toBeVisible();
});

test.describe('when the service is killed during a build', () => {
	test.use({
		expectedErrors:
			/404 \(Not Found\).*\/schema\/|ERR_CONNECTION|ERR_EMPTY_RESPONSE|ERR_CONTENT_LENGTH_MISMATCH|ERR_SOCKET/,
	});
	test('restarts the build, and leaves the dataset unchanged if it’s canceled', async ({ page, ownService }) => {
		const service = await ownService();
		await page.goto(service.signInAddress());
		await open(page, 'airport_delays');
		await page.getByRole('button', { name: 'Build…', exact: true }).click();
		await build(page, 'airport_delays');
		await expect(page.getByText(/is now dataset version 1: 220 rows/)).toBeVisible();

		await new Editor(page).replace('select sum(a.range * b.range) as total from range(100000000) a, range(100000) b');
		await page.keyboard.press('Control+S');
		await expect(page.getByRole('link', { name: 'v2', exact: true })).toBeVisible();
		await page.getByRole('button', { name: 'Build…', exact: true }).click();
		await beginBuild(page);
		await service.kill();
		await expect(page.getByRole('button', { name: 'Cancel build' })).toHaveAttribute('aria-disabled', 'true');
		await service.start();

		// A run survives the process that was running it: it continues, and its user can cancel it.
		await expectTakenOver(page);
		await page.getByRole('button', { name: 'Cancel build' }).click();
		await expect(page.getByText('The build of demo/aviation/airport_delays was canceled')).toBeVisible();
		await expect(page.getByText('The dataset didn’t change.')).toBeVisible();
		await page.getByRole('button', { name: 'Build…', exact: true }).click();
		await expect(sheet(page).getByText(/^Dataset version 1, updated /)).toBeVisible();
	});
});

test('opens the build dialog from the list using only the keyboard', async ({ signedIn: page }) => {
	const more = page.getByRole('button', { name: /^Actions for .*country_change/ });
	await more.focus();
	await page.keyboard.press('Enter');
	await page.getByRole('menuitem', { name: 'Build…' }).focus();
	await page.keyboard.press('Enter');
	await expect(sheet(page)).toBeVisible();
	// the initial choice is the one that changes nothing
	await expect(sheet(page).getByRole('button', { name: 'Cancel' })).toBeFocused();
	await page.keyboard.press('Escape');
	await expect(sheet(page)).toHaveCount(0);
});
