import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BuildRun, BuildRunPipelineOutput, type LogItem } from '#contract/build-run.ts';
import type { ErrorResponse } from '#contract/error.ts';
import { PipelineCheck, type Repository, type RepositoryFile } from '#contract/pipeline.ts';
import { readChoices, readFileOf } from '../../platform/git-pipeline/repositories.ts';
import { commitTo, type Entry, makeRepository } from '../../testing/repository.ts';
import { createTestService, type TestService } from '../../testing/service.ts';

let service: TestService;
let folder: string;
beforeAll(async () => {
	service = await createTestService();
	folder = join(service.settings.dataDir, 'repositories');
});
afterAll(() => service.close());

const airports = { owner: 'demo', namespace: 'aviation', datasetName: 'airports' };
const destination = { owner: 'demo', namespace: 'aviation', datasetName: 'states' };
const payloadOf = (repository: string, rest: object = {}) =>
	JSON.stringify({ gitPipeline: { repository, ref: 'main', manifest: 'pipeline.json', ...rest } }, null, 2);
const definitionOf = (payload: string) => ({ sources: [airports], destination, code: { payload } });
const steps = [
	{ name: 'per_state', file: 'steps/per_state.sql' },
	{ name: 'largest', file: 'steps/largest.sql' },
];
const outputs = [
	{ name: 'states', step: 'per_state', target: {} },
	{ name: 'airports_{state}', each: 'largest', file: 'each/airports.sql', target: { datasetName: 'in_{state}' } },
];
const good = (manifest: unknown = { steps, outputs }): Record<string, Entry> => ({
	'pipeline.json': typeof manifest === 'string' ? manifest : JSON.stringify(manifest, null, 2),
	'steps/per_state.sql': 'SELECT state, count(*) AS n FROM aviation.airports GROUP BY ALL ORDER BY n DESC, state',
	'steps/largest.sql': 'SELECT state FROM per_state ORDER BY n DESC LIMIT 3',
	'each/airports.sql': 'SELECT a.* FROM demo.aviation.airports a JOIN each_row USING (state)',
});

let made = 0;
async function repositoryOf(entries: Record<string, Entry>): Promise<string> {
	made += 1;
	await makeRepository(join(folder, `checked-${made}`), entries);
	return `checked-${made}`;
}
const check = async (payload: string) =>
	PipelineCheck.parse(await service.json('POST', '/pipelines/check', { as: 'demo', body: definitionOf(payload) }));
const checked = async (entries: Record<string, Entry>) => check(payloadOf(await repositoryOf(entries)));
const located = ({ diagnostics }: PipelineCheck) =>
	diagnostics.map(({ file, line, column, severity, message }) => [severity, file, line, column, message]);

