import * as analysis from '#contract/rows/analysis.ts';
import * as queries from '#contract/rows/queries.ts';
import { add, airports, buildRunId, later, linkId, sha256 } from './example.ts';

const dataset = { kind: 'dataset', ...airports } as const;
const output = { kind: 'output', runId: buildRunId, output: 'airports' } as const;
const isTexas = { column: 'state', op: '=', value: 'TX' } as const;
const byName = [{ column: 'name', descending: false }];
const stored = { href: `rows/results/${linkId}`, rows: 3_376, bytes: 96_112 };
const columns = [
	{ name: 'iata', type: 'VARCHAR' },
	{ name: 'name', type: 'VARCHAR' },
];

add(queries.viewRows, {
	body: { source: dataset, filter: [isTexas], sort: byName, columns: ['iata', 'name'], first: 1 },
	result: { columns, rows: [{ iata: 'ABI', name: 'Abilene Regional' }], total: 209, stored: { ...stored, rows: 209 } },
});
add(queries.findRows, {
	body: { source: output, sort: byName, text: 'intl', limit: 2, from: { row: 40, column: 1 } },
	result: {
		total: 1_103,
		offset: 11,
		positions: [
			[38, 1],
			[41, 1],
		],
		next: 12,
		stored,
	},
});
add(queries.exportQueriedRows, {
	body: { source: dataset, filter: [isTexas], format: 'csv', guardFormulas: true, fileName: 'airports in Texas' },
	result: { ...stored, rows: 209 },
});
add(queries.getResultLink, {
	params: { resultId: linkId },
	result: {
		downloadUrl: `http://127.0.0.1:8750/objects/${sha256}?result=${linkId}&token=${linkId}&name=rows.parquet&expires=1795512601250&signature=x`,
		expiresAt: later,
	},
});

const exactly = (count: number) => ({ count, exact: true, reason: null });
add(analysis.profileRows, {
	body: { source: dataset, columns: ['state'] },
	result: {
		rows: 3_376,
		columns: [
			{
				...{ name: 'state', type: 'VARCHAR', rows: 3_376, nulls: 12, distinct: exactly(56), least: 'AK', most: 'WY' },
				...{ unplaced: 0, numbers: null, lengths: { least: 2, most: 2, mean: 2 } },
				shape: { kind: 'top', values: [{ value: 'AK', count: 263, isCut: false }], others: 3_101, slack: 0 },
			},
		],
	},
});
add(analysis.groupRows, {
	body: { source: dataset, by: ['state'], measures: [{ measure: 'count' }], limit: 1 },
	result: {
		columns: [
			{ name: 'state', type: 'VARCHAR' },
			{ name: 'm0', type: 'BIGINT' },
		],
		rows: [{ state: 'AK', m0: 263 }],
		total: 57,
	},
});
add(analysis.chartRows, {
	body: { source: dataset, kind: 'groups', x: { column: 'state', role: 'category' }, aggregate: 'count', limit: 1 },
	result: {
		points: [{ x: 'AK', xEnd: null, y: 263, yEnd: null, series: null, rows: 263 }],
		...{ xRole: 'category', series: [], total: 3_376, leftOut: 12, categories: 56, allSeries: null, every: null },
		isPlain: false,
	},
});
add(analysis.compareRows, {
	body: { before: dataset, after: output, key: ['iata'], changes: ['changed', 'added', 'removed'] },
	result: {
		rows: { before: 3_376, after: 3_377 },
		key: ['iata'],
		columns: [
			{
				...{ name: 'iata', before: 'VARCHAR', after: 'VARCHAR', isKey: true, cells: 0 },
				nulls: { before: 0, after: 0 },
				distinct: { before: exactly(3_376), after: exactly(3_377) },
				sum: { before: null, after: null },
				stored: { value: 'c0', before: null, changed: null },
			},
		],
		counts: { same: 3_376, changed: 0, added: 1, removed: 0 },
		reordered: false,
		ambiguous: { before: 0, after: 0 },
		sharedKeys: [],
		withoutKey: { before: 0, after: 0 },
		stored: { ...stored, rows: 1 },
	},
});
add(analysis.proposeKey, { body: { before: dataset, after: output }, result: { key: ['iata'] } });
