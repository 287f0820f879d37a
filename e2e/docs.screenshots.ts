import type { Page } from '@playwright/test';
import { Editor } from './support/editor.ts';
import { Grid } from './support/grid.ts';
import { expect, test } from './support/journey.ts';

/** Pictures of the sample workspace for README and docs. */
for (const colorScheme of ['light', 'dark'] as const) {
	test(`pictures in ${colorScheme}`, async ({ signedIn: page }) => {
		const shoot = (name: string) => page.screenshot({ path: `docs/screenshots/${name}-${colorScheme}.png` });
		await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
		await page.setViewportSize({ width: 1280, height: 800 });
		await settled(page);
		await shoot('build-specs');
		await page.getByRole('link', { name: /airport_delays/ }).click();
		await new Editor(page).ready();
		await page.getByRole('button', { name: /^Preview/ }).click();
		await new Grid(page).expectRows(220);
		await expect(new Grid(page).row(1).filter({ hasText: /^DFW$/ })).toBeVisible();
		await expect(page.getByText(/going on/)).toHaveCount(0);
		await settled(page);
		await shoot('build-spec');
	});
}

/** Waits until fonts are there and nothing is being fetched. */
async function settled(page: Page): Promise<void> {
	await page.waitForLoadState('networkidle');
	await page.evaluate(() => document.fonts.ready);
}
