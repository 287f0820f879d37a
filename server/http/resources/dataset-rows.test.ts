import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DatasetRows } from '#contract/dataset.ts';
import type { ErrorResponse } from '#contract/error.ts';
import { findUser } from '../../platform/access/users.ts';
import { putDataset } from '../../platform/datasets/datasets.ts';
import { ensureNamespace } from '../../platform/namespaces/namespaces.ts';
import { createTestService, type TestService } from '../../testing/service.ts';

let service: TestService;
beforeAll(async () => {
	service = await createTestService();
	await put(
		'odd',
		`SELECT * FROM (VALUES
			(9007199254740993::BIGINT, 12345678901234567890.50::DECIMAL(38,2), 'nan'::DOUBLE, 'a,b'::VARCHAR, TIMESTAMP '2001-02-03 04:05:06', [1, 2]),
			(-1, NULL, '-inf', 'say "hi"', NULL, NULL),
			(9007199254740992, 0.10, 1.5, NULL, TIMESTAMP '2002-02-03 04:05:06', [])
		) AS t("big int", exact, "a,b", "-text", moment, list)`,
	);
});
afterAll(() => service.close());

async function put(name: string, select: string): Promise<void> {
	const { platform } = service;
	const file = join(service.settings.dataDir, `${name}.parquet`);
	const connection = await (await DuckDBInstance.create(':memory:')).connect();
	await connection.run(`COPY (${select}) TO '${file}' (FORMAT parquet)`);
	const described = await platform.engine.describe(file);
	const object = await platform.objects.copy(file);
	const user = await findUser(platform.catalog.db, 'demo');
	const texts = { description: '', columnDescriptions: {}, licence: null, source: null };
	await platform.catalog.write(async (tx) => {
		const namespaceId = await ensureNamespace(tx, user?.id ?? '', 'tests', platform.now());
		await putDataset(tx, { ...described, ...object, ...texts, namespaceId, name }, platform.now());
	});
}

const ask = (dataset: string, query: Record<string, unknown> = {}, as = 'demo') => {
	const texts = Object.entries(query).map(([name, value]) => [
		name,
		typeof value === 'string' ? value : JSON.stringify(value),
	]);
	return service.request('GET', `/data/demo/${dataset}?${new URLSearchParams(texts as [string, string][])}`, { as });
};
const rows = async (dataset: string, query?: Record<string, unknown>): Promise<DatasetRows> =>
	(await ask(dataset, query)).json() as Promise<DatasetRows>;

