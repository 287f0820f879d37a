import fs from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { packObjects, readCommit, readTree, writeCommit } from 'isomorphic-git';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeRepository } from '../../testing/repository.ts';
import { openCommit, readText } from './commit-files.ts';
import { fetchCommit, fetchHistory } from './fetch-commit.ts';
import { createGitHttp, type GitHttpOptions } from './git-http.ts';

let folder: string;
beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'fetch-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const line = (data: string | Uint8Array): Buffer => {
	const bytes = Buffer.from(data as string);
	return Buffer.concat([Buffer.from((bytes.length + 4).toString(16).padStart(4, '0')), bytes]);
};
const flush = Buffer.from('0000');

/** A minimal Git smart protocol server, for a repository with one commit. */
async function serve(repository: string, oid: string) {
	const gitdir = join(repository, '.git');
	const { commit } = await readCommit({ fs, gitdir, oid });
	const { tree } = await readTree({ fs, gitdir, oid: commit.tree });
	const { packfile } = await packObjects({ fs, gitdir, oids: [oid, commit.tree, ...tree.map((entry) => entry.oid)] });
	const capabilities = 'side-band-64k shallow symref=HEAD:refs/heads/main';
	const advertised = [
		line('# service=git-upload-pack\n'),
		flush,
		line(`${oid} HEAD\0${capabilities}\n`),
		line(`${oid} refs/heads/main\n`),
		flush,
	];
	const band = Buffer.concat([Buffer.from([1]), Buffer.from(packfile ?? [])]);
	// Its history is large; progress messages count as well.
	const history = line(Buffer.concat([Buffer.from([2]), Buffer.alloc(50_000, '.')]));
	const packed = [line(`shallow ${oid}\n`), flush, line('NAK\n')];
	const server = createServer(async (incoming, answer) => {
		const kind = incoming.method === 'GET' ? 'advertisement' : 'result';
		answer.setHeader('content-type', `application/x-git-upload-pack-${kind}`);
		const isDeep = !(await text(incoming)).includes('deepen 1\n');
		const result = [...packed, ...(isDeep ? [history] : []), line(band), flush];
		answer.end(Buffer.concat(kind === 'result' ? result : advertised));
	});
	await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
	return { port: (server.address() as AddressInfo).port, close: () => server.close() };
}

const resolve = ((_name: string, _options: object, done: (error: null, all: object[]) => void) =>
	done(null, [{ address: '127.0.0.1', family: 4 }])) as unknown as NonNullable<GitHttpOptions['resolve']>;

test('fetches one commit, and rejects missing refs, credentials in URLs and large repositories', async () => {
	const oid = await makeRepository(join(folder, 'there'), { 'pipeline.json': '{"steps": []}' });
	const server = await serve(join(folder, 'there'), oid);
	const here = { hosts: [`git.example:${server.port}`], resolve, send: request as never, protocol: 'http:' };
	const get = async (ref: string, maxBytes = 100_000, who = '') => {
		const draft = await mkdtemp(join(folder, 'draft-'));
		const http = createGitHttp({ ...here, isAllowed: () => true, maxBytes });
		const url = `http://${who}git.example:${server.port}/a/b.git`;
		const id = await fetchCommit(http, { url, ref, folder: draft, depth: 1 });
		const git = { fs, gitdir: draft, cache: {} };
		return readText(git, await openCommit(git, id), 'pipeline.json');
	};
	expect(await get('main')).toBe('{"steps": []}');
	expect(await get(oid)).toBe('{"steps": []}');
	await expect(get('nothing')).rejects.toMatchObject({ about: 'ref', name: 'RefusedError' });
	for (const who of ['me:secret@', 'me@', ':secret@']) {
		await expect(get('main', 100_000, who), who).rejects.toThrow('without a username and password');
	}
	await expect(get('main', 300)).rejects.toThrow('the limit');
	server.close();
});

test('fetches only the commit if its history is too large', async () => {
	const oid = await makeRepository(join(folder, 'there'), { 'pipeline.json': '{"steps": []}' });
	const server = await serve(join(folder, 'there'), oid);
	const here = { hosts: [`git.example:${server.port}`], resolve, send: request as never, protocol: 'http:' };
	const url = `http://git.example:${server.port}/a/b.git`;
	const get = async (maxBytes: number, depth: number) => {
		const draft = await mkdtemp(join(folder, 'draft-'));
		const connect = () => createGitHttp({ ...here, isAllowed: () => true, maxBytes });
		const { commit, gitdir } = await fetchHistory(connect, { url, ref: 'main', folder: draft, depth });
		const git = { fs, gitdir, cache: {} };
		return readText(git, await openCommit(git, commit), 'pipeline.json');
	};
	expect(await get(100_000, 50)).toBe('{"steps": []}');
	expect(await get(20_000, 50)).toBe('{"steps": []}');
	await expect(get(300, 50)).rejects.toThrow('the limit');
	server.close();
});

test('shortens a commit message without splitting a character', async () => {
	const dir = join(folder, 'long');
	const gitdir = join(dir, '.git');
	const { commit } = await readCommit({ fs, gitdir, oid: await makeRepository(dir, { 'pipeline.json': '{}' }) });
	const oid = await writeCommit({ fs, gitdir, commit: { ...commit, message: `${'x'.repeat(199)}😀\nmore` } });
	const { summary } = await openCommit({ fs, gitdir, cache: {} }, oid);
	expect(summary.message).toBe('x'.repeat(199));
});