describe('checking a pipeline', () => {
	test('lists files, steps with sources and columns, and outputs of all three kinds', async () => {
		const name = await repositoryOf({});
		const id = await commitTo(join(folder, name), { ...good(), 'docs/notes.md': '# Notes', linked: { link: 'docs' } });
		const found = await check(payloadOf(name));
		expect(found.diagnostics).toEqual([]);
		expect(found.commit).toMatchObject({ id, author: 'Ann', message: 'Say what it does' });
		expect(found.entries.map(({ path, kind }) => `${path} ${kind}`)).toEqual([
			'docs/notes.md file',
			'each/airports.sql file',
			'linked link',
			'pipeline.json file',
			'steps/largest.sql file',
			'steps/per_state.sql file',
		]);
		expect(found.files.map(({ path }) => path)).toEqual([
			'pipeline.json',
			'steps/per_state.sql',
			'steps/largest.sql',
			'each/airports.sql',
		]);
		expect(found.steps).toMatchObject([
			{ name: 'per_state', state: 'valid', reads: [], sources: [airports] },
			{ name: 'largest', state: 'valid', reads: ['per_state'], sources: [], columns: [{ name: 'state' }] },
		]);
		expect(found.outputs).toMatchObject([
			{ name: 'states', kind: 'declared', step: 'per_state', target: { datasetName: 'states' } },
			{
				name: 'airports_{state}',
				kind: 'computed',
				step: 'largest',
				target: { ...destination, datasetName: 'in_{state}' },
			},
			{ name: 'largest', kind: 'discovered', step: 'largest', columns: [{ name: 'state', type: 'VARCHAR' }] },
		]);
		expect(found.outputs[1]?.columns.map((column) => column.name)).toContain('iata');
		expect(found.outputs[2]?.target).toBeUndefined();
	});

	test('locates errors in statements, and leaves steps that depend on them unchecked', async () => {
		const found = await checked({
			...good(),
			'steps/per_state.sql': 'SELECT stat, count(*) AS n\nFROM aviation.airports GROUP BY ALL',
			'each/airports.sql': 'SELECT a.*\nFROM demo.aviation.airports a JOIN each_row USING (stat)',
		});
		expect(located(found)).toEqual([['error', 'steps/per_state.sql', 1, 8, expect.stringContaining('state')]]);
		expect(found.steps.map(({ state }) => state)).toEqual(['invalid', 'unchecked']);
		expect(found.outputs.map(({ state }) => state)).toEqual(['invalid', 'unchecked', 'unchecked']);
	});

	test('locates errors in per-row statements and in placeholders for unknown columns', async () => {
		const found = await checked({
			...good({ steps, outputs: [outputs[0], { ...outputs[1], name: 'airports_{stat}' }] }),
			'each/airports.sql': 'SELECT a.*\nFROM demo.aviation.airports a JOIN each_row r ON r.stat = a.state',
		});
		expect(located(found)).toEqual([
			['error', 'pipeline.json', 19, 15, '"largest" has no column "stat". It has state.'],
			['error', 'each/airports.sql', 2, 52, expect.stringContaining('stat')],
		]);
	});

	test('warns if no output is written to the destination', async () => {
		const found = await checked(good({ steps, outputs: outputs.slice(1) }));
		expect(located(found)).toEqual([
			['warning', 'pipeline.json', 12, 3, expect.stringContaining('the destination, demo/aviation/states')],
		]);
		const computed = { ...outputs[1], target: { datasetName: 'in_{state}' } };
		expect((await checked(good({ steps, outputs: [computed] }))).diagnostics).toHaveLength(1);
		const may = { ...outputs[1], target: { datasetName: '{state}' } };
		expect((await checked(good({ steps, outputs: [may] }))).diagnostics).toEqual([]);
	});

	test('locates errors in the manifest, and still shows the valid steps', async () => {
		const found = await checked(good({ steps: [...steps, { name: 'third' }], outputs }));
		expect(located(found)).toEqual([['error', 'pipeline.json', 11, 5, expect.stringContaining('"file" is missing')]]);
		expect(found.steps.map(({ name, state }) => [name, state])).toEqual([
			['per_state', 'valid'],
			['largest', 'valid'],
		]);
	});

	test('locates missing manifests and refs in the payload, with the commit if there is one', async () => {
		const name = await repositoryOf(good());
		const missing = await check(payloadOf(name, { manifest: 'other.json' }));
		expect(located(missing)).toEqual([['error', undefined, 5, 17, expect.stringContaining('no file "other.json"')]]);
		expect(missing.entries).toHaveLength(4);
		const ref = await check(payloadOf(name, { ref: 'nothing' }));
		expect(located(ref)).toEqual([['error', undefined, 4, 12, expect.stringContaining('"nothing"')]]);
		expect(ref.commit).toBeNull();
		expect(located(await check('{"gitPipeline": 1}'))).toHaveLength(1);
	});

	test('lets a statement use a step’s name for a CTE', async () => {
		const found = await checked({
			...good(),
			'steps/largest.sql': "WITH per_state AS (SELECT 'CA' AS state) SELECT state FROM per_state",
		});
		expect(found.steps[1]).toMatchObject({ state: 'valid', reads: [] });
	});

	test('doesn’t make its steps available to the next check', async () => {
		await checked(good());
		const body = { ...definitionOf('SELECT * FROM per_state'), destination: undefined };
		const { diagnostics } = await service.json<PipelineCheck>('POST', '/build-specs/check', { as: 'demo', body });
		expect(diagnostics).toHaveLength(1);
	});
});

