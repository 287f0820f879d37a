import { expect, test } from 'vitest';
import type { FileReview } from '#contract/file-ingestion.ts';
import { type Decisions, isFor, nothingDecided, recipeOf, withRecipe } from './model.ts';

const review = {
	columns: ['w', 'day'].map((from) => ({ from, column: from })),
} as unknown as FileReview;

test('a recipe keeps what was decided about columns, for files that have the same', () => {
	const decided: Decisions = {
		...nothingDecided(false),
		skipLines: true,
		columns: { w: { column: 'weight', holds: 'weight in kg, number', withoutRules: ['spaces'], misfits: 'skip' } },
	};
	const recipe = { name: 'Orders', ...recipeOf(decided, review, true) };
	expect(recipe.columns).toEqual([
		{ from: 'w', column: 'weight', holds: 'weight in kg, number', withoutRules: ['spaces'], misfits: 'skip' },
		{ from: 'day', column: 'day' },
	]);
	expect(isFor(recipe, review)).toBe(true);
	expect(isFor(recipe, { ...review, columns: review.columns.slice(1) })).toBe(false);
	const { columns, skipLines } = withRecipe(nothingDecided(false), review, recipe, null);
	expect([columns.w, skipLines]).toEqual([
		{ column: 'weight', holds: 'weight in kg, number', withoutRules: ['spaces'], misfits: 'skip', isNew: false },
		true,
	]);
	// A dataset that has no such column keeps its own.
	const into = withRecipe(nothingDecided(true), review, recipe, [{ name: 'w' }, { name: 'day' }]);
	expect(into.columns.w).toMatchObject({ column: 'w', misfits: 'skip' });
});
