import { expect, type Page, type Request } from '@playwright/test';

/** Follows what a page asks for from now on. Answers a wait until all of it has come, and what came is drawn. */
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
	// The browser does not tell of the end of a worker's own script.
	page.on('worker', (worker) => [...open].filter((request) => request.url() === worker.url()).forEach(end));
	return async (what) => {
		const stillOpen = async () => {
			const before = begun;
			await page.evaluate(twoFrames);
			// What is drawn of an answer may ask for more.
			return begun === before ? [...open].map((request) => request.url()) : ['something just now'];
		};
		await expect.poll(stillOpen, what).toEqual([]);
	};
}

const twoFrames = (): Promise<number> =>
	new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
