import { expect, test } from 'vitest';
import { tokenize } from '#lib/sql/lexer.ts';
import { type ColumnsOf, columnsOfQuery } from './columns.ts';
import { nearest } from './nearest.ts';
import { readQueries } from './queries.ts';
import { aliasesOf, ctesAt, datasetsRead, itemsAt, positionIn } from './scope.ts';

const tables: Record<string, readonly string[]> = {
	'aviation.flights': ['origin', 'delay', 'Final Stop'],
	'aviation.airports': ['iata', 'name', 'state'],
};
const columnsOf: ColumnsOf = (path) =>
	tables[path.slice(-2).join('.').toLowerCase()]?.map((name) => ({ name, type: 'VARCHAR', origin: { path, name } })) ??
	null;

const read = (sql: string) => readQueries(tokenize(sql), sql.length);

/** The sources in scope at the bar: `name: columns` of each FROM item. */
function scopeAt(marked: string): string[] {
	const offset = marked.indexOf('|');
	const position = positionIn(read(marked.replace('|', '')), offset);
	if (position === null) return [];
	return itemsAt(position, columnsOf).map(
		(item) => `${item.name}: ${item.columns?.map((one) => one.name).join(' ') ?? '?'}`,
	);
}

const flights = 'origin delay Final Stop';

test.each([
	['select | from aviation.flights', [`flights: ${flights}`]],
	['select f.| from demo.aviation.flights as f, "aviation".airports', [`f: ${flights}`, 'airports: iata name state']],
	// Half-typed: a call, a member, a comma, an unclosed string after the cursor.
	['select avg(del| from aviation.flights f', [`f: ${flights}`]],
	['select round(avg(f.|, 2), sum(\nfrom aviation.flights f\nwhere', [`f: ${flights}`]],
	['select origin, | from aviation.flights where delay > extract(year from d', [`flights: ${flights}`]],
	["select | from aviation.flights where origin = 'DF", [`flights: ${flights}`]],
	['with t as (select avg(| from aviation.flights) select * from t', [`flights: ${flights}`]],
	['from aviation.flights select |', [`flights: ${flights}`]],
	[
		'select * from aviation.flights f join aviation.airports a on f.origin = a.|',
		[`f: ${flights}`, 'a: iata name state'],
	],
	['select * from aviation.flights f left join aviation.airports a using (|)', [`f: ${flights}`, 'a: iata name state']],
	['select 1 from aviation.flights where delay is not distinct from |', [`flights: ${flights}`]],
	[
		'select | from (select origin as o, delay * 2 twice, "Final Stop" from aviation.flights) s',
		['s: o twice Final Stop'],
	],
	['select | from (select * exclude (delay) rename (origin as o) from aviation.flights) s', ['s: o Final Stop']],
	['select | from (values (1, 2), (3, 4)) v(a, b)', ['v: a b']],
	['select | from range(10) r', ['r: ?']],
	['select | from t: aviation.airports', ['t: iata name state']],
	['with t(x) as (select origin from aviation.flights) select | from t', ['t: x']],
	[
		'with t as (select origin o, count(*) as n from aviation.flights group by all), u as (select o, n from t) select | from u',
		['u: o n'],
	],
	// In a CTE only its own items; in a subquery the enclosing ones too.
	['with t as (select | from aviation.airports) select * from aviation.flights', ['airports: iata name state']],
	[
		'select (select max(delay) from aviation.flights where origin = |) from aviation.airports a',
		[`flights: ${flights}`, 'a: iata name state'],
	],
	['select * from aviation.airports; select | from aviation.flights; select 1', [`flights: ${flights}`]],
	['select a from aviation.airports union all select | from aviation.flights', [`flights: ${flights}`]],
	// One statement is being typed above another.
	['select | \nselect * from aviation.flights', []],
	[
		'select 1 -- from aviation.airports\n, | from aviation.flights /* join aviation.airports */',
		[`flights: ${flights}`],
	],
	['', []],
	[')|', []],
	['with recursive t as (select 1 as n union all select n + 1 from t where |) select * from t', ['t: n']],
])('finds the sources in scope in %j', (sql, expected) => {
	expect(scopeAt(sql.includes('|') ? sql : `${sql}|`)).toEqual(expected);
});

test('returns the columns of a query with their origin', () => {
	const [query] = read('select f.delay as late, count(*) n, upper(origin) from aviation.flights f');
	expect(columnsOfQuery(query as NonNullable<typeof query>, columnsOf)).toEqual([
		{ name: 'late', type: 'VARCHAR', origin: { path: ['aviation', 'flights'], name: 'delay' } },
		{ name: 'n', type: null, origin: null },
	]);
});

test('makes CTEs available after their definition, and aliases after the select list', () => {
	const sql = 'with a as (select 1), b as (select 2 as two, 3 + 4 seven) select 5 as five from ';
	const at = (offset: number) => {
		const position = positionIn(read(sql), offset);
		return position === null ? [] : [ctesAt(position, offset).map((cte) => cte.name), aliasesOf(position.select)];
	};
	expect(at(sql.length)).toEqual([['a', 'b'], ['five']]);
	expect(at(sql.indexOf('two'))).toEqual([
		['a', 'b'],
		['two', 'seven'],
	]);
});

test('finds all datasets that code reads, at any depth', () => {
	const sql = `with t as (select * from ann.aviation.flights)
		select (select max(x) from b.c), 'from d.e' from t join "Air Data"."2001" on exists (from f.g) where z in (select 1 from h`;
	expect(datasetsRead(read(sql)).map((item) => item.path?.join('/'))).toEqual([
		'Air Data/2001',
		'ann/aviation/flights',
		'b/c',
		'f/g',
		'h',
	]);
});

test.each([
	'select (((',
	'))) from',
	'with',
	'with t as',
	"e'\\''",
	'from . . join on',
	'" a',
	'/* /* */',
	'$a$ $b$',
	'select case from',
	"x = 'a''b' -- c\n!",
])('reads %j to the end and skips only whitespace', (sql) => {
	const tokens = tokenize(sql);
	let at = 0;
	for (const { start, end, text } of tokens) {
		expect(sql.slice(at, start).trim()).toBe('');
		expect(sql.slice(start, end)).toBe(text);
		at = end;
	}
	expect(sql.slice(at).trim()).toBe('');
	expect(readQueries(tokens, sql.length).at(-1)?.end).toBe(sql.length);
});

test('suggests the nearest names, and none that are too different', () => {
	expect(nearest('dely', ['origin', 'delay', 'delta', 'relay'])).toEqual(['delay']);
	expect(nearest('avgg', ['avg', 'max'])).toEqual(['avg']);
	expect(nearest('iatta', ['iata', 'state'])).toEqual(['iata']);
});
