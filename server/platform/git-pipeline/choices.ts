import { currentBranch, listBranches, listServerRefs, listTags, log, readTree, resolveRef } from 'isomorphic-git';
import { parseLocated } from '#lib/exact-json/located.ts';
import { type Commit, type GitFiles, readText, summaryOf } from './commit-files.ts';
import type { createGitHttp } from './git-http.ts';
import { maxCommits, maxEntries, maxRefs, type ReadAnswer } from './reader-messages.ts';

type Choices = Extract<ReadAnswer, { kind: 'choices' }>;
type Refs = Pick<Choices, 'defaultBranch' | 'branches' | 'tags'>;
type Entries = Pick<Extract<ReadAnswer, { kind: 'read' }>, 'entries' | 'truncated'>;

/** Branches and tags of a local repository, including those of the repository it was cloned from. */
export async function localRefs(git: GitFiles): Promise<Refs> {
	const remote = await listBranches({ ...git, remote: 'origin' }).catch(() => []);
	const heads = await listBranches(git);
	const origin = remote.filter((name) => name !== 'HEAD').map((name) => `origin/${name}`);
	const current = await currentBranch(git).catch(() => undefined);
	return {
		defaultBranch: current ?? heads[0] ?? null,
		branches: await resolved(git, [...heads, ...origin], (name) =>
			name.startsWith('origin/') ? `refs/remotes/${name}` : `refs/heads/${name}`,
		),
		tags: await resolved(git, await listTags(git), (name) => `refs/tags/${name}`),
	};
}

async function resolved(git: GitFiles, names: readonly string[], pathOf: (name: string) => string) {
	const refs = [];
	for (const name of names.slice(0, maxRefs)) {
		const commit = await resolveRef({ ...git, ref: pathOf(name) }).catch(() => null);
		if (commit !== null) refs.push({ name, commit });
	}
	return refs;
}

export async function remoteRefs(http: ReturnType<typeof createGitHttp>, url: string): Promise<Refs> {
	const [head] = await listServerRefs({ http, url, prefix: 'HEAD', symrefs: true });
	const list = async (prefix: string) => {
		const found = await listServerRefs({ http, url, prefix, peelTags: true });
		return found
			.filter(({ ref }) => ref.startsWith(prefix))
			.slice(0, maxRefs)
			.map(({ ref, oid, peeled }) => ({ name: ref.slice(prefix.length), commit: peeled ?? oid }));
	};
	const [branches, tags] = [await list('refs/heads/'), await list('refs/tags/')];
	return { defaultBranch: head?.target?.replace('refs/heads/', '') ?? branches[0]?.name ?? null, branches, tags };
}

/** A commit and its ancestors, newest first. A shallow clone ends earlier. */
export const lastCommits = async (git: GitFiles, { summary }: Commit): Promise<Choices['commits']> =>
	(await log({ ...git, ref: summary.id, depth: maxCommits })).map(summaryOf);

/** Files of a commit, folder by folder, ordered by path; only the first entries. */
export async function entriesOf(git: GitFiles, { tree }: Commit): Promise<Entries> {
	const entries: Entries['entries'] = [];
	const visit = async (oid: string, folder: string): Promise<void> => {
		for (const entry of (await readTree({ ...git, oid })).tree) {
			if (entries.length > maxEntries) return;
			const path = `${folder}${entry.path}`;
			if (entry.type === 'tree') await visit(entry.oid, `${path}/`);
			else {
				const kind = entry.type === 'commit' ? 'submodule' : entry.mode === '120000' ? 'link' : 'file';
				entries.push({ path, kind, id: entry.oid });
			}
		}
	};
	await visit(tree, '');
	return { entries: entries.slice(0, maxEntries), truncated: entries.length > maxEntries };
}

/** Maximum number of JSON files read when looking for manifests. */
const maxRead = 40;

/** Paths of JSON files with steps and outputs, closest to the root first. */
export async function findManifests(git: GitFiles, commit: Commit): Promise<string[]> {
	const { entries } = await entriesOf(git, commit);
	const depth = (path: string) => path.split('/').length;
	const paths = entries
		.filter(({ kind, path }) => kind === 'file' && /\.json$/i.test(path))
		.map(({ path }) => path)
		.toSorted((a, b) => depth(a) - depth(b))
		.slice(0, maxRead);
	const found: string[] = [];
	for (const path of paths) if (isManifest(await readText(git, commit, path).catch(() => ''))) found.push(path);
	return found;
}

/** Whether a file's text looks like a manifest, valid or not. */
function isManifest(text: string): boolean {
	const parsed = parseLocated(text);
	if ('problem' in parsed || parsed.node.kind !== 'object') return false;
	const keys = parsed.node.members.map((member) => member.key);
	return keys.includes('steps') && keys.includes('outputs');
}
