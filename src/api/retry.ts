import { isPassing } from './api-error.ts';

/** How often a read that failed is asked again when the failure may pass. Writes never are. */
export const maxReadRetries = 3;

/** How long to wait before that, ms: longer each time, and not the same for all who wait. */
export const retryDelay = (failures: number, random = Math.random()): number =>
	Math.min(1_000 * 2 ** failures, 8_000) * (0.5 + random / 2);

export const shouldRetry = (failures: number, error: unknown): boolean => failures < maxReadRetries && isPassing(error);
