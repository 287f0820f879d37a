import { existsSync } from 'node:fs';
import type { EngineSettings } from '../../settings/settings.ts';
import { EngineError } from '../errors.ts';
import { memory, seconds, size } from '../format.ts';
import type { LayerOption, Program } from '../isolation/layers.ts';
import type { RunnerStart } from '../messages.ts';
import { runnerArguments } from '../process-file.ts';
import type { Limits } from './guard.ts';

/** Memory of the process without DuckDB's, bytes. */
const ownBytes = 128 * 2 ** 20;

/** The program of a runner, with the limits that it and the kernel enforce. */
export function runnerProgram(layer: LayerOption, dir: string, settings: EngineSettings): Program {
	const start: RunnerStart = {
		memoryBytes: Math.max(settings.memoryBytes - ownBytes, settings.memoryBytes / 2),
		spillBytes: 4 * settings.memoryBytes,
		threads: settings.threads,
	};
	const wrapped = layer.wrap([process.execPath, ...runnerArguments(), JSON.stringify(start)], dir);
	if (process.platform !== 'linux' || !existsSync('/bin/sh')) return wrapped;
	// The kernel refuses an allocation that the watchdog would only notice afterwards, and no core dump is written if the process crashes.
	const kibibytes = Math.floor((settings.memoryBytes + ownBytes / 2) / 1024);
	const limits = `ulimit -c 0 2>/dev/null; ulimit -d ${kibibytes} 2>/dev/null; exec "$@"`;
	return { ...wrapped, command: '/bin/sh', args: ['-c', limits, 'runner', wrapped.command, ...wrapped.args] };
}

/** Reports a limit that the watchdog enforced. */
export function stopError(
	reason: 'DEADLINE_EXCEEDED' | 'MEMORY_EXCEEDED' | 'OUTPUT_TOO_LARGE',
	limits: Limits,
): EngineError {
	const messages = {
		DEADLINE_EXCEEDED: `The run was stopped because it exceeded the time limit of ${seconds(limits.deadlineMs)}.`,
		MEMORY_EXCEEDED: `The run was stopped because it exceeded the memory limit of ${memory(limits.memoryBytes)}.`,
		OUTPUT_TOO_LARGE: `The run was stopped because its output exceeded the limit of ${size(limits.output?.maxBytes ?? 0)}.`,
	};
	return new EngineError(reason, messages[reason]);
}
