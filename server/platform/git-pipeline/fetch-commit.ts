import fs from 'node:fs';
import { join } from 'node:path';
import { addRemote, fetch, init } from 'isomorphic-git';
import { errorCode, networkCodes } from '../../store/error-code.ts';
import { assertNoPassword, type createGitHttp } from './git-http.ts';
import { logUnexpected, RefusedError, TooLargeError } from './reader-messages.ts';

type GitHttp = ReturnType<typeof createGitHttp>;

interface FetchWanted {
	readonly url: string;
	/** Null for the default branch. */
	readonly ref: string | null;
	/** An empty folder, which becomes a bare repository. */
	readonly folder: string;
	/** Number of commits to fetch, at least one. */
	readonly depth: number;
}

/** Fetches the commit of a branch, tag or id with its last ancestors, and returns its id. @throws RefusedError */
export async function fetchCommit(http: GitHttp, { url, ref, folder, depth }: FetchWanted): Promise<string> {
	assertNoPassword(url);
	const git = { fs, gitdir: folder, remote: 'origin' };
	const missing = new RefusedError(
		'ref',
		`The repository has no ${ref === null ? 'commits yet. Push a commit, then try again' : `branch, tag or commit "${ref}". Check the name`}.`,
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
		throw new RefusedError('repository', `Couldn’t fetch the repository. ${whyNotFetched(error, url)}`);
	}
}

/** Message for users about why a repository couldn't be fetched. */
function whyNotFetched(error: unknown, url: string): string {
	const { host } = new URL(url);
	const { statusCode } = Object(Object(error).data);
	if (typeof statusCode === 'number')
		return `${host} responded with status ${statusCode}. Check the URL, and that the repository is public.`;
	const code = errorCode(error);
	if (networkCodes.includes(code)) return `${host} can’t be reached (${code}). Check the URL, then try again.`;
	logUnexpected(error);
	return `Check that ${host} serves a Git repository at this URL, then try again.`;
}

/** Like `fetchCommit`; if the last commits together are too large, fetches the commit alone. @param connect gives each attempt the full byte limit */
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
		// A separate folder, because the first fetch may have left files.
		return fetchTo(join(wanted.folder, 'commit'), 1);
	}
}
