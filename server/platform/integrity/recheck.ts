import { CorruptObjectError, UnreadableFileError } from '../../store/objects/types.ts';
import { namedObjects } from '../parts/named-objects.ts';
import type { Platform } from '../state/platform.ts';

/**
 * Looks again at all objects that are known to be corrupt: they may have been restored, or be named no more.
 * @param suspected others that somebody found corrupt: bytes may change without a sign of it
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
				// One that can't be read now stays known as it is.
				if (!(error instanceof CorruptObjectError || error instanceof UnreadableFileError)) throw error;
			});
	}
	await corruption.recorded();
}
