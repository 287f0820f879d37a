import type { Page } from '@playwright/test';
import { copiesOfJourneys } from '../support/copies.ts';
import { Editor } from '../support/editor.ts';
import { Grid } from '../support/grid.ts';
import { expect, test } from '../support/journey.ts';
import type { Service } from '../support/service.ts';
import { expectTakenOver } from '../support/taken-over.ts';

// The browser reports every request without an answer.
test.use({ expectedErrors: /net::ERR_|Failed to load resource|dynamically imported module/, savesData: false });

test('an outage during editing is reported, loses nothing typed, and recovers automatically', async ({
	page,
	ownService,
}) => {
	const service = await ownService();
	const editor = new Editor(page);
	await page.goto(service.signInAddress());
	await page.getByRole('link', { name: /airport_delays/ }).click();
	await editor.replace('select 1 as before');

	await service.kill();
	await editor.replace('select 2 as meanwhile');
	const notice = page.getByText(/The service at http\S+ isn’t responding/);
	await expect(notice).toBeVisible();
	await expect(page.getByText(/You can keep working. Saving and previews are unavailable/)).toBeVisible();
	await expect(page.getByText(/Not connected, retrying/)).toBeVisible();
	await page.keyboard.press('Control+S');
	await expect(page.getByText(/Save them when it responds again/)).toBeAttached();
	await expect(page.getByText('v1', { exact: true })).toBeVisible();

	// The previously loaded list is still there, and so is the text.
	await page.getByRole('link', { name: 'BuildSpecs' }).first().click();
	await expect(page.getByRole('link', { name: /airport_delays/ })).toBeVisible();
	await page.getByRole('link', { name: /airport_delays/ }).click();
	expect(await editor.text()).toContain('select 2 as meanwhile');
	await editor.replace('select 3 as after');

	await service.start();
	await expect(notice).toBeHidden({ timeout: 30_000 });
	expect(await editor.text()).toContain('select 3 as after');
	await editor.box.focus();
	await page.keyboard.press('Control+S');
	await expect(page.getByText('v2', { exact: true })).toBeVisible();
});

test('opens a page automatically once its code can be loaded, and shows the previous page until then', async ({
	page,
	ownService,
}) => {
	const service = await ownService();
	const code = /assets\/build-spec-page/;
	await page.route(code, (route) => route.abort('connectionfailed'));
	await page.goto(service.signInAddress());
	await expect(page.getByRole('link', { name: /airport_delays/ })).toBeVisible();
	await page.waitForLoadState('networkidle');
	await service.kill();
	await page.unroute(code);

	await page.getByRole('link', { name: /airport_delays/ }).click();
	await expect(page.getByText('Loading page')).toBeVisible();
	await expect(page.getByText(/The service at http\S+ isn’t responding/)).toBeVisible();
	await expect(page.getByRole('link', { name: /quakes_daily/ })).toBeVisible();
	await service.start();
	await expect(page.getByRole('heading', { level: 1, name: /airport_delays/ })).toBeVisible({ timeout: 30_000 });
	await expect(page.getByText('Loading page')).toBeHidden();
});

test('a tab from before a deployment keeps working, and reloads when a page needs it without losing text', async ({
	page,
	ownService,
}) => {
	const service = await ownService();
	// The previous version's files are no longer on the server, and this tab hasn't loaded them yet.
	const gone = /assets\/(versions-page|monaco)-/;
	let isOld = true;
	await page.route(gone, (route) =>
		isOld ? route.fulfill({ status: 404, body: 'There is nothing here.' }) : route.continue(),
	);
	await page.goto(service.signInAddress());
	// Reloading loads the current version.
	page.on('request', (request) => {
		if (request.isNavigationRequest()) isOld = false;
	});
	await page.getByRole('link', { name: /airport_delays/ }).click();
	const field = page.getByRole('textbox', { name: /^Code/ });
	await field.fill('select 1 as before_deployment');
	// While the user is typing, nothing is reloaded without asking.
	await expect(page.getByText('Part of the console couldn’t be loaded')).toBeVisible();
	await expect(field).toHaveValue('select 1 as before_deployment');

	const old = await page.evaluate(() => performance.timeOrigin);
	await page.getByRole('link', { name: 'v1', exact: true }).click();
	await expect(page.getByRole('heading', { level: 1, name: /^Versions of the BuildSpec/ })).toBeVisible();
	expect(await page.evaluate(() => performance.timeOrigin)).toBeGreaterThan(old);
	await expect(page.getByText('Part of the console couldn’t be loaded')).toBeHidden();
	await page.getByRole('link', { name: 'Open BuildSpec' }).click();
	expect(await new Editor(page).text()).toContain('select 1 as before_deployment');
});

test('a menu whose code can’t be loaded leaves the page intact, and offers a reload', async ({ page, ownService }) => {
	const service = await ownService();
	const code = /assets\/menu-list/;
	await page.route(code, (route) => route.abort('connectionfailed'));
	await page.goto(service.signInAddress());
	const more = page.getByRole('button', { name: 'Actions for demo/nature/quakes_daily' });
	await more.click();
	await expect(page.getByText('Part of the console couldn’t be loaded')).toBeVisible();
	await expect(more).toHaveAttribute('aria-expanded', 'false');
	await expect(page.getByRole('link', { name: /quakes_daily/ })).toBeVisible();
	await page.unroute(code);
	await page.getByRole('button', { name: 'Reload' }).click();
	await more.click();
	await expect(page.getByRole('menuitem', { name: 'Duplicate' })).toBeVisible();
});

