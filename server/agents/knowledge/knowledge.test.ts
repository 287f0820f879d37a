import { expect, test } from 'vitest';
import { offlineWriter } from '../offline/offline-writer.ts';
import type { ContextColumn, ContextDataset, SchemaContext } from '../query/types.ts';
import { assumptionsOf } from './assumptions.ts';
import { definitionsIn } from './definitions.ts';
import { withKnowledge } from './with-knowledge.ts';
import { wordMarks } from './word-marks.ts';

const { signal } = new AbortController();
const column = (name: string, type: string, more: Partial<ContextColumn> = {}): ContextColumn => ({
	...{
		name,
		type,
		description: '',
		samples: [],
		distinct: 90,
		values: null,
		min: '0',
		max: '900',
		nulls: 0,
		textOf: null,
	},
	...more,
});
const text = (name: string, values: readonly string[], description = ''): ContextColumn =>
	column(name, 'VARCHAR', { description, values, samples: values, distinct: values.length, min: null, max: null });
const at = (datasetName: string) => ({ owner: 'ann', namespace: 'shop', datasetName });
const dataset = (name: string, description: string, columns: ContextColumn[]): ContextDataset => ({
	...{ coordinate: at(name), description, rows: 900, columns, keys: [] },
	source: { coordinate: at(name), namespaceId: '', sha256: name },
});
const contextOf = (...datasets: ContextDataset[]): SchemaContext => ({
	...{ namespace: { owner: 'ann', name: 'shop' }, datasets, links: [] },
});
const dates = { min: '2023-01-01', max: '2024-01-01' };
const orders = dataset('orders', 'One row for each order. revenue: sum of price, also called turnover.', [
	column('id', 'BIGINT', { description: 'Number of the order.' }),
	column('price', 'DOUBLE', { description: 'What was paid, in euros.' }),
	column('weight', 'DOUBLE', { description: 'Weight in kilograms.' }),
	column('ordered_on', 'DATE', { description: 'Day of the order.', ...dates }),
	text('region', ['north', 'south'], 'Where it was ordered. Also known as "sales area" or territory.'),
]);
const shop = contextOf(orders);
const writer = withKnowledge(offlineWriter, true);

const asked = async (question: string, context = shop) => {
	const written = await writer.write(question, context, { signal });
	if (written.kind === 'refused') throw new Error(written.message);
	return written;
};

test('finds formulas over existing columns and synonyms in descriptions', () => {
	expect(definitionsIn(shop).map(({ term, meaning, column }) => [term, meaning, column])).toEqual([
		['revenue', 'total price', null],
		['turnover', 'total price', null],
		['sales area', 'region', 'region'],
		['territory', 'region', 'region'],
	]);
	const termsOf = (description: string) =>
		definitionsIn(contextOf(dataset('orders', description, orders.columns as ContextColumn[]))).filter(
			({ column }) => column === null,
		);
	expect(termsOf('Load is the average weight')).toEqual([]);
	expect(termsOf('Load is the average of weight.').map(({ meaning }) => meaning)).toEqual(['average weight']);
	expect(termsOf('volume = count of orders where region is north')).toMatchObject([
		{ meaning: 'number of orders', condition: 'where region is north' },
	]);
	expect(termsOf('profit: sum of margin')).toEqual([]);
	expect(termsOf('price: sum of weight')).toEqual([]);
});

