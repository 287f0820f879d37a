import type { Operation } from '#contract/operation.ts';
import { ApiError, isApiError, isPassing } from './api-error.ts';
import { maxReadRetries } from './retry.ts';

/** A write, and the read that tells what became of it when its answer is lost. */
export interface Write<T> {
	/** Id of the operation, for messages. */
	readonly operation: string;
	send(): Promise<T>;
	/** Reads what it resulted in, or null when nothing came of it. */
	find(): Promise<T | null>;
	/** What it does, to follow "was" and "was not": "saved", "deleted". */
	readonly done: string;
}

/** How a write was settled. `found`: its answer was lost, and what it did was found by looking. */
export interface Settled<T> {
	readonly value: T;
	readonly found: boolean;
}

const codes = { notDone: 'NOT_DONE', unknown: 'OUTCOME_UNKNOWN' } as const;

/**
 * Sends a write once. When no answer comes, it is not sent again: what became of it is looked up.
 * @param onlyLook looks up what became of one that was sent before
 * @throws ApiError, also when nothing came of the write and when that cannot be found out (`isUnknownOutcome`)
 */
export async function settleWrite<T>(write: Write<T>, onlyLook = false): Promise<Settled<T>> {
	if (!onlyLook) {
		try {
			return { value: await write.send(), found: false };
		} catch (error) {
			if (!isLost(error)) throw error;
		}
	}
	const found = await look(write);
	if (found !== null) return { value: found, found: true };
	const message = `The connection was lost before the service responded. This was not ${write.done}.`;
	throw lost(write, codes.notDone, message);
}

/** The error of a write whose answer was lost, at a service where nothing that can be read shows its outcome. */
export const unknownOutcome = ({ id }: Operation, message: string): ApiError =>
	lost({ operation: id }, codes.unknown, `The connection was lost before the service responded, and ${message}`);

/** Whether nobody can tell yet what became of a write: it may only be looked up, not sent again. */
export const isUnknownOutcome = (error: unknown): boolean => isApiError(error) && error.code === codes.unknown;

/** Whether a write was refused because the sign-in ended. It is sent again only when the person says so. */
export const isSignInEnded = (error: unknown): boolean => isApiError(error) && error.status === 401;

/** Whether a write that failed so may have been done: no answer came, or none that can be read, or the one of a service or proxy that did not hear the end. */
const isLost = (error: unknown): boolean =>
	isApiError(error) && (error.kind !== 'refused' || [502, 503, 504].includes(error.status));

/** Waits before looking again, ms: the service may be coming back. */
const retryDelays = [200, 600, 1_500];

async function look<T>(write: Write<T>): Promise<T | null> {
	for (let failures = 0; ; failures += 1) {
		try {
			return await write.find();
		} catch (error) {
			if (!isPassing(error) && !isSignInEnded(error)) throw error;
			if (failures >= maxReadRetries || isSignInEnded(error)) {
				const message = `The service didn’t respond, so we don’t know yet whether this was ${write.done}.`;
				throw lost(write, codes.unknown, message, error);
			}
		}
		await new Promise((resolve) => setTimeout(resolve, (retryDelays[failures] ?? 1_500) * (0.75 + Math.random() / 2)));
	}
}

const lost = (write: Pick<Write<unknown>, 'operation'>, code: string, message: string, cause?: unknown): ApiError =>
	new ApiError(
		{ kind: 'unreachable', status: 0, code, message, subErrors: [], requestId: null, operation: write.operation },
		cause,
	);
