import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { consoleGuards } from './guards/console.ts';
import { engineGuards } from './guards/engine.ts';
import { failuresOf } from './guards/failures.ts';
import type { Guard } from './guards/guard.ts';
import { journeyGuards } from './guards/journeys.ts';
import { serviceGuards } from './guards/service.ts';
import { printTable } from './table.ts';

/**
 * Takes one protection after the other away, in a copy of the sources, and runs the tests that should notice:
 * `npm run guards`, or `npm run guards -- token` for those whose names hold a word; with `--browser` those instead that want
 * a build and a browser, after `npm run build`.
 */
const words = process.argv.slice(2);
const [word = ''] = words.filter((it) => it !== '--browser');
const known = words.includes('--browser') ? journeyGuards : [...serviceGuards, ...engineGuards, ...consoleGuards];
const guards = known.filter((it) => `${it.what} ${it.file}`.includes(word));

const copied = [
	...['contract', 'server', 'src', 'scripts', 'public', 'deploy', 'e2e', 'docs', 'dist', '.dependency-cruiser.cjs'],
	...['package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.node.json', 'index.html'],
	...[
		'vite.config.ts',
		'vite.service.config.ts',
		'vite.processes.config.ts',
		'vitest.config.ts',
		'playwright.config.ts',
	],
];

/** A copy of what tests read, with the dependencies of this folder. */
async function copySources(): Promise<string> {
	await mkdir('.cache', { recursive: true });
	const root = await mkdtemp(path.resolve('.cache/guards-'));
	for (const name of copied.filter((it) => existsSync(it))) {
		await cp(name, path.join(root, name), { recursive: true });
	}
	await mkdir(path.join(root, '.cache'));
	for (const name of ['node_modules', '.cache/browser']) await symlink(path.resolve(name), path.join(root, name));
	return root;
}

async function tryWithout(root: string, guard: Guard): Promise<string> {
	const place = path.join(root, guard.file);
	const text = await readFile(place, 'utf8');
	const times = text.split(guard.protection).length - 1;
	if (times !== 1) return `NOT FOUND: its text is there ${times} times`;
	await writeFile(
		place,
		text.replace(guard.protection, () => guard.without),
	);
	try {
		const { failed, ran } = await failuresOf(root, guard);
		if (!ran) return 'NOT RUN: the tests do not load without it';
		return failed.length === 0 ? 'NOTHING FAILED' : `${failed.length} failed: ${failed[0]}`;
	} finally {
		await writeFile(place, text);
	}
}

const root = await copySources();
const rows: string[][] = [];
try {
	for (const guard of guards) {
		const result = await tryWithout(root, guard);
		console.log(`${guard.what}: ${result}`);
		rows.push([guard.what, guard.file, result]);
	}
} finally {
	await rm(root, { recursive: true, force: true });
}
console.log();
printTable(['taken away', 'in', 'what its tests did'], rows);
const noticed = rows.filter(([, , result]) => /^\d+ failed/.test(result ?? ''));
console.log(`\n${noticed.length} of ${rows.length} were noticed.`);
process.exitCode = noticed.length === rows.length ? 0 : 1;
