import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { keyOf, openIngest } from './ingest-database.ts';
import { type DraftFile, readDraftFile, storeDraftFile } from './ingest-draft-files.ts';
import {
	listRecipes,
	listUploadRecipes,
	readIngestDraft,
	removeIngest,
	storeIngestDraft,
	storeRecipe,
} from './ingest-drafts.ts';

const scope = { service: 'http://localhost/api/v1', user: 'demo' };
const other = { ...scope, user: 'guest' };
const instructions = {
	description: 'd',
	schema: [{ field: 'a', description: '' }],
	instructions: '',
	link: true,
	linked: [{ field: 'a', dataset: 'demo/nature/field_notes', column: 'site' }],
};

test('keeps a draft and recipes per user until they’re removed', async () => {
	expect(await readIngestDraft(scope)).toBeNull();
	const draft = {
		instructions,
		names: ['a'],
		rows: [['1', undefined]],
		types: { a: 'BIGINT' },
		from: 'Pasted text',
		file: null,
	};
	const kept = await storeIngestDraft(scope, draft, null);
	await storeRecipe(scope, { name: 'Spring', instructions });
	expect(await readIngestDraft(scope)).toEqual({ ...draft, ...kept });
	expect([await readIngestDraft(other), await listRecipes(other)]).toEqual([null, []]);
	// Recipes for files are separate, even with the same name.
	await storeRecipe(scope, { name: 'Spring', columns: [], options: {}, isCleaned: true });
	expect((await listRecipes(scope)).map((recipe) => recipe.name)).toEqual(['Spring']);
	expect((await listUploadRecipes(scope)).map(({ name, isCleaned }) => [name, isCleaned])).toEqual([['Spring', true]]);
	await removeIngest(scope);
	expect([await readIngestDraft(scope), await listRecipes(scope)]).toEqual([null, []]);
});

test('keeps a draft’s file of any size in this tab but stores only a small one', async () => {
	const file = (id: string, size: number): DraftFile => {
		const blob = new Blob(['a,b']);
		return { id, name: `${id}.csv`, blob: Object.defineProperty(blob, 'size', { value: size }), inspection: {} };
	};
	await storeDraftFile(scope, file('small', 3));
	expect((await readDraftFile(scope, 'small'))?.name).toBe('small.csv');
	expect(await readDraftFile(other, 'small')).toBeNull();
	await storeDraftFile(scope, file('large', 200 * 1024 * 1024));
	expect((await readDraftFile(scope, 'large'))?.name).toBe('large.csv');
	expect(await (await openIngest()).get('draftFiles', keyOf(scope))).toBeUndefined();
	await removeIngest(scope);
	expect(await readDraftFile(scope, 'large')).toBeNull();
});
