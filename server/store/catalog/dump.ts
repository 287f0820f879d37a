import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type SQL, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Catalog, Db } from './catalog.ts';

/** A dumped table: its row count, and the SHA-256 of its file, which is the same on every database with the same rows. */
export const TableDump = z.object({ name: z.string(), rows: z.int(), sha256: z.string() });
export type TableDump = z.infer<typeof TableDump>;

export const CatalogDump = z.object({
	/** Number of migrations applied to its tables. */
	migrations: z.int(),
	tables: z.array(TableDump),
});
export type CatalogDump = z.infer<typeof CatalogDump>;

/** A catalog that doesn't match its dump, or can't be filled. */
export class DumpError extends Error {
	override name = 'DumpError';
}

/** Tables whose content can be recomputed. */
const remade: readonly string[] = ['row_results'];

const rowsAtATime = 1_000;
const bytesAtATime = 1_000_000;

export const fileOfTable = (name: string): string => `${name}.ndjson`;

/** Writes each table to a file, one row per line, as of one moment. @param also additional data to read at that moment */
export async function dumpCatalog<T>(
	catalog: Catalog,
	folder: string,
	also: (tx: Db) => Promise<T>,
): Promise<CatalogDump & { also: T }> {
	return catalog.write(async (tx) => {
		await tx.execute(sql`set transaction isolation level repeatable read`);
		await tx.execute(sql`set local timezone = 'UTC'`);
		const tables: TableDump[] = [];
		for (const name of await tableNames(tx))
			if (!remade.includes(name)) tables.push(await dumpTable(tx, name, join(folder, fileOfTable(name))));
		return { migrations: await countMigrations(tx), tables, also: await also(tx) };
	});
}

/** Fills an empty catalog from a dump and verifies every table's hash, or changes nothing. @throws DumpError */
export async function loadCatalog(catalog: Catalog, folder: string, dump: CatalogDump): Promise<void> {
	await catalog.write(async (tx) => {
		await tx.execute(sql`set local timezone = 'UTC'`);
		const known = await tableNames(tx);
		for (const { name } of dump.tables) {
			if (!known.includes(name))
				throw new DumpError(
					`This version of the service has no table "${name}". Restore the dump with the version that wrote it.`,
				);
		}
		for (const name of await inOrderOfReference(tx, known)) {
			const table = dump.tables.find((table) => table.name === name);
			if (table === undefined) continue;
			await loadTable(tx, name, join(folder, fileOfTable(name)));
			const found = await dumpTable(tx, name, null);
			if (found.rows === table.rows && found.sha256 === table.sha256) continue;
			throw new DumpError(
				`The table "${name}" differs after restoring: ${found.rows} of ${table.rows} rows, SHA-256 ${found.sha256} instead of ${table.sha256}. Nothing was restored. The dump is damaged, so restore another one.`,
			);
		}
	});
}

/** Whether all tables are empty. */
export async function isEmpty({ db }: Pick<Catalog, 'db'>): Promise<boolean> {
	for (const name of await tableNames(db)) {
		const found = await rowsOf(db, sql`select 1 as it from ${sql.identifier(name)} limit 1`);
		if (found.length > 0) return false;
	}
	return true;
}

async function dumpTable(tx: Db, name: string, file: string | null): Promise<TableDump> {
	const hash = createHash('sha256');
	let rows = 0;
	async function* lines(): AsyncIterable<string> {
		const cursor = sql.identifier(`dump_${name}`);
		const row = sql`row_to_json(it)::text collate "C"`;
		await tx.execute(
			sql`declare ${cursor} cursor for select ${row} as line from ${sql.identifier(name)} it order by 1`,
		);
		for (;;) {
			const found = await rowsOf(tx, sql`fetch ${sql.raw(String(rowsAtATime))} from ${cursor}`);
			if (found.length === 0) break;
			rows += found.length;
			const text = found.map((item) => `${item.line}\n`).join('');
			hash.update(text);
			yield text;
		}
		await tx.execute(sql`close ${cursor}`);
	}
	if (file === null) for await (const _ of lines());
	else await pipeline(Readable.from(lines()), createWriteStream(file, { mode: 0o600, flush: true }));
	return { name, rows, sha256: hash.digest('hex') };
}

async function loadTable(tx: Db, name: string, file: string): Promise<void> {
	const table = sql.identifier(name);
	let waiting: string[] = [];
	let bytes = 0;
	const insert = async () => {
		if (waiting.length === 0) return;
		const text = `[${waiting.join(',')}]`;
		await tx.execute(
			sql`insert into ${table} select * from json_populate_recordset(null::${table}, ${text}::text::json)`,
		);
		[waiting, bytes] = [[], 0];
	};
	for await (const line of linesOf(file)) {
		waiting.push(line);
		bytes += line.length;
		if (waiting.length >= rowsAtATime || bytes > bytesAtATime) await insert();
	}
	await insert();
}

/** Splits only at LF. Node's line readers also split at U+2028, which rows may contain. */
async function* linesOf(file: string): AsyncIterable<string> {
	let begun: string[] = [];
	for await (const chunk of createReadStream(file, 'utf8') as AsyncIterable<string>) {
		const [end = '', ...begins] = chunk.split('\n');
		begun.push(end);
		for (const next of begins) {
			yield begun.join('');
			begun = [next];
		}
	}
	const last = begun.join('');
	if (last !== '') yield last;
}

async function tableNames(db: Db): Promise<string[]> {
	const found = await rowsOf(db, sql`select tablename as name from pg_tables where schemaname = 'public' order by 1`);
	return found.map((item) => String(item.name));
}

async function countMigrations(db: Db): Promise<number> {
	const [found] = await rowsOf(db, sql`select count(*)::int as count from drizzle.__drizzle_migrations`);
	return Number(found?.count);
}

async function inOrderOfReference(db: Db, names: readonly string[]): Promise<string[]> {
	const references = await rowsOf(
		db,
		sql`select c.relname as name, f.relname as target from pg_constraint
			join pg_class c on c.oid = conrelid join pg_class f on f.oid = confrelid where contype = 'f'`,
	);
	const ordered: string[] = [];
	const visit = (name: string): void => {
		if (ordered.includes(name)) return;
		for (const reference of references)
			if (reference.name === name && reference.target !== name) visit(String(reference.target));
		ordered.push(name);
	};
	for (const name of names) visit(name);
	return ordered;
}

/** Both databases' drivers return rows the same way, which their common type doesn't declare. */
const rowsOf = async (db: Db, query: SQL): Promise<Record<string, unknown>[]> =>
	Object(await db.execute(query)).rows as Record<string, unknown>[];
