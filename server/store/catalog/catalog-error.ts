import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { errorCode } from '../error-code.ts';
import type { Db } from './catalog.ts';
import { DataFolderError } from './lock.ts';

/** A catalog that can't be used, with how to recover. */
export class CatalogError extends Error {
	override name = 'CatalogError';
	readonly code: 'CATALOG_DAMAGED' | 'CATALOG_TOO_NEW';

	constructor(code: CatalogError['code'], message: string, options?: ErrorOptions) {
		super(`${message} (${code})`, options);
		this.code = code;
	}
}

/** The error for a damaged embedded catalog in a folder, for operators. */
export const damagedCatalog = (folder: string, cause?: unknown): CatalogError =>
	new CatalogError(
		'CATALOG_DAMAGED',
		`The catalog in ${folder} is damaged. Restore its latest daily dump with npm run restore-catalog, or a whole backup into a new folder with npm run restore.`,
		{ cause },
	);

/** Whether a database reports damaged or missing files (PostgreSQL, appendix A). */
export const isCatalogDamage = (error: unknown): boolean => /^(XX00[12]|58P01)$/.test(errorCode(error));

/** Error codes of the system, as opposed to the catalog. */
const systemCodes = /^E[A-Z]{3,}$/;

/** Explains a failure to open an embedded catalog; anything not otherwise explained counts as damage. */
export function explainOpening(error: unknown, folder: string | null): unknown {
	if (folder === null || error instanceof CatalogError || systemCodes.test(errorCode(error))) return error;
	const file = notOurs(folder);
	if (file === null) return damagedCatalog(folder, error);
	return new DataFolderError(
		`Can’t open the catalog: no permission to read and write ${file}. A command may have been run as another user. Make the service’s user the owner of the data folder again, for example with chown -R. Nothing is damaged.`,
	);
}

/** A file or folder of a catalog that this user can't write to; null if there is none. */
function notOurs(folder: string): string | null {
	try {
		const names = ['', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })];
		return names.map((name) => join(folder, name)).find((file) => !isOurs(file)) ?? null;
	} catch {
		return folder;
	}
}

function isOurs(file: string): boolean {
	try {
		accessSync(file, constants.R_OK | constants.W_OK);
		return true;
	} catch {
		return false;
	}
}

/** Requires a database's own files, without which a new, empty one would be created over the remains. @throws CatalogError */
export function assertDatabaseFolder(folder: string): void {
	if (!existsSync(join(folder, 'PG_VERSION'))) throw damagedCatalog(folder);
}

/** @throws CatalogError if a later version of the service has already migrated the tables */
export async function assertNotNewer(db: Db, migrationsFolder: string): Promise<void> {
	const [known] = rowsOf(await db.execute(sql`select to_regclass('drizzle.__drizzle_migrations') is not null as yes`));
	if (known?.yes !== true) return;
	const [latest] = rowsOf(await db.execute(sql`select max(created_at) as at from drizzle.__drizzle_migrations`));
	const ours = Math.max(...readMigrationFiles({ migrationsFolder }).map((migration) => migration.folderMillis));
	if (Number(latest?.at ?? 0) <= ours) return;
	throw new CatalogError(
		'CATALOG_TOO_NEW',
		'The catalog was last used by a newer version of the service. Start that version or a later one, or restore a pre-upgrade backup into a new folder.',
	);
}

/**
 * Reads every table completely, and by its primary key, so that damage is found at startup and not by users later. A truncated table has fewer rows
 * than its key. @throws Error of the database, or of damage
 */
export async function assertReadable(db: Db): Promise<void> {
	await db.transaction(async (tx) => {
		const set = (name: string, value: 'on' | 'off') => tx.execute(sql.raw(`set local ${name} = ${value}`));
		for (const name of ['enable_indexonlyscan', 'enable_bitmapscan', 'enable_sort']) await set(name, 'off');
		const tables = await tx.execute(sql`
			select c.oid::regclass::text as name, (
				select string_agg(quote_ident(a.attname), ', ' order by k.position)
				from pg_index i cross join unnest(i.indkey) with ordinality k(attnum, position)
				join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
				where i.indrelid = c.oid and i.indisprimary
			) as key
			from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`);
		for (const { name, key } of rowsOf(tables)) {
			const [table, columns] = [sql.raw(String(name)), sql.raw(String(key))];
			await set('enable_seqscan', 'on');
			const [read] = rowsOf(await tx.execute(sql`select count(*)::int as rows from ${table}`));
			if (key === null) continue;
			await set('enable_seqscan', 'off');
			const [found] = rowsOf(
				await tx.execute(
					sql`select count(*)::int as rows from (select 1 from ${table} order by ${columns} offset 0) x`,
				),
			);
			if (read?.rows !== found?.rows) throw new Error(`The table ${name} doesn’t match its primary key.`);
		}
	});
}

/** Both databases' drivers return rows the same way, which their common type doesn't declare. */
const rowsOf = (result: unknown): Record<string, unknown>[] => Object(result).rows as Record<string, unknown>[];
