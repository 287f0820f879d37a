import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseJson } from '#lib/exact-json/exact-json.ts';
import {
	type ArrangedSource,
	type CellValue,
	type Engine,
	type ExportFormat,
	engineSource,
	exactText,
	type FoundCell,
	isChanged,
	isMissing,
	type PlainValue,
	type RowSource,
} from '../../../src/rows/index.ts';
import { compareSources } from '../../../src/rows/operations/compare/compare-sources.ts';
import { groupMeasures, groupSource } from '../../../src/rows/operations/group/group-source.ts';
import type { ColumnProfile } from '../../../src/rows/operations/profile/column-profile.ts';
import { profileSource } from '../../../src/rows/operations/profile/profile-source.ts';
import { opened, startFileStore } from '../../../src/testing/node/file-store.ts';
import { putTable } from '../../testing/put-table.ts';
import { rowsOfEveryType } from '../../testing/row-types.ts';
import { createTestService, type TestService } from '../../testing/service.ts';

/* Pages get the same rows, whether the service's engine or the browser's worker responds. */
startFileStore();

const rowCount = 1_200;
let service: TestService;
const pairs: { readonly worker: RowSource; readonly engine: RowSource }[] = [];

const paths = {
	viewRows: 'view',
	findRows: 'find',
	profileRows: 'profile',
	groupRows: 'groups',
	chartRows: 'chart',
	compareRows: 'compare',
	proposeKey: 'key',
	exportQueriedRows: 'export',
} as const;

const bytesOf = async (href: string): Promise<Buffer> => {
	const { downloadUrl } = await service.json<{ downloadUrl: string }>('GET', `/${href}`, { as: 'demo' });
	return Buffer.from(await (await service.request('GET', downloadUrl)).arrayBuffer());
};

const engine: Engine = {
	ask: async (name, body) => {
		const response = await service.request('POST', `/rows/${paths[name]}`, { as: 'demo', body });
		const text = await response.text();
		if (response.status !== 200) throw new Error(text);
		return parseJson(text) as never;
	},
	open: async ({ href }) => {
		const { source, close } = await opened(await bytesOf(href));
		if (source === null) throw new Error('no rows');
		return { source, close };
	},
	download: async ({ href }) => new Blob([new Uint8Array(await bytesOf(href))]),
};

beforeAll(async () => {
	service = await createTestService();
	const changed = `SELECT * REPLACE (CASE WHEN id % 50 = 3 THEN 'changed' ELSE word END AS word) FROM (${rowsOfEveryType(rowCount)}) WHERE id % 40 != 5`;
	for (const [name, select] of [
		['old', rowsOfEveryType(rowCount)],
		['new', changed],
	] as const) {
		const table = await putTable(service, name, select);
		const { source } = await opened(readFileSync(table.file));
		if (source === null) throw new Error('no rows');
		const { jobs: _, ...base } = source;
		pairs.push({ worker: source, engine: engineSource(base, engine, table.source) });
	}
});
afterAll(() => service.close());

const work = { signal: new AbortController().signal };

async function texts(source: RowSource): Promise<string[][]> {
	const window = { rowStart: 0, rowEnd: source.rowCount, columnStart: 0, columnEnd: source.columns.length };
	const rows = await source.rows(window, work.signal);
	return rows.map((row) =>
		row.map((cell) =>
			cell === null
				? 'NULL'
				: isMissing(cell)
					? cell.missing
					: isChanged(cell)
						? `${cell.before === null ? 'NULL' : exactText(cell.before)} → ${cell.after === null ? 'NULL' : exactText(cell.after)}`
						: exactText(cell),
		),
	);
}

/** Runs an action on the rows of both sides. */
async function both<T>(act: (source: RowSource, side: 'worker' | 'engine') => Promise<T>): Promise<[T, T]> {
	const [old] = pairs;
	if (old === undefined) throw new Error('no rows');
	return [await act(old.engine, 'engine'), await act(old.worker, 'worker')];
}

