import type { Operation } from '#contract/operation.ts';
import { ApiError, isApiError, isPassing } from './api-error.ts';
import { maxReadRetries } from './retry.ts';

/** A write, and the read that finds out what happened if its response is lost. */
export interface Write<T> {
	readonly operation: string;
	send(): Promise<T>;
	/** Reads the result of the write; null if it had no effect. */
	find(): Promise<T | null>;
	/** Follows "was" and "was not" in messages: "saved", "deleted". */
	readonly done: string;
}

/** How a write ended. `found`: its response was lost, and its effect was found by reading. */
export interface Settled<T> {
	readonly value: T;
	readonly found: boolean;
}

const codes = { notDone: 'NOT_DONE', unknown: 'OUTCOME_UNKNOWN' } as const;

/**
 * Sends a write once. If no response comes, its outcome is looked up instead of sending it again.
 * @param onlyLook looks up the outcome of a write sent earlier
 * @throws ApiError, also if the write had no effect or its outcome can't be determined (`isUnknownOutcome`)
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
	const message = `The connection was lost before the service responded, and nothing was ${write.done}. Try again.`;
	throw lost(write, codes.notDone, message);
}

/** The error of a lost write whose outcome can't be read from the service. */
export const unknownOutcome = ({ id }: Operation, message: string): ApiError =>
	lost({ operation: id }, codes.unknown, `The connection was lost before the service responded, and ${message}`);

/** Whether the outcome of a write is unknown, so it may be looked up but not sent again. */
export const isUnknownOutcome = (error: unknown): boolean => isApiError(error) && error.code === codes.unknown;

/** Whether a write was rejected because the session expired. It's sent again only if the user confirms. */
export const isSignInEnded = (error: unknown): boolean => isApiError(error) && error.status === 401;

/**
 * Whether a failed write may have been executed: no response, an unreadable one, or one from a gateway that lost the
 * connection.
 */
const isLost = (error: unknown): boolean =>
	isApiError(error) && (error.kind !== 'refused' || [502, 503, 504].includes(error.status));

/** Delays before looking again, in ms: the service may be restarting. */
const retryDelays = [200, 600, 1_500];

async function look<T>(write: Write<T>): Promise<T | null> {
	for (let failures = 0; ; failures += 1) {
		try {
			return await write.find();
		} catch (error) {
			if (!isPassing(error) && !isSignInEnded(error)) throw error;
			if (failures >= maxReadRetries || isSignInEnded(error)) {
				const message = `The service didn’t respond, so it’s unknown whether this was ${write.done}.`;
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
