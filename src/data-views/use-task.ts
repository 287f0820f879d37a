import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { trackPendingWork } from '../lib/browser/when-idle.ts';

export type Task<T, P> =
	| { readonly state: 'idle' }
	| { readonly state: 'running' | 'canceled'; readonly progress: P | null }
	| { readonly state: 'done'; readonly value: T }
	| { readonly state: 'failed'; readonly error: unknown; readonly message: string; readonly progress: P | null };

export interface Progress {
	readonly done: number;
	readonly total: number;
}

type Work<T, P> = (signal: AbortSignal, onProgress: (progress: P) => void) => Promise<T>;

const idle = { state: 'idle' } as const;

/**
 * Work the user starts and may cancel. Starting again aborts the running one.
 * @param of subject of the work; when it changes, the task resets to idle
 */
export function useTask<T, P = Progress>(of: unknown) {
	const [held, setHeld] = useState<{ readonly of: unknown; readonly task: Task<T, P> }>({ of, task: idle });
	const controller = useRef<AbortController>(null);
	// biome-ignore lint/correctness/useExhaustiveDependencies: a new subject ends the work
	useEffect(() => () => controller.current?.abort(), [of]);

	const run = async (work: Work<T, P>): Promise<void> => {
		controller.current?.abort();
		const started = new AbortController();
		controller.current = started;
		const { signal } = started;
		const show = (task: Task<T, P>) => {
			if (!signal.aborted) setHeld({ of, task });
		};
		let reached: P | null = null;
		const advance = (progress: P | null) => {
			reached = progress;
			show({ state: 'running', progress });
		};
		advance(null);
		try {
			show({ state: 'done', value: await trackPendingWork(work(signal, advance)) });
		} catch (error) {
			const message = error instanceof Error ? error.message : String(error);
			show({ state: 'failed', error, message, progress: reached });
		}
	};
	const cancel = () => {
		controller.current?.abort();
		setHeld(({ task }) => ({ of, task: task.state === 'running' ? { ...task, state: 'canceled' } : idle }));
	};
	return { task: held.of === of ? held.task : idle, run, cancel };
}

/** A resource closed when the work ends, however it ends. @throws AbortError if it has already ended */
export function closeOnAbort<T extends { close(): void }>(signal: AbortSignal, opened: T): T {
	if (signal.aborted) opened.close();
	signal.throwIfAborted();
	signal.addEventListener('abort', () => opened.close(), { once: true });
	return opened;
}

/** Work that starts on mount, when `of` changes, and on request. */
export function useWork<T, P = Progress>(of: unknown, work: Work<T, P>) {
	const { task, run, cancel } = useTask<T, P>(of);
	const begin = useEffectEvent(() => void run(work));
	// biome-ignore lint/correctness/useExhaustiveDependencies: `of` determines what is read
	useEffect(() => begin(), [of]);
	const begun: Exclude<Task<T, P>, { state: 'idle' }> = task.state === 'idle'
		? { state: 'running', progress: null }
		: task;
	return { task: begun, cancel, again: () => void run(work) };
}
