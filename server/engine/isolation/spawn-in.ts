import { type ChildProcess, spawn } from 'node:child_process';
import { Writable } from 'node:stream';
import { filterFd, type Program } from './layers.ts';

type Stdio = 'ignore' | 'pipe' | 'ipc';

/** Starts a program without an environment, and hands its wrapper the filter that it asks for. @param stdio file descriptors from 0 to 4 */
export function spawnIn({ command, args, filter }: Program, dir: string, stdio: readonly Stdio[]): ChildProcess {
	const all: Stdio[] = Array.from({ length: filterFd }, (_, fd) => stdio[fd] ?? 'ignore');
	if (filter !== null) all.push('pipe');
	const child = spawn(command, args, { cwd: dir, env: {}, stdio: all });
	// Its type knows of five.
	const pipe: unknown = (child.stdio as readonly unknown[])[filterFd];
	if (filter !== null && pipe instanceof Writable) {
		// A wrapper that ends before it has read it speaks for itself.
		pipe.on('error', () => {});
		pipe.end(filter);
	}
	return child;
}
