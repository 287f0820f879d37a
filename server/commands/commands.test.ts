import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdir, mkdtemp, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { programFile } from '../testing/built-programs.ts';
import { createKilledService, type KilledService } from '../testing/killed.ts';

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

test.each([
	'sign-in',
	'user',
	'keys',
	'backup',
	'restore',
	'move',
	'doctor',
	'verify-data',
	'restore-catalog',
] as const)('%s prints its help, and rejects an unknown flag', async (program) => {
	const { code, stdout } = await run(program, '--help');
	expect(code).toBe(0);
	expect(stdout).toMatch(new RegExp(`^Usage: .*npm run ${program} -- `));
	expect(stdout).toContain('--data-dir PATH');
	const wrong = await run(program, '--wrong');
	expect(wrong.code).toBe(program === 'verify-data' ? 2 : 1);
	expect(wrong.stderr).toMatch(/^[^\n]*--wrong[^\n]*\n$/);
});

test.each([
	['sign-in'],
	['user', 'list'],
	['user', 'add', 'ann', '--no-passphrase'],
	['keys', 'rotate'],
	['backup', '--to', join(tmpdir(), 'never-made.tar')],
	['restore', '--from', join(tmpdir(), 'never-made.tar')],
	['verify-data'],
	['restore-catalog'],
] as const)('%s %s reports a missing folder and creates nothing', async (program, ...words) => {
	const missing = join(folder, 'missing');
	const { code, stderr } = await run(program, ...words, '--data-dir', missing);
	expect(code).toBe(program === 'verify-data' ? 2 : 1);
	expect(stderr).toMatch(
		program === 'restore' ? /^There is no backup at .*\n$/ : /^The data folder .*missing doesn’t exist\. .*\n$/,
	);
	expect(await readdir(folder)).toEqual([]);
});

test('refuses to write a backup into its own data folder', async () => {
	const own = await mkdtemp(join(tmpdir(), 'commands-data-'));
	const [dataDir, link] = [join(own, 'data'), join(own, 'link')];
	await mkdir(join(dataDir, 'keys'), { recursive: true });
	await symlink(dataDir, link, 'junction');
	onTestFinished(() => rm(own, { recursive: true }));
	for (const to of [join(dataDir, 'backups', 'monday.tar'), join(link, 'monday.tar.gz')]) {
		const { code, stderr } = await run('backup', '--to', to, '--data-dir', dataDir);
		expect([code, stderr]).toEqual([
			1,
			`${to} is in the data folder. Write the backup somewhere else, ideally to another disk.\n`,
		]);
	}
});

test.runIf(process.platform === 'linux').each([
	[
		'full.zip',
		/Can’t back up to .*full\.zip\. Use a name that ends in \.tar, \.tar\.gz or \.tgz, or the name of a folder\.\n$/,
	],
	['/dev/full', /^\/dev\/full isn’t a file or folder\. Choose another name for the backup\.\n$/],
	[
		'/proc/backups/full.tar',
		/^Can’t write to \/proc\/backups \(ENOENT\)\. Choose another location for the backup\.\n$/,
	],
	['/proc/full.tar', /^Can’t write to \/proc \(ENOENT\)\. Choose another location for the backup\.\n$/],
])('rejects a backup to %s in one line', async (to, message) => {
	await killed.inProcess(async () => undefined);
	const where = to.startsWith('/') ? to : join(folder, to);
	const { code, stderr } = await run('backup', '--to', where, '--data-dir', killed.settings.dataDir);
	expect([code, stderr]).toEqual([1, expect.stringMatching(message)]);
	expect(await readdir(folder)).toEqual([]);
});

test('backup names the folder it created', async () => {
	await killed.inProcess(async () => undefined);
	const made = join(folder, 'backup', 'of');
	onTestFinished(() => rm(join(folder, 'backup'), { recursive: true }));
	const { stdout } = await run('backup', '--to', join(made, 'monday.tar'), '--data-dir', killed.settings.dataDir);
	expect(stdout).toMatch(new RegExp(`\nThe folder ${made} was created\\.\n$`));
});

test.each(['verify-data', 'restore-catalog'] as const)('%s rejects a file as its data folder', async (program) => {
	const file = join(folder, 'file');
	await writeFile(file, '');
	onTestFinished(() => rm(file));
	const { stderr } = await run(program, '--data-dir', file);
	expect(stderr).toMatch(/^[^\n]*file isn’t a data folder\. [^\n]*\n$/);
});

