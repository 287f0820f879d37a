import { join, resolve } from 'node:path';
import { migrationsFolder } from './places.ts';
import { type Command, CommandAnswer, carryOut, signCommand } from './platform/administration.ts';
import { openKeys } from './platform/keys.ts';
import { createRevocations } from './platform/revocations.ts';
import { createTokenMemory } from './platform/token-memory.ts';
import { readLock, takeLock } from './store/catalog/lock.ts';
import { openPGliteCatalog } from './store/catalog/pglite-catalog.ts';
import { openPostgresCatalog } from './store/catalog/postgres-catalog.ts';

/** Where a command finds the service's data: as the service itself is told, by flag or environment. */
export const dataDirOf = (flag: string | undefined): string =>
	resolve(flag ?? (process.env.DATASET_CONSOLE_DATA_DIR || '.data'));

/** Has a command carried out: by the service where one runs on the data folder, which then sees it at once; else here. */
export async function sendCommand(dataDir: string, command: Command): Promise<string[]> {
	const lock = await readLock(dataDir);
	if (lock === null) return carryOutHere(dataDir, command);
	if (lock.address === null) throw new Error(`The service on ${dataDir} is starting. Try again in a moment.`);
	const { body, signature } = signCommand(await openKeys(dataDir), command, new Date());
	const address = `${lock.address}/auth/commands`;
	const answer = await fetch(address, {
		method: 'POST',
		headers: { 'Content-Type': 'application/json', Authorization: `Command ${signature}` },
		body,
		redirect: 'error',
	}).catch((error: unknown) => {
		throw new Error(`The service at ${lock.address} cannot be reached from here: ${error}`);
	});
	const content: unknown = await answer.json().catch(() => null);
	if (!answer.ok) throw new Error(String(Object(content).message ?? `${address} answered ${answer.status}.`));
	return CommandAnswer.parse(content).lines;
}

async function carryOutHere(dataDir: string, command: Command): Promise<string[]> {
	const lock = await takeLock(dataDir);
	try {
		const keys = await openKeys(dataDir);
		const url = process.env.DATABASE_URL || null;
		const catalog =
			url === null
				? await openPGliteCatalog({ folder: join(dataDir, 'catalog'), migrationsFolder })
				: await openPostgresCatalog({ url, migrationsFolder });
		try {
			const parts = {
				catalog,
				keys,
				now: () => new Date(),
				tokens: createTokenMemory(),
				revocations: createRevocations(),
			};
			return await carryOut(parts, command);
		} finally {
			await catalog.close();
		}
	} finally {
		await lock.release();
	}
}
