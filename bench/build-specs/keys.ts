import type { Page } from '@playwright/test';

/** An element with this text, which the page shows once a key is handled. */
export interface Sign {
	readonly selector: string;
	readonly text: string;
}

/**
 * Time from a key to the end of the frame that shows its result, ms. The browser's own event timing ends with the first frame after a key, in which a
 * list may still be unchanged.
 */
export async function answered(page: Page, key: string, signs: readonly Sign[]): Promise<number> {
	const seen = (wanted: readonly Sign[]) =>
		wanted.every(({ selector, text }) => document.querySelector(selector)?.textContent?.includes(text) === true);
	if (await page.evaluate(seen, signs)) throw new Error(`What “${key}” is to show is there already.`);
	await page.evaluate((wanted) => {
		const time = new Promise<number>((resolve) => {
			const onKey = ({ timeStamp }: KeyboardEvent) => {
				const look = () => {
					const isThere = wanted.every(
						({ selector, text }) => document.querySelector(selector)?.textContent?.includes(text) === true,
					);
					if (!isThere) {
						requestAnimationFrame(look);
						return;
					}
					// The next task runs after this frame is drawn.
					const { port1, port2 } = new MessageChannel();
					port1.onmessage = () => resolve(performance.now() - timeStamp);
					port2.postMessage(null);
				};
				requestAnimationFrame(look);
			};
			addEventListener('keydown', onKey, { once: true, capture: true });
		});
		Object.assign(globalThis, { answered: time });
	}, signs);
	await page.keyboard.press(key);
	return await page.evaluate(() => (globalThis as unknown as { answered: Promise<number> }).answered);
}
