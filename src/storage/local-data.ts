import { clearActivities } from './activity.ts';
import { listConversations, removeConversations } from './conversations.ts';
import { countDrafts, forgetDraftCopies, removeDrafts } from './drafts.ts';
import { countIngest, type IngestCounts, removeIngest } from './ingest-drafts.ts';
import { clearNames } from './names.ts';
import { clearVersionHistory } from './version-history.ts';
import type { Scope } from './web-storage.ts';
import { removeWorksheetRuns } from './worksheets.ts';

/** Amount of a user's own work in this browser. */
export interface LocalDataCounts extends IngestCounts {
	readonly drafts: number;
	readonly conversations: number;
}

export async function countLocalData(scope: Scope): Promise<LocalDataCounts> {
	// Without a database, there are no conversations and no ingestion data.
	const [conversations, ingest] = await Promise.all([
		listConversations(scope).catch(() => []),
		countIngest(scope).catch(() => ({ records: 0, instructions: 0, recipes: 0, saves: 0 })),
	]);
	return { drafts: countDrafts(scope), conversations: conversations.length, ...ingest };
}

/**
 * Deletes everything this browser stores for a user at a service: drafts, conversations, ingestion data, discovered
 * names, seen versions, worksheet runs, the activity log, layouts, and this tab's unfinished texts. Call it in every
 * tab of the user, after `closeDrafts`, so that closing pages don't write drafts again.
 */
export async function removeLocalData(scope: Scope): Promise<void> {
	removeDrafts(scope);
	removeKeysOf(scope, () => localStorage);
	removeTabData(scope);
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

/** Deletes a user's unfinished texts stored only by this tab. */
export const removeTabData = (scope: Scope): void => removeKeysOf(scope, () => sessionStorage);

/** Keys contain the service followed by the user, plain or escaped. */
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
		// Inaccessible storage has none of our data.
	}
}
