import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { seconds } from '../../engine/format.ts';
import { createGuard } from '../../engine/pool/guard.ts';
import { processArguments } from '../../engine/process-file.ts';
import type { Platform } from '../state/platform.ts';
import type { GitPipeline } from './payload.ts';
import { ReadAnswer, type ReadRequest } from './reader-messages.ts';

/** Beside what it reads, the process may hold this much, bytes. */
const ownBytes = 256 * 2 ** 20;

/** Reads a commit, its manifest and the files that it names in a limited process. Rejects with the signal's reason. */
export async function readRepository(
	{ settings }: Pick<Platform, 'settings'>,
	{ repository, ref, manifest }: GitPipeline,
	signal: AbortSignal,
): Promise<ReadAnswer> {
	const draft = join(settings.dataDir, 'runs', `fetch-${randomBytes(12).toString('hex')}`);
	await mkdir(draft, { recursive: true, mode: 0o700 });
	const guard = createGuard();
	try {
		const { folders, hosts, maxBytes, deadlineMs } = settings.git;
		const named = { repository: repository.value, ref: ref.value, manifest: manifest.value };
		const limits = { deadlineMs, memoryBytes: ownBytes + 4 * maxBytes, output: null };
		const request: ReadRequest = { ...named, folders, hosts, draft, maxBytes };
		const child = spawnReader(request, draft);
		const { pid } = child;
		child.on('error', () => child.kill('SIGKILL'));
		if (pid === undefined) return refused('No process could be started to read it. Look at the limits of the system.');
		guard.watch(pid, limits);
		const answer = await answerOf(child, signal);
		const stopped = await guard.release(pid);
		if (stopped === 'DEADLINE_EXCEEDED') {
			return refused(`Reading it took more than ${seconds(deadlineMs)}, the longest that it may take here.`);
		}
		if (stopped !== null)
			return refused('Reading it needs more memory than it may use here: it holds something too large.');
		return answer ?? refused('The process that read it ended by itself. Try again.');
	} finally {
		await guard.close();
		await rm(draft, { recursive: true, force: true });
	}
}

const refused = (why: string): ReadAnswer => ({
	kind: 'refused',
	about: 'repository',
	message: `The repository could not be read. ${why}`,
});

function spawnReader(request: ReadRequest, cwd: string) {
	const args = [...processArguments('git-reader', new URL('./reader.ts', import.meta.url)), JSON.stringify(request)];
	return spawn(process.execPath, args, { cwd, env: {}, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
}

/** What the process says before it ends, or null where it says nothing that makes sense. */
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
		child.once('exit', () => {
			signal.removeEventListener('abort', abort);
			if (signal.aborted) reject(signal.reason);
			else resolve(answer);
		});
	});
}
