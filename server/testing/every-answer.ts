import { createHash } from 'node:crypto';
import type { Service } from '../service.ts';

/** Responses by request, in order: status, ETag and body, unmodified. */
export type Answers = Map<string, string>;

/** Changes with every request: download URLs, and the last use of a token. */
const passing = /&expires=\d+&signature=[\w-]+","expiresAt":"[^"]+"|"lastUsed(?:At|Address)":(?:null|"[^"]+")/g;

interface Item {
	readonly id: string;
	readonly version: number;
	readonly name: string;
	readonly username: string;
	readonly namespace: string;
	readonly datasetName: string;
	readonly href?: string;
	readonly downloadUrl: string;
}

/**
 * Requests everything that the service returns for a token: every list page by page, each item in them, versions, logs, the bytes of outputs, and,
 * for the user's own datasets, first and last rows and those that contain a string. Suggested links are left out, because they depend on how much a
 * busy machine managed to compare. So are stored results of row queries, which nothing lists and which can be recomputed. For downloads, whose URLs
 * are signed again each time, the bytes' hash is used.
 */
export async function everyAnswer(service: Service, token: string): Promise<Answers> {
	const { app, platform } = service;
	const answers: Answers = new Map();
	const send = (address: string) => app.fetch(new Request(address, { headers: { authorization: `Bearer ${token}` } }));
	const base = `${platform.settings.publicUrl}/api/v1`;
	const ask = async <T = Item>(path: string): Promise<T> => {
		const answer = await send(base + path);
		const text = await answer.text();
		const lasting = text.replaceAll(passing, '');
		answers.set(path, `${answer.status} ${answer.headers.get('etag') ?? ''} ${lasting}`);
		return JSON.parse(text);
	};
	const list = async (path: string, limit?: number): Promise<Item[]> => {
		const items: Item[] = [];
		for (let cursor: string | undefined, isLast = false; !isLast; isLast = cursor === undefined) {
			const query = new URLSearchParams({ ...(limit && { limit: String(limit) }), ...(cursor && { cursor }) });
			const page = await ask<{ items?: Item[]; nextCursor?: string }>(query.size > 0 ? `${path}?${query}` : path);
			items.push(...(page.items ?? []));
			cursor = page.nextCursor;
		}
		return items;
	};
	const download = async (path: string) => {
		const link = await send(base + path);
		const text = await link.text();
		if (!link.ok) return void answers.set(path, `${link.status} ${text}`);
		await hashOf(path, JSON.parse(text).downloadUrl);
	};
	const hashOf = async (path: string, address: string) => {
		const answer = await send(address);
		const hash = createHash('sha256').update(new Uint8Array(await answer.arrayBuffer()));
		answers.set(path, `${answer.status} ${hash.digest('hex')}`);
	};

	const { username: me } = await ask<{ username?: string }>('/user/me');
	for (const path of [
		'/openapi.json',
		'/infer',
		'/status',
		'/data-verification',
		'/dataset-status',
		'/namespaces/activity?days=90',
		'/pipelines/repositories',
	])
		await ask(path);
	for (const { name } of await ask<Item[]>('/a2a')) await ask(`/a2a/${name}/.well-known/agent-card.json`);
	await askForBuildSpecs(list, ask);
	for (const { id } of await list('/build-runs', 2)) {
		for (const path of ['', '/log', '/checks', '/plan']) await ask(`/build-runs/${id}${path}`);
		for (const { href, downloadUrl, name } of await list(`/build-runs/${id}/outputs`)) {
			if (href !== undefined) await download(`/${href}`);
			else await hashOf(`/build-runs/${id}/outputs ${name}`, downloadUrl);
		}
	}
	for (const { id } of await list('/build-plans', 1)) await ask(`/build-plans/${id}`);
	for (const { username, namespace } of await list('/namespaces', 1)) await askForNamespace(username, namespace);
	await list('/links', 2);
	await ask('/search?q=airport&limit=20');
	for (const { id } of await list('/ingestionTracking', 1)) await ask(`/ingestionTracking/${id}`);
	for (const { id } of await list('/user/tokens', 2)) await ask(`/user/tokens/${id}/permissions`);
	await list('/user/tokens/changes', 2);
	await list('/audit', 20);
	await ask('/users');
	return answers;

	async function askForNamespace(username: string, namespace: string): Promise<void> {
		const namespacePath = `${username}/${namespace}`;
		await ask(`/namespaces/${namespacePath}`);
		await ask(`/namespaces/${namespacePath}/models`);
		await ask(`/permissions/namespaces/${namespacePath}/shares`);
		await list(`/permissions/namespaces/${namespacePath}/changes`, 1);
		await list(`/links?${new URLSearchParams({ username, namespace })}`);
		for (const { datasetName } of await list(`/data/${namespacePath}`, 2)) await askForRows(namespacePath, datasetName);
	}

	async function askForRows(namespacePath: string, dataset: string): Promise<void> {
		const { columns, rows } = await ask<{ columns: { name: string }[]; rows: number }>(
			`/schema/${namespacePath}/${dataset}`,
		);
		const read = (query: Record<string, string>) =>
			ask(`/data/${namespacePath}/${dataset}?${new URLSearchParams(query)}`);
		const first = columns[0]?.name ?? '';
		const holding = JSON.stringify([{ column: first, op: 'contains', value: '7' }]);
		await read({ limit: '1000' });
		// The owner's token reads the rest of these rows.
		if (!namespacePath.startsWith(`${me}/`)) return;
		await read({ offset: String(Math.max(0, rows - 100)), sort: `-"${first}"` });
		await read({ filter: holding, limit: '20' });
		await list(`/data/${namespacePath}/${dataset}/versions`, 2);
	}
}

async function askForBuildSpecs(
	list: (path: string, limit?: number) => Promise<Item[]>,
	ask: (path: string) => Promise<unknown>,
): Promise<void> {
	await list('/deleted-build-specs');
	for (const { id, version } of await list('/build-specs')) {
		if (version === 1) continue;
		await ask(`/build-specs/${id}`);
		await ask(`/build-specs/${id}/checks`);
		for (const { version } of await list(`/build-specs/${id}/versions`, 2)) {
			await ask(`/build-specs/${id}/versions/${version}`);
		}
	}
}
