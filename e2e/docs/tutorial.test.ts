import { readFileSync } from 'node:fs';
import type { FileChooser, Locator, Page } from '@playwright/test';
import { Editor } from '../support/editor.ts';
import { expect, signIn, test } from '../support/journey.ts';

// A dataset to be created is requested before it exists.
test.use({ expectedErrors: /404 \(Not Found\)/ });

const tutorial = readFileSync('docs/tutorial.md', 'utf8');
const codeIn = (language: string, text = tutorial): string =>
	(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(text)?.[1] ?? '').replaceAll(/^ {3}/gm, '');

/** The numbered steps below a heading, one line each, with their code. */
function stepsOf(heading: string): string[] {
	const [section = ''] = tutorial.split(`## ${heading}\n`).slice(1).join('').split('\n## ');
	return section.split(/^\d+\. /m).slice(1);
}

/** What a person would look for under a name: a button, link, tab, option or disclosure. */
function named(page: Page, name: string): Locator {
	const within = page.getByRole('dialog').or(page.locator('body')).last();
	const exact = { name, exact: true } as const;
	const roles = (['button', 'link', 'tab', 'radio'] as const).map((role) => within.getByRole(role, exact));
	return roles
		.reduce((all, one) => all.or(one), within.locator('summary').filter({ hasText: name }))
		.filter({ visible: true })
		.first();
}

/** The file dialog that the last step opened. */
let chooser: Promise<FileChooser> | null = null;

/** Follows a step: enters `values` in **fields** (or types them, without Enter), chooses files, and clicks **names**, in this order. */
async function take(page: Page, step: string): Promise<void> {
	const done =
		/([Ee]nter|type)\s+`([^`]+)`\s+in\s+\*\*([^*]+)\*\*|choose\s+`([^`]+)`|(?<=[Ss]elect\s+|then\s+)\*\*([^*]+)\*\*/g;
	for (const [, how, value, field = '', file, name] of step.matchAll(done)) {
		if (value !== undefined) {
			const box = page.getByRole('combobox', { name: field }).or(page.getByRole('textbox', { name: field }));
			await box.first().fill(value);
			if (how !== 'type') await box.first().press('Enter');
		} else if (file !== undefined) {
			// The previous step opened the file dialog.
			await (await chooser)?.setFiles({ name: file, mimeType: 'text/csv', buffer: Buffer.from(codeIn('csv')) });
		} else if (name !== undefined) {
			if (name === 'Choose file') chooser = page.waitForEvent('filechooser');
			await named(page, name).click();
		}
	}
	const code = codeIn('sql', step);
	if (code !== '') await new Editor(page).replace(code.trim());
}

test('following the tutorial leads from a file to a shared answer', async ({ page, another, ownService }) => {
	test.setTimeout(240_000);
	const service = await ownService();
	await signIn(page, service);
	const walk = (heading: string) =>
		test.step(heading, async () => {
			for (const step of stepsOf(heading)) await take(page, step);
		});

	await walk('Upload a file');
	await expect(page.getByRole('heading', { level: 1, name: 'delay_targets' })).toBeVisible();
	await walk('Explore the dataset');
	await expect(page.getByText('Based on all 6 rows.', { exact: false })).toBeVisible();
	await walk('Derive a dataset');
	await expect(page.getByRole('heading', { level: 1, name: 'demo/aviation/punctuality' })).toBeVisible();
	await walk('Check and build the dataset');
	await expect(page.getByText(/^Built demo\/aviation\/punctuality/)).toBeVisible({ timeout: 60_000 });
	await walk('Ask a question');
	await expect(page.getByRole('article').getByText('Complete', { exact: true })).toBeVisible();
	await expect(page.getByRole('article')).toContainText(/AZ .*11\.3/);
	await walk('Share the result');
	await expect(page.getByRole('table', { name: 'Shares' })).toContainText(/guest\s*editor/);

	const guest = await (await another()).newPage();
	await guest.goto(await service.printSignIn('guest'));
	await expect(guest.getByRole('heading', { level: 1, name: 'BuildSpecs' })).toBeVisible();
	await guest.goto(`${service.url}/namespaces/demo/aviation/punctuality`);
	await expect(guest.getByRole('heading', { level: 1, name: 'punctuality' })).toBeVisible();
});
