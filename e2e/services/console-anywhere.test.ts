import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { Agents } from '../support/agents.ts';
import { startConsoleAlone } from '../support/console-alone.ts';
import { Editor } from '../support/editor.ts';
import { Grid } from '../support/grid.ts';
import { expect, test } from '../support/journey.ts';
import { freePort } from '../support/service.ts';
import { givePassphrase, signInThere } from '../support/service-page.ts';
import { startStaticConsole } from '../support/static-console.ts';

test('signs in, edits, previews, downloads and streams below a path of another web server', async ({
	page,
	another,
	ownService,
}) => {
	const port = await freePort();
	const at = await startStaticConsole(`http://127.0.0.1:${port}`);
	const service = await ownService(['--port', String(port), '--console-url', at.url]);
	at.configure({ title: 'Harbour', services: [{ name: 'Port', baseUrl: `${service.url}/api/v1` }] });
	await givePassphrase(service, 'demo');

	// a code with PKCE, from a subpage
	await page.goto(`${at.url}runs?state=failed`);
	await page.getByRole('button', { name: 'Continue to sign-in page' }).click();
	await signInThere(page, 'demo');
	await expect(page.getByRole('heading', { name: /^Runs/, level: 1 })).toBeVisible();
	expect(page.url()).toBe(`${at.url}runs?state=failed`);

	// the editor with its workers, a preview, its rows, and the file
	await page.getByRole('link', { name: 'BuildSpecs' }).first().click();
	await page.getByRole('link', { name: /airport_delays/ }).click();
	await new Editor(page).replace('select 42 as answer');
	await page.getByRole('button', { name: /^Preview/ }).click();
	const grid = new Grid(page);
	await grid.expectRows(1);
	await expect(grid.row(1).filter({ hasText: /^42$/ })).toBeVisible();
	const downloading = page.waitForEvent('download');
	await page.getByRole('link', { name: /^Download/ }).click();
	const bytes = await readFile(await (await downloading).path());
	expect(bytes.subarray(0, 4).toString()).toBe('PAR1');

	// reloading a subpage shows the same page
	expect(page.url()).toMatch(new RegExp(`^${at.url}build-specs/`));
	await page.reload();
	await expect(page.getByRole('button', { name: /^Preview/ })).toBeVisible();

	await page.goto(`${at.url}home`);
	await askAnAgent(page);

	// a printed URL also signs in here, with this console's URL as prefix
	const elsewhere = await (await another()).newPage();
	const code = new URL(await service.printSignIn('guest')).hash;
	await elsewhere.goto(at.url + code);
	await expect(elsewhere.getByRole('heading', { name: 'BuildSpecs', level: 1 })).toBeVisible();
	expect(new URL(elsewhere.url()).hash).toBe('');
	await elsewhere.goto('about:blank');
	await page.goto('about:blank');
	await at.close();
});

test.describe('in front of another service', () => {
	// The sign-in metadata of the service isn't forwarded: the console requests it, and the browser reports the error.
	test.use({ expectedErrors: /404.*oauth-authorization-server/ });

	test('npm start -- --service URL --proxy serves the console for a service that allows no other origin', async ({
		page,
		service,
	}) => {
		const alone = await startConsoleAlone(['--service', service.url, '--proxy']);
		await page.goto(alone.url + new URL(await service.printSignIn()).hash);
		await page.getByRole('link', { name: /airport_delays/ }).click();
		await page.getByRole('button', { name: /^Preview/ }).click();
		await expect(new Grid(page).element).toBeVisible();
		await askAnAgent(page);
		await page.goto('about:blank');
		await alone.stop();
	});
});

async function askAnAgent(page: Page): Promise<void> {
	const agents = new Agents(page);
	await agents.open('aviation');
	await agents.choose('nl2ql');
	await agents.ask('How many flights are there by origin?');
	await agents.state(1, 'Complete');
	await expect(agents.answer(1).getByRole('grid')).toBeVisible();
}
