import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { KeyedLock } from '#lib/concurrency/keyed-lock.ts';
import type { Problem } from '#lib/exact-json/located.ts';
import { seconds } from '../../engine/format.ts';
import { createGuard } from '../../engine/pool/guard.ts';
import { processArguments } from '../../engine/process-file.ts';
import type { Platform } from '../state/platform.ts';
import type { GitPipeline } from './payload.ts';
import { ReadAnswer, type ReadRequest, type Wanted } from './reader-messages.ts';

/** Memory allowance of the process on top of what it reads, bytes. */
const ownBytes = 256 * 2 ** 20;

export type ReadOf<K extends ReadAnswer['kind']> = Extract<ReadAnswer, { kind: K }>;
export type ReadPipeline = ReadOf<'read'>;
export type Refused = ReadOf<'refused'>;

/** Time limit while a user is waiting, ms. */
const waitingMs = 10_000;

/** Allows one read at a time per user, because each one runs in its own process. */
const lock = new KeyedLock();

/** Reads repositories while a user is waiting, with separate limits. */
export const readWhileWaiting = <T>(
	{ settings }: Pick<Platform, 'settings'>,
	userId: string,
	read: (limited: Pick<Platform, 'settings'>) => Promise<T>,
): Promise<T> => {
	const git = { ...settings.git, deadlineMs: Math.min(waitingMs, settings.git.deadlineMs) };
	return lock.run(userId, () => read({ settings: { ...settings, git } }));
};

/** Reads a commit, its manifest and the files it names; for a check, also the list of other files. */
export const readPipeline = async (
	platform: Pick<Platform, 'settings'>,
	{ repository, ref, manifest }: GitPipeline,
	kind: 'run' | 'check',
	signal: AbortSignal,
): Promise<ReadPipeline | Refused> =>
	expected(
		'read',
		await readRepository(platform, repository.value, { kind, ref: ref.value, manifest: manifest.value }, signal),
	);

/** The problem to report in a payload whose repository, commit or manifest can't be read. */
export const refusalIn = (pipeline: GitPipeline, { about, message }: Refused): Problem => ({
	...(about === 'path' ? pipeline.manifest : pipeline[about]),
	message,
});

/** The requested answer, or the refusal. */
export const expected = <K extends ReadAnswer['kind']>(kind: K, answer: ReadAnswer): ReadOf<K> | Refused =>
	isOf(kind, answer)
		? answer
		: answer.kind === 'refused'
			? answer
			: refused('The reader process returned an unexpected response. Try again.');

const isOf = <K extends ReadAnswer['kind']>(kind: K, answer: ReadAnswer): answer is ReadOf<K> => answer.kind === kind;

/** Reads a repository in a process with limits. Rejects with the signal's reason. */
export async function readRepository(
	{ settings }: Pick<Platform, 'settings'>,
	repository: string,
	wanted: Wanted,
	signal: AbortSignal,
): Promise<ReadAnswer> {
	const draft = join(settings.dataDir, 'runs', `fetch-${randomBytes(12).toString('hex')}`);
	await mkdir(draft, { recursive: true, mode: 0o700 });
	const guard = createGuard();
	try {
		const { folders, hosts, maxBytes, deadlineMs } = settings.git;
		const limits = { deadlineMs, memoryBytes: ownBytes + 4 * maxBytes, output: null };
		const request: ReadRequest = { repository, wanted, folders, hosts, draft, maxBytes };
		const child = spawnReader(request, draft);
		const { pid } = child;
		child.on('error', () => child.kill('SIGKILL'));
		if (pid === undefined)
			return refused('The service couldn’t start a reader process. Ask your admin to check the system’s limits.');
		guard.watch(pid, limits);
		const began = performance.now();
		const answer = await answerOf(child, signal);
		const stopped = await guard.release(pid);
		// The guard polls, so an answer may have arrived after the deadline.
		if (stopped === 'DEADLINE_EXCEEDED' || (answer !== null && performance.now() - began > deadlineMs)) {
			return refused(
				`Reading took longer than the limit of ${seconds(deadlineMs)}. Try again, or ask your admin to raise --git-deadline-ms.`,
			);
		}
		if (stopped !== null)
			return refused(
				'Reading took more memory than allowed, because the repository contains a very large file or history. Ask your admin to raise --git-bytes.',
			);
		const how = child.signalCode ?? `exit code ${child.exitCode}`;
		return answer ?? refused(`The reader process ended unexpectedly (${how}). Try again.`);
	} finally {
		await guard.close();
		await rm(draft, { recursive: true, force: true });
	}
}

const refused = (why: string): Refused => ({
	kind: 'refused',
	about: 'repository',
	message: `Couldn’t read the repository. ${why}`,
});

function spawnReader(request: ReadRequest, cwd: string) {
	const args = [...processArguments('git-reader', new URL('./reader.ts', import.meta.url)), JSON.stringify(request)];
	return spawn(process.execPath, args, { cwd, env: {}, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
}

/** The process's answer, or null if it ends without a valid one. */
function answerOf(child: ReturnType<typeof spawnReader>, signal: AbortSignal): Promise<ReadAnswer | null> {
	return new Promise((resolve, reject) => {
		let answer: ReadAnswer | null = null;
		const abort = () => child.kill('SIGKILL');
		signal.addEventListener('abort', abort, { once: true });
		if (signal.aborted) abort();
		child.on('message', (message) => {
			const parsed = ReadAnswer.safeParse(message);
			if (parsed.success) answer = parsed.data;
			child.kill('SIGKILL');
		});
		// Unlike `exit`, `close` is emitted after all messages have been read.
		child.once('close', () => {
			signal.removeEventListener('abort', abort);
			if (signal.aborted) reject(signal.reason);
			else resolve(answer);
		});
	});
}
