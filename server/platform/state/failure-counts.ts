import { type FailureKind, failureKinds } from '../core/failures.ts';

export type FailureCounts = ReturnType<typeof createFailureCounts>;

export function createFailureCounts() {
	const failures = new Map<FailureKind, number>(failureKinds.map((kind) => [kind, 0]));
	const runs = new Map<string, number>();
	return {
		failed: (kind: FailureKind) => void failures.set(kind, (failures.get(kind) ?? 0) + 1),
		runFailed: (code: string) => void runs.set(code, (runs.get(code) ?? 0) + 1),
		failures: (): ReadonlyMap<FailureKind, number> => failures,
		/** Failed runs by error code. */
		runs: (): ReadonlyMap<string, number> => runs,
	};
}
