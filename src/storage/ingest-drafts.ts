import * as z from 'zod/mini';
import { FileOptions, PlannedColumn } from '#contract/file-ingestion.ts';
import { isClosed } from './drafts.ts';
import { keyOf, openIngest, rangeOf } from './ingest-database.ts';
import { DraftFileRef, removeDraftFile } from './ingest-draft-files.ts';
import { readSave } from './ingest-saves.ts';
import type { Scope } from './web-storage.ts';

/** What is said of records, to be used again. */
export const IngestInstructions = z.object({
	description: z.string(),
	schema: z.array(z.object({ field: z.string(), description: z.string() })),
	instructions: z.string(),
	link: z.boolean(),
	/** With `link`: which fields are compared with which columns; null, as in drafts from before it could be chosen: by their names. */
	linked: z._default(
		z.nullable(z.array(z.object({ field: z.string(), dataset: z.string(), column: z.string() }))),
		null,
	),
});

/** Records and instructions as they stand in the fields. `at` is in ms since 1970, of each that is kept later than before. */
export const IngestDraft = z.object({
	instructions: IngestInstructions,
	names: z.array(z.string()),
	rows: z.array(z.array(z.unknown())),
	/** Types of fields, where the file that they came from says them. */
	types: z._default(z.record(z.string(), z.string()), {}),
	/** Where the records came from, for people. */
	from: z.string(),
	/** The file that they are only a part of; null where they are all of it. */
	file: z._default(z.nullable(DraftFileRef), null),
	at: z.number(),
});
export type IngestDraft = z.infer<typeof IngestDraft>;

export const IngestRecipe = z.object({ name: z.string(), instructions: IngestInstructions });
export type IngestRecipe = z.infer<typeof IngestRecipe>;

/** What is decided about a file, for others with the same columns. */
export const UploadRecipe = z.object({
	name: z.string(),
	columns: z.array(PlannedColumn),
	options: FileOptions,
	skipLines: z.boolean(),
	/** Whether their values are cleaned. */
	isCleaned: z.boolean(),
});
export type UploadRecipe = z.infer<typeof UploadRecipe>;

type Recipe = IngestRecipe | UploadRecipe;

/** The draft of a person at a service; null where there is none that can be read. */
export async function readIngestDraft(scope: Scope): Promise<IngestDraft | null> {
	return IngestDraft.safeParse(await (await openIngest()).get('drafts', keyOf(scope))).data ?? null;
}

/** When it was kept, or what another tab kept that this tab does not know. */
export type KeptIngestDraft = { readonly at: number } | { readonly other: IngestDraft };

/**
 * Keeps a draft, unless another tab kept one since this tab looked: that one stays, and is answered.
 * @param known `at` of the draft that this tab read or kept last; null: there was none
 */
export async function keepIngestDraft(
	scope: Scope,
	draft: Omit<IngestDraft, 'at'>,
	known: number | null,
): Promise<KeptIngestDraft> {
	const { store, done } = (await openIngest()).transaction('drafts', 'readwrite');
	const found = IngestDraft.safeParse(await store.get(keyOf(scope))).data;
	if (found !== undefined && found.at !== known) return { other: found };
	const at = Math.max(Date.now(), (found?.at ?? 0) + 1);
	// A page that is left by signing out keeps nothing where that was to be removed.
	if (!isClosed(scope)) await Promise.all([store.put({ ...draft, at }, keyOf(scope)), done]);
	return { at };
}

const storedRecipes = async (scope: Scope): Promise<unknown[]> =>
	(await openIngest()).getAll('recipes', rangeOf(scope));

/** The recipes of a person at a service for records, by name. */
export const listRecipes = async (scope: Scope): Promise<IngestRecipe[]> =>
	(await storedRecipes(scope)).flatMap((item) => IngestRecipe.safeParse(item).data ?? []);

/** Those for files that are uploaded. */
export const listUploadRecipes = async (scope: Scope): Promise<UploadRecipe[]> =>
	(await storedRecipes(scope)).flatMap((item) => UploadRecipe.safeParse(item).data ?? []);

/** A name has one recipe of each kind. */
const recipeKey = (scope: Scope, recipe: Recipe): [string, string] => [
	keyOf(scope),
	'columns' in recipe ? `${recipe.name}\nupload` : recipe.name,
];

/** Keeps a recipe; one of the same kind and name is replaced. */
export async function keepRecipe(scope: Scope, recipe: Recipe): Promise<void> {
	await (await openIngest()).put('recipes', recipe, recipeKey(scope, recipe));
}

export async function removeRecipe(scope: Scope, recipe: Recipe): Promise<void> {
	await (await openIngest()).delete('recipes', recipeKey(scope, recipe));
}

/** How much is kept of a person's ingesting. */
export interface KeptIngest {
	/** Records that are being ingested. */
	readonly records: number;
	/** 1: instructions without records. */
	readonly instructions: number;
	readonly recipes: number;
	/** Saves that were begun and have not ended. */
	readonly saves: number;
}

export async function countIngest(scope: Scope): Promise<KeptIngest> {
	const [draft, recipes, save] = await Promise.all([readIngestDraft(scope), storedRecipes(scope), readSave(scope)]);
	const records = draft?.rows.length ?? 0;
	const { description = '', schema = [], instructions = '', link = false } = draft?.instructions ?? {};
	const hasInstructions = description !== '' || schema.length > 0 || instructions !== '' || link;
	return {
		records,
		instructions: records === 0 && hasInstructions ? 1 : 0,
		recipes: recipes.length,
		saves: save === null ? 0 : 1,
	};
}

/** Removes everything that is kept of a person's ingesting at a service. */
export async function removeIngest(scope: Scope): Promise<void> {
	const db = await openIngest();
	await Promise.all([
		db.delete('drafts', keyOf(scope)),
		removeDraftFile(scope),
		db.delete('recipes', rangeOf(scope)),
		db.delete('saves', keyOf(scope)),
		db.delete('saveRows', keyOf(scope)),
		db.delete('handovers', rangeOf(scope)),
	]);
}
