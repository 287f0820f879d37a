import { fileNameOf, saveFile } from '../../../lib/browser/save-file.ts';
import { storageBlocked } from '../../../lib/messages.ts';
import { readAllVersions, type VersionEntry } from '../../../storage/version-history.ts';
import type { Scope } from '../../../storage/web-storage.ts';

/** Downloads versions and replaced drafts seen by this browser as JSON. @param of whose they are, for the file name */
export function exportVersionHistory(of: string, { service, user }: Scope, entries: readonly VersionEntry[]): void {
	const content = { service, user, exportedAt: new Date().toISOString(), entries };
	saveFile(`${fileNameOf(of)}-versions.json`, `${JSON.stringify(content, null, 2)}\n`);
}

/** Exports everything this browser has seen, including deleted BuildSpecs. Returns an error message or null. */
export async function exportWholeVersionHistory(scope: Scope): Promise<string | null> {
	let entries: VersionEntry[];
	try {
		entries = await readAllVersions(scope);
	} catch {
		return `Couldn’t read the version history. ${storageBlocked}`;
	}
	if (entries.length === 0) return 'No BuildSpec versions are stored in this browser yet. Open a BuildSpec first.';
	exportVersionHistory('build-specs', scope, entries);
	return null;
}
