import fs from 'node:fs';
import { addRemote, fetch, init } from 'isomorphic-git';
import { assertNoPassword, type createGitHttp } from './git-http.ts';
import { RefusedError } from './reader-messages.ts';

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
export async function fetchCommit(
	http: ReturnType<typeof createGitHttp>,
	{ url, ref, folder, depth }: FetchWanted,
): Promise<string> {
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
		throw new RefusedError('repository', `The repository could not be fetched: ${reason.replace(/\.?$/, '.')}`);
	}
}
