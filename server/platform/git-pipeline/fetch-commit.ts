import fs from 'node:fs';
import { join } from 'node:path';
import { addRemote, fetch, init } from 'isomorphic-git';
import { assertNoPassword, type createGitHttp } from './git-http.ts';
import { RefusedError, TooLargeError } from './reader-messages.ts';

type GitHttp = ReturnType<typeof createGitHttp>;

interface FetchWanted {
	readonly url: string;
	/** Null for the default branch. */
	readonly ref: string | null;
	/** Is empty, and becomes a bare repository. */
	readonly folder: string;
	/** Commits that are fetched, at least one. */
	readonly depth: number;
}

/**
 * Fetches the commit of a branch, tag or id with the last ones before it, and returns its id. @throws RefusedError
 */
export async function fetchCommit(http: GitHttp, { url, ref, folder, depth }: FetchWanted): Promise<string> {
	assertNoPassword(url);
	const git = { fs, gitdir: folder, remote: 'origin' };
	const missing = new RefusedError(
		'ref',
		`The repository has no ${ref === null ? 'commits' : `branch, tag or commit "${ref}"`}.`,
	);
	await init({ fs, gitdir: folder, dir: folder, bare: true });
	await addRemote({ ...git, url });
	try {
		const { fetchHead } = await fetch({
			...git,
			http,
			...(ref === null ? {} : { ref }),
			singleBranch: true,
			tags: false,
			depth,
		});
		if (fetchHead === null) throw missing;
		return fetchHead;
	} catch (error) {
		if (error instanceof RefusedError) throw error;
		const code = error instanceof Error && 'code' in error ? error.code : '';
		if (code === 'NotFoundError') throw missing;
		const reason = (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
		throw new RefusedError('repository', `Couldn’t fetch the repository: ${reason.replace(/\.?$/, '.')}`);
	}
}

/** Fetches as `fetchCommit` does; if the last commits are too large together, the commit alone. @param connect gives each fetch all of its bytes */
export async function fetchHistory(
	connect: () => GitHttp,
	wanted: FetchWanted,
): Promise<{ readonly http: GitHttp; readonly gitdir: string; readonly commit: string }> {
	const fetchTo = async (folder: string, depth: number) => {
		const http = connect();
		return { http, gitdir: folder, commit: await fetchCommit(http, { ...wanted, folder, depth }) };
	};
	try {
		return await fetchTo(wanted.folder, wanted.depth);
	} catch (error) {
		if (wanted.depth === 1 || !(error instanceof TooLargeError)) throw error;
		// What came of the first fetch is no part of the second.
		return fetchTo(join(wanted.folder, 'commit'), 1);
	}
}
