import type { Browser, Page } from '@playwright/test';
import { tasksDuring } from '../trace.ts';
import { type ScrollOptions, scroll } from './scroll.ts';

/**
 * The main thread's work per scrolled frame: script, style, layout and paint, in ms of CPU time. Unlike frames, this hardly depends on other load.
 */
export async function workPerFrame(browser: Browser, page: Page, options: ScrollOptions): Promise<number> {
	let frames = 0;
	const tasks = await tasksDuring(browser, page, 'scroll', async () => {
		({ frames } = await scroll(page, options));
	});
	return tasks.reduce((sum, task) => sum + task.own, 0) / Math.max(1, frames);
}
