import type { Locator, Page } from '@playwright/test';

export interface Typing {
	/** Time from each key to the frame that shows it, ms, in steps of 8. */
	readonly keys: readonly number[];
	/** The longest task during the typing, ms; 0 if none took 50. */
	readonly longestTask: number;
}

/** Types into a field, one key every 100 ms, and measures with the browser's event timing. */
export async function type(page: Page, field: Locator, text: string): Promise<Typing> {
	await field.focus();
	await page.evaluate(() => {
		const seen = { keys: [] as number[], tasks: [0] };
		Object.assign(globalThis, { seenTyping: seen });
		new PerformanceObserver((list) => {
			for (const entry of list.getEntries()) if (entry.name === 'keydown') seen.keys.push(entry.duration);
		}).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
		new PerformanceObserver((list) => {
			for (const entry of list.getEntries()) seen.tasks.push(entry.duration);
		}).observe({ type: 'longtask' });
	});
	// The frame that shows the focus doesn't belong to the first key.
	await page.waitForTimeout(500);
	for (const key of text) {
		await page.keyboard.press(key === ' ' ? 'Space' : key);
		await page.waitForTimeout(100);
	}
	// The last frames are reported slightly later.
	await page.waitForTimeout(500);
	const seen = await page.evaluate(
		() => (globalThis as unknown as { seenTyping: { keys: number[]; tasks: number[] } }).seenTyping,
	);
	// Keys shown within 16 ms aren't reported.
	const quick = Array.from({ length: Math.max(0, text.length - seen.keys.length) }, () => 16);
	return { keys: [...seen.keys, ...quick], longestTask: Math.max(...seen.tasks) };
}