const arrangement = {
	sort: [
		{ column: 'price', descending: true },
		{ column: 'word', descending: false },
	],
	filter: [{ column: 'small', op: '<', value: '40' }],
} as const;

const arranged = async (source: RowSource): Promise<ArrangedSource> => {
	const rows = await source.arrange?.(arrangement, work);
	if (rows === undefined) throw new Error('cannot arrange');
	return rows;
};

test('sorted rows are the same, beyond those sent with the response', async () => {
	const [mine, theirs] = await both(async (source) => await texts(await arranged(source)));
	expect(mine.length).toBeGreaterThan(500);
	expect(mine).toEqual(theirs);
});

test('find returns the same cells in sorted rows, forward, backward and wrapping around', async () => {
	const [mine, theirs] = await both(async (source, side) => {
		const rows = await arranged(source);
		const columns = rows.columns.map((_, index) => index).toReversed();
		const query = { text: 'ß', columns, from: null, backwards: false };
		const found = [];
		let from: { row: number; column: number } | null = null;
		for (let step = 0; step < 40; step += 1) {
			const cell: FoundCell | null = (await rows.find?.({ ...query, from, backwards: step > 20 }, work)) ?? null;
			if (cell === null) throw new Error(`nothing found by the ${side}`);
			found.push([cell.row, cell.column]);
			from = cell;
		}
		const nothing = await rows.find?.({ ...query, text: 'not in any cell' }, work);
		return { found, nothing };
	});
	expect(mine).toEqual(theirs);
});

test.each(['csv', 'parquet', 'ndjson'] as const)('exports as %s are the same', async (format: ExportFormat) => {
	const [mine, theirs] = await both(async (source) => {
		const rows = await arranged(source);
		const file = await rows.export?.({ format, columns: [2, 0, 7, 12], guardFormulas: true }, work);
		return file === undefined ? Buffer.alloc(0) : Buffer.from(await file.arrayBuffer());
	});
	if (format === 'ndjson') {
		expect(mine.toString()).toBe(theirs.toString());
	} else {
		const [a, b] = await Promise.all([mine, theirs].map(async (bytes) => await opened(bytes)));
		expect(await texts(a?.source as RowSource)).toEqual(await texts(b?.source as RowSource));
	}
});

test('profiles of all columns are the same, in column order', async () => {
	const [mine, theirs] = await both(async (source) => {
		const profiles: ColumnProfile[] = [];
		await profileSource(source, { ...work, onColumns: (columns) => profiles.push(...columns) });
		const text = (value: PlainValue) => (value === null ? null : exactText(value));
		return profiles.map(({ least, most, name, column, kind, nulls }) => [
			name,
			column,
			kind,
			nulls,
			text(least),
			text(most),
		]);
	});
	expect(mine).toHaveLength(25);
	expect(mine).toEqual(theirs);
});

test('groups are the same, with their rows and measures', async () => {
	const measures = groupMeasures.map((measure) => ({ measure, column: 2 }));
	const query = { by: 12, measures, limit: 10, order: 'count', search: 'a' } as const;
	const [mine, theirs] = await both(async (source) => {
		const { groups, ...rest } = await groupSource(source, query, work);
		const text = (value: CellValue) => (value === null ? null : exactText(value));
		return { ...rest, groups: groups.map(({ value, rows, measured }) => [text(value), rows, ...measured.map(text)]) };
	});
	expect(mine).toEqual(theirs);
});

test('comparisons are the same, also if other changes are chosen', async () => {
	const results = [];
	for (const side of ['engine', 'worker'] as const) {
		const [before, after] = pairs.map((pair) => pair[side]);
		if (before === undefined || after === undefined) throw new Error('no rows');
		const compared = await compareSources({ before, after }, ['id'], { changes: ['changed'], column: null }, work);
		const shown = await compared.show({ changes: ['removed', 'added'], column: null }, work);
		results.push({
			counts: compared.comparison.counts,
			changed: await texts(compared.source),
			others: await texts(shown.source),
		});
	}
	expect(results[0]?.counts).toMatchObject({ changed: 24, removed: 30 });
	expect(results[0]).toEqual(results[1]);
});
