import type { Page } from '@playwright/test';
import { Agents } from '../support/agents.ts';
import { Editor } from '../support/editor.ts';
import { Grid } from '../support/grid.ts';
import { expect, test } from '../support/journey.ts';
import { pagesOfSample } from '../support/pages.ts';
import { freePort } from '../support/service.ts';
import { watchSettling } from '../support/settled.ts';
import { tokenOf } from '../support/token.ts';

test('the policy allows no inline scripts and no eval, and has a new nonce for every response', async ({ service }) => {
	const policies = await Promise.all(
		['/', '/build-specs', '/sign-in'].map(async (path) => {
			const answer = await fetch(service.url + path, { headers: { accept: 'text/html' } });
			return answer.headers.get('content-security-policy') ?? '';
		}),
	);
	for (const policy of policies) {
		expect(policy).toMatch(/script-src 'nonce-[^']+' 'strict-dynamic';/);
		expect(policy).toContain("require-trusted-types-for 'script'");
		expect(policy).not.toMatch(/unsafe-eval|script-src[^;]*unsafe-inline|blob:/);
	}
	expect(new Set(policies).size).toBe(policies.length);
});

test.describe('turning text into HTML or scripts', () => {
	test.use({ expectedErrors: /violation|TrustedHTML|TrustedScript|Content Security Policy/ });

	test('is refused by the page', async ({ page, service }) => {
		await page.goto(`${service.url}/sign-in`);
		await expect(page.getByLabel('Access token')).toBeVisible();
		const done = await page.evaluate(() => {
			const made = <K extends keyof HTMLElementTagNameMap>(name: K) => document.createElement(name);
			const hostile = '<img src="x" onerror="alert(1)">';
			const tries: Record<string, () => void> = {
				innerHTML: () => {
					made('div').innerHTML = hostile;
				},
				outerHTML: () => {
					const outer = made('div');
					outer.append(made('p'));
					(outer.firstChild as HTMLElement).outerHTML = hostile;
				},
				insertAdjacentHTML: () => made('div').insertAdjacentHTML('beforeend', hostile),
				srcdoc: () => {
					made('iframe').srcdoc = hostile;
				},
				'script.src': () => {
					made('script').src = '/elsewhere.js';
				},
				'script.text': () => {
					made('script').text = 'alert(1)';
				},
				parser: () => new DOMParser().parseFromString(hostile, 'text/html'),
				worker: () => new Worker('/elsewhere.js'),
			};
			return Object.keys(tries).filter((name) => {
				try {
					tries[name]?.();
					return true;
				} catch {
					return false;
				}
			});
		});
		expect(done).toEqual([]);
	});
});

test('every page, menu, dialog and editor feature complies with the policy', async ({ signedIn: page, service }) => {
	test.setTimeout(240_000);
	const editor = new Editor(page);
	await page.getByRole('button', { name: /^Theme/ }).click();
	await page.getByRole('menuitemradio', { name: 'Dark' }).click();
	await expect(page.getByRole('menu')).toBeHidden();
	await page.getByRole('button', { name: /^Account/ }).click();
	await expect(page.getByRole('dialog', { name: 'Account' })).toContainText('demo');
	await page.keyboard.press('Escape');
	await page.getByRole('button', { name: /extensions available$/ }).click();
	await expect(page.getByRole('dialog', { name: 'Extensions' })).toBeVisible();
	await page.keyboard.press('Escape');

	await page.getByRole('link', { name: /airport_delays/ }).click();
	await editor.replace('select nope from aviation.flights');
	await expect(page.locator('.squiggly-error')).toBeVisible();
	await hoverOver(page);
	await suggestAndFind(page);
	await contextMenu(page);
	await otherLanguages(page);

	await editor.replace('select 1 as one');
	await page.getByRole('button', { name: /^Preview/ }).click();
	await new Grid(page).expectRows(1);
	const border = page.getByRole('separator', { name: 'Code and preview' });
	const box = await border.boundingBox();
	if (box === null) throw new Error('The border between code and preview is not drawn.');
	await page.mouse.move(box.x + 40, box.y + 2);
	await page.mouse.down();
	await page.mouse.move(box.x + 40, box.y - 60, { steps: 4 });
	await page.mouse.up();
	const downloading = page.waitForEvent('download');
	await page.getByRole('link', { name: /^Download/ }).click();
	expect(await (await downloading).failure()).toBeNull();

	await page.getByRole('button', { name: 'Actions for this BuildSpec' }).click();
	await page.getByRole('menuitem', { name: /Delete/ }).click();
	await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
	await page.getByRole('link', { name: 'BuildSpecs' }).first().click();

	const settled = watchSettling(page);
	for (const path of [
		...(await pagesOfSample(page)).map((known) => known.path),
		'/links/new?from=demo/geography/us_states&fromColumn=capital_latitude&to=demo/aviation/airports&toColumn=latitude&match=GeoMatch',
		'/build-specs/00000000-0000-4000-8000-00000000dead',
		'/sign-in?code=abc&state=made.up',
	]) {
		await page.goto(service.url + path);
		await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
		// Content after the heading must comply with the policy, too.
		await settled(path);
	}

	await page.goto(`${service.url}/namespaces/demo/aviation/flights`);
	await page.getByRole('button', { name: 'Ask in side panel' }).click();
	await new Agents(page).ask('What is the average delay by origin airport?');
	await new Agents(page).state(1, 'Complete');
	await expect(page.getByRole('complementary').getByRole('img').first()).toBeVisible();
});

