import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { EngineError } from '../engine/errors.ts';
import { count, size } from '../engine/format.ts';
import { chooseIsolation } from '../engine/isolation/choose.ts';
import { createEngine } from '../engine/pool/engine.ts';
import { textLog } from '../logging/log.ts';
import { type Dumped, dumpFolder, readDump } from '../platform/backup/dump.ts';
import { readBackupObjects } from '../platform/backup/restore.ts';
import { type CheckedObjects, checkData, type Finding } from '../platform/integrity/check-data.ts';
import type { S3Settings } from '../settings/settings.ts';
import { nullIfMissing } from '../store/error-code.ts';
import { putObjectFile, readFolderStore } from '../store/objects/folder-store.ts';
import { hashFile, writeHashed } from '../store/objects/hash-file.ts';
import { objectFile } from '../store/objects/object-folder.ts';
import { isObjectName, reading } from '../store/objects/types.ts';
import { assertDataFolder, type CommandLine, type CommandSettings, runCommand } from './run-command.ts';
import { sendCommand } from './send-command.ts';

/** Limits the size of a command; the service finds further corrupt objects when they are read. */
const maxSuspected = 100;

const isLost = (problem: Finding['problem']): boolean => ['corrupt', 'missing', 'unreadable'].includes(problem);

const notChecked = 2;

const usage = `Usage: npm run verify-data -- [--repair-from FILE.tar|FILE.tar.gz|FOLDER] [--data-dir PATH]

Checks every stored object against its hash and the catalog: rows, bytes, column bounds and parts. Lists corrupt, missing,
unreadable, orphaned and inconsistent data by dataset. You can run this while the service is running. Temporary files go to
TMPDIR. Exit code 1 means that problems other than orphaned objects remain. Exit code 2 means that not everything could be
checked, for example because the disk is full. Without npm: node dist/server/verify-data.js

Example: npm run verify-data -- --repair-from backups/monday.tar

Options:
  --repair-from FILE.tar|FILE.tar.gz|FOLDER
                          restore corrupt and missing objects from this backup`;

await runCommand(usage, { 'repair-from': { type: 'string' } }, verify, notChecked);

async function verify({ values, args, settings, usageError }: CommandLine<{ 'repair-from': { type: 'string' } }>) {
	if (args[0] !== undefined) throw usageError(`Unexpected argument "${args[0]}".`);
	const backup = values['repair-from'];
	if (backup !== undefined && settings.s3 !== null) {
		throw new Error(
			'The objects are in a bucket. Restore them with the bucket’s own tools. --repair-from is only for objects in a data folder.',
		);
	}
	if (backup !== undefined && !existsSync(backup))
		throw new Error(`There is no backup at ${resolve(backup)}. Check the path in --repair-from.`);
	if (settings.s3 === null) assertDataFolder(settings.dataDir);
	const engineFolder = await mkdtemp(join(tmpdir(), 'verify-data-'));
	const runsFolder = join(engineFolder, 'runs');
	const engine = createEngine({
		settings: { ...settings.engine, waiting: 0 },
		dir: runsFolder,
		isolation: await chooseIsolation(settings.engine.isolation, runsFolder),
		log: textLog,
	});
	try {
		const objects = await checkedObjects(settings, engineFolder);
		const first = await dumpNow(settings);
		const checked = await checkData(first, objects, engine, new Date());
		// Objects replaced or removed in the meantime aren't missing.
		const named = checked.findings.length === 0 ? null : new Set((await dumpNow(settings)).objects);
		const isStill = ({ sha256, problem }: Finding): boolean =>
			sha256 === null || named === null || named.has(sha256) !== (problem === 'orphaned');
		const findings = [...checked.findings.filter(isStill), ...idFindings(settings, first)];
		const repaired = backup === undefined ? new Set<string>() : await repair(settings, resolve(backup), findings);
		const suspected = findings.flatMap(({ sha256, problem }) => (sha256 !== null && isLost(problem) ? [sha256] : []));
		if (findings.length > 0) {
			await sendCommand(settings, { kind: 'recheck-objects', suspected: suspected.slice(0, maxSuspected) });
		}
		const left = findings.filter(({ sha256 }) => sha256 === null || !repaired.has(sha256));
		if (left.some(({ problem }) => problem !== 'orphaned')) process.exitCode = 1;
		const where = settings.s3 === null ? settings.dataDir : `the bucket ${settings.s3.bucket}`;
		return [
			...tableOf(findings, repaired),
			summary(findings, repaired.size, `${count(checked.objects, 'object')} (${size(checked.bytes)}) in ${where}`),
		];
	} catch (error) {
		if (!(error instanceof EngineError && error.code === 'STORAGE_FULL')) throw error;
		throw Object.assign(new Error(error.message), { code: 'ENOSPC', syscall: 'write', path: engineFolder });
	} finally {
		await engine.close();
		await rm(engineFolder, { recursive: true, force: true });
	}
}

