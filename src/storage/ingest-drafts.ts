import * as z from 'zod/mini';
import { cleaningRules } from '#contract/file-cleaning.ts';
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

export const IngestRecipe = z.object({
	name: z.string(),
	instructions: IngestInstructions,
	/** Rules that the cleaning of an upload leaves out, by column. */
	withoutRules: z.optional(z.record(z.string(), z.array(z.enum(cleaningRules)))),
});
export type IngestRecipe = z.infer<typeof IngestRecipe>;

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

/** The recipes of a person at a service, by name. */
export async function listRecipes(scope: Scope): Promise<IngestRecipe[]> {
	const stored: unknown[] = await (await openIngest()).getAll('recipes', rangeOf(scope));
	return stored.flatMap((item) => IngestRecipe.safeParse(item).data ?? []);
}

/** Keeps a recipe; one of the same name is replaced. */
export async function keepRecipe(scope: Scope, recipe: IngestRecipe): Promise<void> {
	await (await openIngest()).put('recipes', recipe, [keyOf(scope), recipe.name]);
}

export async function removeRecipe(scope: Scope, name: string): Promise<void> {
	await (await openIngest()).delete('recipes', [keyOf(scope), name]);
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
	const [draft, recipes, save] = await Promise.all([readIngestDraft(scope), listRecipes(scope), readSave(scope)]);
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
