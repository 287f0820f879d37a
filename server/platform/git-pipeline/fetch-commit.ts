import fs from 'node:fs';
import { addRemote, fetch, init } from 'isomorphic-git';
import { assertNoPassword, type createGitHttp } from './git-http.ts';
import { RefusedError } from './reader-messages.ts';

/**
 * Fetches the one commit of a branch, tag or id without its history, and returns its id. @throws RefusedError
 * @param wanted its folder is empty, and becomes a bare repository
 */
export async function fetchCommit(
	http: ReturnType<typeof createGitHttp>,
	{ url, ref, folder }: { readonly url: string; readonly ref: string; readonly folder: string },
): Promise<string> {
	assertNoPassword(url);
	const git = { fs, gitdir: folder, remote: 'origin' };
	const missing = new RefusedError('ref', `The repository has no branch, tag or commit "${ref}".`);
	await init({ fs, gitdir: folder, dir: folder, bare: true });
	await addRemote({ ...git, url });
	try {
		const { fetchHead } = await fetch({ ...git, http, ref, singleBranch: true, tags: false, depth: 1 });
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
