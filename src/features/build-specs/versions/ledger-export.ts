import { type LedgerEntry, type LedgerScope, readWholeLedger } from '../../../storage/ledger.ts';
import { fileNameOf, saveFile } from '../../../ui/save-file.ts';

/** Hands out versions that this browser has seen, and text that gave way, as JSON. @param of whose they are, for the file's name */
export function exportLedger(of: string, { service, user }: LedgerScope, entries: readonly LedgerEntry[]): void {
	const content = { service, user, exportedAt: new Date().toISOString(), entries };
	saveFile(`${fileNameOf(of)}-versions.json`, `${JSON.stringify(content, null, 2)}\n`);
}

/**
 * Hands out all that this browser has seen, of BuildSpecs that are gone too.
 * @returns why there is no file, in words; null where there is one
 */
export async function exportWholeLedger(scope: LedgerScope): Promise<string | null> {
	let entries: LedgerEntry[];
	try {
		entries = await readWholeLedger(scope);
	} catch {
		return 'This browser keeps no versions: it lets no site store anything here.';
	}
	if (entries.length === 0) return 'This browser has not seen any version yet.';
	exportLedger('build-specs', scope, entries);
	return null;
}
