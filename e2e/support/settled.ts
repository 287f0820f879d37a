import { expect, type Page, type Request } from '@playwright/test';

/** Tracks a page's requests from now on. Returns a function that waits until all of them have arrived and are drawn. */
export function watchSettling(page: Page): (what: string) => Promise<void> {
	const open = new Set<Request>();
	let begun = 0;
	const end = (request: Request) => open.delete(request);
	page.on('request', (request) => {
		begun += 1;
		open.add(request);
	});
	page.on('requestfinished', end);
	page.on('requestfailed', end);
	// The browser doesn't report the end of a worker's own script.
	page.on('worker', (worker) => [...open].filter((request) => request.url() === worker.url()).forEach(end));
	return async (what) => {
		const stillOpen = async () => {
			const before = begun;
			await page.evaluate(twoFrames);
			// Drawing a response may cause more requests.
			return begun === before ? [...open].map((request) => request.url()) : ['something just now'];
		};
		await expect.poll(stillOpen, what).toEqual([]);
	};
}

const twoFrames = (): Promise<number> =>
	new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
