import { expect, type Page } from '@playwright/test';

/** Drops files with the same text on the page. */
export async function drop(page: Page, name: string, text: string, others: readonly string[] = []): Promise<void> {
	const data = await page.evaluateHandle(
		({ names, text }) => {
			const transfer = new DataTransfer();
			for (const name of names) transfer.items.add(new File([text], name, { type: 'text/csv' }));
			return transfer;
		},
		{ names: [name, ...others], text },
	);
	// As in a browser, which drags files over a page first: a page that doesn't take them yet isn't sent the drop.
	const takesDrops = () =>
		page.locator('main').evaluate((main, dataTransfer) => {
			const dragged = new DragEvent('dragover', { bubbles: true, cancelable: true, dataTransfer });
			main.dispatchEvent(dragged);
			return dragged.defaultPrevented;
		}, data);
	await expect.poll(takesDrops).toBe(true);
	await page.locator('main').dispatchEvent('drop', { dataTransfer: data });
}

/** A CSV file of readings. @param bad dates by row, from 0 */
export const rowsOf = (count: number, bad: Readonly<Record<number, string>> = {}): string =>
	`reading,taken_on,level\n${Array.from({ length: count }, (_, row) => `${row + 1},${bad[row] ?? `2024-03-${10 + (row % 20)}`},${row % 7}.25`).join('\n')}\n`;
