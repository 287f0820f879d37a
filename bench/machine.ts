import { cpus, loadavg, totalmem } from 'node:os';

/** Load average of the last minute above which frame rates reflect the machine more than the page. */
export const busy = 2;

export function describeMachine(): string {
	const processors = cpus();
	const [first] = processors;
	const memory = `${Math.round(totalmem() / 2 ** 30)} GB`;
	return `${processors.length} × ${first?.model.trim() || 'processor'}, ${memory}, Node ${process.versions.node}`;
}

export const load = (): number => loadavg()[0] ?? 0;

/** Marks results from a busy machine; the next run looks for it in the report. */
export const busyWords = 'a busy machine';

export const loadWords = (): string => `load average ${load().toFixed(1)}${load() < busy ? '' : `, ${busyWords}`}`;

/** Waits until the machine is mostly idle, since recent measurements count as load. @returns whether it is by then */
export async function untilIdle(maxMs: number): Promise<boolean> {
	const end = Date.now() + maxMs;
	while (load() >= busy) {
		if (Date.now() >= end) return false;
		await new Promise((resolve) => setTimeout(resolve, 5_000));
	}
	return true;
}