describe('choosing a pipeline', () => {
	test('lists repositories, branches, commits and manifests', async () => {
		const name = await repositoryOf(good());
		await commitTo(join(folder, name), { ...good(), 'other/p.json': '{"steps": [], "outputs": []}', 'no.json': '{}' });
		const { items } = await service.json<{ items: { name: string }[] }>('GET', '/pipelines/repositories', {
			as: 'demo',
		});
		expect(items.map((item) => item.name)).toContain(name);
		const choices = await service.json<Repository>('POST', '/pipelines/repository', {
			as: 'demo',
			body: { repository: name },
		});
		expect(choices).toMatchObject({ defaultBranch: 'main', branches: [{ name: 'main' }], tags: [] });
		expect(choices.commits[0]?.id).toBe(choices.branches[0]?.commit);
		expect(choices.manifests).toEqual(['pipeline.json', 'other/p.json']);
	});

	test('returns a file of a commit, but no links or missing files', async () => {
		const name = await repositoryOf({ ...good(), linked: { link: '/etc/passwd' } });
		const file = (path: string, ref = 'main') =>
			service.request('POST', '/pipelines/file', { as: 'demo', body: { repository: name, ref, path } });
		expect((await (await file('steps/largest.sql')).json()) as RepositoryFile).toEqual({
			path: 'steps/largest.sql',
			text: 'SELECT state FROM per_state ORDER BY n DESC LIMIT 3',
		});
		for (const [path, words] of [
			['linked', 'symbolic link'],
			['none.sql', 'no file "none.sql"'],
			['../x', 'must be a path from the root'],
		] as const) {
			const refused = await file(path);
			expect(refused.status).toBe(400);
			expect(((await refused.json()) as ErrorResponse).message).toContain(words);
		}
	});

	test('rejects a repository that takes too long to read', async () => {
		const repository = await repositoryOf(good());
		const hasty = { settings: { ...service.settings, git: { ...service.settings.git, deadlineMs: 1 } } };
		const refused = {
			code: 'VALIDATION_FAILED',
			message: expect.stringContaining('Reading took longer than the limit of'),
		};
		await expect(readChoices(hasty, 'ann', { repository })).rejects.toMatchObject(refused);
		const file = readFileOf(hasty, 'ann', { repository, ref: 'main', path: 'pipeline.json' });
		await expect(file).rejects.toMatchObject(refused);
	});

	test.each([
		['nowhere', 'There is no Git repository "nowhere"'],
		['https://example.org/a/b.git', 'doesn’t fetch repositories from example.org'],
	])('explains why a repository can’t be read: %s', async (repository, words) => {
		const answer = await service.request('POST', '/pipelines/repository', { as: 'demo', body: { repository } });
		expect(answer.status).toBe(400);
		const { message, sub_errors: errors } = (await answer.json()) as ErrorResponse;
		expect(message).toContain(words);
		expect(errors).toMatchObject([{ path: 'repository' }]);
	});
});

