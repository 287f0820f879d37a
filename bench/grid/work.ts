import type { Browser, Page } from '@playwright/test';
import { tasksDuring } from '../trace.ts';
import { type ScrollOptions, scroll } from './scroll.ts';

/**
 * What the page's main thread works for a scrolled frame: script, style, layout and paint, in ms of its own time. Unlike
 * frames, this hardly depends on what else the machine does.
 */
export async function workPerFrame(browser: Browser, page: Page, options: ScrollOptions): Promise<number> {
	let frames = 0;
	const tasks = await tasksDuring(browser, page, 'scroll', async () => {
		({ frames } = await scroll(page, options));
	});
	return tasks.reduce((sum, task) => sum + task.own, 0) / Math.max(1, frames);
}
