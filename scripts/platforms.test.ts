import { describe, expect, test } from 'vitest';
import { incompleteFamilies, type LockFile, missingOptionalPackages, readLockFile } from './platforms.ts';

const lock = readLockFile();

/** The lock file without the packages selected by `isLeftOut`, as npm writes it if the registry lacks them. */
const without = (isLeftOut: (folder: string) => boolean): LockFile => ({
	packages: Object.fromEntries(Object.entries(lock.packages).filter(([folder]) => !isLeftOut(folder))),
});

describe('the lock file', () => {
	test('has every optional package of every dependency', () => {
		expect(missingOptionalPackages(lock)).toEqual([]);
	});

	test('has native packages for every supported platform', () => {
		expect(incompleteFamilies(lock)).toEqual([]);
	});

	test('is reported as incomplete if one platform is missing', () => {
		const incomplete = without((folder) => folder === 'node_modules/@duckdb/node-bindings-darwin-arm64');
		expect(missingOptionalPackages(incomplete)).toEqual([
			expect.stringMatching(/^@duckdb\/node-bindings-darwin-arm64@.+ of node_modules\/@duckdb\/node-bindings$/),
		]);
		expect(incompleteFamilies(incomplete)).toEqual(['node_modules/@duckdb/node-bindings: nothing for darwin arm64']);
	});

	test('is reported as incomplete if a whole family of native packages is missing', () => {
		expect(incompleteFamilies(without((folder) => folder.startsWith('node_modules/@biomejs/')))).toEqual([
			'@biomejs/biome: nothing for linux x64 glibc',
		]);
	});
});
