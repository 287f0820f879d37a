import { existsSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setFlagsFromString } from 'node:v8';
import { createGunzip } from 'node:zlib';
import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { extract } from 'tar-stream';
import { KeyedLock } from '#lib/concurrency/keyed-lock.ts';
import type { Catalog } from './catalog.ts';
import { assertDatabaseFolder, assertNotNewer, assertReadable, explainOpening } from './catalog-error.ts';

export interface PGliteCatalogOptions {
	/** Folder of the database, created if missing; null keeps everything in memory. */
	readonly folder: string | null;
	readonly migrationsFolder: string;
	/** Whether a transaction is on disk when `write` resolves; defaults to true. */
	readonly isDurable?: boolean;
	/** A database to start from if there is none yet, as returned by `dump`, or gzipped with that media type: creating one takes seconds. */
	readonly snapshot?: Blob;
}

/** PGlite zeroes its buffer pages when it opens, so its default of 128 MB would be resident from the start, even without data. */
const startParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'];

// Compiling PGlite on several threads leaves 45 MB behind that is never returned to the system.
setFlagsFromString('--wasm-num-compilation-tasks=1');

/** Opens the embedded catalog and migrates it. No other process may have the folder open: see `lock.ts`. @throws CatalogError */
export async function openPGliteCatalog(options: PGliteCatalogOptions): Promise<Catalog & { dump(): Promise<Blob> }> {
	const { folder, isDurable = true } = options;
	if (folder !== null && !existsSync(folder)) await makeFolder(folder, options.snapshot);
	// PGlite's own lock file. A process killed while writing it leaves it empty, and PGlite takes an empty one for another process that is just
	// starting, forever.
	if (folder !== null) await rm(join(folder, 'postmaster.pid'), { force: true });
	if (folder !== null) assertDatabaseFolder(folder);
	const { client, db } = await openDatabase(options).catch((error: unknown) => {
		throw explainOpening(error, folder);
	});
	const flush = shared(async () => {
		if (folder !== null) await flushLog(folder);
	});
	const only: Catalog['urgent'] = {
		db,
		async write(work) {
			const result = await db.transaction(work);
			if (isDurable) await flush();
			return result;
		},
	};
	const lock = new KeyedLock();
	return {
		...only,
		urgent: only,
		exclusive: (key, work) => lock.run(key, work),
		notify: async () => undefined,
		listen: null,
		close: () => client.close(),
		dump: () => client.dumpDataDir('none'),
	};
}

async function openDatabase({ folder, migrationsFolder, snapshot }: PGliteCatalogOptions) {
	const client = await PGlite.create({
		dataDir: folder ?? 'memory://',
		startParams,
		...(folder !== null || snapshot === undefined ? {} : { loadDataDir: snapshot }),
	});
	const db = drizzle(client);
	await assertNotNewer(db, migrationsFolder);
	if (folder !== null) await assertReadable(db);
	await migrate(db, { migrationsFolder });
	return { client, db };
}

/** Creates a database in a temporary folder and moves it into place, so that an interruption never leaves half of one. */
async function makeFolder(folder: string, snapshot: Blob | undefined): Promise<void> {
	const draft = `${folder}.new`;
	await rm(draft, { recursive: true, force: true });
	await mkdir(draft, { recursive: true, mode: 0o700 });
	if (snapshot !== undefined) await unpack(snapshot, draft);
	else await (await PGlite.create({ dataDir: draft, startParams })).close();
	await rename(draft, folder);
}

/** Unpacks a snapshot without PGlite, which would retain about 100 MB for it. */
async function unpack(snapshot: Blob, folder: string): Promise<void> {
	const entries = extract();
	const bytes = Readable.from([Buffer.from(await snapshot.arrayBuffer())]);
	const reading = snapshot.type.endsWith('gzip') ? pipeline(bytes, createGunzip(), entries) : pipeline(bytes, entries);
	const writing = (async () => {
		for await (const entry of entries) {
			const path = join(folder, entry.header.name);
			if (entry.header.type === 'directory') await mkdir(path, { recursive: true, mode: 0o700 });
			else await writeFile(path, Readable.from(entry), { mode: 0o600 });
			entry.resume();
		}
	})();
	await Promise.all([reading, writing]);
}

/** Flushes the last write-ahead segment, which PGlite never does; a power failure right after a checkpoint can still damage tables. */
async function flushLog(folder: string): Promise<void> {
	const log = join(folder, 'pg_wal');
	const segments = (await readdir(log)).filter((name) => /^[0-9A-F]{24}$/.test(name));
	const written = await Promise.all(
		segments.map(async (name) => ({ name, at: (await stat(join(log, name))).mtimeMs })),
	);
	const last = written.reduce<(typeof written)[number] | null>((a, b) => (a === null || b.at > a.at ? b : a), null);
	if (last === null) return;
	const file = await open(join(log, last.name), 'r+');
	try {
		await file.datasync();
	} finally {
		await file.close();
	}
}

/** Calls while the work is running share its next run, because they may have come too late for the current one. */
function shared(work: () => Promise<void>): () => Promise<void> {
	let current: Promise<void> | null = null;
	let next: Promise<void> | null = null;
	const begin = (): Promise<void> => {
		current = work().finally(() => {
			current = null;
		});
		return current;
	};
	return () => {
		if (current === null) return begin();
		next ??= current
			.catch(() => undefined)
			.then(() => {
				next = null;
				return begin();
			});
		return next;
	};
}
