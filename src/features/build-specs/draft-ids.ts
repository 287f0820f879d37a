import { keepDraft, listDrafts, readDraft, removeDraft } from '../../storage/drafts.ts';
import type { Scope } from '../../storage/web-storage.ts';

const newPrefix = 'new';

/** Under which id the draft of a new BuildSpec is kept: one for the empty page, one for each that is being duplicated. */
export const newDraftId = (from: string | null): string => (from === null ? newPrefix : `${newPrefix}:${from}`);

/** What a new BuildSpec's draft duplicates: an id, null for none, undefined when the draft is not of a new BuildSpec. */
export function newDraftSource(draftId: string): string | null | undefined {
	if (draftId === newPrefix) return null;
	return draftId.startsWith(`${newPrefix}:`) ? draftId.slice(newPrefix.length + 1) : undefined;
}

const handed = '~';

/** What a new BuildSpec's draft begins from when its text was handed over by another page, and not copied from a BuildSpec. */
export const handedOver = (id: string): string => `${handed}${id}`;

export const isHandedOver = (from: string | null): boolean => from?.startsWith(handed) === true;

/** They had another name once, under which drafts are kept still. */
const worksheetPrefix = 'scratch:';

export const firstWorksheetName = 'Worksheet';

export const worksheetDraftId = (name: string): string => `${worksheetPrefix}${name}`;

/** The name of a worksheet, by the id of its draft; null where it is another draft. */
export const worksheetName = (draftId: string): string | null =>
	draftId.startsWith(worksheetPrefix) ? draftId.slice(worksheetPrefix.length) : null;

/** Names of the worksheets that are kept, the latest first. */
export const worksheetNames = (drafts: readonly { readonly id: string }[]): string[] =>
	drafts.flatMap(({ id }) => worksheetName(id) ?? []);

/** A name that no worksheet has: "Worksheet 2". */
export function freeWorksheetName(names: readonly string[]): string {
	for (let number = 1; ; number += 1) {
		const name = number === 1 ? firstWorksheetName : `${firstWorksheetName} ${number}`;
		if (!names.includes(name)) return name;
	}
}

/** Longest name, in UTF-16 code units. */
const longestName = 80;

/** Why a worksheet cannot be called so, in words; null when it can. */
export function explainWorksheetName(name: string, scope: Scope): string | null {
	if (name === '') return 'Enter a name.';
	if (name.length > longestName) return `Use at most ${longestName} characters.`;
	if (worksheetNames(listDrafts(scope)).includes(name)) return `A worksheet named "${name}" already exists.`;
	return null;
}

export function renameWorksheet(scope: Scope, from: string, to: string): void {
	const found = readDraft(scope, worksheetDraftId(from));
	if (found.kind !== 'draft') return;
	if (keepDraft(scope, worksheetDraftId(to), found.draft).kept) removeDraft(scope, worksheetDraftId(from));
}
