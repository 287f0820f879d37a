import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const scripts: Record<string, string> = JSON.parse(readFileSync('package.json', 'utf8')).scripts;
const pages = [
	'README.md',
	'CONTRIBUTING.md',
	'bench/README.md',
	...['docs', 'docs/decisions'].flatMap((folder) =>
		readdirSync(folder)
			.filter((name) => name.endsWith('.md'))
			.map((name) => path.join(folder, name)),
	),
].filter((page) => existsSync(page));

const roots = '(?:contract|lib|src|server|e2e|deploy|bench|proof|public|docs|scripts|\\.ci)';

describe.each(pages)('%s', (page) => {
	const text = readFileSync(page, 'utf8');

	it('cites paths that exist', () => {
		const cited = [
			...text.matchAll(new RegExp(`\`(${roots}/[^\`\\s<>*]*|\\.[a-z-]+\\.cjs)\``, 'g')),
			...text.matchAll(/\]\((?!https?:|#)([^)\s]+)\)/g),
		].map((match) => match[1] ?? '');
		const missing = cited.filter((value) => {
			const [file = '', heading] = value.split('#');
			const found = [file, path.join(path.dirname(page), file)].find((path) => existsSync(path));
			return found === undefined || (heading !== undefined && !headingsOf(found).includes(heading));
		});
		expect(missing).toEqual([]);
	});

	it('cites commands that exist', () => {
		const cited = [...text.matchAll(/npm run ([\w:-]+)/g)].map((match) => match[1] ?? '');
		expect(cited.filter((name) => scripts[name] === undefined)).toEqual([]);
	});
});

/** Anchors of a page's headings, as GitHub generates them. */
const headingsOf = (page: string): string[] =>
	[...readFileSync(page, 'utf8').matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
		title
			.toLowerCase()
			.replaceAll(/[^\p{L}\p{N} _-]/gu, '')
			.replaceAll(' ', '-'),
	);

/** Flags of the service and its commands, by where they are defined or described. */
const flags = new Set(
	[
		...readFileSync('server/settings/options.ts', 'utf8').matchAll(/^\t'?([a-z0-9-]+)'?: [{a-z]/gm),
		...readdirSync('server/commands')
			.filter((name) => /(?<!\.test)\.ts$/.test(name))
			.flatMap((name) => [...readFileSync(path.join('server/commands', name), 'utf8').matchAll(/^ {2}--([a-z-]+)/gm)]),
	].map(([, name]) => `--${name}`),
);

it.each(['README.md', ...['deployment', 'isolation', 'running', 'sign-in'].map((name) => `docs/${name}.md`)])(
	'%s cites flags that exist',
	(page) => {
		const text = readFileSync(page, 'utf8');
		const commands = [
			...text.matchAll(
				/(?:npm (?:start|run (?:user|keys|backup|restore|move|doctor|sign-in))|dist\/server\/\w+\.js)[^\n`]*/g,
			),
		];
		const cited = [...commands, ...text.matchAll(/`--[a-z][^`]*`/g)].flatMap(([code]) => [
			...code.matchAll(/(?<=[\s`])--[a-z][a-z0-9-]+/g),
		]);
		expect(cited.length).toBeGreaterThan(0);
		expect([...new Set(cited.map(([flag]) => flag))].filter((flag) => !flags.has(flag) && flag !== '--help')).toEqual(
			[],
		);
	},
);
