import { join } from 'node:path';
import { runnerFolder, sourcesFolder, type Visible } from './visible.ts';

export interface BubblewrapTools {
	readonly bwrap: string;
	/** File descriptor of the seccomp filter; null for none. */
	readonly filterFd: number | null;
}

/**
 * A root file system that contains only the listed paths; no network, no `/proc`, no capabilities, no new privileges. Everything in it dies with the
 * process that started it.
 */
export function inBubblewrap(
	{ bwrap, filterFd }: BubblewrapTools,
	{ paths, links, hidden }: Visible,
	program: readonly string[],
	dir: string,
): { command: string; args: string[] } {
	const args = [
		...['--unshare-user', '--unshare-ipc', '--unshare-pid', '--unshare-net'],
		...['--die-with-parent', '--new-session', '--cap-drop', 'ALL'],
		...paths.flatMap((path) => ['--ro-bind', path, path]),
		...links.flatMap(({ path, target }) => ['--symlink', target, path]),
		...hidden.flatMap((path) => ['--tmpfs', path, '--remount-ro', path]),
		...['/dev/null', '/dev/urandom'].flatMap((device) => ['--dev-bind', device, device]),
		...['--bind', dir, runnerFolder],
		...['--ro-bind', join(dir, sourcesFolder), `${runnerFolder}/${sourcesFolder}`],
		...['--remount-ro', '/', '--chdir', runnerFolder],
		...(filterFd === null ? [] : ['--seccomp', String(filterFd)]),
		'--',
		...program,
	];
	return { command: bwrap, args };
}
