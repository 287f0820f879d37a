import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { migrationsFolder } from '../paths.ts';
import { openPGliteCatalog } from '../store/catalog/pglite-catalog.ts';
import { programFile } from '../testing/built-programs.ts';
import { damageFile } from '../testing/corruption/damage.ts';
import { unpackOlderFolder } from '../testing/fixtures/older-folder.ts';
import { createKilledService } from '../testing/killed.ts';

let folder: string;
let dataDir: string;
let backup: string;
let count = 0;
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'verify-data-'));
	dataDir = join(folder, 'whole');
	backup = join(folder, 'backup.tar');
	await unpackOlderFolder(dataDir);
	await run('backup', '--to', backup);
});
afterAll(() => rm(folder, { recursive: true, force: true }));
beforeEach(async () => {
	count += 1;
	dataDir = join(folder, `copy-${count}`);
	await cp(join(folder, 'whole'), dataDir, { recursive: true });
});

let temporary = tmpdir();

async function run(program: Parameters<typeof programFile>[0], ...words: readonly string[]) {
	const argv = [programFile(program), ...words, '--data-dir', dataDir];
	const env = { ...process.env, DATABASE_URL: '', TMPDIR: temporary };
	try {
		return { code: 0, ...(await promisify(execFile)(process.execPath, argv, { env })) };
	} catch (error) {
		const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
		return { code, stdout, stderr };
	}
}

async function objectFiles(): Promise<string[]> {
	const entries = await readdir(join(dataDir, 'objects'), { recursive: true, withFileTypes: true });
	return entries
		.filter(({ name }) => /^[0-9a-f]{64}$/.test(name))
		.map(({ name, parentPath }) => join(parentPath, name));
}

async function inCatalog(statement: string): Promise<void> {
	const catalog = await openPGliteCatalog({ folder: join(dataDir, 'catalog'), migrationsFolder });
	await catalog.db.execute(sql.raw(statement));
	await catalog.close();
}

test('lists corrupt, missing and orphaned data by dataset, and repairs it from a backup', async () => {
	const files = (await objectFiles()).sort();
	await damageFile(files[0] ?? '', 'flip');
	await damageFile(files[1] ?? '', 'truncate');
	for (const file of files.slice(2)) await damageFile(file, 'remove');
	const orphan = join(dataDir, 'objects', 'ab', 'ab'.repeat(32));
	await mkdir(join(orphan, '..'), { recursive: true });
	await writeFile(orphan, 'nobody’s');
	await utimes(orphan, 1, 1);

	const found = await run('verify-data');
	expect(found.code).toBe(1);
	expect(found.stdout).toMatch(/^Problem +Item +Object +What to do\n/);
	expect(found.stdout).toMatch(/^corrupt +(Data in demo\/orders\/|Output "first")/m);
	expect(found.stdout).toMatch(/^missing +(Data in demo\/orders\/|Output "first")/m);
	expect(found.stdout).toMatch(/^orphaned +Unused data +(ab){32}/m);
	expect(found.stdout).toContain(`2 corrupt, ${files.length - 2} missing, 0 inconsistent, 1 orphaned. 0 repaired.`);

	const repaired = await run('verify-data', '--repair-from', backup);
	expect([repaired.code, repaired.stdout]).toEqual([0, expect.stringContaining(`. ${files.length} repaired.`)]);
	const whole = await run('verify-data');
	expect([whole.code, whole.stdout]).toEqual([
		0,
		expect.stringContaining('0 corrupt, 0 missing, 0 inconsistent, 1 orphaned'),
	]);
});

