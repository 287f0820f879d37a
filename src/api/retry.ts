import { pause } from '../lib/pause.ts';
import { isApiError, isPassing } from './api-error.ts';

/** Maximum retries of a read with a temporary failure. Writes aren't retried. */
export const maxReadRetries = 3;

/** Retry delay in ms, with exponential backoff and jitter. */
export const retryDelay = (failures: number, random = Math.random()): number =>
	Math.min(1_000 * 2 ** failures, 8_000) * (0.5 + random / 2);

/** Longest `Retry-After` that a read waits for, in ms. A longer one is shown to the user. */
const longestWait = 10_000;

const saidWait = (error: unknown): number => (isApiError(error) ? (error.retryAfter ?? 0) : 0);

/** Like `retryDelay`, but no sooner than the service asks for. */
export const retryDelayAfter = (failures: number, error: unknown): number =>
	Math.max(retryDelay(failures), saidWait(error));

export const shouldRetry = (failures: number, error: unknown): boolean =>
	failures < maxReadRetries && isPassing(error) && saidWait(error) <= longestWait;

/** For reads a user waits for: retry only if the service asks to. Browsers may hide its `Retry-After`. */
export const shouldRetrySoon: typeof shouldRetry = (failures, error) =>
	shouldRetry(failures, error) && isApiError(error) && (error.status === 429 || saidWait(error) > 0);

/**
 * Retries a read outside of queries: one of many, or next to something that isn't repeated.
 * @param isWorthIt whether to retry after that many failures
 * @throws the last failure
 */
export async function readAgain<T>(
	read: () => Promise<T>,
	signal?: AbortSignal,
	isWorthIt: typeof shouldRetry = shouldRetry,
): Promise<T> {
	for (let failures = 0; ; failures += 1) {
		try {
			return await read();
		} catch (error) {
			if (!isWorthIt(failures, error)) throw error;
			await pause(retryDelayAfter(failures, error), signal);
		}
	}
}
