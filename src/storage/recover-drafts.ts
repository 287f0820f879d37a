import type { DraftCopy } from './draft-copies.ts';
import { draftTime, putBackDraft, removeDraft } from './drafts.ts';
import type { Scope } from './web-storage.ts';

/** A removal is remembered so long, ms: what local storage had may come back until the browser wrote that down. */
const remembered = 3_600_000;

const recovered = new Map<string, Promise<void>>();

/**
 * Brings local storage to what was kept last, where the browser was killed before it wrote that down: once for a person and
 * service while the page lives. Never rejects; without a database there is nothing to recover from.
 */
export function recoverDrafts(scope: Scope): Promise<void> {
	const key = JSON.stringify([scope.service, scope.user]);
	const known = recovered.get(key) ?? recover(scope).catch(() => {});
	recovered.set(key, known);
	return known;
}

async function recover(scope: Scope): Promise<void> {
	const { readCopies, forgetCopy } = await import('./draft-copies.ts');
	for (const copy of await readCopies(scope)) {
		restoreLater(scope, copy);
		if (copy.raw === null && Date.now() - copy.at > remembered) await forgetCopy(scope, copy);
	}
}

/** The later of the two holds; of the same time, what was kept. */
function restoreLater(scope: Scope, { id, at, raw }: DraftCopy): void {
	const kept = draftTime(scope, id);
	if (raw === null) {
		if (kept !== null && kept < at) removeDraft(scope, id);
	} else if (kept === null || kept < at) putBackDraft(scope, id, raw);
}