test('doctor finds nothing wrong before the first start, and creates no data folder', async () => {
	const missing = join(folder, 'missing');
	const { code, stdout } = await run('doctor', '--data-dir', missing, '--port', '0');
	expect(code).toBe(0);
	expect(stdout).toMatch(/^ok {4}Engine +DuckDB v/m);
	expect(stdout).toMatch(/^warn {2}Data folder +.*missing doesn’t exist yet\n +→ Start the service/m);
	expect(await readdir(folder)).toEqual([]);
});

test.skipIf(process.platform === 'win32')('doctor lists every problem with a fix, and exits with 1', async () => {
	const own = await mkdtemp(join(tmpdir(), 'commands-data-'));
	onTestFinished(() => rm(own, { recursive: true }));
	await mkdir(join(own, 'keys'));
	const keys = join(own, 'keys', 'keys.json');
	await writeFile(keys, '{}', { mode: 0o644 });
	const future = new Date(Date.now() + 86_400_000);
	await utimes(join(own, 'keys'), future, future);
	const busy = createServer().listen(0, '127.0.0.1');
	onTestFinished(() => void busy.close());
	await once(busy, 'listening');
	const { port } = busy.address() as AddressInfo;
	const database = ['--database-url', 'postgres://u:password-of-u@127.0.0.1:9/none'];
	const { code, stdout } = await run('doctor', '--data-dir', own, '--port', String(port), ...database);
	expect(code).toBe(1);
	for (const line of [
		`Signing keys          other users can read ${keys}\n +→ .*chmod 600`,
		'Clock                 .*dated 1440 minutes later\n +→ Set the clock',
		`Port                  another program is listening on 127.0.0.1:${port}\n +→ Choose another port`,
		'PostgreSQL            .*can’t be reached.*\n +→ Start the server',
	])
		expect(stdout).toMatch(new RegExp(`^fail  ${line}`, 'm'));
	expect(stdout).not.toContain('password-of-u');
	expect(await readdir(own)).toEqual(['keys']);
});

// Needs root to run as another user.
test.runIf(process.platform === 'linux' && process.getuid?.() === 0)(
	'doctor says what another user can’t check, and which user to run it as',
	async () => {
		const own = await mkdtemp(join(tmpdir(), 'commands-data-'));
		onTestFinished(() => rm(own, { recursive: true }));
		await mkdir(join(own, 'keys'));
		await chown(own, 12_345, 12_345);
		const asOwner = "Run this as the service’s user: sudo -u '#12345' node dist/server/doctor\\.js";
		const doctor = ['--data-dir', own, '--port', '0'];
		const { stdout } = await run('doctor', ...doctor);
		expect(stdout).toMatch(
			new RegExp(
				`^warn  Run isolation         not checked, because isolation depends on the user\n +→ ${asOwner}`,
				'm',
			),
		);
		const somebody = ['--reuid=65534', '--regid=65534', '--clear-groups', process.execPath, programFile('doctor')];
		const other = await promisify(execFile)('setpriv', [...somebody, ...doctor]).catch((error) => error);
		expect(other.stdout).toMatch(/^fail {2}Data folder /m);
		expect(other.stdout).toMatch(
			new RegExp(
				`^warn  Not checked           the running service, its port, the clock and run isolation\n +→ ${asOwner}`,
				'm',
			),
		);
		expect(other.stdout).not.toContain('not running');
	},
);

test('commands accept the service’s settings as flags', async () => {
	const { dataDir } = killed.settings;
	const bucket = ['--s3-bucket', 'rows', '--s3-endpoint', 'http://127.0.0.1:9'];
	const { stderr } = await run('backup', '--to', join(folder, 'x.tar'), '--data-dir', dataDir, ...bucket);
	expect(stderr).toMatch(/^The objects are in a bucket/);
	const wrong = await run('user', 'list', '--s3-bucket', 'A');
	expect(wrong.stderr).toBe(
		'--s3-bucket must be a bucket name of 3 to 63 lowercase letters, digits, dots and hyphens, not "A".\n',
	);
});

