/**
 * Checks that the lock file has native packages for all supported platforms. npm silently omits an optional package that it can't find from the lock
 * file, and `npm ci` then fails, or installs no DuckDB, on that platform.
 * `npm run platforms` installs from the lock file for each platform, each in an empty folder, and prints a table of what is there.
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

interface Platform {
	readonly os: string;
	readonly cpu: string;
	readonly libc?: string;
}

export const platforms: readonly Platform[] = [
	{ os: 'linux', cpu: 'x64', libc: 'glibc' },
	{ os: 'linux', cpu: 'x64', libc: 'musl' },
	{ os: 'linux', cpu: 'arm64', libc: 'glibc' },
	{ os: 'linux', cpu: 'arm64', libc: 'musl' },
	{ os: 'darwin', cpu: 'x64' },
	{ os: 'darwin', cpu: 'arm64' },
	{ os: 'win32', cpu: 'x64' },
];

/** Packages that the build and the service can't run without. */
const required = ['@duckdb/node-bindings', 'rolldown', '@swc/core', '@biomejs/biome'];

export const platformName = ({ os, cpu, libc }: Platform): string => [os, cpu, libc].filter(Boolean).join(' ');

interface LockedPackage {
	readonly version?: string;
	readonly os?: readonly string[];
	readonly cpu?: readonly string[];
	readonly libc?: readonly string[];
	readonly optionalDependencies?: Readonly<Record<string, string>>;
}

export interface LockFile {
	readonly packages: Readonly<Record<string, LockedPackage>>;
}

/** The folder from which a package in the folder `from` loads `name`; undefined if it isn't locked. */
function resolveFolder({ packages }: LockFile, from: string, name: string): string | undefined {
	for (let base = from; ; base = base.replace(/\/?node_modules\/(@[^/]+\/)?[^/]+$/, '')) {
		const folder = `${base}${base && '/'}node_modules/${name}`;
		if (packages[folder]) return folder;
		if (base === '') return undefined;
	}
}

/** Optional packages missing from the lock file, as `package@version of parent`. */
export function missingOptionalPackages(lock: LockFile): string[] {
	return Object.entries(lock.packages).flatMap(([folder, { optionalDependencies = {} }]) =>
		Object.entries(optionalDependencies)
			.filter(([name]) => resolveFolder(lock, folder, name) === undefined)
			.map(([name, version]) => `${name}@${version} of ${folder || 'the project'}`),
	);
}

/** The folders of native packages for a platform, by the folder of the package that loads them. */
export function nativeFolders(lock: LockFile, platform: Platform): Map<string, string[]> {
	const runsHere = (locked: LockedPackage) =>
		locked.os?.includes(platform.os) === true &&
		(locked.cpu?.includes(platform.cpu) ?? true) &&
		(locked.libc === undefined || platform.libc === undefined || locked.libc.includes(platform.libc));
	const byParent = new Map<string, string[]>();
	for (const [parent, { optionalDependencies = {} }] of Object.entries(lock.packages)) {
		const folders = Object.keys(optionalDependencies)
			.map((name) => resolveFolder(lock, parent, name))
			.filter((folder) => folder !== undefined && runsHere(lock.packages[folder] ?? {}));
		if (folders.length > 0) byParent.set(parent, folders as string[]);
	}
	return byParent;
}

/** Packages in the lock file with native code for Linux x64, but not for another platform. */
export function incompleteFamilies(lock: LockFile): string[] {
	const [reference, ...others] = platforms.map((platform) => ({ platform, found: nativeFolders(lock, platform) }));
	const families = [...(reference?.found.keys() ?? [])];
	const absent = required
		.filter((name) => !families.includes(`node_modules/${name}`))
		.map((name) => `${name}: nothing for linux x64 glibc`);
	return [
		...absent,
		...others.flatMap(({ platform, found }) =>
			families
				.filter((family) => !found.has(family))
				.map((family) => `${family}: nothing for ${platformName(platform)}`),
		),
	];
}

export const readLockFile = (): LockFile => JSON.parse(readFileSync('package-lock.json', 'utf8'));

/** Installs from the lock file as on that platform. Returns the expected native folders that are missing. */
function installFor(
	lock: LockFile,
	platform: Platform,
): { readonly installed: Map<string, string>; readonly missing: string[] } {
	const folder = mkdtempSync(join(tmpdir(), 'platform-'));
	try {
		for (const name of ['package.json', 'package-lock.json', '.npmrc']) copyFileSync(name, join(folder, name));
		const options = [
			`--os=${platform.os}`,
			`--cpu=${platform.cpu}`,
			...(platform.libc ? [`--libc=${platform.libc}`] : []),
		];
		const { status, stderr } = spawnSync(
			process.platform === 'win32' ? 'npm.cmd' : 'npm',
			['ci', ...options, '--ignore-scripts', '--no-audit', '--loglevel=error'],
			{ cwd: folder, encoding: 'utf8', shell: process.platform === 'win32' },
		);
		if (status !== 0) return { installed: new Map(), missing: [`npm ci failed: ${stderr.trim().split('\n')[0]}`] };
		const expected = [...nativeFolders(lock, platform)].flatMap(([parent, folders]) =>
			folders.map((native) => ({ parent, native, isThere: existsSync(join(folder, native, 'package.json')) })),
		);
		return {
			installed: new Map(expected.filter(({ isThere }) => isThere).map(({ parent, native }) => [parent, native])),
			missing: expected.filter(({ isThere }) => !isThere).map(({ native }) => native),
		};
	} finally {
		rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
	}
}

function main(): void {
	const lock = readLockFile();
	let failed = false;
	console.log(`| platform | ${required.join(' | ')} | missing |`);
	console.log(`|---|${required.map(() => '---|').join('')}---|`);
	for (const platform of platforms) {
		const { installed, missing } = installFor(lock, platform);
		const cells = required.map((name) => {
			const native = installed.get(`node_modules/${name}`);
			if (native === undefined) return 'missing';
			return `${native.slice(native.lastIndexOf('/') + 1)} ${lock.packages[native]?.version}`;
		});
		failed ||= missing.length > 0 || cells.includes('missing');
		console.log(`| ${platformName(platform)} | ${cells.join(' | ')} | ${missing.join(', ') || 'none'} |`);
	}
	if (failed) process.exitCode = 1;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) main();
