import { type ChildProcess, spawn } from 'node:child_process';
import { Writable } from 'node:stream';
import { filterFd, type Program } from './layers.ts';

type Stdio = 'ignore' | 'pipe' | 'ipc';

/**
 * Starts a program without an environment, and hands its wrapper the filter that it asks for.
 * @param stdio file descriptors from 0 to 4 @throws Error EMFILE where the service has too many files open
 */
export function spawnIn({ command, args, filter }: Program, dir: string, stdio: readonly Stdio[]): ChildProcess {
	const all: Stdio[] = Array.from({ length: filterFd }, (_, fd) => stdio[fd] ?? 'ignore');
	if (filter !== null) all.push('pipe');
	const child = spawn(command, args, { cwd: dir, env: {}, stdio: all });
	// Its type knows of five, and not that there is none where no file can be opened.
	const pipes = child.stdio as readonly unknown[] | undefined;
	if (pipes === undefined) {
		child.on('error', () => {});
		throw Object.assign(new Error('Too many files are open to start a process.'), { code: 'EMFILE', syscall: 'spawn' });
	}
	const pipe = pipes[filterFd];
	if (filter !== null && pipe instanceof Writable) {
		// A wrapper that ends before it has read it speaks for itself.
		pipe.on('error', () => {});
		pipe.end(filter);
	}
	return child;
}
