import { EngineError } from '../errors.ts';
import { seconds, size } from '../format.ts';

/** Rejects when time is up or the signal aborts, without waiting for the work. */
export function within<T>(ms: number, signal: AbortSignal | null, what: string, work: () => Promise<T>): Promise<T> {
	return new Promise<T>((resolve, reject) => {
		const canceled = () => reject(new EngineError('CANCELLED', `The ${what} was canceled.`));
		const late = () =>
			reject(
				new EngineError(
					'DEADLINE_EXCEEDED',
					`The ${what} was stopped because it exceeded the time limit of ${seconds(ms)}.`,
				),
			);
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

const lookMs = 1_000;

/** Rejects when more than the limit was written, without waiting for the work. */
export function withinBytes<T>(
	most: number,
	staged: { written(): Promise<number> },
	work: () => Promise<T>,
): Promise<T> {
	return new Promise<T>((resolve, reject) => {
		let timer: NodeJS.Timeout | null = null;
		const look = async () => {
			// Problems of the store are reported by the code that takes over the files.
			if ((await staged.written().catch(() => 0)) > most) reject(tooLarge(most));
			else if (timer !== null) timer = setTimeout(look, lookMs);
		};
		timer = setTimeout(look, lookMs);
		const end = () => {
			if (timer !== null) clearTimeout(timer);
			timer = null;
		};
		work().then(resolve, reject).finally(end);
	});
}

export const tooLarge = (most: number): EngineError =>
	new EngineError('OUTPUT_TOO_LARGE', `The run was stopped because its output exceeded the limit of ${size(most)}.`);
