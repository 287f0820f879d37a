import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { migrationsFolder } from './places.ts';
import { type Command, CommandAnswer, carryOut, signCommand } from './platform/administration.ts';
import { keysInCatalog } from './platform/copies/shared-keys.ts';
import { type Keys, openKeys, openKeysAt } from './platform/keys.ts';
import { createRevocations } from './platform/revocations.ts';
import { createTokenMemory } from './platform/token-memory.ts';
import type { Catalog } from './store/catalog/catalog.ts';
import { calledAt, readLock, takeLock } from './store/catalog/lock.ts';
import { openPGliteCatalog } from './store/catalog/pglite-catalog.ts';
import { openPostgresCatalog } from './store/catalog/postgres-catalog.ts';

/** Where a command finds the service's data: as the service itself is told, by flag or environment. */
export const dataDirOf = (flag: string | undefined): string =>
	resolve(flag ?? (process.env.DATASET_CONSOLE_DATA_DIR || '.data'));

/** Objects in a bucket are its store's to keep. @throws Error */
export function assertFolderStore(): void {
	if (!process.env.DATASET_CONSOLE_S3_BUCKET) return;
	throw new Error(
		'The objects are in a bucket (DATASET_CONSOLE_S3_BUCKET). Back up and restore it, and its database, with their own tools: the database first, the bucket after it.',
	);
}

/** Has a command carried out: by the service where one runs on the data folder, which then sees it at once; else here. */
export async function sendCommand(dataDir: string, command: Command): Promise<string[]> {
	if (sharedDatabase() !== null) return carryOutInCatalog(dataDir, command);
	const lock = await readLock(dataDir);
	if (lock === null) return carryOutHere(dataDir, command);
	const service = calledAt(lock);
	if (service === null) throw new Error(`The service on ${dataDir} is starting. Try again in a moment.`);
	const { body, signature } = signCommand(await openKeys(dataDir), command, new Date());
	const address = `${service}/auth/commands`;
	const answer = await fetch(address, {
		method: 'POST',
		headers: { 'Content-Type': 'application/json', Authorization: `Command ${signature}` },
		body,
		redirect: 'error',
	}).catch((error: unknown) => {
		throw new Error(`The service at ${service} cannot be reached from here: ${error}`);
	});
	const content: unknown = await answer.json().catch(() => null);
	if (!answer.ok) throw new Error(String(Object(content).message ?? `${address} answered ${answer.status}.`));
	return CommandAnswer.parse(content).lines;
}

/** The database that copies of the service share, as they are told of it; null where the service is alone. */
export const sharedDatabase = (): string | null =>
	process.env.DATASET_CONSOLE_S3_BUCKET ? process.env.DATABASE_URL || null : null;

async function carryOutHere(dataDir: string, command: Command): Promise<string[]> {
	assertKeysOfFolder(dataDir, command);
	const lock = await takeLock(dataDir);
	try {
		return await carryOutInCatalog(dataDir, command);
	} finally {
		await lock.release();
	}
}

/** Copies that share the catalogue hear of it from there. */
async function carryOutInCatalog(dataDir: string, command: Command): Promise<string[]> {
	const url = process.env.DATABASE_URL || null;
	const catalog =
		url === null
			? await openPGliteCatalog({ folder: join(dataDir, 'catalog'), migrationsFolder })
			: await openPostgresCatalog({ url, migrationsFolder });
	try {
		const parts = {
			catalog,
			keys: await keysFor(command, dataDir, catalog),
			settings: { dataDir },
			now: () => new Date(),
			tokens: createTokenMemory(),
			revocations: createRevocations(),
		};
		return await carryOut(parts, command);
	} finally {
		await catalog.close();
	}
}

/** New keys for a catalogue that is made by asking for them would be nobody's, and be taken for the service's. @throws Error */
function assertKeysOfFolder(dataDir: string, { kind }: Command): void {
	if (kind !== 'rotate-keys' || process.env.DATABASE_URL || existsSync(join(dataDir, 'catalog'))) return;
	throw new Error(
		`There is no catalogue in ${dataDir}, and no key was changed. Name its folder with --data-dir. Where it is in PostgreSQL, DATABASE_URL must say so, and DATASET_CONSOLE_S3_BUCKET where the objects are in a bucket: a flag that the service was started with is not known here.`,
	);
}

/** @throws Error where those of the data folder would be changed and are not those that count */
async function keysFor({ kind }: Command, dataDir: string, catalog: Catalog): Promise<Keys> {
	const shared = keysInCatalog(catalog);
	if (sharedDatabase() !== null) return openKeysAt(shared);
	if (kind === 'rotate-keys' && (await shared.read()) !== null) {
		throw new Error(
			'The keys of this catalogue are kept in it, because copies of the service share them, and none was changed. DATASET_CONSOLE_S3_BUCKET must name the bucket of its objects, beside DATABASE_URL.',
		);
	}
	return openKeys(dataDir);
}

/** The keys of the service that runs on a data folder, or of the copies that share a catalogue. */
export async function keysOfService(dataDir: string): Promise<Keys> {
	const url = sharedDatabase();
	if (url === null) return openKeys(dataDir);
	const catalog = await openPostgresCatalog({ url, migrationsFolder });
	try {
		return await openKeysAt(keysInCatalog(catalog));
	} finally {
		await catalog.close();
	}
}
