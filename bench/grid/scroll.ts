import type { Page } from '@playwright/test';

export interface Scrolling {
	/** Missed frames, in percent of those expected. */
	readonly dropped: number;
	/** Frames with an empty cell in view, in percent. */
	readonly holes: number;
	readonly frames: number;
	/** The longest task while scrolling, ms; 0 if none took 50. */
	readonly longestTask: number;
}

export interface ScrollOptions {
	readonly axis: 'down' | 'across';
	/** Px per frame. */
	readonly step: number;
	readonly seconds: number;
	/** Whether to also look for empty cells, which takes time itself. */
	readonly lookForHoles?: boolean;
}

/** Scrolls the page's grid by a step per frame, back and forth, and counts the frames. */
export async function scroll(page: Page, options: ScrollOptions): Promise<Scrolling> {
	return await page.getByRole('grid').evaluate(async (grid, { axis, step, seconds, lookForHoles }) => {
		const tasks: number[] = [];
		const observer = new PerformanceObserver((list) => {
			for (const entry of list.getEntries()) tasks.push(entry.duration);
		});
		observer.observe({ type: 'longtask' });
		const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
		/** Considers only visible cells: a pool holds a few more around the viewport, which are empty until they are near. */
		const hasHole = () => {
			const view = grid.getBoundingClientRect();
			const head = grid.querySelector('[role=columnheader]')?.getBoundingClientRect();
			const gutter = grid.querySelector('[role=rowheader]')?.getBoundingClientRect();
			const [top, left] = [head?.bottom ?? view.top, gutter?.right ?? view.left];
			for (const cell of grid.querySelectorAll('[role=gridcell]')) {
				if (cell.textContent !== '') continue;
				const box = cell.getBoundingClientRect();
				const isAcross = box.right > left + 1 && box.left < view.right - 1;
				if (box.width > 0 && isAcross && box.bottom > top + 1 && box.top < view.bottom - 1) return true;
			}
			const [right, bottom] = [view.left + grid.clientWidth, view.top + grid.clientHeight];
			for (let y = top + 2; y < bottom - 4; y += 14) {
				// The line between two cells doesn't count.
				for (let x = left + 2; x < right - 4; x += 50) if (isBare(x, y) && isBare(x + 2, y + 2)) return true;
			}
			return false;
		};
		/** Whether there is no cell at all; unknown if something covers the grid. */
		const isBare = (x: number, y: number) => {
			const there = document.elementFromPoint(x, y);
			return there !== null && grid.contains(there) && there.closest('[role=gridcell]') === null;
		};
		const times: number[] = [await frame()];
		performance.mark('scroll-begin');
		const end = performance.now() + seconds * 1_000;
		let direction = 1;
		let holes = 0;
		let moved = false;
		while (performance.now() < end) {
			const before = axis === 'down' ? grid.scrollTop : grid.scrollLeft;
			if (axis === 'down') grid.scrollTop += step * direction;
			else grid.scrollLeft += step * direction;
			if ((axis === 'down' ? grid.scrollTop : grid.scrollLeft) === before) direction = -direction;
			else moved = true;
			times.push(await frame());
			if (lookForHoles === true && hasHole()) holes += 1;
		}
		performance.mark('scroll-end');
		observer.disconnect();
		if (!moved) throw new Error('The grid cannot be scrolled: nothing was measured.');
		const refresh = 1_000 / 60;
		let dropped = 0;
		for (let index = 1; index < times.length; index += 1)
			dropped += Math.max(0, Math.round(((times[index] ?? 0) - (times[index - 1] ?? 0)) / refresh) - 1);
		const drawn = times.length - 1;
		return {
			dropped: (dropped / Math.max(1, dropped + drawn)) * 100,
			frames: drawn,
			holes: (holes / Math.max(1, drawn)) * 100,
			longestTask: Math.max(0, ...tasks),
		};
	}, options);
}

/** Runs something with the browser's CPU slowed down by a factor. */
export async function slowed<T>(page: Page, rate: number, act: () => Promise<T>): Promise<T> {
	const session = await page.context().newCDPSession(page);
	await session.send('Emulation.setCPUThrottlingRate', { rate });
	try {
		return await act();
	} finally {
		await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
		await session.detach();
	}
}
