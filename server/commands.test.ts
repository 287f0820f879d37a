import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { programFile } from './testing/built-programs.ts';
import { createKilledService, type KilledService } from './testing/killed.ts';

type Program = Parameters<typeof programFile>[0];

let folder: string;
let killed: KilledService;
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'commands-'));
	killed = await createKilledService();
});
afterAll(async () => {
	await killed.dispose();
	await rm(folder, { recursive: true, force: true });
});

/** Runs a command to its end. */
async function run(program: Program, ...words: readonly string[]) {
	const env = { ...process.env, DATABASE_URL: killed.settings.databaseUrl ?? '', DATASET_CONSOLE_DATA_DIR: '' };
	try {
		const { stdout, stderr } = await promisify(execFile)(process.execPath, [programFile(program), ...words], { env });
		return { code: 0, stdout, stderr };
	} catch (error) {
		const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
		return { code, stdout, stderr };
	}
}

test.each(['sign-in', 'user', 'keys', 'backup', 'restore', 'move'] as const)('%s prints its help', async (program) => {
	const { code, stdout } = await run(program, '--help');
	expect(code).toBe(0);
	expect(stdout).toMatch(new RegExp(`^Usage: .*npm run ${program} -- `));
	expect(stdout).toContain('--data-dir PATH');
	const wrong = await run(program, '--wrong');
	expect(wrong.code).toBe(1);
	expect(wrong.stderr).toMatch(/^[^\n]*--wrong[^\n]*\n$/);
});

test.each([
	['sign-in'],
	['user', 'list'],
	['user', 'add', 'ann', '--no-passphrase'],
	['keys', 'rotate'],
	['backup', '--to', join(tmpdir(), 'never-made.tar')],
	['restore', '--from', join(tmpdir(), 'never-made.tar')],
] as const)('%s %s in a folder that does not exist says so and creates nothing', async (program, ...words) => {
	const missing = join(folder, 'missing');
	const { code, stderr } = await run(program, ...words, '--data-dir', missing);
	expect(code).toBe(1);
	expect(stderr).toMatch(
		program === 'restore' ? /^There is no backup at .*\n$/ : /^The data folder .*missing doesn't exist\. .*\n$/,
	);
	expect(await readdir(folder)).toEqual([]);
});

test('the service says in one line what is wrong with its data folder, and exits', async () => {
	const { code, stderr } = await run('main', '--port', '0', '--data-dir', programFile('main'));
	expect(code).toBe(1);
	expect(stderr).toMatch(/^Can't use the data folder .*main\.js: it's a file\. .*\n$/);
});

test('a port in use is told in one line, and no data folder is made', async () => {
	const other = createServer().listen(0, '127.0.0.1');
	await once(other, 'listening');
	try {
		const { port } = other.address() as AddressInfo;
		const { code, stderr } = await run('main', '--port', String(port), '--data-dir', join(folder, 'new'));
		expect([code, stderr]).toEqual([1, expect.stringMatching(/^Port \d+ on \S+ is in use by another program\. .*\n$/)]);
		expect(await readdir(folder)).toEqual([]);
	} finally {
		other.close();
	}
});

test('a one-time address is printed for a user who can sign in, and for no other', async () => {
	const { dataDir } = killed.settings;
	const running = await killed.start();
	try {
		const printed = await run('sign-in', 'GUEST', '--data-dir', dataDir);
		expect(printed.stdout).toMatch(
			/^Open this address to sign in as guest \(.*\):\nhttp:\/\/127\.0\.0\.1:\d+\/sign-in#code=/,
		);
		const unknown = await run('sign-in', 'nobody', '--data-dir', dataDir);
		expect([unknown.code, unknown.stdout]).toEqual([1, '']);
		expect(unknown.stderr).toBe('There is no user "nobody". List users with: npm run user -- list\n');
		expect((await run('user', 'disable', 'guest', '--data-dir', dataDir)).code).toBe(0);
		const disabled = await run('sign-in', 'guest', '--data-dir', dataDir);
		expect([disabled.code, disabled.stdout]).toEqual([1, '']);
		expect(disabled.stderr).toMatch(
			/^guest is disabled and can't sign in\. .*npm run user -- enable guest\. .*npm run user -- list\n$/,
		);
	} finally {
		await running.kill();
	}
}, 180_000);
