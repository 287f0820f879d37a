import * as z from 'zod/mini';
import { FileOptions, PlannedColumn } from '#contract/file-ingestion.ts';
import { isClosed } from './drafts.ts';
import { keyOf, openIngest, rangeOf } from './ingest-database.ts';
import { DraftFileRef, removeDraftFile } from './ingest-draft-files.ts';
import { readSave } from './ingest-saves.ts';
import type { Scope } from './web-storage.ts';

export const IngestInstructions = z.object({
	description: z.string(),
	schema: z.array(z.object({ field: z.string(), description: z.string() })),
	instructions: z.string(),
	link: z.boolean(),
	/** With `link`: which fields to compare with which columns; null, as in older drafts: by name. */
	linked: z._default(
		z.nullable(z.array(z.object({ field: z.string(), dataset: z.string(), column: z.string() }))),
		null,
	),
});

/** Records and instructions as in the fields. `at` in ms since 1970, increasing with each stored version. */
export const IngestDraft = z.object({
	instructions: IngestInstructions,
	names: z.array(z.string()),
	rows: z.array(z.array(z.unknown())),
	/** Types by field, if the source file has them. */
	types: z._default(z.record(z.string(), z.string()), {}),
	/** Source of the records, for display. */
	from: z.string(),
	/** The file, if the records are only a part of it; otherwise null. */
	file: z._default(z.nullable(DraftFileRef), null),
	at: z.number(),
});
export type IngestDraft = z.infer<typeof IngestDraft>;

export const IngestRecipe = z.object({ name: z.string(), instructions: IngestInstructions });
export type IngestRecipe = z.infer<typeof IngestRecipe>;

/** Reusable decisions about a file, for others with the same columns. */
export const UploadRecipe = z.object({
	name: z.string(),
	columns: z.array(PlannedColumn),
	options: FileOptions,
	isCleaned: z.boolean(),
});
export type UploadRecipe = z.infer<typeof UploadRecipe>;

/** Corrected texts of skipped rows, by index and column. `added`: how many corrected files were added before. */
const Corrections = z.object({
	added: z.number(),
	rows: z.array(z.tuple([z.number(), z.record(z.string(), z.string())])),
});
export type Corrections = z.infer<typeof Corrections>;

type Recipe = IngestRecipe | UploadRecipe;

/** The stored draft; null if there is none or it's invalid. */
export async function readIngestDraft(scope: Scope): Promise<IngestDraft | null> {
	return IngestDraft.safeParse(await (await openIngest()).get('drafts', keyOf(scope))).data ?? null;
}

/** When it was stored, or another tab's version that this tab didn't know. */
export type StoreIngestDraftResult = { readonly at: number } | { readonly other: IngestDraft };

/**
 * Stores a draft, unless another tab stored one since; that one is then returned.
 * @param known `at` of the draft this tab last read or stored; null: none
 */
export async function storeIngestDraft(
	scope: Scope,
	draft: Omit<IngestDraft, 'at'>,
	known: number | null,
): Promise<StoreIngestDraftResult> {
	const { store, done } = (await openIngest()).transaction('drafts', 'readwrite');
	const found = IngestDraft.safeParse(await store.get(keyOf(scope))).data;
	if (found !== undefined && found.at !== known) return { other: found };
	const at = Math.max(Date.now(), (found?.at ?? 0) + 1);
	// A page left by signing out stores nothing if the user deleted it.
	if (!isClosed(scope)) await Promise.all([store.put({ ...draft, at }, keyOf(scope)), done]);
	return { at };
}

const storedRecipes = async (scope: Scope): Promise<unknown[]> =>
	(await openIngest()).getAll('recipes', rangeOf(scope));

/** A user's recipes for records, by name. */
export const listRecipes = async (scope: Scope): Promise<IngestRecipe[]> =>
	(await storedRecipes(scope)).flatMap((item) => IngestRecipe.safeParse(item).data ?? []);

/** A user's recipes for uploaded files, by name. */
export const listUploadRecipes = async (scope: Scope): Promise<UploadRecipe[]> =>
	(await storedRecipes(scope)).flatMap((item) => UploadRecipe.safeParse(item).data ?? []);

/** Names are unique per kind. */
const recipeKey = (scope: Scope, recipe: Recipe): [string, string] => [
	keyOf(scope),
	'columns' in recipe ? `${recipe.name}\nupload` : recipe.name,
];

/** Stores a recipe, replacing one of the same kind and name. */
export async function storeRecipe(scope: Scope, recipe: Recipe): Promise<void> {
	await (await openIngest()).put('recipes', recipe, recipeKey(scope, recipe));
}

export async function removeRecipe(scope: Scope, recipe: Recipe): Promise<void> {
	await (await openIngest()).delete('recipes', recipeKey(scope, recipe));
}

/** Corrections of an ingestion's skipped rows; null if there are none. */
export const readCorrections = async (scope: Scope, ingestionId: string): Promise<Corrections | null> =>
	Corrections.safeParse(await (await openIngest()).get('corrections', [keyOf(scope), ingestionId])).data ?? null;

/** Stores them, or deletes them if there are no rows. */
export async function storeCorrections(scope: Scope, ingestionId: string, corrections: Corrections): Promise<void> {
	const [db, key] = [await openIngest(), [keyOf(scope), ingestionId] satisfies [string, string]];
	if (corrections.rows.length === 0) await db.delete('corrections', key);
	else if (!isClosed(scope)) await db.put('corrections', corrections, key);
}

/** Amount of a user's stored ingestion data. */
export interface IngestCounts {
	readonly records: number;
	/** 1: instructions without records. */
	readonly instructions: number;
	readonly recipes: number;
	readonly saves: number;
}

export async function countIngest(scope: Scope): Promise<IngestCounts> {
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

/** Deletes all of a user's ingestion data. */
export async function removeIngest(scope: Scope): Promise<void> {
	const db = await openIngest();
	await Promise.all([
		db.delete('drafts', keyOf(scope)),
		removeDraftFile(scope),
		db.delete('recipes', rangeOf(scope)),
		db.delete('saves', keyOf(scope)),
		db.delete('saveRows', keyOf(scope)),
		db.delete('handovers', rangeOf(scope)),
		db.delete('corrections', rangeOf(scope)),
	]);
}
