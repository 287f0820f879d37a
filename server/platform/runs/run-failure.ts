import type { RunError } from '#contract/build-run.ts';
import { EngineError } from '../../engine/errors.ts';
import { type FailureKind, failureOf } from '../core/failures.ts';
import { ServiceError } from '../core/service-error.ts';
import type { Platform } from '../state/platform.ts';

/** Where a run failed: 1-based lines and columns, in UTF-16 units of the payload or of a file in the repository. */
export interface FailurePosition {
	readonly line: number | null;
	readonly column: number | null;
	readonly file?: string | undefined;
}

/** Why a run has no result; the message is shown to the user who started it. */
export class RunFailure extends Error {
	override name = 'RunFailure';
	readonly error: RunError;

	constructor(code: string, message: string, position?: FailurePosition) {
		super(message);
		this.error = { code, message, line: null, column: null, ...position };
	}
}

/** What is recorded of a run that failed. Unexpected errors go to the service's own log. */
export function reasonOf(
	{ log, failures }: Pick<Platform, 'log' | 'failures'>,
	runId: string,
	error: unknown,
): RunError {
	const reason = explain(log, failures, runId, error);
	failures.runFailed(reason.code);
	return reason;
}

const kindOf: Partial<Record<EngineError['code'], FailureKind>> = {
	STORAGE_FULL: 'disk_full',
	STORAGE_READ_ONLY: 'storage_read_only',
	RUNNER_NOT_STARTED: 'runner_not_started',
};

function explain(log: Platform['log'], failures: Platform['failures'], runId: string, error: unknown): RunError {
	if (error instanceof RunFailure) return error.error;
	if (error instanceof EngineError) {
		const kind = kindOf[error.code];
		if (kind !== undefined) failures.failed(kind);
		return { code: error.code, message: error.message, line: error.line, column: error.column };
	}
	const failure = failureOf(error);
	if (failure !== null) {
		failures.failed(failure.kind);
		log.error(`Run ${runId} failed: ${failure.kind}`, error);
		return { code: failure.error.code, message: failure.error.message, line: null, column: null };
	}
	if (error instanceof ServiceError) return { code: error.code, message: error.message, line: null, column: null };
	log.error(`Run ${runId} failed unexpectedly`, error);
	const message =
		'The service failed unexpectedly during this run. Try again. If the problem persists, ask your admin to check the service log.';
	return { code: 'INTERNAL', message, line: null, column: null };
}
