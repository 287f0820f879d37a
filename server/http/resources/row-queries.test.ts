import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ErrorResponse } from '#contract/error.ts';
import { type RowsComparison, RowsProfile } from '#contract/rows/analysis.ts';
import { type RowsView, type StoredResult, viewRows } from '#contract/rows/queries.ts';
import { answerLine } from '#contract/rows/selection.ts';
import { parseJson } from '#lib/exact-json/exact-json.ts';
import { sweep } from '../../platform/replicas/retention.ts';
import { rowResults } from '../../store/catalog/schema/row-results.ts';
import { putTable, type TestTable } from '../../testing/put-table.ts';
import { createTestService, type TestService } from '../../testing/service.ts';

let service: TestService;
let table: TestTable;
beforeAll(async () => {
	service = await createTestService({ tokenSeconds: 30 * 86_400 });
	table = await putTable(
		service,
		'numbers',
		`SELECT range AS id, range % 7 AS n, 'text ' || range AS "a ""quoted"" name" FROM range(20000)`,
	);
});
afterAll(() => service.close());

const send = (operation: string, body: object, as = 'demo', headers: Record<string, string> = {}) =>
	service.request('POST', `/rows/${operation}`, { as, headers, body: { source: table.source, ...body } });
const view = async (body: object): Promise<RowsView> => (await send('view', body)).json() as Promise<RowsView>;
const storedBy = async (body: object): Promise<StoredResult> => {
	const { stored } = await view(body);
	if (stored === null) throw new Error('Nothing is stored.');
	return stored;
};
const byN = { sort: [{ column: 'n', descending: true }] };

test('returns statistics of numbers beyond 2^53 as doubles', async () => {
	const large = await putTable(service, 'large', 'SELECT (range + 1) * 10000000000000000::UBIGINT AS n FROM range(3)');
	const text = await (await send('profile', { source: large.source })).text();
	const { columns } = RowsProfile.parse(parseJson(text));
	expect(columns[0]?.numbers).toMatchObject({ mean: 2e16, quarter: 1.5e16, median: 2e16, threeQuarters: 2.5e16 });
});

describe('a view', () => {
	test('streams its first rows, then the total and where all rows are stored', async () => {
		const response = await send('view', { ...byN, first: 2 }, 'demo', { accept: 'application/x-ndjson' });
		expect(response.headers.get('content-type')).toBe('application/x-ndjson');
		const lines = (await response.text())
			.trim()
			.split('\n')
			.map((line) => JSON.parse(line));
		for (const line of lines) answerLine(viewRows.result).parse(line);
		const first = lines.find((line) => 'first' in line)?.first;
		expect(first).toMatchObject({
			rows: [
				{ id: 6, n: 6 },
				{ id: 13, n: 6 },
			],
			total: 20_000,
			stored: null,
		});
		const { result } = lines.at(-1);
		expect(result).toMatchObject({ rows: first.rows, total: 20_000, stored: { rows: 20_000 } });
	});

	test('is sorted by columns with ties in row order, whatever the columns are called', async () => {
		const named = await putTable(
			service,
			'named',
			'SELECT 3 - range % 3 AS r, range % 2 AS c0, 9 - range AS c1, range AS f, range % 2 AS n FROM range(10)',
		);
		const { source } = named;
		const { rows } = await view({ source, sort: [{ column: 'c0', descending: false }] });
		expect(rows.map((row) => (row as { f: number }).f)).toEqual([0, 2, 4, 6, 8, 1, 3, 5, 7, 9]);
		const groups = await (await send('groups', { source, by: ['n'], measures: [], order: 'count' })).json();
		expect((groups as { rows: { n: number }[] }).rows.map(({ n }) => n)).toEqual([0, 1]);
	});

	test('is stored once per request, and not for users who can’t read the rows', async () => {
		const first = await storedBy({ ...byN, first: 1 });
		expect(await storedBy({ ...byN, first: 50 })).toEqual(first);
		const before = await service.platform.catalog.db.$count(rowResults);
		expect((await send('view', byN, 'guest')).status).toBe(404);
		expect(await service.platform.catalog.db.$count(rowResults)).toBe(before);
	});

	test('is a file with a signed URL, for users who can read the rows', async () => {
		const { href, bytes } = await storedBy(byN);
		const { downloadUrl } = await service.json<{ downloadUrl: string }>('GET', `/${href}`, { as: 'demo' });
		const range = await service.request('GET', downloadUrl, { headers: { range: 'bytes=0-3' } });
		expect([range.status, await range.text()]).toEqual([206, 'PAR1']);
		expect((await service.request('GET', downloadUrl, { headers: {} })).headers.get('content-length')).toBe(
			String(bytes),
		);
		expect((await service.request('GET', `/${href}`, { as: 'guest' })).status).toBe(404);
		expect((await service.request('GET', downloadUrl.replace('result=', 'result=0'))).status).toBe(403);
	});

	test('isn’t found with a token that can’t read the dataset', async () => {
		const other = [{ username: 'demo', namespace: 'aviation', dataset: '*', access: 'read' as const }];
		const token = await service.tokenFor('demo', other);
		const response = await service.request('POST', '/rows/view', { token, body: { source: table.source } });
		expect(response.status).toBe(404);
	});
});

