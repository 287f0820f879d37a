import type { Page } from '@playwright/test';
import { heapOf } from './heap.ts';

/** A page's memory after a collection. */
export interface Memory {
	/** Of page and workers, bytes. */
	readonly heap: number;
	/** DOM nodes, including detached ones. */
	readonly nodes: number;
	readonly listeners: number;
}

export async function memoryOf(page: Page): Promise<Memory> {
	// Freeing some may free more.
	await heapOf(page);
	const heap = await heapOf(page);
	const session = await page.context().newCDPSession(page);
	await session.send('Performance.enable');
	const { metrics } = await session.send('Performance.getMetrics');
	await session.detach();
	const metric = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0;
	return { heap, nodes: metric('Nodes'), listeners: metric('JSEventListeners') };
}

/** A line of the final table. */
export const tellMemory = (what: string, { heap, nodes, listeners }: Memory): string =>
	[
		what.padEnd(34),
		`${(heap / 1e6).toFixed(1)} MB`.padStart(10),
		String(nodes).padStart(9),
		String(listeners).padStart(11),
	].join('');

export const memoryHeads: string = [
	'when'.padEnd(34),
	'heap'.padStart(10),
	'nodes'.padStart(9),
	'listeners'.padStart(11),
].join('');