test.use({ expectedErrors: /404/ });

/** The hover over an error is rendered from Markdown, with a separate sanitizer. */
async function hoverOver(page: Page): Promise<void> {
	const box = await page.locator('.squiggly-error').first().boundingBox();
	if (box === null) throw new Error('The error is not marked in the text.');
	await page.mouse.move(box.x + 4, box.y + box.height / 2);
	await expect(page.locator('.monaco-hover:visible').first()).toBeVisible();
	await page.mouse.move(0, 0);
}

async function suggestAndFind(page: Page): Promise<void> {
	await new Editor(page).box.focus();
	await page.keyboard.press('Control+End');
	await page.keyboard.type(' nop');
	await page.keyboard.press('Control+Space');
	await expect(page.locator('.suggest-widget.visible')).toBeVisible();
	await page.keyboard.press('Escape');
	await page.keyboard.press('Control+F');
	await expect(page.locator('.find-widget.visible')).toBeVisible();
	await page.keyboard.type('nope');
	await page.keyboard.press('Escape');
	await page.keyboard.press('F1');
	await expect(page.locator('.quick-input-widget')).toBeVisible();
	await expect(page.getByRole('dialog')).toHaveCount(0);
	await page.keyboard.press('Escape');
}

async function contextMenu(page: Page): Promise<void> {
	await page.locator('.monaco-editor .view-lines').first().click({ button: 'right' });
	await expect(page.getByRole('menuitem', { name: /Command Palette/ }).first()).toBeVisible();
	await page.keyboard.press('Escape');
}

/** JSON has a separate worker. */
async function otherLanguages(page: Page): Promise<void> {
	for (const language of ['JSON', 'Python', 'SQL']) {
		await page.getByRole('combobox', { name: 'Code language' }).click();
		await page.getByRole('option', { name: language }).click();
	}
}

test.describe('with another service', () => {
	test.use({ expectedErrors: /connect-src|Content Security Policy/i });

	test('explains that the policy forbids calls to it, and which option allows them', async ({
		page,
		service,
		ownService,
	}) => {
		const elsewhere = await ownService(['--sample', 'true']);
		await page.goto(`${service.url}/sign-in`);
		await page.getByLabel('Service', { exact: true }).selectOption({ label: 'Another service…' });
		await page.getByLabel('Service URL').fill(elsewhere.url);
		await page.getByLabel('Access token').fill('anything');
		await page.getByRole('button', { name: 'Sign in' }).click();
		await expect(page.getByText(/content security policy doesn’t allow calls to/i)).toBeVisible();
		await expect(page.getByText(`--service`, { exact: false })).toBeVisible();
	});
});

test('signs in to and works with a second service that both sides allow', async ({ page, ownService }) => {
	const port = await freePort();
	const consoleUrl = `http://127.0.0.1:${port}`;
	const second = await ownService(['--console-origin', consoleUrl]);
	const first = await ownService(['--port', String(port), '--service', `Second=${second.url}/api/v1`]);
	expect(first.url).toBe(consoleUrl);
	const token = await tokenOf(await second.printSignIn());
	await page.goto(`${first.url}/sign-in`);
	await page.getByLabel('Service', { exact: true }).selectOption({ label: 'Second' });
	await page.getByLabel('Access token').fill(token);
	await page.getByRole('button', { name: 'Sign in' }).click();
	await expect(page.getByRole('heading', { name: 'BuildSpecs', level: 1 })).toBeVisible();
	await page.getByRole('link', { name: /airport_delays/ }).click();
	await new Editor(page).ready();
	await page.getByRole('button', { name: /^Preview/ }).click();
	await new Grid(page).expectRows(220);
});
