import type { Operation } from '#contract/operation.ts';
import { ApiError } from '../../api/api-error.ts';

/** A write whose answer was lost, at a service where nothing can be read that shows its outcome. */
export const unknownOutcome = ({ id }: Operation, message: string): ApiError =>
	new ApiError({
		kind: 'unreachable',
		status: 0,
		code: 'OUTCOME_UNKNOWN',
		message: `The connection broke before the service answered, and ${message}`,
		subErrors: [],
		requestId: null,
		operation: id,
	});
