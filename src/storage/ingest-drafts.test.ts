import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { keepIngestDraft, keepRecipe, listRecipes, readIngestDraft, removeIngest } from './ingest-drafts.ts';

const scope = { service: 'http://localhost/api/v1', user: 'demo' };
const other = { ...scope, user: 'guest' };
const instructions = {
	description: 'd',
	schema: [{ field: 'a', description: '' }],
	instructions: '',
	link: true,
	linked: [{ field: 'a', dataset: 'demo/nature/field_notes', column: 'site' }],
};

test('a draft and recipes are kept for one person, until they are removed', async () => {
	expect(await readIngestDraft(scope)).toBeNull();
	const draft = {
		instructions,
		names: ['a'],
		rows: [['1', undefined]],
		types: { a: 'BIGINT' },
		from: 'Pasted text',
	};
	const kept = await keepIngestDraft(scope, draft, null);
	await keepRecipe(scope, { name: 'Spring', instructions });
	expect(await readIngestDraft(scope)).toEqual({ ...draft, ...kept });
	expect([await readIngestDraft(other), await listRecipes(other)]).toEqual([null, []]);
	expect((await listRecipes(scope)).map((it) => it.name)).toEqual(['Spring']);
	await removeIngest(scope);
	expect([await readIngestDraft(scope), await listRecipes(scope)]).toEqual([null, []]);
});
