import { expect, test } from 'vitest';
import { excerptOf, headingId, sectionScore, sectionsOf } from './guide-sections.ts';

const guide = { id: 'x', title: 'Ingestion', about: 'Upload files.' };
const sections = sectionsOf(
	guide,
	'Before all.\n\n## Large files: `chunks`\n\nSent in [chunks](x.md), resumed later.\n\n```sh\n## no heading\n```\n',
);

test('cuts a guide at its headings, and not in code', () => {
	expect(sections.map(({ heading }) => heading)).toEqual(['Ingestion', 'Large files: chunks']);
	expect(sections[1]?.text).toContain('## no heading');
	expect(headingId('Large files: chunks')).toBe('large-files-chunks');
});

test('finds a section by all of its words, best in its heading, with the line that has them', () => {
	const [first, second] = sections;
	if (first === undefined || second === undefined) throw new Error('There are no sections.');
	expect(sectionScore(first, ['chunks'])).toBe(0);
	expect(sectionScore(second, ['chunks'])).toBeGreaterThan(sectionScore(second, ['resumed']));
	expect(sectionScore(second, ['resumed', 'nothing'])).toBe(0);
	expect(excerptOf(second, ['resumed'])).toBe('Sent in chunks, resumed later.');
});
