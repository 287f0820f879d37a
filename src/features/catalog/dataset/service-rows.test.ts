import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { DatasetSchema } from '#contract/dataset.ts';
import { createTestService, type TestService } from '#server/testing/service.ts';
import { connect } from '../../../api/http.ts';
import type { RowSource } from '../../../rows/index.ts';
import { readFirstRows, serviceRows } from './service-rows.ts';

let service: TestService;
let requestedUrls: URL[] = [];
beforeAll(async () => {
	service = await createTestService();
	const token = await service.tokenFor('demo');
	const baseUrl = `${service.settings.publicUrl}/api/v1`;
	connect({ baseUrl: () => baseUrl, token: () => token, onUnauthorized: () => {}, onExchange: () => {} });
	vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
		requestedUrls.push(new URL(url));
		return await service.app.fetch(new Request(url, init));
	});
});
afterEach(() => {
	requestedUrls = [];
});
afterAll(async () => {
	vi.unstubAllGlobals();
	await service.close();
});

async function open(namespace: string, datasetName: string): Promise<{ source: RowSource; schema: DatasetSchema }> {
	const schema = await service.json<DatasetSchema>('GET', `/schema/demo/${namespace}/${datasetName}`, { as: 'demo' });
	return { source: serviceRows({ owner: 'demo', namespace, datasetName }, schema), schema };
}
const work = () => ({ signal: new AbortController().signal });
const pages = () => requestedUrls.filter((url) => url.searchParams.get('limit') === '10000').length;
const query = { text: '', from: null, backwards: false, columns: [0, 1, 2, 3, 4, 5] };

test('exports every row of a view, sorted and filtered by the service', async () => {
	const { source } = await open('aviation', 'flights');
	const filter = [{ column: 'origin', op: '=', value: 'DFW' }] as const;
	const view = await source.arrange?.({ sort: [{ column: 'delay', descending: true }], filter }, work());
	expect(view?.rowCount).toBe(1_103);
	const totals: number[] = [];
	const file = await view?.export?.(
		{ format: 'csv', columns: [4, 2], guardFormulas: true },
		{ ...work(), onProgress: (item) => totals.push(item.total) },
	);
	const lines = (await file?.text())?.trimEnd().split('\r\n') ?? [];
	expect(lines[0]).toBe('origin,delay');
	expect(lines).toHaveLength(1_104);
	const delays = lines.slice(1).map((line) => Number(line.split(',')[1]));
	expect(delays).toEqual([...delays].sort((a, b) => b - a));
});

test('uses prefetched first rows once, and only for the same dataset', async () => {
	const airports = await open('aviation', 'airports');
	const flights = await open('aviation', 'flights');
	const first = { rowStart: 0, rowEnd: 2, columnStart: 0, columnEnd: 2 };
	const { signal } = work();
	const expected = await airports.source.rows(first, signal);
	const again = async () => (await open('aviation', 'airports')).source;
	const reads = () => requestedUrls.filter((url) => url.pathname.includes('/data/')).length;

	readFirstRows(airports.schema, airports.schema);
	requestedUrls = [];
	expect(await (await again()).rows(first, signal)).toEqual(expected);
	expect(reads()).toBe(0);
	expect(await (await again()).rows(first, signal)).toEqual(expected);
	expect(reads()).toBe(1);

	readFirstRows(flights.schema, flights.schema);
	expect(await (await again()).rows(first, signal)).toEqual(expected);
});

test('finds text from a cell onward and wraps around, in view order', async () => {
	const { source } = await open('aviation', 'flights');
	const first = await source.find?.({ ...query, text: 'hnl' }, work());
	expect(first).toEqual({ row: 1, column: 4 });
	const before = await source.find?.({ ...query, text: 'hnl', from: { row: 1, column: 4 }, backwards: true }, work());
	expect(before?.row).toBeGreaterThan(10_000);
	expect(await source.find?.({ ...query, text: 'hnl', from: before ?? null }, work())).toEqual(first);
});

test('doesn’t scan a long dataset for text that no column contains', async () => {
	const { source } = await open('geography', 'zip_codes');
	const columns = source.columns.flatMap((column, index) => (column.type === 'VARCHAR' ? [index] : []));
	expect(await source.find?.({ ...query, columns, text: 'no such place' }, work())).toBeNull();
	expect(pages()).toBe(0);
});

test('ends an export when it is aborted', async () => {
	const { source } = await open('geography', 'zip_codes');
	const leaving = new AbortController();
	const exporting = source.export?.(
		{ format: 'ndjson', columns: [0], guardFormulas: false },
		{ signal: leaving.signal, onProgress: () => leaving.abort() },
	);
	leaving.abort();
	await expect(exporting).rejects.toThrow();
	expect(pages()).toBeLessThan(2);
});

test('fails an export if the rows are replaced while it runs', async () => {
	const { schema } = await open('aviation', 'flights');
	const before = { ...schema, version: schema.version - 1 };
	const source = serviceRows({ owner: 'demo', namespace: 'aviation', datasetName: 'flights' }, before);
	const exporting = source.export?.({ format: 'csv', columns: [0], guardFormulas: true }, work());
	await expect(exporting).rejects.toThrow('changed while its rows were being read');
});
