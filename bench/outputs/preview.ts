import type { Page } from '@playwright/test';
import { Editor } from '../../e2e/support/editor.ts';

/** Previews a statement in the page's scratch query. @returns the id of the run */
export async function preview(page: Page, sql: string): Promise<string> {
	await page.getByRole('link', { name: 'Scratch query' }).first().click();
	await new Editor(page).replace(sql);
	const ran = page.waitForResponse(
		(response) => response.url().includes('/preview-runs') && response.request().method() === 'POST',
	);
	await page.getByRole('button', { name: /^Preview/ }).click();
	const { id } = (await (await ran).json()) as { id: string };
	await page.getByText('Output of this preview').waitFor({ timeout: 120_000 });
	return id;
}
