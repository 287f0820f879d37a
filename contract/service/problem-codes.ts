import * as z from 'zod/mini';
import { type ErrorCode, errorStatus, SubError } from '../error.ts';

export const problemCodes = [
	'REQUIRED',
	'INVALID_TYPE',
	'INVALID_FORMAT',
	'INVALID_VALUE',
	'TOO_LONG',
	'TOO_SHORT',
	'TOO_LARGE',
	'TOO_SMALL',
	'TOO_MANY',
	'TOO_FEW',
	'DUPLICATE',
	'NOT_FOUND',
	'FORBIDDEN',
	'CHANGED',
] as const;
export type ProblemCode = (typeof problemCodes)[number];

/** Why a run failed, in addition to the error codes: in the run's `error.code` and the sub_errors of RUN_FAILED. */
export const runErrorCodes = [
	'SQL_ERROR',
	'NOT_ONE_SELECT',
	'UNSUPPORTED_TYPE',
	'VALUE_OUT_OF_RANGE',
	'DEADLINE_EXCEEDED',
	'MEMORY_EXCEEDED',
	'OUTPUT_TOO_LARGE',
	'CANCELLED',
	'RUNNER_DIED',
	'RUNNER_NOT_STARTED',
	'INTERRUPTED',
	'PIPELINE_INVALID',
	'DATA_WIPED',
	'CHECK_FAILED',
] as const;
export type RunErrorCode = (typeof runErrorCodes)[number] | ErrorCode;

export const subErrorCodes: readonly string[] = [
	...new Set([...problemCodes, ...runErrorCodes, ...Object.keys(errorStatus)]),
];

/** A problem reported by the embedded service, which always has a path. */
export interface Problem extends SubError {
	readonly code: ProblemCode;
	readonly path: string;
}

// Registered for the OpenAPI document only, since other services may send other codes.
SubError.shape.code.register(z.globalRegistry, { enum: [...subErrorCodes] });
