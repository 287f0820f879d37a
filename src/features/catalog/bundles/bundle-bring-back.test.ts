import { beforeEach, expect, test, vi } from 'vitest';
import type { DatasetSchema } from '#contract/dataset.ts';
import type { Description } from '#contract/description.ts';
import { connect } from '../../../api/http.ts';
import { type BroughtBack, bringBack } from './bundle-bring-back.ts';
import type { Bundle } from './bundle-files.ts';

const base = 'https://data.example/api/v1';
const path = '/schema/{username}/{namespace}/{datasetName}';
const offered = { 'x-console-extension': 'datasets/1' };
const description = {
	openapi: '3.1.0',
	paths: { [path]: { get: offered }, [`${path}/description`]: { put: offered } },
} as unknown as Description;

const schemaOf = (words: string, columns: Readonly<Record<string, string>>) =>
	({
		owner: 'ann',
		namespace: 'shop',
		datasetName: 'orders',
		columns: Object.entries(columns).map(([name, text]) => ({ name, type: 'VARCHAR', description: text })),
		description: words,
		...{ rows: 1, bytes: 1, version: 1, updatedAt: '', access: 'write', builtBy: null, licence: null, source: null },
	}) as unknown as DatasetSchema;

let now: DatasetSchema;
let writes: unknown[];

beforeEach(() => {
	writes = [];
	vi.stubGlobal('fetch', async (_url: string, { method, body }: RequestInit) => {
		if (method !== 'GET') writes.push(JSON.parse(String(body)));
		return Response.json(now);
	});
	connect({ baseUrl: () => base, token: () => 'token', onUnauthorized: () => {}, onExchange: () => {} });
});

async function bring(schema: DatasetSchema): Promise<BroughtBack | undefined> {
	const bundle = { manifest: {}, buildSpecs: [], links: [], schemas: [schema] } as unknown as Bundle;
	let done: readonly BroughtBack[] = [];
	const onStep = (steps: readonly BroughtBack[]) => {
		done = steps;
	};
	await bringBack({ bundle, description, present: [], signal: new AbortController().signal, onStep });
	return done[0];
}

const bundled = schemaOf('All orders', { id: 'Their number', total: 'In euros', note: '' });

test('what was written since a bundle was made stays, and only what is empty is filled', async () => {
	now = schemaOf('Orders of this year', { total: '', id: 'The number', note: 'Of the clerk' });
	expect(await bring(bundled)).toMatchObject({
		state: 'made',
		note: 'Descriptions that were written since stay. The order of its columns stays.',
	});
	expect(writes).toEqual([{ columns: { total: 'In euros' } }]);
});

test('a dataset that nobody has described since gets its descriptions and the order of its columns', async () => {
	now = schemaOf('', { total: '', note: '', id: '' });
	expect(await bring(bundled)).toMatchObject({ state: 'made', note: '' });
	expect(writes).toEqual([
		{ order: ['id', 'total', 'note'] },
		{ description: 'All orders', columns: { id: 'Their number', total: 'In euros' } },
	]);
});

test('nothing is written where all is there, nor an order of columns that are others now', async () => {
	now = bundled;
	expect(await bring(bundled)).toMatchObject({ state: 'there', note: '' });
	now = schemaOf('', { total: '', sum: '' });
	expect(await bring(schemaOf('', { total: '', id: '' }))).toMatchObject({
		state: 'there',
		note: 'Its columns are others now: their order stays.',
	});
	expect(writes).toEqual([]);
});
