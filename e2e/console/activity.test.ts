import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { strFromU8, unzipSync } from 'fflate';
import { Editor } from '../support/editor.ts';
import { Grid } from '../support/grid.ts';
import { expect, test } from '../support/journey.ts';
import { faultSeed } from '../support/service.ts';

// Requests a BuildSpec that doesn't exist, and a filter that the service refuses.
test.use({ expectedErrors: /40[04]/ });

const run = promisify(execFile);

test('lists requests and changes, and exports them without the token or cell values', async ({
	page,
	context,
	ownService,
}) => {
	const service = await ownService();
	await page.goto(service.signInAddress());
	await page.getByRole('link', { name: /airport_delays/ }).click();
	await new Editor(page).replace("select 'CELL-in-code' as one");
	await page.keyboard.press('Control+S');
	await expect(page.getByText('v2', { exact: true })).toBeVisible();
	await page.getByRole('button', { name: /^Preview/ }).click();
	await new Grid(page).expectRows(1);
	const filter = encodeURIComponent('[{"column":"origin","op":"=","value":"DFW"}]');
	await page.goto(`${service.url}/namespaces/demo/aviation/flights?filter=${filter}`);
	// a row is drawn before its values arrive
	await expect(new Grid(page).element.getByRole('gridcell', { name: 'DFW', exact: true }).first()).toBeVisible();
	await page.goto(`${service.url}/build-specs/00000000-0000-4000-8000-00000000dead`);
	await expect(page.getByText(/NOT_FOUND/).first()).toBeVisible();

	await page.getByRole('link', { name: 'Activity', exact: true }).click();
	const table = page.getByRole('table', { name: 'Requests' });
	await page.getByLabel('Operation', { exact: true }).selectOption('getRows');
	await expect(table.getByRole('link', { name: 'getRows' }).first()).toBeVisible();
	await page.getByLabel('Operation', { exact: true }).selectOption('All operations');
	await page.getByLabel('Filter requests').selectOption('Failed');
	await expect(table.getByRole('row').filter({ hasText: '404 NOT_FOUND' }).first()).toContainText('getBuildSpec');
	// nor anything else that succeeded
	await expect(table.getByRole('row').filter({ hasText: /\b20[0-9]\b/ })).toHaveCount(0);

	// Only by keyboard to a request's details and its command.
	await page.keyboard.press('/');
	await page.keyboard.type('dead');
	await page.keyboard.press('Enter');
	await expect(table.getByRole('link', { name: 'getBuildSpec' }).first()).toBeFocused();
	await page.keyboard.press('Enter');
	const details = page.getByRole('dialog', { name: 'getBuildSpec' });
	await expect(details).toContainText('/build-specs/{buildSpecId}');
	await context.grantPermissions(['clipboard-read', 'clipboard-write']);
	await details.getByRole('button', { name: 'Copy as cURL' }).click();
	await expect(details.getByText('Copied')).toBeAttached();
	expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('-H "Authorization: Bearer $TOKEN"');
	await page.keyboard.press('Escape');
	await expect(details).toBeHidden();

	await page.getByRole('tab', { name: 'Changes' }).click();
	const changed = page.getByRole('list', { name: 'Changes' });
	await expect(changed).toContainText('Saved BuildSpec demo/aviation/airport_delays, version 2');
	await expect(changed).toContainText('Started a preview of BuildSpec');

	const downloading = page.waitForEvent('download');
	await page.getByRole('button', { name: 'Export support bundle' }).click();
	const file = await (await downloading).path();
	const files = unzipSync(new Uint8Array(await readFile(file)));
	const texts = Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]));
	const whole = Object.values(texts).join('\n');
	const token = await page.evaluate(() => {
		const kept = Object.entries(sessionStorage).find(([key]) => key.includes('/session/'));
		return (JSON.parse(kept?.[1] ?? '{}') as { token?: string }).token ?? '';
	});
	expect(token.length).toBeGreaterThan(100);
	for (const hidden of [token, ...token.split('.').slice(1), 'CELL-in-code', 'DFW']) {
		expect(whole).not.toContain(hidden);
	}
	// The service's description has signed URLs as examples.
	for (const [name, text] of Object.entries(texts)) {
		if (name !== 'service.json') expect(text).not.toContain('signature=');
	}
	expect(JSON.parse(texts['about.json'] ?? '')).toMatchObject({ service: `${service.url}/api/v1`, user: 'demo' });

	// Each read, run unmodified except for the token, returns the same response.
	const blocks = (texts['requests.sh'] ?? '').split('\n\n').filter((part) => /^curl /m.test(part));
	expect(blocks.length).toBeGreaterThan(8);
	const names = new Set<string>();
	for (const block of blocks) {
		const [, name = '', status = ''] = /^# \S+ (\w+): (\d+)/.exec(block) ?? [];
		// A failing network lost some of the responses.
		if (faultSeed !== null && !/^[234]/.test(status)) continue;
		names.add(name);
		// It's a POSIX shell script, which Windows can't run by default.
		if (process.platform !== 'win32') {
			const script = `${block.trimEnd()} -o /dev/null -w '%{http_code}'`;
			const { stdout } = await run('sh', ['-c', script], { env: { ...process.env, TOKEN: token } });
			expect([name, stdout]).toEqual([name, status]);
		}
		expect(block).not.toMatch(/^curl.* -X/m);
	}
	expect([...names]).toEqual(expect.arrayContaining(['getMe', 'listBuildSpecs', 'getBuildSpec', 'getRows']));
});
