import * as z from 'zod/mini';
import type { DefinitionFields } from '#contract/build-spec.ts';
import { Check } from '#contract/check.ts';
import type { DraftCopy } from './draft-copies.ts';
import { keyWatcher, onOtherTab, readText, removeText, type Scope, writeText } from './web-storage.ts';

const Texts: z.ZodMiniType<readonly string[]> = z.array(z.string());

/**
 * The texts of a BuildSpec as they stand in the fields, valid or not. A field added later needs a default, so that older
 * drafts and versions stay readable.
 */
export const DraftText = z.object({
	sources: Texts,
	destination: z.string(),
	payload: z.string(),
} satisfies { [Field in keyof DefinitionFields]-?: z.ZodMiniType<string | readonly string[]> });
export type DraftText = z.infer<typeof DraftText>;

/** Unsaved text, with what it began from. `at` is in ms since 1970; `baseVersion` is null for a BuildSpec that was never saved. */
export const Draft = z.object({
	text: DraftText,
	/** Absent where the checks are not changed. */
	checks: z.optional(z.readonly(z.array(Check))),
	baseVersion: z.nullable(z.int()),
	baseEtag: z.nullable(z.string()),
	at: z.number(),
});
export type Draft = z.infer<typeof Draft>;

/** Outcome of keeping a draft; `message` says in words why it could not be kept. */
export type Kept = { readonly kept: true } | { readonly kept: false; readonly message: string };

/** What was found under a draft's key. `raw` is the stored text that is no draft (written by an older console, or damaged). */
export type FoundDraft =
	| { readonly kind: 'none' }
	| { readonly kind: 'draft'; readonly draft: Draft }
	| { readonly kind: 'unreadable'; readonly raw: string };

/** A draft in a list: its id and what it began from, without its code. */
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

/** Calls back when drafts change, in this tab or another. Returns a function that stops it. */
export const watchDrafts = watch;

/** Whose drafts were removed for good: a page of theirs that is being closed must not write them again. */
const closed = new Set<string>();

/** From now on nothing is kept for a person who wanted it removed, until somebody signs in as them again. */
export const closeDrafts = (scope: Scope): void => void closed.add(prefixOf(scope));

export const isClosed = (scope: Scope): boolean => closed.has(prefixOf(scope));

export const reopenDrafts = (scope: Scope): void => void closed.delete(prefixOf(scope));

/** Removes every draft of a person at a service, those that cannot be read included. */
export function removeDrafts(scope: Scope): void {
	for (const id of draftIds(scope)) removeDraft(scope, id);
}

/** Keeps a draft at once. Local storage is written synchronously, so it also holds when the page is being closed. */
export function keepDraft(scope: Scope, id: string, draft: Draft): Kept {
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

/** Puts a second copy where it outlives a browser that is killed; one after the other. Local storage is what counts. */
let copying: Promise<unknown> = Promise.resolve();
function copy(scope: Scope, what: DraftCopy): void {
	const holds = () => what.raw !== null && readText('local', keyOf(scope, what.id)) === what.raw;
	copying = copying
		.then(async () => (await import('./draft-copies.ts')).putCopy(scope, what, holds))
		.catch(() => {
			// Without a database there is only the one.
		});
}

/** Forgets the second copies too. Fulfills when they are gone. */
export function forgetDraftCopies(scope: Scope): Promise<void> {
	const gone = copying.then(async () => (await import('./draft-copies.ts')).forgetCopies(scope)).catch(() => {});
	copying = gone;
	return gone;
}

/** When the draft was kept, ms since 1970; null where there is none, infinity where it cannot be read: it stays. */
export function draftTime(scope: Scope, id: string): number | null {
	const found = readDraft(scope, id);
	return found.kind === 'draft' ? found.draft.at : found.kind === 'none' ? null : Number.POSITIVE_INFINITY;
}

/** Puts back a draft as it was stored. Where there is no room for it, its second copy stays. */
export function putBackDraft(scope: Scope, id: string, raw: string): void {
	if (!isClosed(scope) && writeText('local', keyOf(scope, id), raw)) changed();
}

/** Reads a draft back; what does not parse is handed out as it was stored. */
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

/** Every readable draft of one person at one service, newest first. */
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

/** The ids of drafts that are kept and cannot be read. */
export const unreadableDrafts = (scope: Scope): string[] =>
	draftIds(scope).filter((id) => readDraft(scope, id).kind === 'unreadable');

/** How many drafts are kept, told by their keys alone: cheap enough to ask after every keystroke. */
export const countDrafts = (scope: Scope, isCounted: (id: string) => boolean = () => true): number =>
	draftIds(scope).filter(isCounted).length;

/** Calls back when another tab keeps or removes one draft. Returns a function that stops it. */
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
