import { createHash } from 'node:crypto';
import type { BuildRun } from '#contract/build-run.ts';
import type { BuildSpec } from '#contract/build-spec.ts';
import type { DatasetCoordinate, DatasetSummary } from '#contract/dataset.ts';
import type { IngestionDetail } from '#contract/ingest.ts';
import type { Namespace } from '#contract/namespace.ts';
import { question } from '../agents.ts';

/** Calls a path of the API, or a complete URL, as the owner of everything that is read. */
export type Call = (method: string, path: string, body?: unknown) => Promise<Response>;

export interface Reading {
	readonly what: string;
	/** What an error must mention. */
	readonly names: string;
	readonly status: number;
	readonly text: string;
}

export interface Prepared {
	readonly datasets: readonly DatasetCoordinate[];
	readonly downloads: readonly { readonly url: string; readonly names: string }[];
	readonly ingestions: readonly { readonly id: string; readonly names: string }[];
}

const nameOf = ({ owner, namespace, datasetName }: DatasetCoordinate): string => `${owner}/${namespace}/${datasetName}`;
const tableOf = (coordinate: DatasetCoordinate): string =>
	[coordinate.owner, coordinate.namespace, coordinate.datasetName].map((name) => `"${name}"`).join('.');

/** Creates preview outputs and ingestions, whose use requires intact objects. @param most datasets per namespace */
export async function prepareSurvey(call: Call, most = 1_000): Promise<Prepared> {
	const json = async <T>(...args: Parameters<Call>): Promise<T> => (await call(...args)).json() as Promise<T>;
	const datasets: DatasetCoordinate[] = [];
	for (const { username: owner, namespace } of (await json<{ items: Namespace[] }>('GET', '/namespaces')).items) {
		const { items } = await json<{ items: DatasetSummary[] }>('GET', `/data/${owner}/${namespace}?limit=${most}`);
		datasets.push(...items.map(({ datasetName }) => ({ owner, namespace, datasetName })));
	}
	const downloads: { url: string; names: string }[] = [];
	const ingestions: { id: string; names: string }[] = [];
	for (const dataset of datasets) {
		const run = await runOf(call, '/preview-runs', previewOf(dataset));
		const { items } = await json<{ items: { href: string; datasetName: string }[] }>(
			'GET',
			`/build-runs/${run.id}/outputs`,
		);
		const { downloadUrl } = await json<{ downloadUrl: string }>('GET', `/${items[0]?.href}`);
		downloads.push({ url: downloadUrl, names: `${nameOf(previewOf(dataset).destination)} (run ${run.id})` });
		const column = (await json<{ columns: { name: string }[] }>('GET', `/schema/${nameOf(dataset)}`)).columns[0]?.name;
		const { id } = await json<IngestionDetail>('POST', '/ingestions', {
			target: dataset,
			mode: 'append',
			mapping: [{ from: 'a', column }],
		});
		const rows = '{"a":null}\n';
		const sha256 = createHash('sha256').update(rows).digest('hex');
		await call('PUT', `/ingestions/${id}/chunks/1?sha256=${sha256}`, rows);
		ingestions.push({ id, names: nameOf(dataset) });
	}
	return { datasets, downloads, ingestions };
}

const previewOf = (dataset: DatasetCoordinate) => ({
	sources: [dataset],
	destination: { ...dataset, datasetName: `${dataset.datasetName} preview` },
	code: { payload: `SELECT * FROM ${tableOf(dataset)}` },
});

/** Reads every dataset and output in every way the service offers. */
export async function surveyData(call: Call, { datasets, downloads, ingestions }: Prepared): Promise<Reading[]> {
	const readings: Reading[] = [];
	const read = async (names: string, what: string, ...args: Parameters<Call>): Promise<void> => {
		const answer = await call(...args);
		readings.push({ what: `${what} of ${names}`, names, status: answer.status, text: await answer.text() });
	};
	for (const dataset of datasets) {
		const name = nameOf(dataset);
		const { columns } = (await (await call('GET', `/schema/${name}`)).json()) as { columns: { name: string }[] };
		const first = columns[0]?.name ?? '';
		const filter = encodeURIComponent(JSON.stringify([{ column: first, op: 'notNull' }]));
		await read(name, 'page', 'GET', `/data/${name}?limit=100`);
		await read(name, 'last page', 'GET', `/data/${name}?limit=100&offset=100`);
		await read(name, 'sorted page', 'GET', `/data/${name}?sort=-${encodeURIComponent(first)}`);
		await read(name, 'filtered page', 'GET', `/data/${name}?filter=${filter}`);
		await read(name, 'check', 'POST', '/build-specs/check', previewOf(dataset));
		readings.push(await readRun(call, name, 'preview', '/preview-runs', previewOf(dataset)));
		const spec = (await (await call('POST', '/build-specs', previewOf(dataset))).json()) as BuildSpec;
		readings.push(await readRun(call, name, 'build', `/build-specs/${spec.id}/build-runs`));
		const [owner, namespace = ''] = name.split('/');
		const coordinate = { username: owner, namespace, dataset: dataset.datasetName };
		await read(name, 'link suggestions', 'GET', `/links/suggestions?${new URLSearchParams(coordinate as never)}`);
		const [from, to] = columns.map(({ name: columnName }) => ({ ...coordinate, columnName }));
		await read(name, 'link trial', 'POST', '/links/trial', { from, to, matchType: 'ExactMatch' });
		const words = `How many ${dataset.datasetName.replaceAll('_', ' ')} are there?`;
		for (const agent of ['nl2ql', 'assistant'])
			await read(
				name,
				`answer of ${agent}`,
				'POST',
				`/a2a/${agent}`,
				question(words, { namespace: `${owner}/${namespace}` }),
			);
		await read(name, 'one-shot answer', 'POST', '/query/ask', {
			question: words,
			namespace: `${owner}/${namespace}`,
		});
	}
	for (const { url, names } of downloads) {
		await read(names, 'download', 'GET', url);
		await read(names, 'range', 'RANGE', url);
	}
	for (const { id, names } of ingestions)
		await read(names, 'commit', 'POST', `/ingestions/${id}/commit`, { chunks: 1 });
	return readings;
}

async function readRun(call: Call, names: string, kind: string, path: string, body?: unknown): Promise<Reading> {
	const what = `${kind} of ${names}`;
	const answer = await call('POST', path, body);
	if (answer.status !== 202) return { what, names, status: answer.status, text: await answer.text() };
	const run = await endOf(call, (await answer.json()) as BuildRun);
	const status = run.state === 'failed' ? 500 : 200;
	return { what, names, status, text: JSON.stringify(run.state === 'failed' ? run.error : run) };
}

async function runOf(call: Call, path: string, body: unknown): Promise<BuildRun> {
	return endOf(call, (await (await call('POST', path, body)).json()) as BuildRun);
}

async function endOf(call: Call, run: BuildRun): Promise<BuildRun> {
	if (run.state !== 'queued' && run.state !== 'running') return run;
	await new Promise((resolve) => setTimeout(resolve, 50));
	return endOf(call, (await (await call('GET', `/build-runs/${run.id}`)).json()) as BuildRun);
}

/** Whether a reading failed with an error that names what is corrupt, and returned no value. */
export function isNamed({ names, status, text }: Reading): boolean {
	const says = text.includes(JSON.stringify(names).slice(1, -1)) && /corrupt|missing/.test(text);
	const isFailedTask = text.includes('TASK_STATE_FAILED') && !text.includes('artifactUpdate');
	return says && ((status >= 500 && text.includes('DATA_CORRUPT')) || isFailedTask || text.includes('"failure":"'));
}
