import { createHash } from 'node:crypto';
import type { DatasetSchema } from '#contract/dataset.ts';
import type { Ingestion } from '#contract/ingest.ts';
import type { ListedLink } from '#contract/link.ts';
import type { Namespace } from '#contract/namespace.ts';
import type { ListedShare } from '#contract/permission.ts';

/**
 * Calls the service and parses its response; a string is sent unchanged, anything else as JSON. @throws Error if it doesn't answer, Refused if
 * it answers with an error
 */
export type Ask = <T = unknown>(method: string, path: string, body?: unknown) => Promise<T>;

/** The service answered with an error, so it wasn't killed. */
export class Refused extends Error {
	override name = 'Refused';
}

/** A stored value, written by one client, one write after another. */
export interface Register {
	readonly name: string;
	/** Maximum number of acknowledged writes before a kill aimed at it. */
	readonly maxBeforeKill: number;
	read(ask: Ask): Promise<string>;
	/** A write, and the stored value once it's acknowledged. A write may take several requests: the last one counts. */
	next(value: string): { readonly after: string; readonly send: (ask: Ask) => Promise<unknown> };
}

const log = { owner: 'demo', namespace: 'soak', datasetName: 'log' };
const share = (role: string) => ({ username: 'guest', role });
const shares = '/permissions/namespaces/demo/soak/shares';
const link = {
	from: { username: 'demo', namespace: 'soak', dataset: 'log', columnName: 'word' },
	to: { username: 'demo', namespace: 'aviation', dataset: 'airports', columnName: 'iata' },
	matchType: 'ExactMatch',
};
const rowsOfChunk = 50;
/** For writes that take some milliseconds each. */
const few = 12;

/** Adds rows to a dataset by an ingestion of two chunks. */
export async function ingest(ask: Ask, mode: 'create' | 'append', first: number): Promise<void> {
	const mapping = [
		{ from: 'n', column: 'n' },
		{ from: 'word', column: 'word' },
	];
	const { id } = await ask<Ingestion>('POST', '/ingestions', { target: log, mode, mapping });
	for (const chunk of [1, 2]) {
		const rows = Array.from({ length: rowsOfChunk }, (_, row) => ({ n: first + row, word: `${chunk}-${row}` }));
		const text = rows.map((row) => JSON.stringify(row)).join('\n');
		const hash = createHash('sha256').update(text).digest('hex');
		await ask('PUT', `/ingestions/${id}/chunks/${chunk}?sha256=${hash}`, text);
	}
	await ask('POST', `/ingestions/${id}/commit`, { chunks: 2 });
}

/** @param specId of a BuildSpec of demo's that nobody else writes */
export const registersOf = (specId: string): readonly Register[] => [
	{
		name: 'code of a BuildSpec',
		maxBeforeKill: few,
		read: async (ask) => (await ask<{ code: { payload: string } }>('GET', `/build-specs/${specId}`)).code.payload,
		next: (value) => {
			const after = `select ${Number(/\d+/.exec(value)?.[0] ?? 0) + 1} as n`;
			const destination = { ...log, datasetName: 'built' };
			return {
				after,
				send: (ask) => ask('PUT', `/build-specs/${specId}`, { sources: [], destination, code: { payload: after } }),
			};
		},
	},
	{
		name: 'description of a dataset',
		maxBeforeKill: few,
		read: async (ask) => (await ask<DatasetSchema>('GET', '/schema/demo/soak/log')).description,
		next: (value) => {
			const after = String(Number(value) + 1);
			return { after, send: (ask) => ask('PUT', '/schema/demo/soak/log/description', { description: after }) };
		},
	},
	{
		name: 'rows of a dataset',
		// Each takes three requests and an engine job, whose first process has to start after every kill.
		maxBeforeKill: 3,
		read: async (ask) => String((await ask<DatasetSchema>('GET', '/schema/demo/soak/log')).rows),
		next: (value) => ({
			after: String(Number(value) + 2 * rowsOfChunk),
			send: (ask) => ingest(ask, 'append', Number(value)),
		}),
	},
	{
		name: 'share of a namespace',
		maxBeforeKill: few,
		read: async (ask) => (await ask<{ items: ListedShare[] }>('GET', shares)).items[0]?.role ?? 'none',
		next: (value) =>
			value === 'editor'
				? { after: 'none', send: (ask) => ask('DELETE', shares, share('editor')) }
				: value === 'viewer'
					? { after: 'editor', send: (ask) => ask('PUT', shares, share('editor')) }
					: { after: 'viewer', send: (ask) => ask('PUT', shares, share('viewer')) },
	},
	{
		name: 'link between datasets',
		maxBeforeKill: few,
		read: async (ask) => (await linksOf(ask))[0]?.id ?? 'none',
		next: (value) =>
			value === 'none'
				? { after: 'a link', send: (ask) => ask('POST', '/links/add', link) }
				: {
						after: 'none',
						send: async (ask) => ask('DELETE', `/links/${value === 'a link' ? (await linksOf(ask))[0]?.id : value}`),
					},
	},
	{
		name: 'name of a namespace',
		maxBeforeKill: few,
		read: async (ask) => {
			const { items } = await ask<{ items: Namespace[] }>('GET', '/namespaces?limit=1000');
			return items
				.map((item) => item.namespace)
				.filter((value) => value.startsWith('moving'))
				.join(' and ');
		},
		next: (value) => {
			const after = value === 'moving-a' ? 'moving-b' : 'moving-a';
			return { after, send: (ask) => ask('POST', `/data/demo/${value}/rename`, after) };
		},
	},
];

const linksOf = async (ask: Ask): Promise<ListedLink[]> =>
	(await ask<{ items: ListedLink[] }>('GET', '/links?username=demo&namespace=soak')).items;