describe('a pipeline run', () => {
	const preview = async (payload: string, query = '') => {
		const body = definitionOf(payload);
		const run = BuildRun.parse(await service.json('POST', `/preview-runs${query}`, { as: 'demo', body }));
		await service.platform.running.ended(run.id);
		return BuildRun.parse(await service.json('GET', `/build-runs/${run.id}`, { as: 'demo' }));
	};
	const logOf = async (run: BuildRun) =>
		(await service.json<{ items: LogItem[] }>('GET', `/build-runs/${run.id}/log`, { as: 'demo' })).items;
	const outputsOf = async (run: BuildRun) =>
		(await service.json<{ items: unknown[] }>('GET', `/build-runs/${run.id}/outputs`, { as: 'demo' })).items.map(
			(item) => BuildRunPipelineOutput.parse(item),
		);

	test('reports the state of each step and the step of each output', async () => {
		const run = await preview(payloadOf(await repositoryOf(good())));
		expect(run.error).toBeNull();
		expect(run.steps).toMatchObject([
			{ name: 'per_state', file: 'steps/per_state.sql', state: 'succeeded' },
			{ name: 'largest', state: 'succeeded', rows: 3 },
		]);
		expect(Date.parse(run.steps?.[1]?.finishedAt ?? '')).toBeGreaterThanOrEqual(
			Date.parse(run.steps?.[1]?.startedAt ?? 'none'),
		);
		expect((await outputsOf(run)).map(({ name, step }) => [name, step])).toEqual([
			['states.parquet', 'per_state'],
			['airports_AK.parquet', undefined],
			['airports_TX.parquet', undefined],
			['airports_CA.parquet', undefined],
			['largest.parquet', 'largest'],
		]);
		expect((await logOf(run)).find(({ message }) => message.startsWith('Step 2 of 2'))?.step).toBe('largest');
	});

	test('up to a step skips later steps and computed outputs', async () => {
		const name = await repositoryOf({ ...good(), 'steps/largest.sql': 'SELECT nothing' });
		const run = await preview(payloadOf(name), '?upTo=per_state');
		expect(run).toMatchObject({ state: 'succeeded', upTo: 'per_state', steps: [{ name: 'per_state' }] });
		expect((await outputsOf(run)).map(({ name, kind }) => [name, kind])).toEqual([['states.parquet', 'declared']]);
		const unknown = await preview(payloadOf(name), '?upTo=other');
		expect(unknown.error?.message).toBe('There is no step "other". Steps: per_state, largest.');
		const body = definitionOf('SELECT 1');
		const refused = await service.request('POST', '/preview-runs?upTo=per_state', { as: 'demo', body });
		expect(refused.status).toBe(400);
	});

	test('fails before its first step if a later one has an error, and marks that one failed', async () => {
		const name = await repositoryOf({ ...good(), 'steps/largest.sql': 'SELECT state\nFROM per_stat' });
		const run = await preview(payloadOf(name));
		expect(run.error).toMatchObject({ code: 'SQL_ERROR', file: 'steps/largest.sql', line: 2, column: 6 });
		expect(run.steps?.map(({ state }) => state)).toEqual(['waiting', 'failed']);
	});

	test('resets the running step to waiting if canceled', async () => {
		const name = await repositoryOf({
			...good(),
			'steps/largest.sql': "SELECT 'CA' AS state FROM range(10000000) a, range(10000000) b GROUP BY ALL",
		});
		const body = definitionOf(payloadOf(name));
		const { id } = await service.json<BuildRun>('POST', '/preview-runs', { as: 'demo', body });
		const stepsNow = async () =>
			(await service.json<BuildRun>('GET', `/build-runs/${id}`, { as: 'demo' })).steps?.map(({ state }) => state);
		await expect.poll(stepsNow, { timeout: 20_000 }).toEqual(['succeeded', 'running']);
		const canceled = await service.json<BuildRun>('DELETE', `/build-runs/${id}`, { as: 'demo' });
		expect(canceled).toMatchObject({
			state: 'cancelled',
			steps: [{ state: 'succeeded' }, { state: 'waiting', startedAt: null, finishedAt: null }],
		});
	});

	test('keeps the result of the first step if the second one fails', async () => {
		const name = await repositoryOf({
			...good(),
			'steps/largest.sql': 'SELECT CAST(state AS INT) AS state FROM per_state',
		});
		const run = await preview(payloadOf(name));
		expect(run.steps?.map(({ state }) => state)).toEqual(['succeeded', 'failed']);
		expect((await logOf(run)).at(-1)).toMatchObject({ level: 'error', step: 'largest' });
	});
});
