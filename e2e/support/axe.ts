import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Rules that depend on the color scheme; all others check the markup, which both schemes share. */
const colorRules = ['color-contrast', 'link-in-text-block'];

/**
 * Runs axe on a page in its current state, in the page itself: our pages have no frames whose results would need merging in a second page. Passed
 * checks aren't collected, which would take longer than the checks.
 */
export const axeOf = (page: Page): AxeBuilder =>
	new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });

export type Scheme = 'light' | 'dark';

export async function expectClean(
	page: Page,
	what: string,
	schemes: readonly Scheme[] = ['light', 'dark'],
): Promise<void> {
	await page.evaluate(skipNothing);
	for (const colorScheme of schemes) {
		await page.emulateMedia({ colorScheme });
		await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
		await page.evaluate(drawn);
		const axe = axeOf(page);
		if (colorScheme === 'light') axe.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']);
		else axe.withRules(colorRules);
		const { violations } = await axe.analyze();
		const found = violations.map(
			(violation) => `${violation.id}: ${violation.nodes.map((node) => node.target.join(' ')).join(' | ')}`,
		);
		expect(found, `${what}, ${colorScheme}`).toEqual([]);
	}
}

/** Content out of view may not be redrawn, and then still has the previous scheme's colors, but axe checks it anyway. */
function skipNothing(): void {
	const sheet = new CSSStyleSheet();
	sheet.replaceSync('* { content-visibility: visible !important }');
	document.adoptedStyleSheets = [sheet];
}

/** Changes of scheme or window size are drawn in the following frames. */
const drawn = (): Promise<number> =>
	new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => requestAnimationFrame(resolve))));
