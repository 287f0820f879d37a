import { expect, test } from 'vitest';
import { Decimal } from '#lib/exact-json/exact-json.ts';
import { type Headline, headlineText } from '#lib/text/headline.ts';
import { headlineOfTable, isFigure, rankedFirst, roundedColumns } from './figure.ts';
import { pictureOf } from './picture.ts';
import { toTable } from './result-table.ts';

const sentence = (...rows: readonly Record<string, unknown>[]): Headline =>
	headlineOfTable(toTable(rows), { rows, total: null, truncated: false });

test('shows a single value as a rounded figure and keeps all its digits', () => {
	expect(sentence({ flights: 20_000 })).toEqual([{ text: '20,000', exact: '20000' }, ' flights']);
	expect(sentence({ avg_delay: 7.694499999 })).toEqual(['Average delay: ', { text: '7.69', exact: '7.694499999' }]);
	expect(isFigure(toTable([{ a: 1 }]))).toBe(true);
	expect(isFigure(toTable([{ a: 1, b: 2 }]))).toBe(false);
	expect(isFigure(toTable([]))).toBe(false);
});

test('puts the name and the ranking column of ranked rows first', () => {
	const films = toTable([{ film_id: 4, title: 'Copper Sky', director: 'Rao', rating: 'U', screenings: 101 }]);
	const names = ['film_id', 'title', 'director', 'rating', 'screenings'];
	expect(rankedFirst(films, 'All columns of films, the 5 with the highest number of screenings.')).toEqual([
		...['title', 'screenings', 'film_id', 'director', 'rating'],
	]);
	expect(rankedFirst(films, 'All columns of films.')).toEqual(names);
	expect(rankedFirst(films, undefined)).toEqual(names);
});

test('labels ranked rows without a name by their key, not by a time', () => {
	const flights = [
		{ flight_id: 19881, departure: '2001-02-01T10:20:00', delay: 402, origin: 'DFW' },
		{ flight_id: 7204, departure: '2001-02-01T10:20:00', delay: 371, origin: 'ORD' },
	];
	const reading = 'All columns of flights, the 2 with the highest delay.';
	expect(rankedFirst(toTable(flights), reading)).toEqual(['flight_id', 'delay', 'departure', 'origin']);
	const headline = headlineOfTable(toTable(flights), { rows: flights, total: null, truncated: false }, reading);
	expect(headlineText(headline)).toBe('Flight id 19881 has the highest delay: 402, then 7204 with 371.');
});

test('keeps digits that a JavaScript number can’t hold', () => {
	const exact = '123456789012345678.25';
	expect(sentence({ total: new Decimal(exact) })[1]).toEqual({ text: '123,456,789,012,345,678.25', exact });
});

test('rounds fractions for display only', () => {
	const table = toTable([{ n: 1, delay: 0.5 }]);
	expect(roundedColumns(table).map(({ isRounded }) => isRounded)).toEqual([undefined, true]);
	expect(table.rows).toEqual([[1, 0.5]]);
});

test('charts a number per name as bars, and per time as a line', () => {
	const rows = ['DFW', 'ORD', 'SEA'].map((origin, index) => ({ origin, flights: index + 1 }));
	expect(pictureOf(toTable(rows))?.spec).toMatchObject({ mark: 'bar', x: 'origin', y: 'flights' });
	const months = ['2001-01', '2001-02', '2001-03'].map((month, index) => ({ month, delay: index + 0.5 }));
	const picture = pictureOf(toTable(months));
	expect(picture?.spec).toMatchObject({ mark: 'line', x: 'month', y: 'delay' });
	expect(picture?.rows.map(([month]) => month)).toEqual(['2001-01-01', '2001-02-01', '2001-03-01']);
	const years = [1955, 1960, 1965].map((year) => ({ year, people: year * 2 }));
	expect(pictureOf(toTable(years))?.spec.mark).toBe('line');
});

test('draws no chart for fewer than 3 rows, extra columns or text values', () => {
	const two = [
		{ a: 'x', b: 1 },
		{ a: 'y', b: 2 },
	];
	expect(pictureOf(toTable(two))).toBeNull();
	expect(pictureOf(toTable([...two, { a: 'z', b: 3 }].map((row) => ({ ...row, c: 1 }))))).toBeNull();
	expect(pictureOf(toTable(['x', 'y', 'z'].map((a) => ({ a, b: a }))))).toBeNull();
});
