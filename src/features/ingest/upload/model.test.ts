import { expect, test } from 'vitest';
import type { FileReview } from '#contract/file-ingestion.ts';
import { type Decisions, nothingDecided, recipeOf, withRecipe } from './model.ts';

const review = {
	columns: ['w', 'day'].map((from) => ({ from, column: from })),
} as unknown as FileReview;

test('a recipe keeps what columns hold and the rules that are left out, for files that have them', () => {
	const decided: Decisions = {
		...nothingDecided(false),
		columns: {
			w: { column: 'weight', holds: 'weight in kg, number', withoutRules: ['spaces'] },
			other: { column: 'other', holds: '', withoutRules: [] },
		},
	};
	const recipe = { name: 'Orders', ...recipeOf(decided) };
	expect(recipe.instructions.schema).toEqual([{ field: 'w', description: 'weight in kg, number' }]);
	expect(recipe.withoutRules).toEqual({ w: ['spaces'] });
	const columns = { w: { column: 'kilograms', type: 'DOUBLE' } };
	expect(withRecipe({ ...decided, columns }, review, recipe)).toEqual({
		w: { column: 'kilograms', type: 'DOUBLE', holds: 'weight in kg, number', withoutRules: ['spaces'] },
		day: { column: 'day', holds: '', withoutRules: [] },
	});
});
