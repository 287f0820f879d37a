import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createDeflate } from 'node:zlib';
import { init, writeBlob, writeCommit, writeRef, writeTree } from 'isomorphic-git';

/** An entry of a repository: a file's text, or what a hostile one may contain. */
export type Entry =
	| string
	| Uint8Array
	| { readonly link: string }
	| { readonly submodule: string }
	| { readonly zeros: number };

/** Creates a Git repository with one commit on `main`. Returns the commit's id. */
export async function makeRepository(folder: string, entries: Readonly<Record<string, Entry>>): Promise<string> {
	await mkdir(folder, { recursive: true });
	await init({ fs, dir: folder, defaultBranch: 'main' });
	return commitTo(folder, entries);
}

/** Commits other entries in place of all previous ones. */
export async function commitTo(folder: string, entries: Readonly<Record<string, Entry>>): Promise<string> {
	const gitdir = join(folder, '.git');
	const tree = await treeOf(gitdir, Object.entries(entries));
	const author = { name: 'Ann', email: 'ann@example.org', timestamp: 1_700_000_000, timezoneOffset: 0 };
	const commit = { message: 'Say what it does\n\nAnd more.\n', tree, parent: [], author, committer: author };
	const oid = await writeCommit({ fs, gitdir, commit });
	await writeRef({ fs, gitdir, ref: 'refs/heads/main', value: oid, force: true });
	return oid;
}

async function treeOf(gitdir: string, entries: [string, Entry][]): Promise<string> {
	const folders = new Map<string, [string, Entry][]>();
	const tree = [];
	for (const [path, entry] of entries) {
		const [first = '', ...rest] = path.split('/');
		if (rest.length > 0) folders.set(first, [...(folders.get(first) ?? []), [rest.join('/'), entry]]);
		else tree.push({ path: first, ...(await leaf(gitdir, entry)) });
	}
	for (const [path, inner] of folders) {
		tree.push({ path, mode: '040000', type: 'tree' as const, oid: await treeOf(gitdir, inner) });
	}
	return writeTree({ fs, gitdir, tree });
}

async function leaf(gitdir: string, entry: Entry) {
	if (typeof entry === 'object' && 'submodule' in entry) {
		return { mode: '160000', type: 'commit' as const, oid: entry.submodule };
	}
	if (typeof entry === 'object' && 'zeros' in entry) {
		return { mode: '100644', type: 'blob' as const, oid: await writeZeros(gitdir, entry.zeros) };
	}
	const isLink = typeof entry === 'object' && 'link' in entry;
	const content = isLink ? entry.link : entry;
	const blob = typeof content === 'string' ? new TextEncoder().encode(content) : content;
	const oid = await writeBlob({ fs, gitdir, blob });
	return { mode: isLink ? '120000' : '100644', type: 'blob' as const, oid };
}

/** Like `writeBlob`, for more bytes than fit in memory: a loose object is its kind, size and content, compressed. */
async function writeZeros(gitdir: string, bytes: number): Promise<string> {
	const part = Buffer.alloc(2 ** 20);
	function* parts() {
		yield Buffer.from(`blob ${bytes}\0`);
		for (let left = bytes; left > 0; left -= part.length) yield part.subarray(0, left);
	}
	const hash = createHash('sha1');
	for (const part of parts()) hash.update(part);
	const oid = hash.digest('hex');
	const folder = join(gitdir, 'objects', oid.slice(0, 2));
	await mkdir(folder, { recursive: true });
	await pipeline(Readable.from(parts()), createDeflate(), fs.createWriteStream(join(folder, oid.slice(2))));
	return oid;
}
