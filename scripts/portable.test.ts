import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

/** Keeps out what only works in a POSIX shell, on Linux or on macOS: the project also runs on Windows. */
const scripts: Record<string, string> = JSON.parse(readFileSync('package.json', 'utf8')).scripts;

test.each(Object.entries(scripts))('npm run %s works in cmd.exe as in a POSIX shell', (_, script) => {
	for (const command of script.split(' && ')) {
		expect(command).not.toMatch(/[$`';|<>\\]|&/);
		const [program = ''] = command.split(' ');
		const isOfPackage = ['', '.cmd'].some((end) => existsSync(path.join('node_modules/.bin', program + end)));
		expect([program, isOfPackage || ['node', 'npm'].includes(program)]).toEqual([program, true]);
	}
});

const folders = ['server', 'scripts', 'e2e', 'proof', 'bench', 'contract', 'lib', 'src'];
const sources = [
	...readdirSync('.').filter((name) => name.endsWith('.config.ts')),
	...folders.flatMap((folder) =>
		readdirSync(folder, { recursive: true, encoding: 'utf8' })
			.filter((name) => /\.(m?[jt]s|tsx)$/.test(name))
			.map((name) => path.join(folder, name)),
	),
].filter((name) => path.basename(name) !== 'portable.test.ts');

test.each([
	[
		'starts npm or npx, which are batch files on Windows',
		/\b(spawn|fork|exec|execFile|run)(Sync)?\(\s*['"](npm|npx)['"]/,
	],
	['needs bash', /['"](\/bin\/)?bash['"]/],
	['uses the path of a file URL as a file path', /import\.meta\.url\)\.pathname/],
	[
		'names a temporary folder instead of asking the system',
		/\b(join|resolve|mkdtemp|mkdtempSync|mkdir|writeFile)\(\s*['"`]\/(var\/)?tmp\b/,
	],
])('no source %s', (_, pattern) => {
	expect(sources.filter((name) => pattern.test(readFileSync(name, 'utf8')))).toEqual([]);
});
