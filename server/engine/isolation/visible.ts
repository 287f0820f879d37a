import { existsSync, lstatSync, readlinkSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';

/** What a runner may read besides its own folder. None of it is secret. */
export interface Visible {
	/** Files and folders, mounted at their own paths. */
	readonly paths: readonly string[];
	/** Symbolic links in the system's root, such as `/lib`. */
	readonly links: readonly { readonly path: string; readonly target: string }[];
	/** Folders within those paths that appear empty to a runner. */
	readonly hidden: readonly string[];
	readonly dataDir: string;
}

/** Where a runner finds its own folder in layers with their own file system. */
export const runnerFolder = '/run/runner';
/** The subfolder of a runner's folder that has its sources; read-only for the runner. */
export const sourcesFolder = 'sources';

const libraries = ['/usr/lib', '/usr/lib64', '/usr/lib32', '/lib', '/lib64', '/lib32', '/nix/store'];

/** @param code the files and folders of a runner's program @param dataDir hidden, wherever it is */
export function visibleTo(code: readonly string[], dataDir: string): Visible {
	const isLink = (path: string) => lstatSync(path).isSymbolicLink();
	const found = libraries.filter((path) => existsSync(path));
	const folders = found.filter((path) => !isLink(path));
	const elsewhere = sharedObjects().filter((path) => !within(path, found));
	const system = ['/etc/ld.so.cache', '/proc/sys/vm/overcommit_memory'].filter((path) => existsSync(path));
	const paths = [
		...new Set([...folders, ...elsewhere.map((path) => dirname(path)), ...system, process.execPath, ...code]),
	];
	return {
		paths,
		links: found.filter(isLink).map((path) => ({ path, target: readlinkSync(path) })),
		hidden: within(dataDir, paths) ? [dataDir] : [],
		dataDir,
	};
}

/** What a runner loads besides its own bundle: the native library, which can't be bundled, and the package folders it needs. */
export function nativePackages(program: string): { library: string; packages: string[] } {
	const library = createRequire(program).resolve('@duckdb/node-bindings');
	const scope = dirname(dirname(library));
	const packages = [scope, join(dirname(scope), 'detect-libc')].filter((path) => existsSync(path));
	return { library, packages };
}

function sharedObjects(): string[] {
	const report = process.report?.getReport() as { readonly sharedObjects?: readonly string[] } | undefined;
	return (report?.sharedObjects ?? [])
		.filter((path) => path.startsWith('/') && existsSync(path))
		.map((path) => realpathSync(path));
}

const within = (path: string, folders: readonly string[]): boolean =>
	folders.some((folder) => path === folder || path.startsWith(folder + sep));
