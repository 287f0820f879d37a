import { expect, test } from 'vitest';
import type { MatchType } from '#contract/link.ts';
import type { CellValue } from '../../../rows/index.ts';
import { tryOnRows } from './local-trial.ts';
import type { VisibleRows } from './visible-rows.ts';

const seen = (columns: readonly string[], rows: readonly (readonly CellValue[])[]): VisibleRows => ({
	columns,
	rows,
	total: rows.length,
	where: 'here',
});
const end = (columnName: string) => ({ username: 'demo', namespace: 'n', dataset: 'd', columnName });
const link = (from: string, to: string, options = {}, matchType: MatchType = 'ExactMatch') => ({
	from: end(from),
	to: end(to),
	matchType,
	options,
});
const values = (name: string, ...of: CellValue[]) =>
	seen(
		[name],
		of.map((item) => [item]),
	);

test('counts matches on both sides and lists unmatched values by frequency', async () => {
	const trial = await tryOnRows(
		link('state', 'name'),
		values('state', 'Ohio', 'Ohio', 'Puerto Rico', 'Puerto Rico', 'Guam', null),
		values('name', 'Ohio', 'Utah'),
	);
	expect(trial.from).toMatchObject({
		rows: 6,
		withValue: 5,
		distinct: 3,
		matchedDistinct: 1,
		matchedRows: 2,
		unique: false,
	});
	expect(trial.from.unmatched).toEqual([
		{ value: 'Puerto Rico', rows: 2 },
		{ value: 'Guam', rows: 1 },
	]);
	expect(trial.to).toMatchObject({ distinct: 2, matchedDistinct: 1, unique: true });
});

test('predicts the matches of each option, and options reach them', async () => {
	const [from, to] = [
		values('a', 'OHIO', ' Utah', '007', 'Málaga', 'Iowa'),
		values('b', 'Ohio', 'Utah', '7', 'Malaga', 'Iowa'),
	];
	const before = await tryOnRows(link('a', 'b'), from, to);
	expect(before.from.matchedDistinct).toBe(1);
	expect(Object.fromEntries(before.hints.map((hint) => [hint.kind, hint.from]))).toEqual({
		all: 5,
		case: 2,
		trim: 2,
		leadingZeros: 2,
		accents: 2,
	});
	const after = await tryOnRows(link('a', 'b', { caseSensitive: false, trim: true }), from, to);
	expect(after.from.matchedDistinct).toBe(3);
});

test('matches points by great-circle distance, reads text coordinates and ignores invalid ones', async () => {
	const from = seen(
		['lat', 'lon'],
		[
			['52.52', '13.405'],
			['48.1372', '11.5755'],
			['95', '0'],
			[null, '1'],
		],
	);
	const to = seen(['latitude', 'longitude'], [[52.3906, 13.0645]]);
	const trial = await tryOnRows(link('lat', 'latitude', { maxDistanceMeters: 30_000 }, 'GeoMatch'), from, to);
	expect(trial.from).toMatchObject({ withValue: 2, matchedRows: 1 });
	expect(trial.distances?.points[0]?.meters).toBeGreaterThan(27_000);
	expect(trial.distances?.points[0]?.meters).toBeLessThan(28_000);
	expect(trial.distances?.points[1]?.meters).toBeNull();
	expect(trial.distances?.farther).toBe(1);
});

test('reports a missing column with the columns that exist', async () => {
	await expect(tryOnRows(link('x', 'b'), values('a', 1), values('b', 1))).rejects.toThrow(
		'Choose one of its columns: a.',
	);
});
