import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { BuildRun } from '#contract/build-run.ts';
import type { BuildSpec } from '#contract/build-spec.ts';
import type { BuildSpecChecks, Check, RunCheck } from '#contract/check.ts';
import type { DatasetRows } from '#contract/dataset.ts';
import { createTestService, type TestService } from '../../testing/service.ts';

let service: TestService;
beforeEach(async () => {
	service = await createTestService();
});
afterEach(() => service.close());

const ask = <T>(method: string, address: string, body?: unknown, as = 'demo') =>
	service.json<T>(method, address, { as, ...(body === undefined ? {} : { body }) });
const at = (datasetName: string) => ({ owner: 'demo', namespace: 'aviation', datasetName });
const rows = (values: string) => `SELECT * FROM (VALUES ${values}) AS t(id, label, amount)`;
async function create(payload: string, checks: readonly Check[], sources: string[] = []): Promise<BuildSpec> {
	const body = { sources: sources.map(at), destination: at('checked'), code: { payload } };
	const spec = await ask<BuildSpec>('POST', '/build-specs', body);
	await ask('PUT', `/build-specs/${spec.id}/checks`, { checks });
	return spec;
}
async function run({ id }: BuildSpec, kind: 'preview' | 'build' = 'build'): Promise<BuildRun> {
	const started = BuildRun.parse(await ask('POST', `/build-specs/${id}/${kind}-runs`));
	await service.platform.running.ended(started.id);
	return BuildRun.parse(await ask('GET', `/build-runs/${started.id}`));
}
const checksOf = async ({ id }: BuildRun) =>
	(await ask<{ items: RunCheck[] }>('GET', `/build-runs/${id}/checks`)).items;
const check = (name: string, part: Omit<Check, 'name' | 'severity'>, severity: Check['severity'] = 'error'): Check => ({
	...{ name, severity },
	...part,
});
const change = (spec: BuildSpec, payload: string) =>
	ask<BuildSpec>('PUT', `/build-specs/${spec.id}`, {
		...{ sources: spec.sources, destination: spec.destination, code: { payload } },
	});

