import { sep } from 'node:path';
import * as z from 'zod/mini';
import { CatalogDump } from '../../store/catalog/dump.ts';

/*
 * A backup is a folder, or a tar file of one:
 *
 *   manifest.json             what belongs to it; written last
 *   catalog/<table>.ndjson  a row a line
 *   objects/ab/abcdef…        objects under their SHA-256
 *   keys/keys.json            the service's secrets
 *   repositories/…            the data folder's own repositories of pipelines
 */

const Sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const File = z.object({ path: z.string(), bytes: z.int(), sha256: Sha256 });
export type BackupFile = z.infer<typeof File>;

export const Manifest = z.object({
	format: z.literal('dataset-console-backup/1'),
	madeAt: z.iso.datetime(),
	catalogue: CatalogDump,
	/** Which catalog it is: the objects beside it bear the same id. */
	catalogueId: z.uuid(),
	objects: z.array(z.object({ sha256: Sha256, bytes: z.int() })),
	/** Everything else, with `/` between folders. */
	files: z.array(File),
	/** Folders with nothing in them: without its empty ones a repository is none to Git. */
	folders: z._default(z.array(z.string()), []),
});
export type Manifest = z.infer<typeof Manifest>;

export const manifestName = 'manifest.json';
export const objectPath = (sha256: string): string => `objects/${sha256.slice(0, 2)}/${sha256}`;

/** A path, with `/` between folders, that stays below the folder that it is put into. */
export const isPlain = (path: string): boolean =>
	!path.includes('\0') &&
	(sep === '/' || !path.includes(sep)) &&
	path.split('/').every((part) => part !== '' && part !== '.' && part !== '..');

export class BackupError extends Error {
	override name = 'BackupError';
}
