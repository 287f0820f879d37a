import { expect, test } from 'vitest';
import type { Repository } from '#contract/pipeline.ts';
import { findRefs, isCommitId, optionOf, refOf, refOptions } from './ref-options.ts';

const id = 'a'.repeat(40);
const older = 'b'.repeat(40);
const repository: Repository = {
	defaultBranch: 'main',
	branches: [{ name: 'main', commit: id }],
	tags: [{ name: 'main', commit: older }],
	commits: [{ id, message: 'Report delays', author: 'Ann', at: '2026-01-01T00:00:00Z' }],
	manifests: [],
};

test('distinguishes branches, tags and commits with the same name, branch first', () => {
	const options = refOptions(repository, 'main');
	expect(options.map(({ group, items }) => [group, items.map(({ value }) => value)])).toEqual([
		['Branches', ['branch:main']],
		['Tags', ['tag:main']],
		['Commits', [`commit:${id}`]],
	]);
	expect(optionOf(repository, 'main')).toBe('branch:main');
	expect(options.flatMap(({ items }) => items).map(({ value }) => refOf(value))).toEqual(['main', 'main', id]);
	expect(isCommitId(id)).toBe(true);
	expect(isCommitId('main')).toBe(false);
});

test('keeps the current ref even if the repository doesn’t list it', () => {
	expect(refOptions(repository, older)[0]).toEqual({
		group: 'Current',
		items: [{ value: `other:${older}`, label: 'bbbbbbb' }],
	});
	expect(refOptions(undefined, 'main')).toHaveLength(1);
});

test('finds commits by their message', () => {
	const options = refOptions(repository, 'main');
	const found = (search: string) => findRefs(options, search, repository).flatMap(({ items }) => items);
	expect(found('delays')).toHaveLength(1);
	expect(found('AAAA')).toHaveLength(1);
	expect(found('main')).toHaveLength(3);
	expect(found('nothing')).toEqual([]);
});
