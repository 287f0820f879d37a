import { type ReadCommitResult, readBlob, readCommit, readTree, resolveRef } from 'isomorphic-git';
import { cut } from '../../engine/format.ts';
import type { ReadAnswer } from './reader-messages.ts';
import { maxFileBytes, RefusedError } from './reader-messages.ts';

export interface GitFiles {
	readonly fs: Parameters<typeof readCommit>[0]['fs'];
	readonly gitdir: string;
	/** isomorphic-git's cache of what it has read. */
	readonly cache: object;
}

export interface Commit {
	readonly summary: Extract<ReadAnswer, { kind: 'read' }>['commit'];
	readonly tree: string;
}

/** The commit that a branch, tag or id names. @throws RefusedError */
export async function openCommit(git: GitFiles, ref: string): Promise<Commit> {
	const oid = /^[0-9a-f]{40}$/.test(ref) ? ref : await resolveRef({ ...git, ref }).catch(() => null);
	const found = oid === null ? null : await readCommit({ ...git, oid }).catch(() => null);
	if (found === null) {
		throw new RefusedError(
			'ref',
			`The repository has no branch, tag or commit "${ref}", or that commit can’t be read. Check the name.`,
		);
	}
	return { summary: summaryOf(found), tree: found.commit.tree };
}

export function summaryOf({ oid, commit: { message, author, committer } }: ReadCommitResult): Commit['summary'] {
	const at = new Date(committer.timestamp * 1000);
	return {
		id: oid,
		message: cut(message.split('\n')[0] ?? '', 200),
		author: cut(author.name, 200),
		at: Number.isNaN(at.getTime()) ? new Date(0).toISOString() : at.toISOString(),
	};
}

/** The text of a file in a commit. Links and submodules aren't followed. Rejects with an Error whose message is shown to users. */
export async function readText(git: GitFiles, commit: Commit, path: string): Promise<string> {
	const parts = path.split('/');
	let oid = commit.tree;
	for (const [index, part] of parts.entries()) {
		const { tree } = await readTree({ ...git, oid });
		const entry = tree.find((entry) => entry.path === part);
		const here = parts.slice(0, index + 1).join('/');
		if (entry === undefined)
			throw new Error(
				`Commit ${commit.summary.id.slice(0, 7)} has no file "${path}". Correct the path, or commit the file.`,
			);
		if (entry.type === 'commit')
			throw new Error(`"${here}" is a submodule. Submodules aren’t supported, so add the file to this repository.`);
		if (entry.mode === '120000')
			throw new Error(
				`"${here}" is a symbolic link, which the service doesn’t follow. Use the path of the file itself.`,
			);
		const wanted = index + 1 === parts.length ? 'blob' : 'tree';
		if (entry.type !== wanted)
			throw new Error(
				`"${here}" is a ${entry.type === 'tree' ? 'folder, not a file' : 'file, not a folder'}. Correct the path.`,
			);
		oid = entry.oid;
	}
	const { blob } = await readBlob({ ...git, oid });
	if (blob.length > maxFileBytes) {
		throw new Error(
			`"${path}" is ${blob.length.toLocaleString('en-US')} bytes. The limit is ${maxFileBytes.toLocaleString('en-US')} bytes. Split it into several files.`,
		);
	}
	try {
		return new TextDecoder('utf-8', { fatal: true }).decode(blob);
	} catch {
		throw new Error(`"${path}" isn’t UTF-8 text. Save it as UTF-8.`);
	}
}
