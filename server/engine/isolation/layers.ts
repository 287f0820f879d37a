import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { listText } from '#lib/text/list-text.ts';
import { type BubblewrapTools, inBubblewrap } from './bubblewrap.ts';
import { inSandboxExec } from './sandbox-exec.ts';
import { seccompFilter } from './seccomp.ts';
import { inUnshare, type UnshareTools } from './unshare.ts';
import type { Visible } from './visible.ts';

/** What isolates a runner from the rest of the system, strongest first. */
export type Layer = 'bubblewrap' | 'unshare' | 'sandbox-exec' | 'none';

export interface Program {
	readonly command: string;
	readonly args: readonly string[];
	/** Seccomp filter that the command reads from `filterFd`; null for none. */
	readonly filter: Buffer | null;
}

/** The file descriptor on which a command reads its seccomp filter. */
export const filterFd = 5;

export interface LayerOption {
	readonly layer: Layer;
	/** Why this layer can't be tried on this system; null if it can. */
	readonly missing: string | null;
	/** The command that runs a program with a runner's folder as its working directory. */
	wrap(program: readonly string[], dir: string): Program;
}

/** Where distributions put system programs; a runner's environment has no PATH. */
const folders = ['/usr/bin', '/bin', '/usr/sbin', '/sbin', '/usr/local/bin', '/run/current-system/sw/bin'];
const programAt = (name: string): string | null =>
	folders.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? null;

/** The layers this system could use, strongest first. */
export function layersOf(visible: Visible): LayerOption[] {
	if (process.platform === 'linux') return [bubblewrap(visible), unshare(visible)];
	return process.platform === 'darwin' ? [sandboxExec(visible)] : [];
}

export const noLayer: LayerOption = {
	layer: 'none',
	missing: null,
	wrap: ([command = '', ...args]) => ({ command, args, filter: null }),
};

function bubblewrap(visible: Visible): LayerOption {
	const bwrap = programAt('bwrap');
	const filter = seccompFilter(process.arch);
	const tools: BubblewrapTools | null = bwrap === null ? null : { bwrap, filterFd: filter === null ? null : filterFd };
	return {
		layer: 'bubblewrap',
		missing: tools === null ? 'bwrap isn’t installed' : null,
		wrap: (program, dir) => ({
			...inBubblewrap(tools ?? { bwrap: 'bwrap', filterFd: null }, visible, program, dir),
			filter,
		}),
	};
}

function unshare(visible: Visible): LayerOption {
	const found = { unshare: programAt('unshare'), setpriv: programAt('setpriv'), mount: programAt('mount') };
	const missing = Object.entries(found).flatMap(([name, path]) => (path === null ? [name] : []));
	return {
		layer: 'unshare',
		missing: missing.length > 0 ? `${listText(missing)} from util-linux not found` : null,
		wrap: (program, dir) => ({ ...inUnshare(found as UnshareTools, visible, program, dir), filter: null }),
	};
}

function sandboxExec(visible: Visible): LayerOption {
	const command = '/usr/bin/sandbox-exec';
	return {
		layer: 'sandbox-exec',
		missing: existsSync(command) ? null : `${command} doesn’t exist`,
		wrap: (program, dir) => ({ command, args: inSandboxExec(visible, program, dir), filter: null }),
	};
}
