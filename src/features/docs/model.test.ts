import { expect, test } from 'vitest';
import { excerptOf, findSections, headingId, sectionsOf } from './model.ts';

const guide = { id: 'x', title: 'Ingestion', about: 'Upload files.', keywords: '' };
const sections = sectionsOf(
	guide,
	'Before all.\n\n## Large files: `chunks`\n\nSent in [chunks](x.md), resumed later.\n\n```sh\n## no heading\n```\n',
);

test('splits a guide at its headings, but not inside code', () => {
	expect(sections.map(({ heading }) => heading)).toEqual(['Ingestion', 'Large files: chunks']);
	expect(sections[1]?.text).toContain('## no heading');
	expect(headingId('Large files: chunks')).toBe('large-files-chunks');
});

test('finds sections with all words, heading matches first, and excerpts the matching line', () => {
	const find = (words: string[], where: 'headings' | 'everywhere' = 'everywhere') =>
		findSections(sections, words, where).map(({ section }) => section.heading);
	expect(find(['chunks'])).toEqual(['Large files: chunks']);
	expect(find(['chunks', 'resumed'])).toEqual(['Large files: chunks']);
	expect(find(['chunks', 'resumed'], 'headings')).toEqual([]);
	expect(find(['resumed', 'nothing'])).toEqual([]);
	expect(find(['hunks'])).toEqual([]);
	expect(find([])).toEqual([]);
	const [before, chunks] = sections;
	if (before === undefined || chunks === undefined) throw new Error('There are no sections.');
	const named = sectionsOf({ ...guide, title: 'Resumed' }, 'Sent in chunks.');
	expect(findSections([chunks, ...named], ['resumed'], 'everywhere')[0]?.section.heading).toBe('Resumed');
	expect(excerptOf(chunks, ['resumed'])).toBe('Sent in chunks, resumed later.');
});
