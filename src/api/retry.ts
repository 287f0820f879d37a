import { pause } from '../lib/pause.ts';
import { isApiError, isPassing } from './api-error.ts';

/** How often a read that failed is asked again when the failure may pass. Writes never are. */
export const maxReadRetries = 3;

/** How long to wait before that, ms: longer each time, and not the same for all who wait. */
export const retryDelay = (failures: number, random = Math.random()): number =>
	Math.min(1_000 * 2 ** failures, 8_000) * (0.5 + random / 2);

/** Longest time that a read waits because the service said when to ask again, ms; longer is for the person to know. */
const longestWait = 10_000;

const saidWait = (error: unknown): number => (isApiError(error) ? (error.retryAfter ?? 0) : 0);

/** As `retryDelay`, and never before the service said. */
export const retryDelayAfter = (failures: number, error: unknown): number =>
	Math.max(retryDelay(failures), saidWait(error));

export const shouldRetry = (failures: number, error: unknown): boolean =>
	failures < maxReadRetries && isPassing(error) && saidWait(error) <= longestWait;

/** Where a person waits for it: only because the service asks for patience. Browsers may hide its `Retry-After`. */
export const shouldRetrySoon: typeof shouldRetry = (failures, error) =>
	shouldRetry(failures, error) && isApiError(error) && (error.status === 429 || saidWait(error) > 0);

/**
 * A read that no query makes: it is one of many, or comes before or after something that is not done again.
 * @param isWorthIt whether to read again after that many failures
 * @throws what the last attempt failed with
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