async function openAt(
	ownService: (flags?: readonly string[]) => Promise<Service>,
	page: Page,
	chaos: string,
): Promise<{ service: Service; editor: Editor }> {
	const service = await ownService(['--chaos', chaos]);
	await page.goto(service.signInAddress());
	await page.getByRole('link', { name: /airport_delays/ }).click();
	return { service, editor: new Editor(page) };
}

test('saves only once if the response breaks off, and says so', async ({ page, ownService }) => {
	const { editor } = await openAt(ownService, page, 'updateBuildSpec:cut');
	await editor.replace('select 1 as lost');
	await page.keyboard.press('Control+S');
	await expect(page.getByText(/connection was lost, but your changes were saved as version 2/)).toBeVisible();
	await page.reload();
	await expect(page.getByText('v2', { exact: true })).toBeVisible();
	expect(await editor.text()).toContain('select 1 as lost');
});

test('saves only once if the response never starts, although browsers resend the request', async ({
	page,
	ownService,
}) => {
	const { editor } = await openAt(ownService, page, 'updateBuildSpec:after');
	await editor.replace('select 1 as lost');
	await page.keyboard.press('Control+S');
	await expect(page.getByText(/saved as version 2/i)).toBeVisible();
	await page.reload();
	await expect(page.getByText('v2', { exact: true })).toBeVisible();
});

test('a save that never arrived is reported, and resent on request', async ({ page, ownService }) => {
	const { service, editor } = await openAt(ownService, page, 'updateBuildSpec:drop');
	await editor.replace('select 1 as dropped');
	await page.keyboard.press('Control+S');
	await expect(page.getByText(/nothing was saved/).first()).toBeVisible();
	await expect(page.getByText('v1', { exact: true })).toBeVisible();
	await service.kill();
	await service.start([]);
	await page.getByRole('button', { name: 'Try again' }).click();
	await expect(page.getByText('v2', { exact: true })).toBeVisible();
	expect(await editor.text()).toContain('select 1 as dropped');
});

test('runs a preview once even if the response to its start is lost', async ({ page, ownService }) => {
	const { service } = await openAt(ownService, page, 'startPreviewRun:after');
	await new Editor(page).ready();
	await page.getByRole('button', { name: /^Preview/ }).click();
	await new Grid(page).expectRows(220);
	await page.goto(`${service.url}/runs`);
	await expect(page.getByRole('link', { name: /airport_delays/ })).toHaveCount(1);
});

test('creates and deletes once each even if the responses are lost', async ({ page, ownService }) => {
	const service = await ownService(['--chaos', 'createBuildSpec:after;deleteBuildSpec:after']);
	await page.goto(service.signInAddress());
	await expect(page.getByRole('link', { name: /quakes_daily/ })).toHaveCount(1);
	await page.getByRole('button', { name: 'Actions for demo/nature/quakes_daily' }).click();
	await page.getByRole('menuitem', { name: 'Duplicate' }).click();
	await page.getByRole('button', { name: /Create/ }).click();
	await expect(page.getByRole('heading', { level: 1, name: /quakes_daily_copy/ })).toBeVisible();
	await page.getByRole('link', { name: 'BuildSpecs' }).first().click();
	const copies = page.getByRole('link', { name: /quakes_daily_copy/ });
	await expect(copies).toHaveCount(1);

	await page.getByRole('button', { name: 'Actions for demo/nature/quakes_daily_copy' }).click();
	await page.getByRole('menuitem', { name: /Delete/ }).click();
	const dialog = page.getByRole('dialog');
	await dialog.getByRole('button', { name: /^Delete/ }).click();
	await expect(dialog).toBeHidden();
	await expect(copies).toHaveCount(0);
});

test('restarts a preview once if the service is killed, then reports it, and keeps the saved code', async ({
	page,
	ownService,
}) => {
	const service = await ownService();
	const editor = new Editor(page);
	await page.goto(service.signInAddress());
	await page.getByRole('link', { name: /airport_delays/ }).click();
	await editor.replace('with recursive t(i) as (select 1 union all select i + 1 from t) select count(*) n from t');
	await page.keyboard.press('Control+S');
	await expect(page.getByText('v2', { exact: true })).toBeVisible();
	await page.getByRole('button', { name: /^Preview/ }).click();
	await expect(page.getByRole('region', { name: 'Preview' })).toContainText('Running');

	await service.kill();
	await service.start();
	// The run starts again. It survives even the copy that was running it.
	if (copiesOfJourneys > 0) await expectTakenOver(page);
	await page.reload();
	await expect(page.getByRole('region', { name: 'Preview' })).toContainText('Running');
	if (copiesOfJourneys === 0) {
		await service.kill();
		await service.start();
		await expect(page.getByText(/The service stopped twice during this run/).first()).toBeVisible({
			timeout: 30_000,
		});
		await page.reload();
		await expect(page.getByText(/The service stopped twice during this run/).first()).toBeVisible();
	}
	await expect(page.getByRole('link', { name: 'v2', exact: true })).toBeVisible();
	expect(await editor.text()).toContain('with recursive');
});
