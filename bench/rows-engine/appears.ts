import type { Page } from '@playwright/test';

/**
 * Waits for a text, checking every frame: Playwright itself checks only twice a second.
 * @param within selector of the element with the text
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

/** The first cell of a visible row; rows count from 1. */
export const firstCell = (row: number): string => `[role="row"][aria-rowindex="${row + 1}"] [role="gridcell"]`;
