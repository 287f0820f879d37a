import { expect, test } from 'vitest';
import { downloadName, shownOutput, toOutputItems } from './output-item.ts';

const href = 'https://data.example.org/api/v1/outputs/x';
const at = (namespace: string) => ({ owner: 'demo', namespace, datasetName: 'delays', href });
const file = (name: string) => ({ name, downloadUrl: href, expiresAt: '2026-01-01T00:00:00Z' });

test('gives outputs with equal names unique names', () => {
	const items = toOutputItems([
		at('a'),
		at('b'),
		file('notes.csv'),
		file('notes.csv'),
		file('notes.csv (2)'),
		{ ...file('per_state.parquet'), target: { owner: 'demo', namespace: 'a', datasetName: 'states' } },
		{ ...file('per_state.parquet'), target: { owner: 'demo', namespace: 'b', datasetName: 'states' } },
		{ ...at('a'), datasetName: 'rest' },
	]);
	expect(items.map((item) => item.name)).toEqual([
		'demo/a/delays',
		'demo/b/delays',
		'notes.csv',
		'notes.csv (3)',
		'notes.csv (2)',
		'per_state.parquet (demo/a/states)',
		'per_state.parquet (demo/b/states)',
		'rest',
	]);
	for (const item of items) expect(shownOutput(items, item.name)).toBe(item);
});

test('saves a produced file under its full name', () => {
	const saved = (name: string) => downloadName(toOutputItems([file(name), file(name)])[1] as never, 'parquet');
	for (const name of ['delays.parquet', 'LICENSE', 'part-0001', 'tracks.geojson-extended', `${'x'.repeat(200)}.csv`])
		expect(saved(name)).toBe(name);
	expect(saved('2024/delays.csv')).toBe('2024_delays.csv');
	expect(saved('../../evil\n.exe')).toBe('.._.._evil_.exe');
});

test('saves the output of a dataset under its name and format', () => {
	const saved = (datasetName: string, extension: string) =>
		downloadName(toOutputItems([{ ...at('a'), datasetName }])[0] as never, extension);
	expect(saved('delays', 'parquet')).toBe('delays.parquet');
	expect(saved('airport delays', 'csv.gz')).toBe('airport delays.csv.gz');
	expect(saved('report.v2', 'csv')).toBe('report.v2.csv');
	expect(saved('part.parquet', 'parquet')).toBe('part.parquet');
	expect(saved('page', '')).toBe('page');
});
