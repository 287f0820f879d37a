import type { DraftCopy } from './draft-copies.ts';
import { draftTime, removeDraft, restoreDraftText } from './drafts.ts';
import type { Scope } from './web-storage.ts';

/**
 * How long a removal is remembered, in ms, since local storage's old content may return until the browser has written
 * the change to disk.
 */
const remembered = 3_600_000;

const recovered = new Map<string, Promise<void>>();

/**
 * Restores drafts that local storage lost because the browser was killed, once per user, service and page load. Never
 * rejects; without a database there's nothing to recover from.
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

/** The later one wins; at equal times, what local storage has. */
function restoreLater(scope: Scope, { id, at, raw }: DraftCopy): void {
	const kept = draftTime(scope, id);
	if (raw === null) {
		if (kept !== null && kept < at) removeDraft(scope, id);
	} else if (kept === null || kept < at) restoreDraftText(scope, id, raw);
}