describe('a stored result', () => {
	test('is removed a day after its last use', async () => {
		const hour = 3_600_000;
		const used = await storedBy(byN);
		const other = await storedBy({ sort: [{ column: 'id', descending: true }] });
		service.wait(23 * hour);
		await service.json('GET', `/${used.href}`, { as: 'demo' });
		service.wait(2 * hour);
		await sweep(service.platform);
		expect((await service.request('GET', `/${used.href}`, { as: 'demo' })).status).toBe(200);
		expect((await service.request('GET', `/${other.href}`, { as: 'demo' })).status).toBe(404);
	});

	test('is removed when its dataset is deleted', async () => {
		const gone = await putTable(service, 'gone', 'SELECT range AS id FROM range(5000)');
		const { stored } = await view({ source: gone.source, sort: [{ column: 'id', descending: true }] });
		const id = stored?.href.split('/').at(-1) ?? '';
		const [row] = await service.platform.catalog.db.select().from(rowResults).where(eq(rowResults.id, id));
		expect((await service.request('DELETE', '/data/demo/tests/gone', { as: 'demo' })).status).toBe(204);
		expect((await service.request('GET', `/${stored?.href}`, { as: 'demo' })).status).toBe(404);
		expect(await service.platform.objects.size(row?.sha256 ?? '')).toBeNull();
	});
});

test('every query returns the same result again', async () => {
	const queries: readonly (readonly [operation: string, body: object])[] = [
		['view', byN],
		['profile', {}],
		['find', { text: '7' }],
		['groups', { by: ['n'], measures: [{ measure: 'count' }], limit: 3 }],
		['chart', { kind: 'groups', x: { column: 'n', role: 'category' }, limit: 5 }],
	];
	const once = async () =>
		await Promise.all(
			queries.map(async ([operation, body]) => {
				const response = await send(operation, body);
				return [operation, response.status, await response.json()];
			}),
		);
	const first = await once();
	expect(first.map(([operation, status]) => [operation, status])).toEqual(
		queries.map(([operation]) => [operation, 200]),
	);
	expect(await once()).toEqual(first);
});

describe('bad input', () => {
	const many = Array.from({ length: 10_000 }, () => ({ column: 'id', op: '=', value: '1' }));
	test.each([
		['view', { filter: many }, 'filter', /10,000 conditions. The limit is 100/],
		['view', { filter: [{ column: 'nope', op: '=', value: '1' }] }, 'filter.0.column', /no column "nope"/],
		['view', { filter: [{ column: 'id', op: '=', value: 'x' }] }, 'filter.0.value', /use a number/],
		['view', { filter: [{ column: 'id', op: 'in', value: [] }] }, 'filter.0.value', /1 to 1,000 values/],
		['view', { sort: [{ column: 'id"; DROP TABLE t0; --', descending: true }] }, 'sort.0', /no column/],
		['view', { columns: ['id', 'id'] }, 'columns.1', /twice/],
		['chart', { kind: 'points', x: { column: 'id', role: 'number' }, limit: 5 }, 'y', /need numbers or times for both/],
		[
			'groups',
			{ by: ['n'], measures: [{ measure: 'sum', column: 'a "quoted" name' }] },
			'measures.0.column',
			/numeric column/,
		],
		['compare', { before: { kind: 'dataset' }, after: { kind: 'dataset' }, key: null }, 'before.owner', /./],
	])('is rejected with a message: %s %j', async (operation, body, path, words) => {
		const response = await send(operation, body);
		const { sub_errors: [problem] = [] } = (await response.json()) as ErrorResponse;
		expect([response.status, problem?.path]).toEqual([400, path]);
		expect(problem?.message).toMatch(words);
	});

	test('doesn’t include odd names, quotes and NUL characters', async () => {
		const odd = 'a "quoted" name';
		const body = { filter: [{ column: odd, op: 'contains', value: "' OR 1=1 --" }], columns: [odd] };
		expect(await view(body)).toMatchObject({ columns: [{ name: odd }], rows: [], total: 0 });
		expect((await send('find', { text: "\0'" })).status).toBe(200);
	});
});

