import { expect, it } from 'vitest';
import { rewritings } from './rewrite.ts';

it.each([
	['and only for DFW?', 'How many flights are there for DFW'],
	['by month', 'How many flights are there by month'],
	['Only in February', 'How many flights are there in February'],
	['what about Dallas?', 'How many flights are there for Dallas'],
	['And from Texas?', 'How many flights are there from Texas'],
])('reads "%s" as an addition to the previous question', (question, whole) => {
	expect(rewritings(question, 'How many flights are there?')[0]).toBe(whole);
});

it('replaces a condition with one of the same kind', () => {
	expect(rewritings('and in March?', 'How many flights left in February?')).toContain('How many flights left in March');
});

it.each(['How many airports are there?', 'Which state has the most airports?', 'where does he live?'])(
	'treats "%s" as a standalone question',
	(question) => {
		expect(rewritings(question, 'How many flights are there?')).toEqual([]);
	},
);
