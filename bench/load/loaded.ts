import type { BrowserContext, CDPSession, Page } from '@playwright/test';

/** A page with an empty browser cache. */
export interface Loaded {
	/** Time from the navigation to the frame with the last row. */
	readonly ms: number;
	/** Longest task until a second later; 0: none over 50. */
	readonly task: number;
	readonly shift: number;
	/** Received over the network, headers included. */
	readonly bytes: number;
}

/**
 * Opens an address in a new tab that watches for the list (`watch`). A new tab has a process of its own: in a tab that
 * has already shown the page, the code of a small page is still compiled, and that of a large one isn't.
 * @param rate how many times slower the CPU is
 */
export async function load(context: BrowserContext, address: string, rate: number): Promise<Loaded> {
	const page = await context.newPage();
	await page.bringToFront();
	const session: CDPSession = await context.newCDPSession(page);
	let bytes = 0;
	session.on('Network.loadingFinished', ({ encodedDataLength }) => {
		bytes += encodedDataLength;
	});
	await session.send('Network.enable');
	await session.send('Network.clearBrowserCache');
	await session.send('Emulation.setCPUThrottlingRate', { rate });
	await page.goto(address, { waitUntil: 'commit' });
	const ms = await page.evaluate(() => (globalThis as unknown as { listed: Promise<number> }).listed);
	await page.waitForTimeout(700);
	const { task, shift } = await page.evaluate(
		() => (globalThis as unknown as { seen: { task: number; shift: number } }).seen,
	);
	await page.close();
	return { ms, task, shift, bytes };
}

/** Runs in the page before everything else: waits for this many names of the list. */
export function watch(count: number): void {
	const seen = { task: 0, shift: 0 };
	new PerformanceObserver((list) => {
		for (const entry of list.getEntries()) seen.task = Math.max(seen.task, entry.duration);
	}).observe({ type: 'longtask' });
	new PerformanceObserver((list) => {
		for (const entry of list.getEntries()) seen.shift += (entry as unknown as { value: number }).value;
	}).observe({ type: 'layout-shift' });
	const complete = new Promise<number>((resolve, reject) => {
		const look = () => {
			const names = new Set(document.body?.textContent?.match(/listed_\d\d/g));
			if (performance.now() > 120_000) reject(new Error(`${names.size} of ${count} names after two minutes.`));
			else if (names.size < count) requestAnimationFrame(look);
			else requestAnimationFrame(() => resolve(performance.now()));
		};
		requestAnimationFrame(look);
	});
	Object.assign(globalThis, { seen, listed: complete });
}

/** Signs in new tabs of a page's context with that page's session, which is stored per tab. */
export async function shareSession(page: Page): Promise<void> {
	// A page that was never opened has no storage; its context has the cookies.
	if (page.url() === 'about:blank') return;
	const kept = await page.evaluate(() => ({ ...sessionStorage }));
	await page.context().addInitScript((entries) => void Object.assign(sessionStorage, entries), kept);
}
