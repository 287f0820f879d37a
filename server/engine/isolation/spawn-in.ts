import { type ChildProcess, spawn } from 'node:child_process';
import { Writable } from 'node:stream';
import { filterFd, type Program } from './layers.ts';

type Stdio = 'ignore' | 'pipe' | 'ipc';

/**
 * Starts a program with an empty environment, and passes its wrapper the seccomp filter it needs.
 * @param stdio file descriptors 0 to 4 @throws Error EMFILE if the service has too many open files
 */
export function spawnIn({ command, args, filter }: Program, dir: string, stdio: readonly Stdio[]): ChildProcess {
	const all: Stdio[] = Array.from({ length: filterFd }, (_, fd) => stdio[fd] ?? 'ignore');
	if (filter !== null) all.push('pipe');
	const child = spawn(command, args, { cwd: dir, env: {}, stdio: all });
	// The type has only five entries, and doesn't include undefined, which is the value when no file can be opened.
	const pipes = child.stdio as readonly unknown[] | undefined;
	if (pipes === undefined) {
		child.on('error', () => {});
		throw Object.assign(
			new Error('Can’t start a process: too many open files. Raise the open file limit (ulimit -n).'),
			{
				code: 'EMFILE',
				syscall: 'spawn',
			},
		);
	}
	const pipe = pipes[filterFd];
	if (filter !== null && pipe instanceof Writable) {
		// If a wrapper ends before it has read the filter, its exit is reported instead.
		pipe.on('error', () => {});
		pipe.end(filter);
	}
	return child;
}