test.each([
	[['backup'], '--to is missing. Pass the file or folder to write the backup to.'],
	[['backup', 'monday.tar'], 'Unexpected argument "monday.tar".'],
	[['restore'], '--from is missing. Pass the backup to restore.'],
	[['keys'], 'The command is missing. Use rotate.'],
	[['sign-in', 'Bob', 'Smith'], 'Unexpected argument "Smith". Quote names that contain spaces.'],
	[['user'], 'The command is missing. Use list, add, passphrase, disable or enable.'],
	[['user', 'frob'], 'Unknown command "frob". Use list, add, passphrase, disable or enable.'],
	[['user', 'list', 'demo'], 'Unexpected argument "demo". Quote names that contain spaces.'],
	[['user', 'add', ''], 'The username is missing. Add it after the command.'],
	[['user', 'add', 'Bob', 'Smith'], 'Unexpected argument "Smith". Quote names that contain spaces.'],
] as const)('%s prints the problem, then how to get help', async ([program, ...words], problem) => {
	expect(await run(program, ...words)).toEqual({
		code: 1,
		stdout: '',
		stderr: `${problem}\nFor help, run npm run ${program} -- --help.\n`,
	});
});

test('asks for a passphrase only if the data folder exists, and names a missing passphrase file', async () => {
	const nowhere = await run('user', 'add', 'bob', '--data-dir', join(folder, 'missing'));
	expect(nowhere.stderr).toMatch(/^The data folder .*missing doesn’t exist\./);
	const { dataDir } = killed.settings;
	await killed.inProcess(async () => undefined);
	const unread = await run('user', 'passphrase', 'demo', '--passphrase-file', 'missing', '--data-dir', dataDir);
	expect([unread.code, unread.stderr]).toEqual([1, 'There is no file missing. Check the path.\n']);
});

test.runIf(process.platform !== 'win32')(
	'suggests commands that can be pasted, with the data folder in quotes',
	async () => {
		const link = join(folder, "Bob's data");
		await symlink(killed.settings.dataDir, link);
		const flag = `--data-dir '${folder}/Bob'\\''s data'`;
		onTestFinished(() => rm(link, { force: true }));
		const added = await run('user', 'add', 'Bob Smith', '--no-passphrase', '--data-dir', link);
		expect(added.stdout).toBe(
			`Added Bob Smith. To create a one-time sign-in link: npm run sign-in -- 'Bob Smith' ${flag}\n`,
		);
		const stopped = await run('sign-in', 'Bob Smith', '--data-dir', link);
		expect(stopped.stderr).toBe(
			`No running service uses ${link}. Start the service with npm start -- ${flag}, or pass its data folder with --data-dir.\n`,
		);
		const running = await killed.start();
		try {
			const unknown = await run('user', 'disable', 'nobody', '--data-dir', link);
			expect(unknown.stderr).toBe(`There is no user "nobody". To list users: npm run user -- list ${flag}\n`);
			await run('user', 'disable', 'bob smith', '--data-dir', link);
			const { stdout } = await run('user', 'list', '--data-dir', link);
			expect(stdout).toMatch(/^Bob Smith · Bob Smith · disabled since \d{4}-\d\d-\d\d \d\d:\d\d UTC$/m);
		} finally {
			await running.kill();
			await rm(link);
		}
	},
	180_000,
);

test('the service reports an invalid data folder in one line and exits', async () => {
	const { code, stderr } = await run('main', '--port', '0', '--data-dir', programFile('main'));
	expect(code).toBe(1);
	expect(stderr).toMatch(/^Can’t use the data folder .*main\.js: it’s a file\. .*\n$/);
});

test('the service reports a port in use in one line and creates no data folder', async () => {
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

test('prints a sign-in link only for users who can sign in', async () => {
	const { dataDir } = killed.settings;
	const running = await killed.start();
	try {
		const printed = await run('sign-in', 'GUEST', '--data-dir', dataDir);
		expect(printed.stdout).toMatch(
			/^Open this link to sign in as guest \(.*\):\nhttp:\/\/127\.0\.0\.1:\d+\/sign-in#code=/,
		);
		const unknown = await run('sign-in', 'nobody', '--data-dir', dataDir);
		expect([unknown.code, unknown.stdout]).toEqual([1, '']);
		const flag = `--data-dir ${dataDir}`;
		expect(unknown.stderr).toBe(`There is no user "nobody". To list users: npm run user -- list ${flag}\n`);
		expect((await run('user', 'disable', 'guest', '--data-dir', dataDir)).code).toBe(0);
		const disabled = await run('sign-in', 'guest', '--data-dir', dataDir);
		expect([disabled.code, disabled.stdout]).toEqual([1, '']);
		expect(disabled.stderr).toMatch(
			/^guest is disabled and can’t sign in\. To enable this user: npm run user -- enable guest --data-dir \S+\n$/,
		);
	} finally {
		await running.kill();
	}
}, 180_000);
