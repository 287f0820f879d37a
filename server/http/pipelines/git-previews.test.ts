import { mkdir, rename, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BuildRun, BuildRunPipelineOutput, type LogItem } from '#contract/build-run.ts';
import type { BuildSpec, CheckResult } from '#contract/build-spec.ts';
import type { ErrorResponse } from '#contract/error.ts';
import { readPayload } from '../../platform/git-pipeline/payload.ts';
import { readPipeline } from '../../platform/git-pipeline/read-repository.ts';
import { datasets } from '../../store/catalog/schema/datasets.ts';
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
	await makeRepository(join(folder, `made-${made}`), entries);
	return `made-${made}`;
}
async function preview(payload: string): Promise<BuildRun> {
	const run = BuildRun.parse(await service.json('POST', '/preview-runs', { as: 'demo', body: definitionOf(payload) }));
	return ended(run);
}
async function ended(run: BuildRun): Promise<BuildRun> {
	await service.platform.running.ended(run.id);
	return BuildRun.parse(await service.json('GET', `/build-runs/${run.id}`, { as: 'demo' }));
}
const outputsOf = async (run: BuildRun) => {
	const list = await service.json<{ items: unknown[] }>('GET', `/build-runs/${run.id}/outputs`, { as: 'demo' });
	return list.items.map((item) => BuildRunPipelineOutput.parse(item));
};
const logOf = async (run: BuildRun) =>
	(await service.json<{ items: LogItem[] }>('GET', `/build-runs/${run.id}/log`, { as: 'demo' })).items.map(
		(item) => item.message,
	);
const errorOf = async (payload: string) => (await preview(payload)).error;
const failing = async (entries: Record<string, Entry>) => errorOf(payloadOf(await repositoryOf(entries)));

describe('a preview of a GitPipeline', () => {
	test('has no outputs until it ends, then all three kinds and the commit that ran', async () => {
		const name = await repositoryOf({});
		const id = await commitTo(join(folder, name), good());
		const body = definitionOf(payloadOf(name));
		const queued = BuildRun.parse(await service.json('POST', '/preview-runs', { as: 'demo', body }));
		expect(queued).toMatchObject({ pipeline: 'git', state: 'queued' });
		const early = await service.request('GET', `/build-runs/${queued.id}/outputs`, { as: 'demo' });
		expect([early.status, ((await early.json()) as ErrorResponse).error_code]).toEqual([409, 'OUTPUTS_NOT_READY']);
		const run = await ended(queued);
		expect(run).toMatchObject({
			state: 'succeeded',
			error: null,
			commit: { id, ref: 'main', message: 'Say what it does', at: '2023-11-14T22:13:20.000Z' },
		});
		const items = await outputsOf(run);
		const target = (datasetName: string) => ({ owner: 'demo', namespace: 'aviation', datasetName });
		expect(items.map((item) => [item.name, item.kind, item.target])).toEqual([
			['states.parquet', 'declared', target('states')],
			['airports_AK.parquet', 'computed', target('in_AK')],
			['airports_TX.parquet', 'computed', target('in_TX')],
			['airports_CA.parquet', 'computed', target('in_CA')],
			['largest.parquet', 'discovered', undefined],
		]);
		const file = await service.request('GET', items[1]?.downloadUrl ?? '');
		expect((await file.arrayBuffer()).byteLength).toBe(items[1]?.bytes);
		expect(file.headers.get('content-disposition')).toContain('filename="airports_AK.parquet"');
		const sha256 = new URL(items[1]?.downloadUrl ?? '').pathname.split('/').at(-1) ?? '';
		const { rows } = await service.platform.objects.withFiles([sha256], (fileOf) =>
			service.platform.engine.describe(fileOf(sha256)),
		);
		expect(rows).toBe(items[1]?.rows);
		expect(run.rows).toBe(items.reduce((sum, item) => sum + (item.rows ?? 0), 0));
		const log = await logOf(run);
		expect(log.some((value) => /^Step 2 of 2, largest: 3 rows, .* ms$/.test(value))).toBe(true);
		expect(log.some((value) => value.startsWith(`Commit ${id.slice(0, 7)} of ${name} (main): Say what it does`))).toBe(
			true,
		);
		const other = await service.request('GET', `/build-runs/${run.id}/outputs`, { as: 'guest' });
		expect(other.status).toBe(404);
	});

	test('returns download URLs that expire relative to the Date header, and new ones when listed again', async () => {
		const one = await createTestService();
		await makeRepository(join(one.settings.dataDir, 'repositories/own'), good());
		const body = definitionOf(payloadOf('own'));
		const run = await one.json<BuildRun>('POST', '/preview-runs', { as: 'demo', body });
		await one.platform.running.ended(run.id);
		const first = async () => {
			const answer = await one.request('GET', `/build-runs/${run.id}/outputs`, { as: 'demo' });
			const item = BuildRunPipelineOutput.parse(((await answer.json()) as { items: unknown[] }).items[0]);
			const seconds = (Date.parse(item.expiresAt) - Date.parse(answer.headers.get('date') ?? '')) / 1000;
			expect(seconds).toBeGreaterThanOrEqual(one.settings.linkSeconds);
			expect(seconds).toBeLessThan(one.settings.linkSeconds + 10);
			return item.downloadUrl;
		};
		const url = await first();
		expect((await one.request('GET', url)).status).toBe(200);
		one.wait(one.settings.linkSeconds * 1000 + 1_000);
		expect((await one.request('GET', url)).status).toBe(403);
		expect((await one.request('GET', await first())).status).toBe(200);
		await one.close();
	});

	test('runs a commit by ID, even if the branch has moved on', async () => {
		const name = await repositoryOf({});
		const first = await commitTo(join(folder, name), good());
		await commitTo(join(folder, name), { 'other.txt': 'nothing here' });
		expect((await preview(payloadOf(name, { ref: first }))).commit?.id).toBe(first);
	});
});

