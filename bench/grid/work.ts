import type { Browser, Page } from '@playwright/test';
import { type ScrollOptions, scroll } from './scroll.ts';

interface TraceEvent {
	readonly name: string;
	readonly ph: string;
	readonly pid: number;
	readonly tid: number;
	readonly ts: number;
	/** Time that the thread ran in it, µs; what else the machine did meanwhile is not in it. */
	readonly tdur?: number;
}

/**
 * What the page's main thread works for a scrolled frame: script, style, layout and paint, in ms of its own time. Unlike
 * frames, this hardly depends on what else the machine does.
 */
export async function workPerFrame(browser: Browser, page: Page, options: ScrollOptions): Promise<number> {
	await browser.startTracing(page, { categories: ['toplevel', 'blink.user_timing'] });
	const { frames } = await scroll(page, options);
	const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
	const begin = traceEvents.find((it) => it.name === 'scroll-begin');
	const end = traceEvents.find((it) => it.name === 'scroll-end');
	if (begin === undefined || end === undefined) throw new Error('The trace does not say when the scrolling was.');
	const worked = traceEvents
		.filter((it) => it.name === 'ThreadControllerImpl::RunTask' && it.pid === begin.pid && it.tid === begin.tid)
		.filter((it) => it.ts >= begin.ts && it.ts <= end.ts)
		.reduce((sum, it) => sum + (it.tdur ?? 0), 0);
	return worked / 1_000 / Math.max(1, frames);
}
