import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { openCatalog } from '../open-catalog.ts';
import { type Command, CommandAnswer, runAdminCommand, signCommand } from '../platform/access/administration.ts';
import { keysInCatalog } from '../platform/replicas/shared-keys.ts';
import { type Keys, openKeys, openKeysAt } from '../platform/state/keys.ts';
import { createRevocations } from '../platform/state/revocations.ts';
import { createTokenMemory } from '../platform/state/token-memory.ts';
import { isShared } from '../settings/settings.ts';
import type { Catalog } from '../store/catalog/catalog.ts';
import { calledAt, readLock, takeLock } from '../store/catalog/lock.ts';
import { assertNotMoved } from '../store/catalog/moved.ts';
import { errorCode } from '../store/error-code.ts';
import { assertDataFolder, type CommandSettings } from './run-command.ts';

/** Objects in a bucket are protected by its store. @throws Error */
export function assertFolderStore({ s3 }: CommandSettings): void {
	if (s3 === null) return;
	throw new Error(
		'The objects are in a bucket (DATASET_CONSOLE_S3_BUCKET). Back up or restore the database first, then the bucket, with their own tools.',
	);
}

/** Runs a command: in the service if one is running on the data folder, so that it sees the change immediately; otherwise here. */
export async function sendCommand(settings: CommandSettings, command: Command): Promise<string[]> {
	const { dataDir } = settings;
	if (isShared(settings)) return carryOutInCatalog(settings, command);
	assertDataFolder(dataDir);
	const lock = await readLock(dataDir);
	if (lock === null) return carryOutHere(settings, command);
	const service = calledAt(lock);
	if (service === null) throw new Error(`The service that uses ${dataDir} is starting. Try again in a moment.`);
	const { body, signature } = signCommand(await openKeys(dataDir), command, new Date(), settings.flags);
	const address = `${service}/auth/commands`;
	const answer = await fetch(address, {
		method: 'POST',
		headers: { 'Content-Type': 'application/json', Authorization: `Command ${signature}` },
		body,
		redirect: 'error',
	}).catch((error: unknown) => {
		const cause = errorCode(error);
		throw new Error(
			`Can’t reach the service at ${service}${cause === '' ? '' : ` (${cause})`}. If it runs on another machine, run this command there. Otherwise, check that it’s running, then try again.`,
		);
	});
	const content: unknown = await answer.json().catch(() => null);
	if (!answer.ok)
		throw new Error(
			String(
				Object(content).message ??
					`The service responded to ${address} with status ${answer.status}. See the service log.`,
			),
		);
	return CommandAnswer.parse(content).lines;
}

async function carryOutHere(settings: CommandSettings, command: Command): Promise<string[]> {
	await assertNotMoved(settings);
	assertCatalog(settings);
	assertOwner(settings.dataDir);
	const lock = await takeLock(settings.dataDir);
	try {
		return await carryOutInCatalog(settings, command);
	} finally {
		await lock.release();
	}
}

/** Replicas that share the catalog see the change there. */
async function carryOutInCatalog(settings: CommandSettings, command: Command): Promise<string[]> {
	return withCatalog(settings, async (catalog) => {
		const parts = {
			catalog,
			keys: await keysFor(command, settings, catalog),
			settings: { dataDir: settings.dataDir },
			flags: settings.flags,
			now: () => new Date(),
			tokens: createTokenMemory(),
			revocations: createRevocations(),
		};
		return runAdminCommand(parts, command);
	});
}

async function withCatalog<T>(settings: CommandSettings, use: (catalog: Catalog) => Promise<T>): Promise<T> {
	const catalog = await openCatalog(settings);
	try {
		return await use(catalog);
	} finally {
		await catalog.close();
	}
}

/** Files of another user in the catalog would keep the service from opening it. @throws Error */
function assertOwner(dataDir: string): void {
	const [{ uid }, own] = [statSync(dataDir), process.getuid?.()];
	if (own === undefined || own === uid) return;
	throw new Error(
		`The data folder ${dataDir} is owned by user ${uid}, but you’re running this as user ${own}. Files that this command writes would prevent the service from starting. Run this as the service’s user, for example with sudo -u '#${uid}', or start the service first.`,
	);
}

/** A catalog created by a command could be mistaken for the service's. @throws Error */
function assertCatalog({ dataDir, databaseUrl }: CommandSettings): void {
	if (databaseUrl !== null || existsSync(join(dataDir, 'catalog'))) return;
	throw new Error(
		`There is no catalog in ${dataDir}, so nothing was changed. Run this with the service’s flags and variables: --data-dir for its data folder, DATABASE_URL for a catalog in PostgreSQL, DATASET_CONSOLE_S3_BUCKET for objects in a bucket.`,
	);
}

/** @throws Error if the command would change the data folder's keys and those aren't the ones in use */
async function keysFor({ kind }: Command, settings: CommandSettings, catalog: Catalog): Promise<Keys> {
	const shared = keysInCatalog(catalog);
	if (isShared(settings)) return openKeysAt(shared);
	if (kind === 'rotate-keys' && (await shared.read()) !== null) {
		throw new Error(
			'This catalog contains the signing keys, because replicas of the service share them. Nothing was changed. In addition to DATABASE_URL, set DATASET_CONSOLE_S3_BUCKET to the bucket with its objects.',
		);
	}
	return openKeys(settings.dataDir);
}

/** The keys of the service running on a data folder, or of the replicas that share a catalog. */
export async function keysOfService(settings: CommandSettings): Promise<Keys> {
	if (!isShared(settings)) return openKeys(settings.dataDir);
	return withCatalog(settings, (catalog) => openKeysAt(keysInCatalog(catalog)));
}