describe('an error is located', () => {
	test.each([
		['{"gitPipeline": {"repository": "x",}}', 1, 35, 'unexpected trailing comma'],
		['{"gitPipeline": {"repository": "x", "ref": "main"}}', 1, 17, '"manifest" is missing'],
		['{"gitPipeline": {},\n "other": 1}', 2, 2, '"other" isn’t a known field'],
		[payloadOf('x', { ref: '--upload-pack=touch' }), 4, 12, 'isn’t a valid branch, tag or commit'],
		[payloadOf('x', { ref: '../../keys' }), 4, 12, 'isn’t a valid branch, tag or commit'],
		[payloadOf('x', { manifest: '../keys.json' }), 5, 17, 'must be a path from the root'],
		[payloadOf('nowhere'), 3, 19, 'There is no Git repository "nowhere"'],
		[payloadOf('file:///etc'), 3, 19, 'isn’t a repository folder or an https URL'],
		[payloadOf('git@example.org:a/b.git'), 3, 19, 'isn’t a repository folder or an https URL'],
		[payloadOf('https://example.org/a/b.git'), 3, 19, 'doesn’t fetch repositories from example.org'],
	])('in the payload: %j', async (payload, line, column, words) => {
		const error = await errorOf(payload);
		expect(error).toMatchObject({ code: 'PIPELINE_INVALID', line, column });
		expect(error?.message).toContain(words);
		expect(error?.file).toBeUndefined();
	});

	const manifestWith = (change: (manifest: { steps: object[]; outputs: object[] }) => void) => {
		const manifest = structuredClone({ steps, outputs });
		change(manifest);
		return JSON.stringify(manifest, null, 1);
	};
	test.each([
		['{"steps": [],\n "outputs": [}', 2, 14, 'expected a value, found "}"'],
		['[]', 1, 1, 'must be an object with "steps" and "outputs"'],
		[manifestWith((item) => item.steps.push({ name: 'x' })), 11, 3, '"file" is missing'],
		[manifestWith((item) => item.steps.push({ name: 'PER_STATE', file: 'a.sql' })), 12, 12, 'Another step'],
		[manifestWith((item) => item.steps.push({ name: 'x y', file: 'a.sql' })), 12, 12, 'isn’t a valid step name'],
		[manifestWith((item) => item.steps.push({ name: 'x', file: '../a.sql' })), 13, 12, 'must be a path from the root'],
		[manifestWith((item) => item.steps.push({ name: 'x', file: '.git/config' })), 13, 12, 'in a .git folder'],
		[manifestWith((item) => item.steps.push({ name: 'x', file: 'none.sql' })), 13, 12, 'has no file "none.sql"'],
		[manifestWith((item) => item.outputs.push({ name: 'x', step: 'nothing', target: {} })), 28, 12, 'There is no step'],
		[manifestWith((item) => item.outputs.push({ name: 'x', step: 'largest' })), 26, 3, '"target" is missing'],
		[
			manifestWith((item) => item.outputs.push({ name: 'x', each: 'largest', file: 'a.sql', target: {} })),
			27,
			12,
			'Every row',
		],
	])('in the manifest: %#', async (manifest, line, column, words) => {
		const error = await failing(good(manifest));
		expect(error?.message).toContain(words);
		expect(error).toMatchObject({ code: 'PIPELINE_INVALID', line, column, file: 'pipeline.json' });
	});

	test('in a step, with the file', async () => {
		const error = await failing({ ...good(), 'steps/largest.sql': 'SELECT state\nFROM per_stat' });
		expect(error).toMatchObject({ code: 'SQL_ERROR', line: 2, column: 6, file: 'steps/largest.sql' });
		expect(error?.message).toContain('per_state');
	});

	test.each([
		["SELECT 'a/b' AS state", 'Row 1 of "largest": the output name contains "/"'],
		[
			"SELECT * FROM (VALUES ('CA'), ('ca')) AS t(state)",
			'Row 2 of "largest": the name "airports_ca" is already used by row 1',
		],
		["SELECT * FROM (VALUES ('CA'), (NULL)) AS t(state)", 'Row 2 of "largest" has no value'],
		['SELECT 1 AS other', '"largest" has no column "state". It has other.'],
		["SELECT 'x' || range AS state FROM range(2000)", 'The limit is 1,000 outputs per run'],
	])('in a row that names an output: %s', async (largest, words) => {
		const error = await failing({ ...good(), 'steps/largest.sql': largest });
		expect(error?.message).toContain(words);
		expect(error).toMatchObject({ code: 'PIPELINE_INVALID', file: 'pipeline.json' });
	});

	test('and all problems of a manifest are logged', async () => {
		const manifest = JSON.stringify({ steps: [{}, {}], outputs: [] }, null, 1);
		const run = await preview(payloadOf(await repositoryOf(good(manifest))));
		expect(run.error?.message).toContain('3 more problems');
		expect((await logOf(run)).filter((value) => value.startsWith('pipeline.json, line 4'))).toHaveLength(2);
	});

	test('in the payload by a check, which runs nothing', async () => {
		const check = (payload: string) =>
			service.json<CheckResult>('POST', '/build-specs/check', { as: 'demo', body: definitionOf(payload) });
		const name = await repositoryOf(good());
		expect(await check(payloadOf(name))).toEqual({ diagnostics: [], columns: [] });
		await commitTo(join(folder, name), good('{"steps": []}'));
		const { diagnostics } = await check(payloadOf(name));
		expect(diagnostics).toMatchObject([{ severity: 'error', line: 5, column: 17, endLine: 5, endColumn: 32 }]);
		expect(diagnostics[0]?.message).toBe('pipeline.json, line 1, column 1: "outputs" is missing. It must be a list.');
		expect((await check('{"gitPipeline": 1}')).diagnostics).toMatchObject([{ line: 1, column: 17 }]);
	});
});

