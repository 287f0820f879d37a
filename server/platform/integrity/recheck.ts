import { CorruptObjectError, UnreadableFileError } from '../../store/objects/types.ts';
import { namedObjects } from '../parts/named-objects.ts';
import type { Platform } from '../state/platform.ts';

/**
 * Checks all objects known to be corrupt again: they may have been restored, or no longer be referenced.
 * @param suspected further objects that were reported as corrupt, because bytes may change without notice
 */
export async function recheckCorrupt(
	{ catalog, corruption, objects }: Pick<Platform, 'catalog' | 'corruption' | 'objects'>,
	suspected: readonly string[] = [],
): Promise<void> {
	const all = new Set([...(await corruption.load()), ...suspected]);
	if (all.size === 0) return;
	const names = await namedObjects(catalog.db);
	for (const sha256 of all) {
		if (!names.has(sha256)) corruption.forget(sha256);
		else
			await objects.verify(sha256).catch((error: unknown) => {
				// An object that can't be read now keeps its status.
				if (!(error instanceof CorruptObjectError || error instanceof UnreadableFileError)) throw error;
			});
	}
	await corruption.recorded();
}
