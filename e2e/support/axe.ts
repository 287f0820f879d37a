import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** What a scheme of colors changes; all other rules are of the markup, which both schemes share. */
const colorRules = ['color-contrast', 'link-in-text-block'];

/**
 * Axe over a page as it is. In the page itself: no page of ours has a frame whose findings would have to be put together in a
 * second one. What is right is not written out: that takes longer than finding it.
 */
export const axeOf = (page: Page): AxeBuilder =>
	new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });

export type Scheme = 'light' | 'dark';

/** Nothing that everybody needs is missing on a page, in light and in dark. */
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

/** What is out of view may be left undrawn, in the colors of the scheme before; axe looks at it all the same. */
function skipNothing(): void {
	const sheet = new CSSStyleSheet();
	sheet.replaceSync('* { content-visibility: visible !important }');
	document.adoptedStyleSheets = [sheet];
}

/** What follows the scheme, or the size of the window, is drawn in the frames after it. */
const drawn = (): Promise<number> =>
	new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => requestAnimationFrame(resolve))));
