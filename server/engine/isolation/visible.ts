import { existsSync, lstatSync, readlinkSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';

/** What a runner may read besides its own folder. Nothing of it is secret. */
export interface Visible {
	/** Files and folders, each under its own path. */
	readonly paths: readonly string[];
	/** Symbolic links of the system's root, such as `/lib`. */
	readonly links: readonly { readonly path: string; readonly target: string }[];
	/** Folders that lie within those paths and are empty for a runner. */
	readonly hidden: readonly string[];
	/** The folder that holds everything the service keeps. */
	readonly dataDir: string;
}

/** Where a runner finds its own folder in a layer that gives it a file system of its own. */
export const runnerFolder = '/run/runner';
/** The folder within a runner's own in which its sources are; it can't write there. */
export const sourcesFolder = 'sources';

const libraries = ['/usr/lib', '/usr/lib64', '/usr/lib32', '/lib', '/lib64', '/lib32', '/nix/store'];

/** @param code the files and folders of a runner's program @param dataDir hidden, wherever it lies */
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

/** What a runner loads besides its own bundle, which can't hold a library of the system, and the folders of packages that this needs. */
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
