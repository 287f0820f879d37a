import { expect, test } from 'vitest';
import type { WorkText } from '../model.ts';
import { mergedText, mergeTexts, openDecisions, undecided } from './merge.ts';

const base: WorkText = {
	payload: 'select a\nfrom t\nwhere x > 1',
	sources: ['me/n/t', 'me/n/u'],
	destination: 'me/n/out',
};
const mine: WorkText = {
	...base,
	payload: base.payload.replace('x > 1', 'x > 2'),
	sources: ['me/n/t', 'me/n/u', 'me/n/mine'],
};
const theirs: WorkText = {
	...base,
	payload: base.payload.replace('select a', 'select b'),
	sources: ['me/n/t', 'me/n/theirs'],
};

test('merges changes without conflicts, sources included', () => {
	const merge = mergeTexts(base, mine, theirs);
	expect(openDecisions(merge, undecided(merge))).toBe(0);
	expect(mergedText(merge, undecided(merge))).toEqual({
		payload: 'select b\nfrom t\nwhere x > 2',
		sources: ['me/n/t', 'me/n/theirs', 'me/n/mine'],
		destination: 'me/n/out',
	});
});

test('uses my side of a conflict until decided and supports every choice', () => {
	const merge = mergeTexts(base, mine, { ...base, payload: base.payload.replace('x > 1', 'x > 3') });
	expect(openDecisions(merge, undecided(merge))).toBe(1);
	const last = (choice: Parameters<typeof mergedText>[1]['code'][number]) =>
		mergedText(merge, { code: [choice], fields: {} })
			.payload.split('\n')
			.slice(2);
	expect(last(null)).toEqual(['where x > 2']);
	expect(last('theirs')).toEqual(['where x > 3']);
	expect(last('base')).toEqual(['where x > 1']);
	expect(last('mine-then-theirs')).toEqual(['where x > 2', 'where x > 3']);
	expect(last('theirs-then-mine')).toEqual(['where x > 3', 'where x > 2']);
	expect(openDecisions(merge, { code: ['theirs'], fields: {} })).toBe(0);
});

test('reports a conflict if both sides renamed the destination and accepts a rename by one side', () => {
	const both = mergeTexts(base, { ...mine, destination: 'me/n/a' }, { ...theirs, destination: 'me/n/b' });
	expect(openDecisions(both, undecided(both))).toBe(1);
	expect(mergedText(both, { code: [], fields: { destination: 'theirs' } }).destination).toBe('me/n/b');
	const one = mergeTexts(base, mine, { ...theirs, destination: 'me/n/b' });
	expect(mergedText(one, undecided(one)).destination).toBe('me/n/b');
});

test('removes nothing and reports every difference when the base is unknown', () => {
	const merge = mergeTexts(null, mine, theirs);
	expect(mergedText(merge, undecided(merge)).sources).toEqual(['me/n/t', 'me/n/theirs', 'me/n/u', 'me/n/mine']);
	expect(openDecisions(merge, undecided(merge))).toBe(2);
});
