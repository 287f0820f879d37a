import * as z from 'zod/mini';
import type { DefinitionFields } from '#contract/build-spec.ts';
import { Check } from '#contract/check.ts';
import type { DraftCopy } from './draft-copies.ts';
import { keyWatcher, onOtherTab, readText, removeText, type Scope, writeText } from './web-storage.ts';

const Texts: z.ZodMiniType<readonly string[]> = z.array(z.string());

/** Field texts of a BuildSpec, valid or not. New fields need a default, so older drafts and versions stay readable. */
export const DraftText = z.object({
	sources: Texts,
	destination: z.string(),
	payload: z.string(),
} satisfies { [Field in keyof DefinitionFields]-?: z.ZodMiniType<string | readonly string[]> });
export type DraftText = z.infer<typeof DraftText>;

/** Unsaved text and its base. `at` in ms since 1970; `baseVersion` is null for a BuildSpec that was never saved. */
export const Draft = z.object({
	text: DraftText,
	/** Absent if the checks are unchanged. */
	checks: z.optional(z.readonly(z.array(Check))),
	baseVersion: z.nullable(z.int()),
	baseEtag: z.nullable(z.string()),
	at: z.number(),
});
export type Draft = z.infer<typeof Draft>;

/** Result of storing a draft; `message` explains why it failed. */
export type StoreOutcome = { readonly kept: true } | { readonly kept: false; readonly message: string };

/** Result of reading a draft. `raw` is stored text that isn't a valid draft (from an older console, or damaged). */
export type FoundDraft =
	| { readonly kind: 'none' }
	| { readonly kind: 'draft'; readonly draft: Draft }
	| { readonly kind: 'unreadable'; readonly raw: string };

/** A draft in a list: id and base, without code. */
export interface DraftMark {
	readonly id: string;
	readonly destination: string;
	readonly baseVersion: number | null;
	readonly at: number;
}

const root = 'dataset-console/draft/1/';
const prefixOf = (scope: Scope): string =>
	`${root}${encodeURIComponent(scope.service)}/${encodeURIComponent(scope.user)}/`;
const keyOf = (scope: Scope, id: string): string => `${prefixOf(scope)}${encodeURIComponent(id)}`;

const { changed, watch } = keyWatcher((key) => key.startsWith(root));

/** Calls back when drafts change, in any tab. Returns an unsubscribe function. */
export const watchDrafts = watch;

/** Users whose drafts were deleted, so that their closing pages don't write them again. */
const closed = new Set<string>();

/** Stops storing drafts for a user who deleted them, until that user signs in again. */
export const closeDrafts = (scope: Scope): void => void closed.add(prefixOf(scope));

export const isClosed = (scope: Scope): boolean => closed.has(prefixOf(scope));

export const reopenDrafts = (scope: Scope): void => void closed.delete(prefixOf(scope));

/** Deletes a user's drafts, including unreadable ones. */
export function removeDrafts(scope: Scope): void {
	for (const id of draftIds(scope)) removeDraft(scope, id);
}

/** Stores a draft now. Local storage is synchronous, so it also works when the page is closing. */
export function storeDraft(scope: Scope, id: string, draft: Draft): StoreOutcome {
	if (isClosed(scope)) return { kept: true };
	const raw = JSON.stringify(draft);
	copy(scope, { id, at: draft.at, raw });
	try {
		localStorage.setItem(keyOf(scope, id), raw);
	} catch (error) {
		return { kept: false, message: explainRefusal(error) };
	}
	changed();
	return { kept: true };
}

/** Writes second copies, one by one, that survive a killed browser. Local storage is authoritative. */
let copying: Promise<unknown> = Promise.resolve();
function copy(scope: Scope, what: DraftCopy): void {
	const holds = () => what.raw !== null && readText('local', keyOf(scope, what.id)) === what.raw;
	copying = copying
		.then(async () => (await import('./draft-copies.ts')).putCopy(scope, what, holds))
		.catch(() => {
			// Without a database there's no second copy.
		});
}

/** Also deletes the second copies. Resolves when they're gone. */
export function forgetDraftCopies(scope: Scope): Promise<void> {
	const gone = copying.then(async () => (await import('./draft-copies.ts')).forgetCopies(scope)).catch(() => {});
	copying = gone;
	return gone;
}

/** When the draft was stored, ms since 1970. Null if there is none, infinity if it's unreadable, so it stays. */
export function draftTime(scope: Scope, id: string): number | null {
	const found = readDraft(scope, id);
	return found.kind === 'draft' ? found.draft.at : found.kind === 'none' ? null : Number.POSITIVE_INFINITY;
}

/** Restores a draft's stored text. If there's no space, its second copy stays. */
export function restoreDraftText(scope: Scope, id: string, raw: string): void {
	if (!isClosed(scope) && writeText('local', keyOf(scope, id), raw)) changed();
}

/** Reads a draft. If it's invalid, its stored text is returned. */
export function readDraft(scope: Scope, id: string): FoundDraft {
	const raw = readText('local', keyOf(scope, id));
	if (raw === null) return { kind: 'none' };
	const draft = parseDraft(raw);
	return draft === null ? { kind: 'unreadable', raw } : { kind: 'draft', draft };
}

export function removeDraft(scope: Scope, id: string): void {
	copy(scope, { id, at: Date.now(), raw: null });
	removeText('local', keyOf(scope, id));
	changed();
}

export function listDrafts(scope: Scope): DraftMark[] {
	return draftIds(scope)
		.flatMap((id) => {
			const found = readDraft(scope, id);
			if (found.kind !== 'draft') return [];
			const { text, baseVersion, at } = found.draft;
			return { id, destination: text.destination, baseVersion, at };
		})
		.sort((a, b) => b.at - a.at);
}

export const unreadableDrafts = (scope: Scope): string[] =>
	draftIds(scope).filter((id) => readDraft(scope, id).kind === 'unreadable');

/** Number of drafts, from their keys only: cheap enough for every keystroke. */
export const countDrafts = (scope: Scope, isCounted: (id: string) => boolean = () => true): number =>
	draftIds(scope).filter(isCounted).length;

/** Calls back when another tab stores or removes a draft. Returns an unsubscribe function. */
export const watchDraftElsewhere = (scope: Scope, id: string, onChange: () => void): (() => void) =>
	onOtherTab((key) => {
		if (key === keyOf(scope, id)) onChange();
	});

function draftIds(scope: Scope): string[] {
	const prefix = prefixOf(scope);
	try {
		return Object.keys(localStorage).flatMap((key) =>
			key.startsWith(prefix) ? decodeURIComponent(key.slice(prefix.length)) : [],
		);
	} catch {
		return [];
	}
}

function parseDraft(raw: string): Draft | null {
	try {
		return Draft.safeParse(JSON.parse(raw)).data ?? null;
	} catch {
		return null;
	}
}

function explainRefusal(error: unknown): string {
	const full = error instanceof DOMException && error.name === 'QuotaExceededError';
	return full ? 'This browser has no storage left for this site.' : 'This browser blocks storage for this site.';
}
