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
		expect(cited.filter((value) => !existsSync(value) && !existsSync(path.join(path.dirname(page), value)))).toEqual(
			[],
		);
	});

	it('cites commands that exist', () => {
		const cited = [...text.matchAll(/npm run ([\w:-]+)/g)].map((match) => match[1] ?? '');
		expect(cited.filter((name) => scripts[name] === undefined)).toEqual([]);
	});
});
