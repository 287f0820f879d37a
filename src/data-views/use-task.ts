import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { aheadOfIdle } from '../lib/browser/when-idle.ts';

/** Work that takes a while. What is canceled or fails keeps how far it came. */
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
 * Work that a person starts and may cancel; starting it again ends what is running.
 * @param of what is worked on: with another one the task is idle again
 */
export function useTask<T, P = Progress>(of: unknown) {
	const [held, setHeld] = useState<{ readonly of: unknown; readonly task: Task<T, P> }>({ of, task: idle });
	const controller = useRef<AbortController>(null);
	// biome-ignore lint/correctness/useExhaustiveDependencies: work on something else is over
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
			show({ state: 'done', value: await aheadOfIdle(work(signal, advance)) });
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

/** What work has opened: closed as soon as the work is over, however it ends. @throws AbortError where it is over already */
export function closedWith<T extends { close(): void }>(signal: AbortSignal, opened: T): T {
	if (signal.aborted) opened.close();
	signal.throwIfAborted();
	signal.addEventListener('abort', () => opened.close(), { once: true });
	return opened;
}

/** Work that begins as soon as it is shown, and anew when `of` is another or when it is asked for again. */
export function useWork<T, P = Progress>(of: unknown, work: Work<T, P>) {
	const { task, run, cancel } = useTask<T, P>(of);
	const begin = useEffectEvent(() => void run(work));
	// biome-ignore lint/correctness/useExhaustiveDependencies: what is read is said by `of`
	useEffect(() => begin(), [of]);
	const begun: Exclude<Task<T, P>, { state: 'idle' }> = task.state === 'idle'
		? { state: 'running', progress: null }
		: task;
	return { task: begun, cancel, again: () => void run(work) };
}