describe('the checks of a BuildSpec', () => {
	test('are kept per version, and rejected if a field is missing or invalid', async () => {
		const spec = await create(rows("(1, 'a', 2)"), []);
		const path = `/build-specs/${spec.id}/checks`;
		const unique = check('ids', { kind: 'unique', columns: ['id'] });
		expect(await ask<BuildSpecChecks>('GET', path)).toMatchObject({ checks: [], buildSpecVersion: 1, by: 'demo' });
		expect(await ask('PUT', path, { checks: [unique] })).toMatchObject({ checks: [unique], buildSpecVersion: 1 });
		await change(spec, rows("(2, 'a', 2)"));
		expect(await ask('PUT', path, { checks: [unique] })).toMatchObject({ checks: [unique], buildSpecVersion: 2 });
		const other = check('labels', { kind: 'not_null', columns: ['label'] });
		await ask('PUT', path, { checks: [unique, other] });
		expect(await ask('GET', `${path}?version=1`)).toMatchObject({ checks: [unique], buildSpecVersion: 1 });
		expect(await ask('GET', `${path}?version=2`)).toMatchObject({ checks: [unique, other], buildSpecVersion: 2 });
		const wrong: [Check, string][] = [
			[check('x', { kind: 'unique' }), 'checks.0.columns'],
			[check('x', { kind: 'range', columns: ['id'] }), 'checks.0.min'],
			[check('x', { kind: 'range', columns: ['id', 'label'], min: '1' }), 'checks.0.columns'],
			[check('x', { kind: 'row_count', min: '1.5' }), 'checks.0.min'],
			[check('x', { kind: 'relationship', columns: ['id'] }), 'checks.0.dataset'],
			[check('x', { kind: 'accepted_values', columns: ['id'] }), 'checks.0.values'],
			[check('x', { kind: 'freshness', columns: ['id'] }), 'checks.0.maxAgeHours'],
			[check('x', { kind: 'range', columns: ['id'], min: '90', max: '10' }), 'checks.0.max'],
			[check('x', { kind: 'sql' }), 'checks.0.sql'],
			[check('x', { kind: 'sql', sql: 'SELECT * FORM aviation.checked' }), 'checks.0.sql'],
			[check('x', { kind: 'sql', sql: 'DELETE FROM aviation.checked' }), 'checks.0.sql'],
			[check('x', { kind: 'unique', columns: ['id', 'ID'] }), 'checks.0.columns'],
			[check('x', { kind: 'unique', columns: ['i\0d'] }), 'checks.0.columns.0'],
			[check('x\ud800', { kind: 'sql', sql: 'SELECT 1' }), 'checks.0.name'],
		];
		for (const [one, field] of wrong) {
			const answer = await service.request('PUT', path, { as: 'demo', body: { checks: [one] } });
			const { sub_errors } = (await answer.json()) as { sub_errors: { path: string }[] };
			expect([answer.status, sub_errors.map((problem) => problem.path)]).toEqual([400, [field]]);
		}
		const same = { checks: [unique, { ...unique, name: 'IDS' }] };
		expect((await service.request('PUT', path, { as: 'demo', body: same })).status).toBe(400);
		expect(await ask('GET', path)).toMatchObject({ checks: [unique, other] });
	});

	test('are rejected with the position of a syntax error in their SELECT', async () => {
		const spec = await create(rows("(1, 'a', 2)"), []);
		const path = `/build-specs/${spec.id}/checks`;
		const own = check('own', { kind: 'sql', sql: 'SELECT *\nFORM aviation.checked\nWHERE id > 1' });
		const answer = await service.request('PUT', path, { as: 'demo', body: { checks: [own] } });
		expect(await answer.text()).toContain('Check \\"own\\", line 2, column 6: Syntax error');
		const unknown = check('own', { kind: 'sql', sql: 'SELECT * FROM aviation.checked WHERE gone > 1;' });
		expect(await ask('PUT', path, { checks: [unknown] })).toMatchObject({ checks: [unknown] });
	});

	test('of every kind pass on valid rows, after a preview and after a build', async () => {
		const spec = await create(
			"SELECT *, now()::TIMESTAMP AS at, 'ATL' AS airport FROM (VALUES (1, 'a', 2.5), (2, NULL, 7)) AS t(id, label, amount)",
			[
				check('ids', { kind: 'unique', columns: ['id'] }),
				check('both', { kind: 'unique', columns: ['id', 'label'] }),
				check('amounts', { kind: 'not_null', columns: ['id', 'amount'] }),
				check('labels', { kind: 'accepted_values', columns: ['label'], values: ['a', 'b'] }),
				check('range', { kind: 'range', columns: ['amount'], min: '0', max: '7' }),
				check('known', { kind: 'relationship', columns: ['airport'], dataset: at('airports'), otherColumn: 'iata' }),
				check('rows', { kind: 'row_count', min: '1', max: '10', maxChange: 10 }),
				check('fresh', { kind: 'freshness', columns: ['at'], maxAgeHours: 1 }),
				check('own', { kind: 'sql', sql: 'SELECT * FROM aviation.checked WHERE amount > 100;' }),
			],
		);
		for (const kind of ['preview', 'build'] as const) {
			const done = await run(spec, kind);
			expect([done.error, (await checksOf(done)).map(({ state }) => state)]).toEqual([null, Array(9).fill('passed')]);
		}
	});

	test('report how many rows fail, and which', async () => {
		const spec = await create(rows("(1, 'a', 2), (1, 'x', -1), (3, NULL, 200)"), [
			check('ids', { kind: 'unique', columns: ['id'] }, 'warn'),
			check('label', { kind: 'not_null', columns: ['label'] }, 'warn'),
			check('labels', { kind: 'accepted_values', columns: ['label'], values: ['a'] }, 'warn'),
			check('range', { kind: 'range', columns: ['amount'], min: '0', max: '100' }, 'warn'),
			check(
				'airport',
				{ kind: 'relationship', columns: ['label'], dataset: at('airports'), otherColumn: 'iata' },
				'warn',
			),
			check('few', { kind: 'row_count', max: '2' }, 'warn'),
			check('own', { kind: 'sql', sql: 'SELECT id, amount FROM aviation.checked WHERE amount > 100' }, 'warn'),
			check('lost', { kind: 'not_null', columns: ['gone'] }, 'warn'),
			check('away', { kind: 'relationship', columns: ['id'], dataset: at('nowhere'), otherColumn: 'id' }, 'warn'),
		]);
		const done = await run(spec);
		expect(done.state).toBe('succeeded');
		const found = await checksOf(done);
		expect(found.map(({ check, state, failing }) => [check.name, state, failing])).toEqual([
			['ids', 'failed', 2],
			['label', 'failed', 1],
			['labels', 'failed', 1],
			['range', 'failed', 2],
			['airport', 'failed', 2],
			['few', 'failed', null],
			['own', 'failed', 1],
			['lost', 'error', null],
			['away', 'error', null],
		]);
		expect(found.map(({ message }) => message).slice(0, 6)).toEqual([
			'2 rows have the same "id" as another row.',
			'1 row has no value in "label".',
			'1 row has a value in "label" that isn’t one of the accepted values.',
			'2 rows have a value in "amount" that is out of range.',
			'2 rows have a value in "label" that isn’t in column "iata" of "airports".',
			'3 rows, more than the maximum of 2.',
		]);
		expect(found[0]?.rows).toEqual([
			{ id: 1, label: 'a', amount: 2 },
			{ id: 1, label: 'x', amount: -1 },
		]);
		expect(found[6]).toMatchObject({ rows: [{ id: 3, amount: 200 }], columns: [{ name: 'id' }, { name: 'amount' }] });
		expect(found[8]?.message).toContain('demo/aviation/nowhere');
	});

	test('of severity error keep a failing build from writing, but not a preview', async () => {
		const spec = await create(rows("(1, 'a', 2)"), [check('ids', { kind: 'unique', columns: ['id'] })]);
		expect((await run(spec)).state).toBe('succeeded');
		await change(spec, rows("(5, 'a', 2), (5, 'b', 2)"));
		const failed = await run(spec);
		expect([failed.state, failed.error?.code, failed.error?.message]).toEqual([
			'failed',
			'CHECK_FAILED',
			'Check "ids" failed: 2 rows have the same "id" as another row.',
		]);
		expect((await ask<DatasetRows>('GET', '/data/demo/aviation/checked')).rows).toEqual([
			{ id: 1, label: 'a', amount: 2 },
		]);
		expect((await checksOf(failed))[0]).toMatchObject({ state: 'failed', failing: 2 });
		expect((await run(spec, 'preview')).state).toBe('succeeded');
		await ask('PUT', `/build-specs/${spec.id}/checks`, {
			checks: [check('lost', { kind: 'not_null', columns: ['gone'] })],
		});
		expect((await run(spec)).error?.code).toBe('CHECK_FAILED');
	});

	test('sent with a preview are used only for that preview, not in builds', async () => {
		const spec = await create(rows("(1, 'a', 2), (1, 'b', 3)"), []);
		const path = `/build-specs/${spec.id}/preview-runs`;
		const { sources, destination, code } = spec;
		const unsaved = [check('ids', { kind: 'unique', columns: ['id'] }), check('rows', { kind: 'row_count', min: '1' })];
		const started = BuildRun.parse(await ask('POST', path, { sources, destination, code, checks: unsaved }));
		expect(started).toMatchObject({ draft: false, failedChecks: 0 });
		await service.platform.running.ended(started.id);
		const ended = BuildRun.parse(await ask('GET', `/build-runs/${started.id}`));
		expect(ended).toMatchObject({ state: 'succeeded', failedChecks: 1 });
		expect((await checksOf(ended)).map(({ check: { name }, state }) => [name, state])).toEqual([
			['ids', 'failed'],
			['rows', 'passed'],
		]);
		const { items } = await ask<{ items: BuildRun[] }>('GET', `/build-runs?buildSpecId=${spec.id}`);
		expect(items.map(({ failedChecks }) => failedChecks)).toEqual([1]);
		expect(await ask('GET', `/build-specs/${spec.id}/checks`)).toMatchObject({ checks: [] });
		expect(await run(spec)).toMatchObject({ state: 'succeeded', failedChecks: 0 });
		const wrong = { sources, destination, code, checks: [check('x', { kind: 'unique' })] };
		const answer = await service.request('POST', path, { as: 'demo', body: wrong });
		const { sub_errors } = (await answer.json()) as { sub_errors: { path: string }[] };
		expect([answer.status, sub_errors.map((problem) => problem.path)]).toEqual([400, ['checks.0.columns']]);
	});

	test('compare the row count with the last build', async () => {
		const spec = await create('SELECT range AS id FROM range(100)', [
			check('rows', { kind: 'row_count', maxChange: 10 }),
		]);
		expect((await run(spec)).state).toBe('succeeded');
		await change(spec, 'SELECT range AS id FROM range(109)');
		expect((await run(spec)).state).toBe('succeeded');
		await change(spec, 'SELECT range AS id FROM range(90)');
		expect((await run(spec)).error?.message).toContain(
			'90 rows, but 109 in the last build. The maximum change is 10 %.',
		);
	});

	test('compare the row count with nothing after a deletion, and with the current rows after a restore', async () => {
		const spec = await create('SELECT range AS id FROM range(100)', [
			check('rows', { kind: 'row_count', maxChange: 10 }),
		]);
		expect((await run(spec)).state).toBe('succeeded');
		await service.request('DELETE', '/data/demo/aviation/checked', { as: 'demo' });
		await change(spec, 'SELECT range AS id FROM range(9)');
		expect(await run(spec)).toMatchObject({ state: 'succeeded' });
		await ask('PUT', `/build-specs/${spec.id}/checks`, { checks: [] });
		await change(spec, 'SELECT range AS id FROM range(1000)');
		await run(spec);
		await ask('POST', '/data/demo/aviation/checked/versions/1/restore');
		await ask('PUT', `/build-specs/${spec.id}/checks`, {
			checks: [check('rows', { kind: 'row_count', maxChange: 20 })],
		});
		await change(spec, 'SELECT range AS id FROM range(10)');
		expect((await run(spec)).state).toBe('succeeded');
	});

	test('find a relationship’s dataset after its namespace is renamed', async () => {
		const known = check('known', {
			kind: 'relationship',
			columns: ['a'],
			dataset: at('airports'),
			otherColumn: 'iata',
		});
		const body = {
			sources: [],
			destination: { ...at('far'), namespace: 'nature' },
			code: { payload: "SELECT 'ATL' AS a" },
		};
		const spec = await ask<BuildSpec>('POST', '/build-specs', body);
		await ask('PUT', `/build-specs/${spec.id}/checks`, { checks: [known] });
		const headers = { 'Content-Type': 'text/plain', Authorization: `Bearer ${await service.tokenFor('demo')}` };
		const address = `${service.settings.publicUrl}/api/v1/data/demo/aviation/rename`;
		await service.app.fetch(new Request(address, { method: 'POST', headers, body: 'sky' }));
		expect((await run(spec)).state).toBe('succeeded');
		expect((await ask<BuildSpecChecks>('GET', `/build-specs/${spec.id}/checks`)).checks[0]?.dataset?.namespace).toBe(
			'sky',
		);
	});

	test('say whether the newest value is missing, too old or in the future', async () => {
		const fresh = check('fresh', { kind: 'freshness', columns: ['at'], maxAgeHours: 24 }, 'warn');
		const spec = await create('SELECT 1 AS at', [fresh]);
		const found: unknown[] = [];
		for (const at of [
			'now() - INTERVAL 2 DAY',
			'now()',
			'now() + INTERVAL 1 HOUR',
			'NULL::TIMESTAMP',
			'current_date',
			// Without a time zone, it may be local time anywhere.
			'now()::TIMESTAMP + INTERVAL 14 HOUR',
			'now()::TIMESTAMP + INTERVAL 15 HOUR',
			'(now()::TIMESTAMP + INTERVAL 13 HOUR)::VARCHAR',
			'current_date + 2',
		]) {
			await change(spec, `SELECT ${at} AS at`);
			found.push((await checksOf(await run(spec)))[0]?.message);
		}
		expect(found).toEqual([
			'The newest value in "at" is older than 24 hours.',
			null,
			'The newest value in "at" is in the future.',
			'No row has a value in "at".',
			null,
			null,
			'The newest value in "at" is in the future.',
			null,
			'The newest value in "at" is in the future.',
		]);
	});

	test('keep no rows after a wipe, and show other users nothing', async () => {
		const spec = await create(rows("(1, 'a', 2), (1, 'b', 2)"), [
			check('ids', { kind: 'unique', columns: ['id'] }, 'warn'),
		]);
		const done = await run(spec);
		expect((await checksOf(done))[0]?.rows).toHaveLength(2);
		for (const path of [`/build-specs/${spec.id}/checks`, `/build-runs/${done.id}/checks`]) {
			expect((await service.request('GET', path, { as: 'guest' })).status).toBe(404);
		}
		await ask('DELETE', '/data/demo/aviation/balefire?deleteDatasets=true');
		expect((await checksOf(done))[0]).toMatchObject({ failing: 2, rows: [], columns: [] });
	});
});