async function dumpNow(settings: CommandSettings): Promise<Dumped> {
	const id = randomUUID();
	const folder = dumpFolder(settings.dataDir, id);
	try {
		await sendCommand(settings, { kind: 'dump-catalogue', id });
		return await readDump(folder);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

async function checkedObjects({ dataDir, s3 }: CommandSettings, spare: string): Promise<CheckedObjects> {
	if (s3 !== null) return objectsInBucket(s3, spare);
	const folder = join(dataDir, 'objects');
	return {
		list: readFolderStore(folder).list,
		async withFile(sha256, work) {
			const file = objectFile(folder, sha256);
			const hashed = await reading(hashFile(file)).catch(nullIfMissing);
			return hashed === null ? null : work(file, hashed);
		},
	};
}

async function objectsInBucket(s3: S3Settings, spare: string): Promise<CheckedObjects> {
	const [{ openBucket }, { objectKey }] = await Promise.all([
		import('../store/objects/s3-client.ts'),
		import('../store/objects/s3-store.ts'),
	]);
	const bucket = openBucket(s3);
	return {
		async *list() {
			for await (const { key, bytes, at } of bucket.list('objects/')) {
				const sha256 = key.slice(-64);
				if (isObjectName(sha256)) yield { sha256, bytes, storedAt: at };
			}
		},
		async withFile(sha256, work) {
			const content = await bucket.get(objectKey(sha256));
			if (content === null) return null;
			const file = join(spare, sha256);
			try {
				return await work(file, await writeHashed(content, file));
			} finally {
				await rm(file, { force: true });
			}
		},
	};
}

function idFindings({ dataDir, s3 }: CommandSettings, { catalogueId }: Dumped): Finding[] {
	const file = join(dataDir, 'objects', 'catalogue');
	if (s3 !== null || (existsSync(file) && readFileSync(file, 'utf8').trim() === catalogueId)) return [];
	const detail = `Write the ID ${catalogueId} to ${file}.`;
	return [{ problem: 'corrupt', what: 'The catalog ID of the objects', sha256: null, detail }];
}

/** Restores the objects that a backup contains; returns those that are intact again. */
async function repair(
	{ dataDir }: CommandSettings,
	backup: string,
	findings: readonly Finding[],
): Promise<Set<string>> {
	const wanted = new Set(
		findings.flatMap(({ problem, sha256 }) => (sha256 !== null && isLost(problem) ? [sha256] : [])),
	);
	const repaired = new Set<string>();
	if (wanted.size === 0) return repaired;
	await readBackupObjects(backup, wanted, async (sha256, content) => {
		if (await putObjectFile(join(dataDir, 'objects'), sha256, content)) repaired.add(sha256);
	});
	return repaired;
}

function tableOf(findings: readonly Finding[], repaired: ReadonlySet<string>): string[] {
	if (findings.length === 0) return [];
	const rows = findings
		.map(({ problem, what, sha256, detail }) => {
			const isRepaired = sha256 !== null && repaired.has(sha256);
			return [isRepaired ? `${problem}, repaired` : problem, what, sha256 ?? '', isRepaired ? '' : detail];
		})
		.sort((a, b) => (a[1] ?? '').localeCompare(b[1] ?? '', 'en'));
	const all = [['Problem', 'Item', 'Object', 'What to do'], ...rows];
	const widths = [0, 1, 2].map((column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
	return all.map((row) =>
		row
			.map((cell, column) => cell.padEnd(widths[column] ?? 0))
			.join('  ')
			.trimEnd(),
	);
}

function summary(findings: readonly Finding[], repaired: number, checked: string): string {
	const found = (problem: Finding['problem']) => findings.filter((finding) => finding.problem === problem).length;
	const words: readonly Finding['problem'][] = ['corrupt', 'missing', 'inconsistent', 'orphaned'];
	const unreadable: typeof words = found('unreadable') === 0 ? [] : ['unreadable'];
	const counts = [...words, ...unreadable].map((word) => `${found(word)} ${word}`);
	return `Checked ${checked}: ${counts.join(', ')}. ${repaired} repaired.`;
}