describe('a hostile repository', () => {
	test('symbolic links and submodules aren’t followed', async () => {
		const link = await failing({ ...good(), 'steps/largest.sql': { link: '/etc/passwd' } });
		expect(link?.message).toContain('symbolic link');
		expect(link).toMatchObject({ file: 'pipeline.json', line: 9 });
		const folders = await failing({ ...good(), 'pipeline.json': { link: '../../keys/keys.json' } });
		expect(folders?.message).toContain('symbolic link');
		const { 'steps/largest.sql': _, 'steps/per_state.sql': __, ...rest } = good();
		const submodule = await failing({ ...rest, steps: { submodule: 'a'.repeat(40) } });
		expect(submodule?.message).toContain('submodule');
	});

	test('a file over the size limit is rejected', async () => {
		const long = await failing({ ...good(), 'steps/largest.sql': `SELECT 1 -- ${'x'.repeat(1_100_000)}` });
		expect(long?.message).toContain('The limit is 1,000,000 bytes');
	});

	test('a file that unpacks to a huge size only ends the process that reads it', async () => {
		const name = await repositoryOf({ ...good(), 'steps/largest.sql': { zeros: 400 * 2 ** 20 } });
		const { platform } = service;
		const settings = { ...platform.settings, git: { ...platform.settings.git, maxBytes: 2 ** 20 } };
		const read = readPayload(payloadOf(name));
		if ('problems' in read) throw new Error('The payload of this test is wrong.');
		const answer = await readPipeline({ settings }, read.pipeline, 'run', new AbortController().signal);
		expect(answer).toMatchObject({ kind: 'refused', about: 'repository' });
		expect(answer.kind === 'refused' && answer.message).toContain('more memory than allowed');
	}, 60_000);

	test('a file that isn’t text is rejected', async () => {
		const error = await failing({ ...good(), 'steps/largest.sql': new Uint8Array(gzipSync('SELECT 1')) });
		expect(error?.message).toContain('isn’t UTF-8 text');
	});

	test('a repository outside the folders isn’t found, whatever its path or links', async () => {
		const outside = join(service.settings.dataDir, 'outside');
		await makeRepository(outside, good());
		const away = join(folder, 'away');
		await symlink(outside, away, 'junction');
		const inner = join(folder, 'inner');
		await mkdir(inner, { recursive: true });
		await symlink(join(outside, '.git'), join(inner, '.git'), 'junction');
		for (const name of [outside, '../outside', 'away', away, 'inner', '.', '/', '']) {
			const error = await errorOf(payloadOf(name));
			expect([name, error?.message]).toEqual([name, expect.stringMatching(/There is no Git repository|must be text/)]);
		}
	});

	// On Windows, only admins can create such links.
	test.skipIf(process.platform === 'win32')('Git files that link out of the repository aren’t found', async () => {
		const name = await repositoryOf(good());
		const branch = join(folder, name, '.git/refs/heads/main');
		await rename(branch, join(service.settings.dataDir, 'main'));
		await symlink(join(service.settings.dataDir, 'main'), branch);
		expect((await errorOf(payloadOf(name)))?.message).toContain('no branch, tag or commit "main"');
	});
});

