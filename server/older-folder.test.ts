import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { migrationsFolder } from './paths.ts';
import { openService } from './service.ts';
import { readSettings } from './settings/read-settings.ts';
import { openPGliteCatalog } from './store/catalog/pglite-catalog.ts';
import { programFile } from './testing/built-programs.ts';
import { damageFile } from './testing/corruption/damage.ts';
import { unpackOlderFolder } from './testing/fixtures/older-folder.ts';

let folder: string;
/** As the older version left it. */
let older: string;
let dataDir: string;
let count = 0;
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'older-folder-'));
	older = join(folder, 'older');
	await unpackOlderFolder(older);
});
afterAll(() => rm(folder, { recursive: true, force: true }));
beforeEach(async () => {
	count += 1;
	dataDir = join(folder, `copy-${count}`);
	await cp(older, dataDir, { recursive: true });
});

async function run(program: Parameters<typeof programFile>[0], ...words: readonly string[]) {
	const argv = [programFile(program), ...words, '--data-dir', dataDir];
	const env = { ...process.env, DATABASE_URL: '' };
	try {
		return { code: 0, ...(await promisify(execFile)(process.execPath, argv, { env })) };
	} catch (error) {
		const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
		return { code, stdout, stderr };
	}
}

async function namesRead(): Promise<string[]> {
	const { settings } = readSettings(['--data-dir', dataDir, '--run-waiting', '0', '--sample', 'false'], {});
	const { platform, close } = await openService({ settings, sweeps: false });
	try {
		const { rows } = (await platform.catalog.db.execute(
			sql`select name || ' ' || rows as line from datasets order by name`,
		)) as unknown as { rows: { line: string }[] };
		return rows.map(({ line }) => line);
	} finally {
		await close();
	}
}

const catalogFile = (...names: string[]): string => join(dataDir, 'catalog', ...names);

test('opens a data folder from an older version with all its rows', async () => {
	expect(await namesRead()).toEqual(['items 12000', 'names 7']);
	const { code, stdout } = await run('verify-data');
	expect([code, stdout]).toEqual([0, expect.stringMatching(/0 corrupt, 0 missing, 0 inconsistent/)]);
});

test('rejects a data folder from a newer version', async () => {
	const catalog = await openPGliteCatalog({ folder: catalogFile(), migrationsFolder });
	await catalog.db.execute(
		sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('of a later version', 9999999999999)`,
	);
	await catalog.close();
	const { code, stderr } = await run('main', '--port', '0');
	expect([code, stderr]).toEqual([
		1,
		expect.stringMatching(
			/^The catalog was last used by a newer version of the service\. [^\n]*\(CATALOG_TOO_NEW\)\n$/,
		),
	]);
});

describe('a damaged catalog', () => {
	const flip = (...names: string[]) => damageFile(catalogFile(...names), 'flip', () => 0.5);
	const damages: Record<string, () => Promise<unknown>> = {
		'no PG_VERSION': () => rm(catalogFile('PG_VERSION')),
		'no pg_control': () => rm(catalogFile('global', 'pg_control')),
		'no write-ahead log': () => rm(catalogFile('pg_wal'), { recursive: true }),
		'a truncated transaction log': () => damageFile(catalogFile('pg_xact', '0000'), 'truncate', () => 0.5),
		'a flipped bit in the file map': () => flip('base', '5', 'pg_filenode.map'),
		'an empty pg_hba.conf': () => writeFile(catalogFile('pg_hba.conf'), ''),
		'a flipped bit in the users table': async () => flip(await fileOf('users')),
		'an empty file for the datasets table': async () => truncate(catalogFile(await fileOf('datasets')), 0),
		'no file for the runs table': async () => rm(catalogFile(await fileOf('runs'))),
	};

	test.each(Object.keys(damages))('is reported at startup, in one line with the fix: %s', async (damage) => {
		await damages[damage]?.();
		const { code, stdout, stderr } = await run('main', '--port', '0');
		expect([code, stdout, stderr]).toEqual([
			1,
			'',
			expect.stringMatching(
				/^The catalog in \S+catalog is damaged\. [^\n]*restore-catalog[^\n]*\(CATALOG_DAMAGED\)\n$/,
			),
		]);
	});

	test('is restored from its daily dump, and the damaged one is kept', async () => {
		const { settings } = readSettings(['--data-dir', dataDir, '--run-waiting', '0', '--sample', 'false'], {});
		const { close } = await openService({ settings });
		await close();
		const [name = ''] = await readdir(join(dataDir, 'catalog-dumps'));
		await flip(await fileOf('users'));
		expect((await run('restore-catalog', '--list')).stdout).toBe(`${name}\n`);
		const { code, stdout } = await run('restore-catalog');
		expect([code, stdout]).toEqual([
			0,
			expect.stringMatching(/^Restored the catalog from .*\nThe previous catalog was renamed to /),
		]);
		expect(await namesRead()).toEqual(['items 12000', 'names 7']);
		expect((await readdir(dataDir)).filter((file) => file.startsWith('catalog.replaced-'))).toHaveLength(1);
	});

	test('isn’t replaced if there is no dump or the dump is damaged', async () => {
		const none = await run('restore-catalog');
		expect([none.code, none.stderr]).toEqual([1, expect.stringMatching(/^There is no daily dump in /)]);
		const { settings } = readSettings(['--data-dir', dataDir, '--run-waiting', '0', '--sample', 'false'], {});
		const { close } = await openService({ settings });
		await close();
		const [name = ''] = await readdir(join(dataDir, 'catalog-dumps'));
		const users = join(dataDir, 'catalog-dumps', name, 'users.ndjson');
		await writeFile(users, (await readFile(users, 'utf8')).replace('demo', 'dome'));
		const { code, stderr } = await run('restore-catalog');
		expect([code, stderr]).toEqual([
			1,
			expect.stringMatching(/^The table "users" differs after restoring.* Nothing was restored\. /),
		]);
		expect(await namesRead()).toEqual(['items 12000', 'names 7']);
	});

	/** Relative to the folder of the database. */
	async function fileOf(table: string): Promise<string> {
		const catalog = await openPGliteCatalog({ folder: catalogFile(), migrationsFolder });
		const { rows } = (await catalog.db.execute(sql`select pg_relation_filepath(${table}) as path`)) as unknown as {
			rows: { path: string }[];
		};
		await catalog.close();
		return rows[0]?.path ?? '';
	}
});