describe('compares with the catalog', () => {
	const changes: Record<string, string> = {
		'rows of a dataset': `update datasets set rows = rows + 1 where name = 'names'`,
		'bounds of a part': `update parts set columns = jsonb_set(columns, '{id,max}', '"5"') where position = 0`,
		'parts of a dataset': `delete from parts where position = 1`,
	};
	test.each(Object.keys(changes))('%s', async (what) => {
		await inCatalog(changes[what] ?? '');
		const { code, stdout } = await run('verify-data');
		expect([code, stdout]).toEqual([1, expect.stringMatching(/^inconsistent +Data in demo\/orders\/(names|items)/m)]);
	});

	test('the catalog ID of the objects', async () => {
		await writeFile(join(dataDir, 'objects', 'catalogue'), 'another\n');
		const { code, stdout } = await run('verify-data');
		expect([code, stdout]).toEqual([
			1,
			expect.stringMatching(/^corrupt +The catalog ID of the objects .* Write the ID [0-9a-f-]{36} to /m),
		]);
	});
});

test('checks and repairs data of a running service, which then serves it again', async () => {
	const killed = await createKilledService();
	try {
		const token = await killed.inProcess((service) => killed.token(service));
		dataDir = killed.settings.dataDir;
		const made = join(folder, 'sample.tar.gz');
		await run('backup', '--to', made);
		const running = await killed.start();
		const read = () =>
			fetch(`${running.address}/api/v1/data/demo/geography/countries`, {
				headers: { authorization: `Bearer ${token}` },
			});
		const report = async () =>
			(
				await fetch(`${running.address}/api/v1/data-verification`, { headers: { authorization: `Bearer ${token}` } })
			).text();
		for (const file of await objectFiles()) await damageFile(file, 'flip');
		expect((await read()).status).toBe(500);
		expect(await report()).toContain('countries');
		const { code, stdout } = await run('verify-data', '--repair-from', made);
		expect([code, stdout]).toEqual([0, expect.stringMatching(/corrupt, repaired +Data in demo\/geography\/countries/)]);
		expect((await read()).status).toBe(200);
		expect(JSON.parse(await report()).corrupt).toEqual([]);
		const shelf = dirname((await objectFiles())[0] ?? '');
		await rename(shelf, `${shelf}.away`);
		await writeFile(shelf, '');
		const unreadable = await run('verify-data');
		expect([unreadable.code, unreadable.stdout]).toEqual([1, expect.stringMatching(/^unreadable +/m)]);
		await running.kill();
	} finally {
		await killed.dispose();
	}
}, 180_000);

test('refuses to repair from a missing backup', async () => {
	const { code, stderr } = await run('verify-data', '--repair-from', join(folder, 'never-made.tar'));
	expect([code, stderr]).toEqual([
		2,
		expect.stringMatching(/^There is no backup at .*never-made\.tar\. Check the path in --repair-from\.\n$/),
	]);
});

test('reports unreadable objects and exits with 1', async () => {
	const [file = ''] = await objectFiles();
	const shelf = dirname(file);
	await rm(shelf, { recursive: true });
	await writeFile(shelf, '');
	const { code, stdout } = await run('verify-data');
	expect([code, stdout]).toEqual([
		1,
		expect.stringMatching(/^unreadable +.*The file can’t be read \(ENOTDIR\)\. Check its owner/m),
	]);
	expect(stdout).toMatch(/, [1-9]\d* unreadable\. 0 repaired\.$/m);
});

// Needs permission to mount.
test.skipIf(!canMount())('reports a full temporary disk with a different exit code than corruption', async () => {
	const full = await mkdtemp(join(tmpdir(), 'verify-full-'));
	execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k,mode=700', 'tmpfs', full]);
	try {
		await writeFile(join(full, 'filler'), Buffer.alloc(2 ** 17)).catch(() => undefined);
		temporary = full;
		const { code, stderr } = await run('verify-data');
		expect([code, stderr]).toEqual([2, expect.stringMatching(/: the disk is full\. Free some space\./)]);
		expect(stderr).toContain(full);
		expect(stderr).toContain('TMPDIR');
	} finally {
		temporary = tmpdir();
		execFileSync('umount', ['-l', full]);
		await rm(full, { recursive: true, force: true });
	}
});

function canMount(): boolean {
	try {
		const place = mkdtempSync(join(tmpdir(), 'mounted-'));
		execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', place], { stdio: 'ignore' });
		execFileSync('umount', [place]);
		return true;
	} catch {
		return false;
	}
}