test('cancels a request if its client has disconnected', async () => {
	const abort = new AbortController();
	const token = await service.tokenFor('demo');
	const body = JSON.stringify({ source: table.source, text: 'text 1', filter: [{ column: 'n', op: '<', value: '5' }] });
	const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
	const address = `${service.settings.publicUrl}/api/v1/rows/find`;
	const answer = service.app.fetch(new Request(address, { method: 'POST', headers, body, signal: abort.signal }));
	abort.abort();
	const { error_code } = (await (await answer).json()) as ErrorResponse;
	expect(error_code).toBe('RUN_CANCELLED');
});

test('twenty concurrent sorts take turns between users, and only abandoned ones are canceled', async () => {
	const shares = { as: 'demo', body: { username: 'guest', role: 'viewer' } };
	const address = '/permissions/namespaces/demo/tests/shares';
	expect((await service.request('PUT', address, shares)).status).toBe(200);
	const tokens = { demo: await service.tokenFor('demo'), guest: await service.tokenFor('guest') };
	const ended: string[] = [];
	const sorts = [...Array<'demo'>(18).fill('demo'), 'guest', 'guest'] as const;
	const sent = sorts.map((as, index) => {
		const abort = new AbortController();
		const filter = [{ column: 'id', op: '>=', value: String(-index - 1) }];
		const request = new Request(`${service.settings.publicUrl}/api/v1/rows/view`, {
			method: 'POST',
			headers: { authorization: `Bearer ${tokens[as]}`, 'content-type': 'application/json' },
			body: JSON.stringify({ source: table.source, ...byN, filter }),
			signal: abort.signal,
		});
		const answer = Promise.resolve(service.app.fetch(request)).then(async (response) => {
			const body = (await response.json()) as ErrorResponse | RowsView;
			const outcome = 'error_code' in body ? body.error_code : body.total;
			if (outcome === 20_000) ended.push(as);
			return outcome;
		});
		return { abort, answer };
	});
	const isLeft = (index: number) => index >= 14 && index < 18;
	for (const { abort } of sent.filter((_, index) => isLeft(index))) abort.abort();
	const outcomes = await Promise.all(sent.map(({ answer }) => answer));
	expect(outcomes).toEqual(sorts.map((_, index) => (isLeft(index) ? 'RUN_CANCELLED' : 20_000)));
	// In order of arrival, the guest's would be the last two.
	expect(ended.slice(-2), ended.join()).not.toEqual(['guest', 'guest']);
	expect((await service.request('DELETE', address, shares)).status).toBe(204);
});

test('a comparison by key counts changed rows and cells, and can be queried like a table', async () => {
	const after = await putTable(
		service,
		'after',
		`SELECT range + 1 AS id, CASE WHEN range = 9 THEN 99 ELSE (range + 1) % 7 END AS n, 'text ' || (range + 1) AS "a ""quoted"" name" FROM range(20000)`,
	);
	const pair = { before: table.source, after: after.source, key: ['id'] };
	const compared = (await (await send('compare', pair)).json()) as RowsComparison;
	expect(compared).toMatchObject({
		counts: { same: 19_998, changed: 1, added: 1, removed: 1 },
		reordered: false,
		stored: { rows: 3 },
	});
	const [, n] = compared.columns;
	expect(n).toMatchObject({ name: 'n', cells: 1, stored: { value: 'c1', before: 'c1_before', changed: 'c1_changed' } });
	const rows = await view({ source: { kind: 'comparison', ...pair, column: 'n' } });
	expect(rows.rows).toMatchObject([
		{ change: 'removed', c0: 0 },
		{ change: 'changed', c0: 10, c1: 99, c1_before: 3, c1_changed: true },
		{ change: 'added', c0: 20_000 },
	]);
	const key = await (await send('key', { before: table.source, after: after.source })).json();
	expect(key).toEqual({ key: ['id'] });
});
