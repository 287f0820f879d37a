import { expect, test } from 'vitest';
import { bindParameters, comparedColumns, parametersOf } from './parameters.ts';

test('finds parameters after colons, but not in strings, casts, slices, structs and aliases', () => {
	expect(
		parametersOf(
			`select ':no', x::date, list[1:n], list[:n], {'a':b, c:d}, alias: 1 -- :no
			from t where a >= :from and b=:to or (:from) is null or c in (:one,:two)`,
		),
	).toEqual(['from', 'to', 'one', 'two']);
});

test('replaces parameters with values and maps positions back to the original text', () => {
	const bound = bindParameters('select :a,\n  :long, x, :a, wrong', (name) =>
		name === 'a' ? '1' : "DATE '2024-01-01'",
	);
	expect(bound.text).toBe("select 1,\n  DATE '2024-01-01', x, 1, wrong");
	expect(bound.placeOf(1, 8)).toEqual({ line: 1, column: 8 });
	expect(bound.placeOf(2, 3)).toEqual({ line: 2, column: 3 });
	// Inside a value: the start of its parameter.
	expect(bound.placeOf(2, 9)).toEqual({ line: 2, column: 3 });
	const at = (text: string, word: string) => (text.split('\n')[1] ?? '').indexOf(word) + 1;
	const [from, to] = [at(bound.text, 'wrong'), at('select :a,\n  :long, x, :a, wrong', 'wrong')];
	expect(bound.placeOf(2, from)).toEqual({ line: 2, column: to });
});

test('finds the columns compared with parameters, on either side, through BETWEEN and IN', () => {
	const sql = `select * from f where f.delay > :least and day between :from and :to and n between 1 and :n and m between -1 and :m and :city = f.origin
		and state not in (:one) and name ilike :like and :alone limit :most`;
	expect(comparedColumns(sql)).toEqual([
		['least', 'delay'],
		['from', 'day'],
		['to', 'day'],
		['n', 'n'],
		['m', 'm'],
		['city', 'origin'],
		['one', 'state'],
		['like', 'name'],
	]);
});
