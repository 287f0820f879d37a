import type { Page } from '@playwright/test';

/**
 * Waits for a text, looked for with every frame: what Playwright waits for by itself it looks for twice a second only.
 * @param within a selector of what holds the text
 */
export async function appears(page: Page, text: RegExp, within: string, timeout: number): Promise<void> {
	await page.waitForFunction(
		({ source, within }) => {
			const pattern = new RegExp(source);
			const root = document.querySelector(within);
			const walker = root && document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
			while (walker?.nextNode()) if (pattern.test(walker.currentNode.parentElement?.textContent ?? '')) return true;
			return false;
		},
		{ source: text.source, within },
		{ polling: 'raf', timeout },
	);
}

/** The first cell of a row in view; rows count from 1. */
export const firstCell = (row: number): string => `[role="row"][aria-rowindex="${row + 1}"] [role="gridcell"]`;
