import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' })
	.split('\n')
	.filter((file) => file !== '' && existsSync(file));

const isProduction = (file: string): boolean =>
	/^(src|server|contract|lib)\/.*\.tsx?$/.test(file) && !/\.test\.tsx?$|\/testing\//.test(file);

/** Imported folders, by folder. */
function importsByFolder(): ReadonlyMap<string, ReadonlySet<string>> {
	const imports = new Map<string, Set<string>>();
	for (const file of files.filter(isProduction)) {
		const from = path.posix.dirname(file);
		const to = imports.get(from) ?? new Set();
		for (const [, specifier = ''] of readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*\(?\s*'([.#][^'?]+)/g)) {
			const target = specifier.startsWith('#') ? specifier.slice(1) : path.posix.join(from, specifier);
			if (path.posix.dirname(target) !== from) to.add(path.posix.dirname(target));
		}
		imports.set(from, to);
	}
	return imports;
}

function reachable(from: string, imports: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
	const seen = new Set<string>();
	const next = [from];
	for (let folder = next.pop(); folder !== undefined; folder = next.pop())
		for (const to of imports.get(folder) ?? []) if (!seen.has(to)) next.push(to) && seen.add(to);
	return seen;
}

test('no folders import each other, directly or indirectly', () => {
	const imports = importsByFolder();
	expect(imports.size).toBeGreaterThan(50);
	const cyclic = [...imports.keys()].filter((folder) => reachable(folder, imports).has(folder));
	expect(cyclic).toEqual([]);
});

/** Excludes images, migrations and data files, which nobody reads through. */
const isCode = (file: string): boolean => /\.(tsx?|mjs|cjs|css)$/.test(file) && !file.includes('/migrations/');

test('no folder has more than 40 files', () => {
	const counts = new Map<string, number>();
	for (const file of files.filter(isCode))
		counts.set(path.posix.dirname(file), (counts.get(path.posix.dirname(file)) ?? 0) + 1);
	expect([...counts].filter(([, count]) => count > 40)).toEqual([]);
});
