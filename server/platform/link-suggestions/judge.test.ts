import { expect, test } from 'vitest';
import { type DatasetColumn, judge } from './judge.ts';
import { nameEvidence } from './names.ts';

/** A column whose values have these numbers as hashes. */
const column = (
	path: string,
	values: readonly number[],
	rest: Partial<DatasetColumn['sketch']> = {},
): DatasetColumn => {
	const [dataset = '', name = ''] = path.split('.');
	const hashes = Float64Array.from([...new Set(values)].sort((a, b) => a - b));
	const unique = hashes.length === values.length;
	return {
		datasetId: dataset,
		dataset,
		sketch: { name, kind: 'text', distinct: hashes.length, unique, hashes, whole: true, ...rest },
	};
};
const integers = { kind: 'integer' } as const;
const range = (length: number, from = 1) => Array.from({ length }, (_, index) => index + from);
const twice = (values: number[]) => [...values, ...values];
const found = (...places: DatasetColumn[]) =>
	judge(places).map(({ from, to }) => `${from.dataset}.${from.sketch.name} → ${to.dataset}.${to.sketch.name}`);

test('links numeric keys by the entity they’re named after, not because they’re named id', () => {
	const customers = column('customers.id', range(500), integers);
	const orders = column('orders.id', range(400), integers);
	expect(found(customers, orders, column('orders.customer_id', twice(range(300)), integers))).toEqual([
		'orders.customer_id → customers.id',
	]);
	expect(found(column('a.number', range(50), integers), column('b.number', range(60), integers))).toEqual([]);
	expect(found(column('a.year', twice(range(11)), integers), column('b.year', range(90), integers))).toEqual([]);
});

test('recognizes short keys and spelled-out identifiers', () => {
	const writes = column('writes.aid', twice(range(300)), integers);
	expect(found(column('author.aid', range(500), integers), writes)).toEqual(['writes.aid → author.aid']);
	const claims = column('claim.Claim_Identifier', range(500), integers);
	const amounts = column('claim_amount.Claim_Identifier', twice(range(300)), integers);
	expect(found(claims, amounts)).toEqual(['claim_amount.Claim_Identifier → claim.Claim_Identifier']);
});

test('links columns with few values only if their names share a word', () => {
	const kinds = column('tickets.state', twice(range(3)));
	expect(found(kinds, column('lamps.position', range(5)))).toEqual([]);
	expect(found(kinds, column('states.state', range(5)))).toEqual(['tickets.state → states.state']);
	// Yes/no columns, even if they have the same name.
	expect(found(column('shifts.cancelled', twice(range(2))), column('trips.cancelled', twice(range(2))))).toEqual([]);
});

test('links columns directly to the key instead of through another column', () => {
	const key = column('airports.code', range(1000));
	const [flights, routes] = [column('flights.origin', twice(range(200))), column('routes.origin', twice(range(300)))];
	expect(found(key, flights, routes)).toEqual(['flights.origin → airports.code', 'routes.origin → airports.code']);
});

test.each([
	['orders', 'customerId', 'customers', 'id', 0.7],
	['orders', 'customer_id', 'accounts', 'customer_id', 1],
	['strikes', 'Origin State', 'us_states', 'state', 0.7],
	['orders', 'merchant_id', 'merchants', 'mid', 0.7],
	['orders', 'id', 'customers', 'id', 0],
	['orders', 'created_at', 'users', 'created_at', 0],
])('scores the names %s.%s and %s.%s with %s', (dataset, from, other, to, score) => {
	expect(nameEvidence({ dataset, column: from }, { dataset: other, column: to }).score).toBe(score);
});
