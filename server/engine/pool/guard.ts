import { startThread } from '../process-file.ts';

export type StopReason = 'DEADLINE_EXCEEDED' | 'MEMORY_EXCEEDED' | 'OUTPUT_TOO_LARGE';

export interface Limits {
	readonly deadlineMs: number;
	readonly memoryBytes: number;
	readonly output: { readonly file: string; readonly maxBytes: number } | null;
}

export type WatchdogRequest =
	| { readonly kind: 'watch'; readonly pid: number; readonly limits: Limits }
	| { readonly kind: 'release'; readonly pid: number; readonly id: number };

export interface WatchdogAnswer {
	readonly id: number;
	readonly reason: StopReason | null;
}

export type Guard = ReturnType<typeof createGuard>;

/** The service's side of the watchdog thread. */
export function createGuard() {
	const worker = startThread('watchdog', new URL('./watchdog.ts', import.meta.url), { env: {} });
	worker.unref();
	const waiting = new Map<number, (reason: StopReason | null) => void>();
	let lastId = 0;
	worker.on('message', ({ id, reason }: WatchdogAnswer) => {
		waiting.get(id)?.(reason);
		waiting.delete(id);
	});
	worker.on('exit', () => {
		for (const answer of waiting.values()) answer(null);
		waiting.clear();
	});
	const post = (request: WatchdogRequest) => worker.postMessage(request);
	return {
		/** Kills the process when it exceeds a limit, from now until `release`. */
		watch: (pid: number, limits: Limits) => post({ kind: 'watch', pid, limits }),
		/** Stops watching; returns why the process was killed, or null if it wasn't. */
		release: (pid: number) =>
			new Promise<StopReason | null>((resolve) => {
				const id = ++lastId;
				waiting.set(id, resolve);
				post({ kind: 'release', pid, id });
			}),
		close: async () => {
			await worker.terminate();
		},
	};
}
