import { expect, test } from 'vitest';
import { languageOf, rolesOf, treeOf } from './file-tree.ts';

const entry = (path: string) => ({ path, kind: 'file' as const, id: path });

test('arranges entries in folders', () => {
	const tree = treeOf(['README.md', 'a/b/c.sql', 'a/d.sql', 'pipeline.json'].map(entry));
	expect(tree.files.map(({ path }) => path)).toEqual(['README.md', 'pipeline.json']);
	expect(tree.folders).toMatchObject([
		{
			name: 'a',
			path: 'a',
			files: [{ path: 'a/d.sql' }],
			folders: [{ name: 'b', path: 'a/b', folders: [], files: [{ path: 'a/b/c.sql' }] }],
		},
	]);
});

test('labels files with their role in the pipeline', () => {
	const step = { name: 'one', file: 'one.sql', state: 'valid' as const, reads: [], sources: [], columns: [] };
	const output = { name: 'x_{a}', kind: 'computed' as const, step: 'one', state: 'valid' as const, columns: [] };
	const roles = rolesOf({ steps: [step], outputs: [{ ...output, file: 'x.sql' }, output] }, 'pipeline.json');
	expect([...roles]).toEqual([
		['pipeline.json', 'manifest'],
		['one.sql', 'step one'],
		['x.sql', 'output x_{a}'],
	]);
});

test('colors a file by its extension', () => {
	expect(['a.SQL', 'b.json', 'c.py', 'README.md', 'sql'].map(languageOf)).toEqual([
		'sql',
		'json',
		'python',
		'plaintext',
		'sql',
	]);
});