describe('rows', () => {
	test('are returned in stored order, 100 by default', async () => {
		const first = await rows('aviation/flights');
		expect([first.rows.length, first.total, first.columns[0]]).toEqual([
			100,
			20_000,
			{ name: 'flight_id', type: 'BIGINT' },
		]);
		const next = await rows('aviation/flights', { offset: '19999', limit: '10' });
		expect(next.rows.map((row) => row.flight_id)).toEqual([20_000]);
		expect(await rows('aviation/flights', { offset: '20000' })).toMatchObject({ rows: [], total: 20_000 });
	});

	test('keep all digits, and have numbers that JSON lacks as text', async () => {
		expect(await (await ask('tests/odd', { limit: '2' })).text()).toBe(
			`{"columns":[{"name":"big int","type":"BIGINT"},{"name":"exact","type":"DECIMAL(38,2)"},{"name":"a,b","type":"DOUBLE"},` +
				`{"name":"-text","type":"VARCHAR"},{"name":"moment","type":"TIMESTAMP"},{"name":"list","type":"INTEGER[]"}],"rows":[` +
				`{"big int":9007199254740993,"exact":12345678901234567890.50,"a,b":"NaN","-text":"a,b","moment":"2001-02-03T04:05:06","list":[1,2]},` +
				`{"big int":-1,"exact":null,"a,b":"-Infinity","-text":"say \\"hi\\"","moment":null,"list":null}],"total":3}`,
		);
	});

	test('are sorted by several columns, and pages of ties neither repeat nor skip a row', async () => {
		const { rows: late } = await rows('aviation/flights', { sort: '-delay,flight_id', limit: '3' });
		expect(late.map((item) => item.delay)).toEqual([...late.map((item) => Number(item.delay))].sort((a, b) => b - a));
		const seen = new Set<unknown>();
		for (let offset = 0; offset < 20_000; offset += 5_000) {
			const page = await rows('aviation/flights', { sort: 'origin', offset: String(offset), limit: '5000' });
			for (const row of page.rows) seen.add(row.flight_id);
		}
		expect(seen.size).toBe(20_000);
	});

	test('are sorted by columns whose names need quotes, with NULLs last', async () => {
		const moments = async (sort: string) => (await rows('tests/odd', { sort })).rows.map((row) => row.moment);
		expect(await moments('-moment')).toEqual(['2002-02-03T04:05:06', '2001-02-03T04:05:06', null]);
		const texts = async (sort: string) => (await rows('tests/odd', { sort })).rows.map((row) => row['-text']);
		expect(await texts('-text')).toEqual(['a,b', 'say "hi"', null]);
		expect(await texts('--text')).toEqual(['say "hi"', 'a,b', null]);
		expect(await texts('-"a,b"')).toEqual(['a,b', null, 'say "hi"']);
	});

	test.each([
		[[{ column: 'origin', op: '=', value: 'DFW' }], 1103],
		[
			[
				{ column: 'origin', op: 'in', value: ['DFW', 'LAX'] },
				{ column: 'delay', op: '>', value: 15.5 },
			],
			471,
		],
		[[{ column: 'origin', op: 'contains', value: 'df' }], 1175],
		[[{ column: 'departure', op: '<', value: '2001-01-02T00:00:00Z' }], 222],
	])('that match %j are counted', async (filter, total) => {
		const found = await rows('aviation/flights', { filter, limit: '5' });
		expect([found.total, found.rows.length]).toEqual([total, 5]);
		const last = await rows('aviation/flights', { filter, offset: String(total - 2), limit: '5' });
		expect([last.total, last.rows.length]).toEqual([total, 2]);
		expect(await rows('aviation/flights', { filter, offset: String(total + 5) })).toMatchObject({ rows: [], total });
	});

	test('are compared with a date as a whole day, for every timestamp type', async () => {
		const times =
			"(VALUES ('2018-02-02 23:59:59.999'), ('2018-02-03 00:00:00'), ('2018-02-03 12:30:00'), ('2018-02-04 00:00:00'), (NULL)) AS t(text)";
		const kinds = ['TIMESTAMP', 'TIMESTAMPTZ', 'TIMESTAMP_MS', 'TIMESTAMP_NS'];
		const columns = kinds.map((kind) => `CAST(text || '${kind === 'TIMESTAMPTZ' ? '+00' : ''}' AS ${kind}) AS ${kind}`);
		await put('days', `SELECT ${columns.join(', ')} FROM ${times}`);
		const count = async (column: string, op: string, value: unknown) =>
			(await rows('tests/days', { filter: [{ column, op, value }] })).total;
		for (const kind of kinds) {
			const counts = await Promise.all(['=', '!=', '<', '<=', '>', '>='].map((op) => count(kind, op, '2018-02-03')));
			expect([kind, ...counts]).toEqual([kind, 2, 3, 1, 3, 1, 3]);
			expect(await count(kind, 'in', ['2018-02-03', '2018-02-04T00:00:00Z'])).toBe(3);
			expect(await count(kind, '=', '2018-02-03 00:00:00')).toBe(1);
		}
		const refused = await ask('tests/days', { filter: [{ column: 'TIMESTAMP', op: '=', value: '2018-02-30' }] });
		expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('2018-02-30')]);
	});

	test('are found by part of a timestamp, written with T or with a space', async () => {
		await put(
			'times',
			"SELECT i, TIMESTAMP '2024-01-31 12:00:00' + INTERVAL (i) HOUR AS clock, TIMESTAMPTZ '2024-01-31 12:00:00.5+00' + INTERVAL (i) HOUR AS moment FROM range(3) t(i)",
		);
		const found = async (column: string, value: string) =>
			(await rows('tests/times', { filter: [{ column, op: 'contains', value }] })).rows.map((row) => row.i);
		for (const value of ['2024-01-31T13:', '2024-01-31 13:', '31t13']) {
			expect([value, await found('clock', value), await found('moment', value)]).toEqual([value, [1], [1]]);
		}
		const [row] = (await rows('tests/times')).rows;
		expect([await found('clock', String(row?.clock)), await found('moment', String(row?.moment))]).toEqual([[0], [0]]);
		expect([await found('clock', '00Z'), await found('moment', '00.5Z')]).toEqual([[], [0, 1, 2]]);
	});

	test('are found by the digits in the response, including a leading zero', async () => {
		await put('parts', 'SELECT i, (0.125 + i / 1000)::DECIMAL(3, 3) AS part FROM range(3) t(i)');
		const filter = [{ column: 'part', op: 'contains', value: '0.12' }];
		expect((await rows('tests/parts', { filter })).rows.map((row) => row.i)).toEqual([0, 1, 2]);
	});

	test('are all counted, even if a page is too small for them', async () => {
		await put('large', "SELECT i, repeat('x', 1048576) AS text FROM range(40) t(i)");
		const page = await rows('tests/large', { filter: [{ column: 'i', op: '>=', value: 2 }] });
		expect([page.rows.length < 38, page.rows.at(-1)?.i, page.total]).toEqual([true, page.rows.length + 1, 38]);
	});

	test('are filtered by every digit, and by NULL', async () => {
		const bigs = async (filter: string) => (await rows('tests/odd', { filter })).rows.length;
		expect(await bigs('[{"column":"big int","op":">","value":9007199254740992}]')).toBe(1);
		expect(await bigs('[{"column":"big int","op":"=","value":"9007199254740993"}]')).toBe(1);
		expect(await bigs('[{"column":"exact","op":"=","value":12345678901234567890.50}]')).toBe(1);
		expect(await bigs('[{"column":"a,b","op":"=","value":"-Infinity"}]')).toBe(1);
		expect(await bigs('[{"column":"-text","op":"isNull"}]')).toBe(1);
		expect(await bigs('[{"column":"-text","op":"!=","value":"a,b"}]')).toBe(2);
		expect(await bigs(`[{"column":"-text","op":"=","value":"' OR 1=1 --"}]`)).toBe(0);
	});
});

