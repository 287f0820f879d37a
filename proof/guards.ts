import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { consoleGuards } from './guards/console.ts';
import { engineGuards } from './guards/engine.ts';
import type { Guard } from './guards/guard.ts';
import { journeyGuards } from './guards/journeys.ts';
import { builtWhole, outcomeWith, outcomeWithout, verdictOf, whyNotWith } from './guards/outcome.ts';
import { serviceGuards } from './guards/service.ts';
import { printTable } from './table.ts';

/**
 * Removes one protection at a time from a copy of the sources, and runs the tests that should notice, once they have passed
 * with everything in place: `npm run guards`, or `npm run guards -- token` for those whose names contain a word. `--browser`
 * selects those that need a build and a browser instead; run it after `npm run build`.
 */
const words = process.argv.slice(2);
const word = words.filter((word) => word !== '--browser').join(' ');
const known = words.includes('--browser') ? journeyGuards : [...serviceGuards, ...engineGuards, ...consoleGuards];
const guards = known.filter((guard) => `${guard.what} ${guard.file}`.includes(word));
if (guards.length === 0) throw new Error(`No security check has "${word}" in its name or file.`);
const missing = guards.flatMap((guard) => guard.tests).filter((value) => !existsSync(value));
if (missing.length > 0) throw new Error(`No such tests: ${missing.join(', ')}`);

/** Not sources: installed, cached or generated. */
const notCopied = new Set(['node_modules', '.git', '.cache', '.data', 'test-results', 'playwright-report']);

/** Copies what tests read, and links the dependencies of this folder. @returns the folder of the copy */
async function copySources(): Promise<string> {
	await mkdir('.cache', { recursive: true });
	const root = await mkdtemp(path.resolve('.cache/guards-'));
	for (const name of (await readdir('.')).filter((value) => !notCopied.has(value))) {
		await cp(name, path.join(root, name), { recursive: true });
	}
	await mkdir(path.join(root, '.cache'));
	if (existsSync('dist')) await cp('dist', path.join(root, builtWhole), { recursive: true });
	for (const name of ['node_modules', '.cache/browser']) {
		// A junction needs no permission on Windows; elsewhere it's a symbolic link.
		await symlink(path.resolve(name), path.join(root, name), 'junction');
	}
	return root;
}

/** Why the tests of guards fail with everything in place, or null. They run only once. */
const inPlace = new Map<string, Promise<string | null>>();

async function tryWithout(root: string, guard: Guard): Promise<{ words: string; noticed: boolean }> {
	const place = path.join(root, guard.file);
	const text = await readFile(place, 'utf8');
	const times = text.split(guard.protection).length - 1;
	if (times !== 1) return { words: `NOT FOUND: the check’s text occurs ${times} times`, noticed: false };
	const tests = [...guard.tests, guard.only].join(' ');
	const trial = inPlace.get(tests) ?? outcomeWith(root, guard).then(whyNotWith);
	inPlace.set(tests, trial);
	const why = await trial;
	if (why !== null) return { words: `The tests ${why}`, noticed: false };
	await writeFile(
		place,
		text.replace(guard.protection, () => guard.without),
	);
	try {
		return verdictOf(await outcomeWithout(root, guard), guard.mayHang);
	} finally {
		await writeFile(place, text);
	}
}

const root = await copySources();
const rows: string[][] = [];
let noticed = 0;
try {
	for (const guard of guards) {
		const verdict = await tryWithout(root, guard);
		console.log(`${guard.what}: ${verdict.words}`);
		rows.push([guard.what, guard.file, verdict.words]);
		if (verdict.noticed) noticed += 1;
	}
} finally {
	await rm(root, { recursive: true, force: true });
}
console.log();
printTable(['removed check', 'file', 'result of its tests'], rows);
console.log(`\nThe tests noticed ${noticed} of ${rows.length} removed checks.`);
process.exitCode = noticed === rows.length ? 0 : 1;
