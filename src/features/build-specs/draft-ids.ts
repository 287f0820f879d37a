import { listDrafts, readDraft, removeDraft, storeDraft } from '../../storage/drafts.ts';
import type { Scope } from '../../storage/web-storage.ts';

const newPrefix = 'new';

/** Draft id of a new BuildSpec: one for the empty page, one for each BuildSpec being duplicated. */
export const newDraftId = (from: string | null): string => (from === null ? newPrefix : `${newPrefix}:${from}`);

/** What a new BuildSpec's draft duplicates: an id, or null for none. Undefined if the draft isn't a new BuildSpec's. */
export function newDraftSource(draftId: string): string | null | undefined {
	if (draftId === newPrefix) return null;
	return draftId.startsWith(`${newPrefix}:`) ? draftId.slice(newPrefix.length + 1) : undefined;
}

const handed = '~';

/** Origin of a new BuildSpec whose text came from another page instead of a BuildSpec. */
export const handoverOrigin = (id: string): string => `${handed}${id}`;

export const isHandedOver = (from: string | null): boolean => from?.startsWith(handed) === true;

/** Former name of worksheets, still used for stored drafts. */
const worksheetPrefix = 'scratch:';

export const firstWorksheetName = 'Worksheet';

export const worksheetDraftId = (name: string): string => `${worksheetPrefix}${name}`;

export const worksheetName = (draftId: string): string | null =>
	draftId.startsWith(worksheetPrefix) ? draftId.slice(worksheetPrefix.length) : null;

/** Names of stored worksheets, newest first. */
export const worksheetNames = (drafts: readonly { readonly id: string }[]): string[] =>
	drafts.flatMap(({ id }) => worksheetName(id) ?? []);

export function freeWorksheetName(names: readonly string[]): string {
	for (let number = 1; ; number += 1) {
		const name = number === 1 ? firstWorksheetName : `${firstWorksheetName} ${number}`;
		if (!names.includes(name)) return name;
	}
}

/** Maximum length of a name, in UTF-16 code units. */
const longestName = 80;

export function explainWorksheetName(name: string, scope: Scope): string | null {
	if (name === '') return 'Enter a name.';
	if (name.length > longestName) return `Use at most ${longestName} characters.`;
	if (worksheetNames(listDrafts(scope)).includes(name))
		return `A worksheet named "${name}" already exists. Enter another name.`;
	return null;
}

export function renameWorksheet(scope: Scope, from: string, to: string): void {
	const found = readDraft(scope, worksheetDraftId(from));
	if (found.kind !== 'draft') return;
	if (storeDraft(scope, worksheetDraftId(to), found.draft).kept) removeDraft(scope, worksheetDraftId(from));
}
