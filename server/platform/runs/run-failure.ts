import type { RunError } from '#contract/build-run.ts';
import { EngineError } from '../../engine/errors.ts';
import type { Log } from '../../logging/log.ts';
import { ServiceError } from '../core/service-error.ts';
import { unavailable } from '../core/unavailable.ts';

/** Where a run failed: lines and columns from 1, in UTF-16 units of the payload or of a file of the repository. */
export interface FailurePosition {
	readonly line: number;
	readonly column: number;
	readonly file?: string | undefined;
}

/** Why a run comes to no result, in words for the person who started it. */
export class RunFailure extends Error {
	override name = 'RunFailure';
	readonly error: RunError;

	constructor(code: string, message: string, position?: FailurePosition) {
		super(message);
		this.error = { code, message, line: null, column: null, ...position };
	}
}

/** What is recorded of a run that ended with an error. What was not expected goes to the service's own log. */
export function reasonOf(log: Log, runId: string, error: unknown): RunError {
	if (error instanceof RunFailure) return error.error;
	if (error instanceof EngineError) {
		return { code: error.code, message: error.message, line: error.line, column: error.column };
	}
	const outage = unavailable(error);
	if (outage !== null) log.error(`run ${runId}: something it rests on is away`, error);
	if (outage !== null) return { code: outage.code, message: outage.message, line: null, column: null };
	if (error instanceof ServiceError) return { code: error.code, message: error.message, line: null, column: null };
	log.error(`run ${runId}: failed unexpectedly`, error);
	const message = 'The service could not run this, for a reason of its own. Try again; its log has the details.';
	return { code: 'INTERNAL', message, line: null, column: null };
}
