import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type MergeRegion, mergeLines } from './merge-lines.ts';

const kinds = (regions: readonly MergeRegion[]) =>
	regions.map((region) => (region.kind === 'changed' ? `changed by ${region.by}` : region.kind));

const take = (regions: readonly MergeRegion[], side: 'mine' | 'theirs'): string =>
	regions.flatMap((region) => (region.kind === 'collision' ? region[side] : region.lines)).join('\n');

const base = 'select a\nfrom t\nwhere x > 1\norder by a';

test('takes changes made by only one side', () => {
	const regions = mergeLines(base, base.replace('x > 1', 'x > 2'), base.replace('select a', 'select a, b'));
	expect(kinds(regions)).toEqual(['changed by theirs', 'same', 'changed by mine', 'same']);
	expect(take(regions, 'mine')).toBe('select a, b\nfrom t\nwhere x > 2\norder by a');
});

test('reports a collision if both sides changed a line differently', () => {
	const regions = mergeLines(base, base.replace('x > 1', 'x > 2'), base.replace('x > 1', 'x > 3'));
	expect(regions).toContainEqual({
		kind: 'collision',
		base: ['where x > 1'],
		mine: ['where x > 2'],
		theirs: ['where x > 3'],
	});
});

test('reports no collision if both sides made the same change', () => {
	const same = base.replace('x > 1', 'x > 2');
	expect(kinds(mergeLines(base, same, same))).toEqual(['same', 'changed by both', 'same']);
});

test('reports a collision if one side removed a line and the other changed it', () => {
	const regions = mergeLines(base, base.replace('where x > 1\n', ''), base.replace('x > 1', 'x > 3'));
	expect(regions).toContainEqual({ kind: 'collision', base: ['where x > 1'], mine: [], theirs: ['where x > 3'] });
});

test('removes a line that only one side removed', () => {
	const regions = mergeLines(base, base.replace('where x > 1\n', ''), base.replace('select a', 'select b'));
	expect(take(regions, 'mine')).toBe('select b\nfrom t\norder by a');
	expect(kinds(regions)).not.toContain('collision');
});

test('reports a collision for changes to adjacent lines', () => {
	expect(kinds(mergeLines('a\nb', 'A\nb', 'a\nB'))).toEqual(['collision']);
});

test('reports every difference as a collision without a common base', () => {
	const regions = mergeLines(null, 'a\nb\nc', 'a\nB\nc');
	expect(regions).toEqual([
		{ kind: 'same', lines: ['a'] },
		{ kind: 'collision', base: [], mine: ['b'], theirs: ['B'] },
		{ kind: 'same', lines: ['c'] },
	]);
});

const text = fc.array(fc.constantFrom('a', 'b', 'c', '', 'd'), { maxLength: 12 }).map((lines) => lines.join('\n'));

test('keeps every line of each side, except where only the other side changed it', () => {
	fc.assert(
		fc.property(text, text, text, (origin, mine, theirs) => {
			const regions = mergeLines(origin, mine, theirs);
			const side = (of: 'mine' | 'theirs') =>
				regions
					.flatMap((region) => {
						if (region.kind === 'collision') return region[of];
						return region.kind === 'changed' && region.by !== of && region.by !== 'both' ? region.base : region.lines;
					})
					.join('\n');
			// `''.split` can't represent a text without lines, so a side without lines joins to the same text.
			expect(side('mine')).toBe(mine);
			expect(side('theirs')).toBe(theirs);
			const before = regions.flatMap((region) => (region.kind === 'same' ? region.lines : region.base)).join('\n');
			expect(before).toBe(origin);
		}),
		{ numRuns: 500 },
	);
});

test('merges nothing into the other side’s text if one side is unchanged', () => {
	fc.assert(
		fc.property(text, text, (origin, other) => {
			expect(take(mergeLines(origin, origin, other), 'mine')).toBe(other);
			expect(take(mergeLines(origin, other, origin), 'theirs')).toBe(other);
			expect(kinds(mergeLines(origin, other, other))).not.toContain('collision');
		}),
		{ numRuns: 500 },
	);
});
