import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { nullIfMissing } from '../error-code.ts';
import { DataFolderError } from './lock.ts';

const noteOf = (dataDir: string): string => join(dataDir, 'catalog.moved-to-postgresql');

/** Notes that a data folder's catalog is in PostgreSQL. @param url of the database; its password is left out */
export async function noteMoved(dataDir: string, url: string, at: Date): Promise<void> {
	const { host, pathname } = new URL(url);
	await writeFile(noteOf(dataDir), `${pathname.slice(1)} at ${host} on ${at.toISOString()}\n`, { mode: 0o600 });
}

/** Why a data folder no longer has an embedded catalog; null if it has one, or never had one. */
export async function movedCatalog(dataDir: string): Promise<string | null> {
	if (existsSync(join(dataDir, 'catalog'))) return null;
	const where = await readFile(noteOf(dataDir), 'utf8').catch(nullIfMissing);
	if (where === null) return null;
	return `The catalog in ${dataDir} was moved to PostgreSQL (${where.trim()}). Set DATABASE_URL. To start over instead, choose another folder with --data-dir.`;
}

/** If the URL of the moved catalog was forgotten, the service must not start on an empty one. @throws DataFolderError */
export async function assertNotMoved({
	dataDir,
	databaseUrl,
}: {
	readonly dataDir: string;
	readonly databaseUrl: string | null;
}): Promise<void> {
	const moved = databaseUrl === null ? await movedCatalog(dataDir) : null;
	if (moved !== null) throw new DataFolderError(moved);
}
