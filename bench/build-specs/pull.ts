import type { Browser, Page } from '@playwright/test';
import { type Task, tasksDuring } from '../trace.ts';

export interface Pulling {
	readonly tasks: readonly Task[];
	readonly frames: number;
	/** Missed frames, in percent of those expected. */
	readonly dropped: number;
}

/** Pans a viewport with the wheel, 30 px per frame, back and forth and up and down. */
export async function pull(browser: Browser, page: Page, selector: string, seconds: number): Promise<Pulling> {
	let seen = { frames: 0, dropped: 0 };
	const tasks = await tasksDuring(browser, page, 'pull', async () => {
		seen = await page.locator(selector).evaluate(async (element, length) => {
			const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
			const times = [await frame()];
			performance.mark('pull-begin');
			const end = performance.now() + length * 1_000;
			const turns = [
				[30, 0],
				[0, 20],
				[-30, 0],
				[0, -20],
			];
			while (performance.now() < end) {
				const [deltaX = 0, deltaY = 0] = turns[Math.floor(times.length / 40) % turns.length] ?? [];
				element.dispatchEvent(new WheelEvent('wheel', { deltaX, deltaY, bubbles: true, cancelable: true }));
				times.push(await frame());
			}
			performance.mark('pull-end');
			const frames = times.length - 1;
			let missing = 0;
			for (let index = 1; index < times.length; index += 1)
				missing += Math.max(0, Math.round(((times[index] ?? 0) - (times[index - 1] ?? 0)) / (1_000 / 60)) - 1);
			return { frames, dropped: (missing / Math.max(1, missing + frames)) * 100 };
		}, seconds);
	});
	return { tasks, ...seen };
}

/** The main thread's work per frame, in ms of CPU time. */
export const perFrame = ({ tasks, frames }: Pulling): number =>
	tasks.reduce((sum, task) => sum + task.own, 0) / Math.max(1, frames);
