import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { KnownRepository, Repository, RepositoryFile } from '#contract/pipeline.ts';
import type { ProblemCode } from '#contract/service/problem-codes.ts';
import { invalid } from '../core/service-error.ts';
import type { Platform } from '../state/platform.ts';
import { pathProblems, refProblems } from './payload.ts';
import { expected, type ReadOf, type Refused, readRepository, readWhileWaiting } from './read-repository.ts';
import type { ReadAnswer, Wanted } from './reader-messages.ts';

/** Depth limit for finding repositories in folders, and maximum number listed. */
const deepest = 2;
const limit = 500;

/** The repositories in the service's folders, by the names that payloads use. */
export async function listRepositories({ settings }: Pick<Platform, 'settings'>): Promise<KnownRepository[]> {
	const names = new Set<string>();
	const visit = async (folder: string, prefix: string, depth: number): Promise<void> => {
		const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
		for (const entry of entries.toSorted((a, b) => a.name.localeCompare(b.name))) {
			if (!entry.isDirectory() || entry.name.startsWith('.') || names.size >= limit) continue;
			const path = join(folder, entry.name);
			if (await isRepository(path)) names.add(`${prefix}${entry.name}`);
			else if (depth < deepest) await visit(path, `${prefix}${entry.name}/`, depth + 1);
		}
	};
	for (const folder of settings.git.folders) await visit(folder, '', 1);
	return [...names].map((name) => ({ name }));
}

async function isRepository(path: string): Promise<boolean> {
	const isThere = (name: string) =>
		lstat(join(path, name)).then(
			() => true,
			() => false,
		);
	if (await isThere('.git')) return true;
	return (await isThere('HEAD')) && (await isThere('objects')) && (await isThere('refs'));
}

/** The choices that a repository offers for a pipeline. @throws ServiceError VALIDATION_FAILED if it's unreadable */
export async function readChoices(
	platform: Pick<Platform, 'settings'>,
	userId: string,
	{ repository, ref }: { readonly repository: string; readonly ref?: string | undefined },
): Promise<Repository> {
	if (ref !== undefined) assertFine('ref', refProblems(ref));
	const { kind: _, ...choices } = await read(
		platform,
		userId,
		repository,
		{ kind: 'choices', ref: ref ?? null },
		'choices',
	);
	return choices;
}

/** One file of a commit. @throws ServiceError VALIDATION_FAILED with the reason it can't be read */
export async function readFileOf(
	platform: Pick<Platform, 'settings'>,
	userId: string,
	{ repository, ref, path }: { readonly repository: string; readonly ref: string; readonly path: string },
): Promise<RepositoryFile> {
	assertFine('ref', refProblems(ref));
	assertFine('path', pathProblems(path));
	const { text } = await read(platform, userId, repository, { kind: 'file', ref, path }, 'file');
	return { path, text };
}

async function read<K extends ReadAnswer['kind']>(
	platform: Pick<Platform, 'settings'>,
	userId: string,
	repository: string,
	wanted: Wanted,
	kind: K,
): Promise<ReadOf<K>> {
	// The process has its own deadline, and nobody cancels this read.
	const never = new AbortController().signal;
	const reply = await readWhileWaiting(platform, userId, (limited) =>
		readRepository(limited, repository, wanted, never),
	);
	const answer: ReadOf<K> | Refused = expected(kind, reply);
	if (isRefused(answer)) throw refusal('INVALID_VALUE', answer.about, answer.message);
	return answer;
}

const isRefused = (answer: ReadAnswer): answer is Refused => answer.kind === 'refused';

function assertFine(path: string, [message]: readonly string[]): void {
	if (message !== undefined) throw refusal('INVALID_FORMAT', path, message);
}

const refusal = (code: ProblemCode, path: string, message: string) => invalid([{ code, path, message }]);
