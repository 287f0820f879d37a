import fs from 'node:fs';
import { resolve } from 'node:path';
import { type GitFiles, openCommit, readText } from './commit-files.ts';
import { fetchCommit } from './fetch-commit.ts';
import { createGitHttp } from './git-http.ts';
import { filesOf, readManifest } from './manifest.ts';
import { type ReadAnswer, type ReadRequest, RefusedError } from './reader-messages.ts';
import { createRepositoryFs, findRepository } from './repository-fs.ts';

/** The process that reads one repository, so that its content can't use the service's memory or time; started without an environment. */
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
const answer = await read(JSON.parse(process.argv[2] ?? '')).catch(refusal);
process.send?.(answer, () => process.exit());

async function read(request: ReadRequest): Promise<ReadAnswer> {
	const { git, ref, tooLarge } = await (/^https:/i.test(request.repository) ? fetched(request) : found(request));
	try {
		const commit = await openCommit(git, ref);
		const manifest = await readText(git, commit, request.manifest).catch((error: Error) => {
			throw new RefusedError('manifest', sentence(error));
		});
		const parsed = readManifest(manifest);
		const paths = 'manifest' in parsed ? filesOf(parsed.manifest).map((text) => text.value) : [];
		const files: Extract<ReadAnswer, { kind: 'read' }>['files'] = [];
		for (const path of new Set(paths)) {
			const file = await readText(git, commit, path).then(
				(text) => ({ path, text }),
				(error: Error) => ({ path, problem: sentence(error) }),
			);
			files.push(file);
		}
		return { kind: 'read', commit: commit.summary, manifest, files };
	} catch (error) {
		const [large] = tooLarge;
		if (large === undefined) throw error;
		const most = `${Math.floor(request.maxBytes / 2 ** 20)} MiB`;
		throw new RefusedError(
			'repository',
			`The repository's file ${large} is larger than ${most}, the most that is read here.`,
		);
	}
}

interface Opened {
	readonly git: GitFiles;
	/** What to look up there. */
	readonly ref: string;
	readonly tooLarge: readonly string[];
}

async function found({ repository, folders, ref, maxBytes }: ReadRequest): Promise<Opened> {
	if (/^[a-z][a-z0-9+.-]+:|^[^/]+@[^/]+:/i.test(repository)) {
		throw new RefusedError(
			'repository',
			`"${repository}" is neither a folder nor an https address. Others are not read.`,
		);
	}
	const { root, gitdir } = await findRepository(repository, folders, resolve);
	const own = createRepositoryFs(root, maxBytes);
	return { git: { fs: own as unknown as GitFiles['fs'], gitdir, cache: {} }, ref, tooLarge: own.tooLarge };
}

async function fetched({ repository, hosts, draft, ref, maxBytes }: ReadRequest): Promise<Opened> {
	if (!URL.canParse(repository)) throw new RefusedError('repository', `"${repository}" is not an address.`);
	const http = createGitHttp({ hosts, maxBytes });
	const commit = await fetchCommit(http, { url: repository, ref, folder: draft });
	return { git: { fs, gitdir: draft, cache: {} }, ref: commit, tooLarge: [] };
}

function refusal(error: unknown): ReadAnswer {
	if (error instanceof RefusedError) return { kind: 'refused', about: error.about, message: error.message };
	return { kind: 'refused', about: 'repository', message: `The repository cannot be read: ${sentence(error)}` };
}

function sentence(error: unknown): string {
	const text = (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
	return /[.!?]$/.test(text) ? text : `${text}.`;
}
