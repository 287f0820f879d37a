import type { Browser, Page } from '@playwright/test';

interface TraceEvent {
	readonly name: string;
	readonly ph: string;
	readonly ts: number;
	readonly dur?: number;
	readonly pid: number;
	readonly tid: number;
}

/** A stretch of script on a page's main thread; ms since the first one. */
export interface Stretch {
	readonly at: number;
	readonly took: number;
}

/** Returns the scripts of the busiest page during some work, from the browser's trace. */
export async function scriptsDuring(browser: Browser, work: () => Promise<void>): Promise<Stretch[]> {
	const session = await browser.newBrowserCDPSession();
	const events: TraceEvent[] = [];
	session.on('Tracing.dataCollected', ({ value }) => {
		events.push(...(value as unknown as TraceEvent[]));
	});
	await session.send('Tracing.start', {
		transferMode: 'ReportEvents',
		traceConfig: { includedCategories: ['devtools.timeline'] },
	});
	await work();
	const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
	await session.send('Tracing.end');
	await complete;
	await session.detach();
	const scripts = events.filter(
		(event) => event.ph === 'X' && event.name === 'FunctionCall' && event.dur !== undefined,
	);
	const threads = new Map<string, TraceEvent[]>();
	for (const script of scripts) {
		const thread = `${script.pid} ${script.tid}`;
		const found = threads.get(thread);
		if (found === undefined) threads.set(thread, [script]);
		else found.push(script);
	}
	const [busiest = []] = [...threads.values()].sort((a, b) => b.length - a.length);
	return outermost(busiest);
}

function outermost(events: readonly TraceEvent[]): Stretch[] {
	const inOrder = [...events].sort((a, b) => a.ts - b.ts);
	const first = inOrder[0]?.ts ?? 0;
	const found: Stretch[] = [];
	let end = 0;
	for (const { ts, dur = 0 } of inOrder) {
		if (ts < end) continue;
		end = ts + dur;
		found.push({ at: (ts - first) / 1_000, took: dur / 1_000 });
	}
	return found;
}

/** Watches the page's long tasks. @returns a function that returns the longest one so far, ms; 0 if none took 50 */
export async function watchTasks(page: Page): Promise<() => Promise<number>> {
	await page.evaluate(() => {
		const tasks: number[] = [];
		Object.assign(globalThis, { longTasks: tasks });
		new PerformanceObserver((list) => {
			for (const entry of list.getEntries()) tasks.push(entry.duration);
		}).observe({ type: 'longtask' });
	});
	return () =>
		page.evaluate(() => Math.max(0, ...(globalThis as unknown as { longTasks: readonly number[] }).longTasks));
}
