import type { Browser, Page } from '@playwright/test';

interface TraceEvent {
	readonly name: string;
	readonly ph: string;
	readonly pid: number;
	readonly tid: number;
	readonly ts: number;
	/** CPU time of the thread, µs, which excludes other load. */
	readonly tdur?: number;
	/** Wall time, µs. */
	readonly dur?: number;
}

/** A task of a page's main thread: CPU time and wall time, ms. */
export interface Task {
	readonly own: number;
	readonly clock: number;
}

/**
 * The tasks of the page's main thread (script, style, layout and paint) during some work, from the browser's trace. Their CPU time hardly depends on
 * other load.
 * @param act sets the marks `<name>-begin` and `<name>-end` in the page
 */
export async function tasksDuring(
	browser: Browser,
	page: Page,
	name: string,
	act: () => Promise<void>,
): Promise<Task[]> {
	await browser.startTracing(page, { categories: ['toplevel', 'blink.user_timing'] });
	await act();
	const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
	const begin = traceEvents.find((event) => event.name === `${name}-begin`);
	const end = traceEvents.find((event) => event.name === `${name}-end`);
	if (begin === undefined || end === undefined) throw new Error(`The trace does not say when “${name}” was.`);
	const tasks = traceEvents
		.filter(
			(event) => event.name === 'ThreadControllerImpl::RunTask' && event.pid === begin.pid && event.tid === begin.tid,
		)
		.filter((event) => event.ts >= begin.ts && event.ts <= end.ts)
		.map((event) => ({ own: (event.tdur ?? 0) / 1_000, clock: (event.dur ?? 0) / 1_000 }));
	if (!tasks.some((task) => task.own > 0 && task.clock > 0)) throw new Error(`The trace has no tasks of “${name}”.`);
	return tasks;
}