describe('a build of a GitPipeline', () => {
	const specOf = async (payload: string) =>
		service.json<BuildSpec>('POST', '/build-specs', { as: 'demo', body: definitionOf(payload) });
	const build = async (spec: BuildSpec) =>
		ended(BuildRun.parse(await service.json('POST', `/build-specs/${spec.id}/build-runs`, { as: 'demo' })));
	const versionsOf = async () => {
		const rows = await service.platform.catalog.db.select().from(datasets);
		return Object.fromEntries(
			rows.filter((row) => /^(states|in_..)$/.test(row.name)).map((row) => [row.name, row.version]),
		);
	};

	test('writes all outputs that have a target, or none', async () => {
		const name = await repositoryOf(good());
		const spec = await specOf(payloadOf(name));
		const run = await build(spec);
		expect(run.error).toBeNull();
		expect(run.wrote?.map((item) => item.coordinate.datasetName)).toEqual(['states', 'in_AK', 'in_TX', 'in_CA']);
		expect(await versionsOf()).toEqual({ states: 1, in_AK: 1, in_TX: 1, in_CA: 1 });
		const foreign = structuredClone(outputs);
		Object.assign(foreign[1]?.target ?? {}, { namespace: 'nowhere' });
		await commitTo(join(folder, name), good({ steps, outputs: foreign }));
		const refused = await build(spec);
		expect(refused).toMatchObject({ state: 'failed', wrote: null, error: { code: 'NOT_FOUND' } });
		expect(await versionsOf()).toEqual({ states: 1, in_AK: 1, in_TX: 1, in_CA: 1 });
		const [kept] = await service.platform.catalog.db.select().from(datasets).where(eq(datasets.name, 'states'));
		expect(kept?.builtBy).toBe(run.id);
	});

	test('fails with a message if it doesn’t write its destination', async () => {
		const without = structuredClone(outputs).slice(1);
		const run = await build(await specOf(payloadOf(await repositoryOf(good({ steps, outputs: without })))));
		expect(run).toMatchObject({ state: 'failed', error: { code: 'PIPELINE_INVALID' } });
		expect(run.error?.message).toContain('writes to the destination, demo/aviation/states');
	});
});
