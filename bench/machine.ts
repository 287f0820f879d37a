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

export const loadWords = (): string => `load average ${load().toFixed(1)}${load() < busy ? '' : ', a busy machine'}`;