test.each(['revenue by region', 'What is the turnover by territory?', 'total revenue for each sales area'])(
	'uses the definition for "%s" and says so in the reading',
	async (question) => {
		const { sql, reading, definitions = [] } = await asked(question);
		expect(sql).toMatch(/sum\(.*price/i);
		expect(sql).toContain('region');
		expect(reading).toMatch(/"(revenue|turnover)" is total price, according to the description of ann\/shop\/orders\./);
		expect(definitions.length).toBeGreaterThan(0);
	},
);

test('asks for clarification of an aggregate of an aggregate and of a term with two definitions', async () => {
	const again = await writer.write('average revenue by region', shop, { signal });
	expect(again).toMatchObject({ kind: 'refused', suggestions: ['revenue by region', 'average price by region'] });
	const refunds = dataset('refunds', 'revenue: sum of weight', orders.columns as ContextColumn[]);
	const twice = await writer.write('revenue by region', contextOf(orders, refunds), { signal });
	expect(twice).toMatchObject({ kind: 'refused', suggestions: ['total price by region', 'total weight by region'] });
});

test('reports a word without any match as unknown', async () => {
	const refused = await writer.write('churn by region', shop, { signal });
	expect(refused).toMatchObject({ kind: 'refused', about: 'churn', isUnknown: true });
});

test('marks the words of a question with their meaning', async () => {
	const question = 'Total price by region in January 2023';
	const query = await asked(question);
	const marks = wordMarks(question, query, shop).map(({ start, end, meaning, places }) => [
		question.slice(start, end),
		meaning,
		places.map((place) => query.reading.slice(place.start, place.end).replaceAll('"', '')),
	]);
	expect(marks).toContainEqual(['price', 'column price of orders', ['price']]);
	expect(marks).toContainEqual(['region', 'column region of orders', ['region']]);
	expect(marks).toContainEqual(['Total', 'total', ['total']]);
	expect(marks).toContainEqual([
		'January 2023',
		expect.stringContaining('2023-01-01'),
		[expect.stringContaining('2023-01-01')],
	]);
});

test('marks a defined term with its definition', async () => {
	const query = await asked('turnover by region');
	const [turnover] = wordMarks('turnover by region', query, shop);
	expect(turnover).toMatchObject({ start: 0, end: 8, meaning: 'total price' });
});

test('states which column a superlative uses, with alternatives that can be asked', async () => {
	const question = 'Which are the 3 heaviest orders?';
	const query = await asked(question);
	expect(query.sql).toContain('weight');
	const [assumption] = await assumptionsOf(question, query, shop, writer, signal);
	expect(assumption?.text).toBe('"heaviest" by weight');
	expect(assumption?.alternatives.map(({ label }) => label)).toEqual(['price']);
	const [other] = assumption?.alternatives ?? [];
	expect((await asked(other?.question ?? '')).sql).toContain('price');
	const named = 'Which 3 orders have the highest price?';
	expect(await assumptionsOf(named, await asked(named), shop, writer, signal)).toEqual([]);
});

test('states which dataset’s column is used if several have that name', async () => {
	const cities = ['Leeds', 'York', 'Hull'];
	const key = (name: string, distinct: number) => column(name, 'BIGINT', { distinct, min: '1', max: String(distinct) });
	const keyed = (name: string, rows: number, key: string, columns: ContextColumn[]) => ({
		...dataset(name, '', columns),
		rows,
		keys: [[key]],
	});
	const context = contextOf(
		keyed('bookings', 900, 'booking_id', [key('booking_id', 900), key('member_id', 90), key('screening_id', 60)]),
		keyed('members', 90, 'member_id', [key('member_id', 90), text('city', cities)]),
		keyed('screenings', 60, 'screening_id', [key('screening_id', 60), key('cinema_id', 8)]),
		keyed('cinemas', 8, 'cinema_id', [key('cinema_id', 8), text('city', cities)]),
	);
	const found = await assumptionsOf(
		'bookings by city',
		await asked('bookings by city', context),
		context,
		writer,
		signal,
	);
	expect(found).toEqual([
		{
			text: '"city" as member city',
			alternatives: [{ label: 'cinema city', question: 'bookings by cinema city' }],
		},
	]);
	const named = 'bookings by member city';
	expect(await assumptionsOf(named, await asked(named, context), context, writer, signal)).toEqual([]);
});

test('states which of several date columns is used', async () => {
	const more = dataset('orders', '', [
		...orders.columns,
		column('shipped_on', 'DATE', { description: 'Day on which it left.', ...dates, nulls: 5 }),
	]);
	const context = contextOf(more);
	const question = 'How many orders in March 2023?';
	const query = await asked(question, context);
	const [assumption] = await assumptionsOf(question, query, context, writer, signal);
	expect(assumption?.text).toBe('"March 2023" of ordered on');
	expect(assumption?.alternatives.map(({ label }) => label)).toEqual(['shipped on']);
});
