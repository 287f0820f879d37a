import fs from 'node:fs';
import { resolve } from 'node:path';
import { entriesOf, findManifests, lastCommits, localRefs, remoteRefs } from './choices.ts';
import { type Commit, type GitFiles, openCommit, readText } from './commit-files.ts';
import { fetchHistory } from './fetch-commit.ts';
import { createGitHttp } from './git-http.ts';
import { filesOf, readManifest } from './manifest.ts';
import { logUnexpected, maxCommits, type ReadAnswer, type ReadRequest, RefusedError } from './reader-messages.ts';
import { createRepositoryFs, findRepository } from './repository-fs.ts';

/** The process that reads one repository, so that its content can't exhaust the service's memory or time; started with an empty environment. */
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
const answer = await read(JSON.parse(process.argv[2] ?? '')).catch(refusal);
process.send?.(answer, () => process.exit());

async function read(request: ReadRequest): Promise<ReadAnswer> {
	const opened = await (/^https:/i.test(request.repository) ? fetched(request) : found(request));
	try {
		return await readWanted(request.wanted, opened);
	} catch (error) {
		const [large] = opened.tooLarge;
		if (large === undefined) throw error;
		const most = `${Math.floor(request.maxBytes / 2 ** 20)} MiB`;
		throw new RefusedError(
			'repository',
			`The repository’s file ${large} is larger than the limit of ${most}. Ask your admin to raise --git-bytes.`,
		);
	}
}

async function readWanted(wanted: ReadRequest['wanted'], { git, refs, ref }: Opened): Promise<ReadAnswer> {
	if (wanted.kind === 'choices') {
		const { defaultBranch, branches, tags } = await refs();
		const named = ref ?? defaultBranch;
		if (named === null) return { kind: 'choices', defaultBranch, branches, tags, commits: [], manifests: [] };
		const commit = await openCommit(git, named);
		const commits = await lastCommits(git, commit);
		return { kind: 'choices', defaultBranch, branches, tags, commits, manifests: await findManifests(git, commit) };
	}
	const commit = await openCommit(git, ref ?? wanted.ref);
	const text = (path: string, about: 'manifest' | 'path') =>
		readText(git, commit, path).catch((error: Error) => {
			throw new RefusedError(about, sentence(error));
		});
	if (wanted.kind === 'file') return { kind: 'file', text: await text(wanted.path, 'path') };
	const listed = wanted.kind === 'check' ? await entriesOf(git, commit) : { entries: [], truncated: false };
	const manifest = await text(wanted.manifest, 'manifest').catch((error: RefusedError) => error);
	// List the files of a commit even if it lacks the manifest.
	if (manifest instanceof Error) {
		if (wanted.kind === 'run') throw manifest;
		return { kind: 'read', commit: commit.summary, manifest: null, problem: manifest.message, files: [], ...listed };
	}
	return {
		kind: 'read',
		commit: commit.summary,
		manifest,
		problem: '',
		files: await namedFiles(git, commit, manifest),
		...listed,
	};
}

/** The files that a manifest names: their text, or why there is none. */
async function namedFiles(git: GitFiles, commit: Commit, manifest: string) {
	const parsed = readManifest(manifest);
	const paths = new Set(filesOf(parsed.manifest).map((text) => text.value));
	const files: Extract<ReadAnswer, { kind: 'read' }>['files'] = [];
	for (const path of paths) {
		const file = await readText(git, commit, path).then(
			(text) => ({ path, text }),
			(error: Error) => ({ path, problem: sentence(error) }),
		);
		files.push(file);
	}
	return files;
}

interface Opened {
	readonly git: GitFiles;
	readonly refs: () => ReturnType<typeof localRefs>;
	/** The ref to look up; null for the default branch. */
	readonly ref: string | null;
	readonly tooLarge: readonly string[];
}

async function found({ repository, folders, wanted, maxBytes }: ReadRequest): Promise<Opened> {
	if (/^[a-z][a-z0-9+.-]+:|^[^/]+@[^/]+:/i.test(repository)) {
		throw new RefusedError(
			'repository',
			`"${repository}" isn’t a repository folder or an https URL. Use the name of a folder, or a URL that starts with https://.`,
		);
	}
	const { root, gitdir } = await findRepository(repository, folders, resolve);
	const own = createRepositoryFs(root, maxBytes);
	const git = { fs: own as unknown as GitFiles['fs'], gitdir, cache: {} };
	return { git, refs: () => localRefs(git), ref: wanted.ref, tooLarge: own.tooLarge };
}

async function fetched({ repository, hosts, draft, wanted, maxBytes }: ReadRequest): Promise<Opened> {
	if (!URL.canParse(repository))
		throw new RefusedError(
			'repository',
			`"${repository}" isn’t a valid URL. Use a URL such as https://git.example.org/owner/name.`,
		);
	const connect = () => createGitHttp({ hosts, maxBytes });
	const depth = wanted.kind === 'choices' ? maxCommits : 1;
	const of = { url: repository, ref: wanted.ref, folder: draft, depth };
	const { http, gitdir, commit } = await fetchHistory(connect, of);
	const git = { fs, gitdir, cache: {} };
	return { git, refs: () => remoteRefs(http, repository), ref: commit, tooLarge: [] };
}

function refusal(error: unknown): ReadAnswer {
	if (error instanceof RefusedError) return { kind: 'refused', about: error.about, message: error.message };
	logUnexpected(error);
	const message = 'Couldn’t read the repository. It may be corrupt. Check it with git fsck, then try again.';
	return { kind: 'refused', about: 'repository', message };
}

function sentence(error: unknown): string {
	const text = (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
	return /[.!?]$/.test(text) ? text : `${text}.`;
}
