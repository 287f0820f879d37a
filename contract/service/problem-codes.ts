import * as z from 'zod/mini';
import { type ErrorCode, errorStatus, SubError } from '../error.ts';

/** What is wrong with a part of a request. */
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

/** Why a run failed, beside the codes of errors: in `error.code` of the run and in the sub_errors of RUN_FAILED. */
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

/** Every code of a sub_error of the embedded service. */
export const subErrorCodes: readonly string[] = [
	...new Set([...problemCodes, ...runErrorCodes, ...Object.keys(errorStatus)]),
];

/** A problem that the embedded service names: its path is always there. */
export interface Problem extends SubError {
	readonly code: ProblemCode;
	readonly path: string;
}

// The document lists them; a foreign service may send others, and the console has no use for the list.
SubError.shape.code.register(z.globalRegistry, { enum: [...subErrorCodes] });
