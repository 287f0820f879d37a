import { sql } from 'drizzle-orm';
import { migrationsFolder } from '../paths.ts';
import type { Catalog } from '../store/catalog/catalog.ts';
import { openPGliteCatalog } from '../store/catalog/pglite-catalog.ts';
import { emptyCatalog } from './snapshot.ts';

const idle: Catalog[] = [];

/**
 * An empty in-memory catalog. Opening one takes more than a second of a core, so a closed one is emptied and reused in this process. Its former owner
 * can't use it anymore.
 */
export async function openTestCatalog(): Promise<Catalog> {
	const opened =
		idle.pop() ?? (await openPGliteCatalog({ folder: null, migrationsFolder, snapshot: await emptyCatalog() }));
	const { proxy: db, revoke } = Proxy.revocable(opened.db, {});
	let isClosed = false;
	const only: Catalog['urgent'] = {
		db,
		write: (work) => {
			if (isClosed) throw new Error('The catalog is closed.');
			return opened.write(work);
		},
	};
	return {
		...opened,
		...only,
		urgent: only,
		close: async () => {
			isClosed = true;
			revoke();
			await empty(opened);
			idle.push(opened);
		},
	};
}

async function empty({ db }: Catalog): Promise<void> {
	const { rows } = (await db.execute(
		sql`select string_agg(format('%I', tablename), ', ') as tables from pg_tables where schemaname = 'public'`,
	)) as unknown as { rows: { tables: string }[] };
	await db.execute(sql`truncate ${sql.raw(rows[0]?.tables ?? '')} restart identity cascade`);
}
