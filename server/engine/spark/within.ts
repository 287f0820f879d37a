import { EngineError } from '../errors.ts';
import { seconds } from '../format.ts';

/** Rejects when the time is over or the signal aborts, whatever the work still does. */
export function within<T>(ms: number, signal: AbortSignal | null, what: string, work: () => Promise<T>): Promise<T> {
	return new Promise<T>((resolve, reject) => {
		const canceled = () => reject(new EngineError('CANCELLED', `The ${what} was canceled.`));
		const late = () =>
			reject(new EngineError('DEADLINE_EXCEEDED', `The ${what} was stopped after ${seconds(ms)}, the time limit.`));
		const timer = setTimeout(late, ms);
		const end = () => {
			clearTimeout(timer);
			signal?.removeEventListener('abort', canceled);
		};
		if (signal?.aborted) canceled();
		signal?.addEventListener('abort', canceled, { once: true });
		work().then(resolve, reject).finally(end);
	});
}