describe('an invalid query is rejected with its path', () => {
	test.each([
		[{ sort: 'origin,-nothing' }, 'sort.1', 'There is no column "nothing".'],
		[{ sort: 'ORIGIN' }, 'sort.0', 'Did you mean "origin"?'],
		[{ sort: 'origin,-origin' }, 'sort.1', 'listed twice'],
		[{ sort: 'origin,' }, 'sort.1', 'There is no column ""'],
		[{ filter: 'origin = DFW' }, 'filter', 'JSON array'],
		[{ filter: [{ column: 'origin', op: 'like', value: 'x' }] }, 'filter.0.op', 'one of =, !='],
		[{ filter: [{ column: 'x', op: '=', value: 1 }] }, 'filter.0.column', 'There is no column "x".'],
		[{ filter: [{ column: 'delay', op: '=', value: 'late' }] }, 'filter.0.value', 'use a number'],
		[{ filter: [{ column: 'delay', op: '=', value: null }] }, 'filter.0.value', 'isNull'],
		[{ filter: [{ column: 'delay', op: 'in', value: 3 }] }, 'filter.0.value', 'a list'],
		[{ filter: [{ column: 'delay', op: 'in', value: [1, 'x'] }] }, 'filter.0.value.1', 'use a number'],
		[{ filter: [{ column: 'departure', op: '<', value: 'yesterday' }] }, 'filter.0.value', 'isn’t a valid TIMESTAMP'],
		[{ limit: '10001' }, 'limit', '1 to 10,000'],
		[{ offset: '-1' }, 'offset', '0 or more'],
	])('%j', async (query, code, words) => {
		const answer = await ask('aviation/flights', query);
		const error = (await answer.json()) as ErrorResponse;
		expect([answer.status, error.error_code, error.sub_errors?.[0]?.path]).toEqual([400, 'VALIDATION_FAILED', code]);
		expect(error.sub_errors?.[0]?.message).toContain(words);
	});

	test('when comparing a list', async () => {
		const answer = await ask('tests/odd', { filter: [{ column: 'list', op: '=', value: '[]' }] });
		expect(((await answer.json()) as ErrorResponse).sub_errors?.[0]?.message).toContain('Use isNull or notNull');
	});
});

test('a viewer can read rows; without access, the dataset isn’t found', async () => {
	expect((await ask('aviation/flights', { limit: '1' }, 'guest')).status).toBe(200);
	expect((await ask('geography/countries', {}, 'guest')).status).toBe(404);
});
