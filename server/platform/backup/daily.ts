import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { nullIfMissing } from '../../store/error-code.ts';
import type { Platform } from '../state/platform.ts';
import { dumpFolder, dumpForBackup } from './dump.ts';

/** Number of daily dumps of the embedded catalog to keep. */
const kept = 7;
const hourMs = 3_600_000;

const dumpsFolder = (dataDir: string): string => join(dataDir, 'catalog-dumps');

export interface DailyDump {
	readonly name: string;
	readonly folder: string;
}

/** The daily dumps in a data folder, newest first. */
export async function dailyDumps(dataDir: string): Promise<DailyDump[]> {
	const folder = dumpsFolder(dataDir);
	const names = ((await readdir(folder).catch(nullIfMissing)) ?? []).filter((name) => /^\d{4}-\d\d-\d\d$/.test(name));
	return names
		.sort()
		.reverse()
		.map((name) => ({ name, folder: join(folder, name) }));
}

/** Dumps the catalog if there is no dump from today yet, and deletes the oldest. */
export async function dumpDaily({
	catalog,
	settings,
	now,
}: Pick<Platform, 'catalog' | 'settings' | 'now'>): Promise<void> {
	const { dataDir } = settings;
	const name = now().toISOString().slice(0, 10);
	const folder = join(dumpsFolder(dataDir), name);
	if ((await stat(folder).catch(nullIfMissing)) !== null) return;
	const id = `daily-${name}`;
	const draft = dumpFolder(dataDir, id);
	await rm(draft, { recursive: true, force: true });
	await dumpForBackup(catalog, dataDir, id);
	await mkdir(dumpsFolder(dataDir), { recursive: true, mode: 0o700 });
	await rename(draft, folder);
	for (const dump of (await dailyDumps(dataDir)).slice(kept)) await rm(dump.folder, { recursive: true, force: true });
}

/** Dumps the embedded catalog now and once a day. PostgreSQL is backed up with its own tools. */
export function startDailyDumps(platform: Pick<Platform, 'catalog' | 'settings' | 'now' | 'log'>) {
	if (platform.settings.databaseUrl !== null) return null;
	let current: Promise<void> | null = null;
	const begin = (): void => {
		current ??= dumpDaily(platform)
			.catch((error: unknown) => platform.log.error('Couldn’t write the daily catalog dump.', error))
			.finally(() => {
				current = null;
			});
	};
	const timer = setInterval(begin, hourMs).unref();
	begin();
	return {
		async stop() {
			clearInterval(timer);
			await current;
		},
	};
}
