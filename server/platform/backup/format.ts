import { sep } from 'node:path';
import * as z from 'zod/mini';
import { CatalogDump } from '../../store/catalog/dump.ts';

/*
 * A backup is a folder, or a tar file of one:
 *   manifest.json             lists its contents; written last
 *   catalog/<table>.ndjson    one row per line
 *   objects/ab/abcdef…        objects, by SHA-256
 *   keys/keys.json            the service's secrets
 *   repositories/…            pipeline repositories in the data folder
 */

const Sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const File = z.object({ path: z.string(), bytes: z.int(), sha256: Sha256 });
export type BackupFile = z.infer<typeof File>;

export const Manifest = z.object({
	format: z.literal('dataset-console-backup/1'),
	madeAt: z.iso.datetime(),
	catalogue: CatalogDump,
	/** Identifies the catalog: its objects have the same id. */
	catalogueId: z.uuid(),
	objects: z.array(z.object({ sha256: Sha256, bytes: z.int() })),
	/** All other files, with `/` as separator. */
	files: z.array(File),
	/** Empty folders, because Git doesn't recognize a repository without them. */
	folders: z._default(z.array(z.string()), []),
});
export type Manifest = z.infer<typeof Manifest>;

export const manifestName = 'manifest.json';
export const objectPath = (sha256: string): string => `objects/${sha256.slice(0, 2)}/${sha256}`;

/** Whether a path, with `/` as separator, stays inside the folder it's unpacked into. */
export const isPlain = (path: string): boolean =>
	!path.includes('\0') &&
	(sep === '/' || !path.includes(sep)) &&
	path.split('/').every((part) => part !== '' && part !== '.' && part !== '..');

export class BackupError extends Error {
	override name = 'BackupError';
}
