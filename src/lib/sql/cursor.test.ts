import { expect, test } from 'vitest';
import { callAt, cursorAt, pathAt, readSql } from './cursor.ts';

const at = (marked: string) => {
	const sql = readSql(marked.replace('|', ''));
	return { sql, offset: marked.indexOf('|') };
};

test.each([
	['|', 'query', '', ''],
	['sel|', 'query', '', 'sel'],
	['select 1; sel|', 'query', '', 'sel'],
	['select |', 'value', '', ''],
	['select avg(del|', 'value', '', 'del'],
	['select a, b| from t', 'value', '', 'b'],
	['select a as na| from t', 'nothing', '', 'na'],
	['select a na| from t', 'word', '', 'na'],
	['select count(*) fl| from t', 'word', '', 'fl'],
	['select a + b| from t', 'value', '', 'b'],
	['select 2 * b| from t', 'value', '', 'b'],
	['select * ex| from t', 'word', '', 'ex'],
	['select f.de| from t f', 'value', 'f', 'de'],
	['select "Final St| from t', 'value', '', '"Final St'],
	['select a::int| from t', 'type', '', 'int'],
	['select cast(a as int| from t', 'type', '', 'int'],
	["select 'abc| def' from t", 'nothing', '', ''],
	['select 1 -- a comment|', 'nothing', '', ''],
	['select 12|', 'nothing', '', ''],
	['select * from |', 'dataset', '', ''],
	['select * from avi|', 'dataset', '', 'avi'],
	['select * from demo.aviation.fl|', 'dataset', 'demo/aviation', 'fl'],
	['select * from aviation.| where x', 'dataset', 'aviation', ''],
	['select * from a.b f|', 'word', '', 'f'],
	['select * from a.b as f|', 'nothing', '', 'f'],
	['select * from a.b f left join |', 'dataset', '', ''],
	['select * from a.b f left jo|', 'word', '', 'jo'],
	['select * from a.b f, |', 'dataset', '', ''],
	['select * from a.b f join c.d g on f.x = g.|', 'value', 'g', ''],
	['select * from a.b f join c.d g on f.x = g.y an|', 'word', '', 'an'],
	['select * from a.b f join c.d using (x|', 'value', '', 'x'],
	['select * from range(x|', 'value', '', 'x'],
	['select * from t where x = 1 gr|', 'word', '', 'gr'],
	['select * from t where |', 'value', '', ''],
	['select * from t where x in (|', 'value', '', ''],
	['select * from t group by a|', 'value', '', 'a'],
	['select * from t order by x de|', 'word', '', 'de'],
	['select case when a th|', 'word', '', 'th'],
	['select case when |', 'value', '', ''],
	['with t|', 'nothing', '', 't'],
	['with t as (select 1), u|', 'nothing', '', 'u'],
	['with t as (sel|', 'query', '', 'sel'],
	['with t as (select 1) sel|', 'query', '', 'sel'],
	['select * from (sel|', 'dataset', '', 'sel'],
])('finds what to complete in %s', (marked, wanted, qualifier, typed) => {
	const { sql, offset } = at(marked);
	const cursor = cursorAt(sql, offset);
	expect([cursor.wanted, cursor.qualifier.join('/'), cursor.typed]).toEqual([wanted, qualifier, typed]);
});

test.each([
	['select round(avg(x), |', { name: 'round', argument: 1 }],
	['select round(avg(|x), 2)', { name: 'avg', argument: 0 }],
	["select replace(a, ',', |", { name: 'replace', argument: 2 }],
	['select round(a, [1, 2|', null],
	['select (1, |', null],
	['select round(a) |', null],
	['select round(a, -- of b(|', null],
])('finds the call in %s', (marked, expected) => {
	const { sql, offset } = at(marked);
	expect(callAt(sql, offset)).toEqual(expected);
});

test('joins names with dots into one path', () => {
	const { sql, offset } = at('select * from demo."Air |Data".flights f');
	const path = pathAt(sql.tokens, offset);
	expect([path?.names.map((name) => name.text), path?.at]).toEqual([['demo', '"Air Data"', 'flights'], 1]);
	expect(pathAt(sql.tokens, 6)?.names.map((name) => name.text)).toEqual(['select']);
});
