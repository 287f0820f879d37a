import { cpus, loadavg, totalmem } from 'node:os';

/** Processes that want to run, over the last minute, above which frames tell more of the machine than of the page. */
export const busy = 2;

/** What was measured on, in a line. */
export function describeMachine(): string {
	const processors = cpus();
	const [first] = processors;
	const memory = `${Math.round(totalmem() / 2 ** 30)} GB`;
	return `${processors.length} × ${first?.model.trim() || 'processor'}, ${memory}, Node ${process.versions.node}`;
}

export const load = (): number => loadavg()[0] ?? 0;

/** What is said of a busy machine; the next run finds it in what this one wrote. */
export const busyWords = 'a busy machine';

export const loadWords = (): string => `load average ${load().toFixed(1)}${load() < busy ? '' : `, ${busyWords}`}`;

/** Waits until the machine does little else, most of which may be what was measured before. @returns whether it does by then */
export async function untilIdle(mostMs: number): Promise<boolean> {
	const end = Date.now() + mostMs;
	while (load() >= busy) {
		if (Date.now() >= end) return false;
		await new Promise((resolve) => setTimeout(resolve, 5_000));
	}
	return true;
}
