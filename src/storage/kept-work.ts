import { clearActivities } from './activity.ts';
import { listConversations, removeConversations } from './conversations.ts';
import { countDrafts, forgetDraftCopies, removeDrafts } from './drafts.ts';
import { countIngest, type KeptIngest, removeIngest } from './ingest-drafts.ts';
import { clearNames } from './names.ts';
import { clearVersionHistory } from './version-history.ts';
import type { Scope } from './web-storage.ts';
import { removeWorksheetRuns } from './worksheets.ts';

/** How much of a person's own work this browser keeps. */
export interface KeptCount extends KeptIngest {
	readonly drafts: number;
	readonly conversations: number;
}

export async function countKept(scope: Scope): Promise<KeptCount> {
	// A browser that keeps no databases has none.
	const [conversations, ingest] = await Promise.all([
		listConversations(scope).catch(() => []),
		countIngest(scope).catch(() => ({ records: 0, instructions: 0, recipes: 0, saves: 0 })),
	]);
	return { drafts: countDrafts(scope), conversations: conversations.length, ...ingest };
}

/**
 * Removes everything that this browser keeps for a person at a service: drafts, conversations, what is being ingested, names that were
 * learned, versions that were seen, what worksheets ran, the log of requests, layouts, and what this tab keeps of unfinished texts. Call it in every
 * tab of the person, after `closeDrafts`: pages that are being closed write no drafts again.
 */
export async function removeKept(scope: Scope): Promise<void> {
	removeDrafts(scope);
	removeKeysOf(scope, () => localStorage);
	removeKeptInTab(scope);
	await Promise.allSettled([
		forgetDraftCopies(scope),
		removeConversations(scope),
		clearNames(scope),
		clearVersionHistory(scope),
		removeWorksheetRuns(scope),
		removeIngest(scope),
		clearActivities(scope),
	]);
}

/** Removes what this tab alone keeps of a person's unfinished texts. */
export const removeKeptInTab = (scope: Scope): void => removeKeysOf(scope, () => sessionStorage);

/** Keys of the console name the service and the user in a row, plain or escaped. */
export function isKeyOf({ service, user }: Scope, key: string): boolean {
	if (!key.startsWith('dataset-console/') && !key.startsWith(encodeURIComponent('dataset-console/'))) return false;
	const escaped = `${encodeURIComponent(service)}/${encodeURIComponent(user)}`;
	return [`/${escaped}`, `/${service}/${user}`, ` ${service} ${user}`].some((value) => {
		const at = key.indexOf(value);
		const next = key[at + value.length];
		return at !== -1 && (next === undefined || next === '/' || next === ' ');
	});
}

function removeKeysOf(scope: Scope, storage: () => Storage): void {
	try {
		const area = storage();
		for (const key of Object.keys(area)) if (isKeyOf(scope, key)) area.removeItem(key);
	} catch {
		// Storage that cannot be reached holds nothing of ours.
	}
}
