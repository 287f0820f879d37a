import type { Page } from '@playwright/test';
import { Editor } from '../../e2e/support/editor.ts';
import { Grid } from '../../e2e/support/grid.ts';

/** Previews a statement with this many rows in a worksheet. @returns the id of the run */
export async function preview(page: Page, sql: string, rowCount: number): Promise<string> {
	await page.getByRole('link', { name: 'Worksheets', exact: true }).click();
	await new Editor(page).replace(sql);
	const ran = page.waitForResponse(
		(response) => response.url().includes('/preview-runs') && response.request().method() === 'POST',
	);
	const listed = page.waitForResponse((response) => response.url().includes('/outputs') && response.ok(), {
		timeout: 120_000,
	});
	await page.getByRole('button', { name: /^Preview/ }).click();
	const { id } = (await (await ran).json()) as { id: string };
	await listed;
	await new Grid(page).element.and(page.locator(`[aria-rowcount="${rowCount + 1}"]`)).waitFor({ timeout: 120_000 });
	return id;
}
