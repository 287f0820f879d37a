import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { beforeAll, expect, test } from 'vitest';
import { literal } from '#lib/sql/quoting.ts';
import { columnsOf, constantValue } from '../runner/lineage.ts';
import { columnLineage } from './column-lineage.ts';

let connection: DuckDBConnection;
const tables = [
	['demo', 's', 'flights'],
	['demo', 's', 'airports'],
	['demo', 's', 'sales'],
];
beforeAll(async () => {
	const instance = await DuckDBInstance.create(':memory:');
	connection = await instance.connect();
	for (const statement of [
		"ATTACH ':memory:' AS demo",
		'CREATE SCHEMA demo.s',
		'CREATE TABLE demo.s.flights (origin TEXT, destination TEXT, delay INT, departed TIMESTAMP, info STRUCT(crew INT, gate TEXT), stops TEXT[])',
		'CREATE TABLE demo.s.airports (iata TEXT, name TEXT, state TEXT)',
		'CREATE TABLE demo.s.sales (name TEXT, year INT, amount DOUBLE)',
		'USE demo',
	]) {
		await connection.run(statement);
	}
});

/** "name = computed: flights.delay", one line per column. */
async function lineageOf(sql: string): Promise<string[]> {
	const prepared = await connection.prepare(sql);
	const columns = Array.from({ length: prepared.columnCount }, (_, index) => prepared.columnName(index));
	const parsed = `SELECT CAST(json_serialize_sql(${literal(sql)}, skip_default := true) AS VARCHAR)`;
	const [row] = await (await connection.run(parsed)).getRows();
	const read = await Promise.all(tables.map(async (names) => ({ names, columns: await columnsOf(connection, names) })));
	const lineage = await columnLineage(JSON.parse(String(row?.[0])), read, columns, (expression) =>
		constantValue(connection, expression),
	);
	const show = ({ table, column }: { table: number; column: string }) => `${tables[table]?.at(-1)}.${column}`;
	const lines = lineage.columns.map(({ column, kind, from }) => {
		const sources = from.map(show).sort().join(', ');
		return `${column} = ${kind}${sources === '' ? '' : `: ${sources}`}`;
	});
	const also = lineage.alsoRead.map(show).sort().join(', ');
	return also === '' ? lines : [...lines, `(${also})`];
}

test.each<[what: string, sql: string, expected: string[]]>([
	[
		'copied, renamed and computed columns',
		'SELECT origin, delay AS late, delay * 2 AS twice, 1 AS one FROM s.flights',
		[
			'origin = copied: flights.origin',
			'late = copied: flights.delay',
			'twice = computed: flights.delay',
			'one = computed',
		],
	],
	[
		'a field of a struct, to the field alone',
		`WITH t AS (SELECT {'late': delay, 'at': {'from': origin, 'to': destination}} AS s FROM s.flights)
		SELECT s.late, s['at'].to AS place, (t.s).late + 1 AS more, struct_extract(s.at, 'from') AS start, s FROM t`,
		[
			'late = copied: flights.delay',
			'place = copied: flights.destination',
			'more = computed: flights.delay',
			'start = copied: flights.origin',
			's = computed: flights.delay, flights.destination, flights.origin',
		],
	],
	[
		'a star',
		'SELECT * FROM s.airports',
		['iata = copied: airports.iata', 'name = copied: airports.name', 'state = copied: airports.state'],
	],
	[
		'a star with columns excluded, replaced and renamed',
		'SELECT * EXCLUDE (state) REPLACE (upper(name) AS name) RENAME (iata AS code) FROM s.airports',
		['code = copied: airports.iata', 'name = computed: airports.name'],
	],
	[
		'WHERE, GROUP BY, HAVING and ORDER BY, which only read columns',
		'SELECT origin, avg(delay) AS mean FROM s.flights WHERE departed > now() GROUP BY origin HAVING count(destination) > 1 ORDER BY mean',
		['origin = copied: flights.origin', 'mean = computed: flights.delay', '(flights.departed, flights.destination)'],
	],
	[
		'a join of aliases',
		'SELECT a.name, f.delay FROM s.flights AS f JOIN s.airports AS a ON a.iata = f.origin',
		['name = copied: airports.name', 'delay = copied: flights.delay', '(airports.iata, flights.origin)'],
	],
	[
		'a join with USING',
		'SELECT * FROM s.airports JOIN s.sales USING (name)',
		[
			'iata = copied: airports.iata',
			'name = copied: airports.name',
			'state = copied: airports.state',
			'year = copied: sales.year',
			'amount = copied: sales.amount',
			'(sales.name)',
		],
	],
	[
		'a natural full join, which takes values from both sides',
		'SELECT name, amount FROM s.airports NATURAL FULL JOIN s.sales',
		['name = computed: airports.name, sales.name', 'amount = copied: sales.amount'],
	],
	[
		'a semi join, which returns columns of one side',
		'SELECT * FROM s.airports SEMI JOIN s.flights ON iata = origin',
		[
			'iata = copied: airports.iata',
			'name = copied: airports.name',
			'state = copied: airports.state',
			'(flights.origin)',
		],
	],
	[
		'common table expressions, also with column aliases',
		'WITH late(airport, minutes) AS (SELECT origin, delay FROM s.flights), worst AS (FROM late SELECT airport, max(minutes) AS most GROUP BY airport) SELECT * FROM worst',
		['airport = copied: flights.origin', 'most = computed: flights.delay'],
	],
	[
		'a recursive common table expression',
		'WITH RECURSIVE steps(n, who) AS (SELECT delay, origin FROM s.flights UNION ALL SELECT n - 1, who FROM steps WHERE n > 0) SELECT n, who FROM steps',
		['n = computed: flights.delay', 'who = copied: flights.origin'],
	],
	[
		'a union by position, and an except, which takes the values of its first part',
		'SELECT origin AS code, delay FROM s.flights UNION ALL SELECT iata, length(name) FROM s.airports',
		['code = copied: airports.iata, flights.origin', 'delay = computed: airports.name, flights.delay'],
	],
	[
		'an except',
		'SELECT origin FROM s.flights EXCEPT SELECT iata FROM s.airports',
		['origin = copied: flights.origin', '(airports.iata)'],
	],
	[
		'a union by name',
		'SELECT origin AS code, delay FROM s.flights UNION ALL BY NAME SELECT state, iata AS code FROM s.airports',
		['code = copied: airports.iata, flights.origin', 'delay = copied: flights.delay', 'state = copied: airports.state'],
	],
	[
		'window functions, with what they are ordered by',
		'SELECT origin, row_number() OVER (PARTITION BY destination ORDER BY delay DESC) AS place, sum(delay) OVER w AS total FROM s.flights WINDOW w AS (PARTITION BY origin)',
		[
			'origin = copied: flights.origin',
			'place = computed: flights.delay, flights.destination',
			'total = computed: flights.delay, flights.origin',
		],
	],
	[
		'fields of a struct and elements of a list',
		'SELECT info.gate, f.info.crew AS crew, stops[1] AS first, unnest(stops) AS stop FROM s.flights AS f',
		[
			'gate = computed: flights.info',
			'crew = computed: flights.info',
			'first = computed: flights.stops',
			'stop = computed: flights.stops',
		],
	],
	[
		'lambdas, whose parameters aren’t columns',
		'SELECT list_transform(stops, lambda origin: upper(origin) || destination) AS spoken FROM s.flights',
		['spoken = computed: flights.destination, flights.stops'],
	],
	[
		'subqueries: of a value, correlated, in FROM, and lateral',
		'SELECT (SELECT max(amount) FROM s.sales WHERE sales.name = a.name) AS best, b.code FROM s.airports AS a, LATERAL (SELECT a.iata || a.state AS code) AS b',
		['best = computed: sales.amount', 'code = computed: airports.iata, airports.state', '(airports.name, sales.name)'],
	],
	[
		'conditions with subqueries',
		'SELECT name FROM s.airports WHERE EXISTS (SELECT 1 FROM s.flights WHERE origin = iata) AND state IN (SELECT name FROM s.sales)',
		['name = copied: airports.name', '(airports.iata, airports.state, flights.origin, sales.name)'],
	],
	[
		'COLUMNS with a pattern and with a function, and expressions over them',
		"SELECT COLUMNS('^(na|st)'), max(COLUMNS('iata')) OVER () AS highest FROM s.airports",
		['name = copied: airports.name', 'state = copied: airports.state', 'highest = computed: airports.iata'],
	],
	[
		'columns picked by a function',
		"SELECT iata AS first, COLUMNS(c -> c LIKE 's%'), name AS last FROM s.airports",
		['first = copied: airports.iata', 'state = copied: airports.state', 'last = copied: airports.name'],
	],
	[
		'COLUMNS with a SQL pattern, with a list, which keeps its order, and with a list comprehension',
		"SELECT COLUMNS('(?i)^ST[[:alpha:]]+$'), COLUMNS(['name', 'iata']), max(COLUMNS([c FOR c IN (*) IF starts_with(c, 'na')])) OVER () AS top FROM s.airports",
		[
			'state = copied: airports.state',
			'iata = copied: airports.iata',
			'name = copied: airports.name',
			'top = computed: airports.name',
		],
	],
	[
		'columns excluded, replaced and renamed within a function',
		'SELECT max(COLUMNS(* EXCLUDE (iata, name))) OVER () AS top, COLUMNS(* EXCLUDE (name) REPLACE (lower(iata) AS iata)), COLUMNS(* RENAME (name AS title)) FROM s.airports',
		[
			'top = computed: airports.state',
			'iata = computed: airports.iata',
			'state = copied: airports.state',
			'iata = copied: airports.iata',
			'title = copied: airports.name',
			'state = copied: airports.state',
		],
	],
	[
		'a star with a condition for names, in all its forms',
		"SELECT * LIKE 'i%', * NOT ILIKE 'I%', * GLOB 's*', * SIMILAR TO 'am', * NOT SIMILAR TO '(iata|state)' FROM s.airports",
		[
			'iata = copied: airports.iata',
			'name = copied: airports.name',
			'state = copied: airports.state',
			'state = copied: airports.state',
			'name = copied: airports.name',
			'name = copied: airports.name',
		],
	],
	[
		'a column excluded from one of two tables that have it',
		'SELECT * EXCLUDE (a.name, a.state) FROM s.airports a JOIN s.sales b ON a.iata = b.name',
		[
			'iata = copied: airports.iata',
			'name = copied: sales.name',
			'year = copied: sales.year',
			'amount = copied: sales.amount',
		],
	],
	[
		'positions of columns',
		'SELECT #2, #1 || #5 AS both FROM s.airports, s.sales WHERE #3 IS NOT NULL ORDER BY #2',
		['name = copied: airports.name', 'both = computed: airports.iata, sales.year', '(airports.state)'],
	],
	[
		'GROUP BY ALL and ORDER BY ALL, which read no additional columns',
		'SELECT origin, max(delay) AS most FROM s.flights GROUP BY ALL ORDER BY ALL',
		['origin = copied: flights.origin', 'most = computed: flights.delay'],
	],
	[
		'an array from a subquery',
		'SELECT iata, ARRAY(SELECT amount FROM s.sales WHERE sales.name = a.name) AS amounts FROM s.airports a',
		['iata = copied: airports.iata', 'amounts = computed: sales.amount', '(airports.name, sales.name)'],
	],
	[
		'the fields of a struct, of a table and of the statement',
		"SELECT info.*, made.* EXCLUDE (b) FROM (SELECT info, {'a': delay, 'b': origin, 'c': destination} AS made FROM s.flights)",
		[
			'crew = computed: flights.info',
			'gate = computed: flights.info',
			'a = copied: flights.delay',
			'c = copied: flights.destination',
			'(flights.origin)',
		],
	],
	[
		'unnested structs, also within a list',
		"SELECT gate, late, place FROM (SELECT unnest(info), unnest([{'late': delay, 'place': {'place': origin}}], recursive := true) FROM s.flights)",
		['gate = computed: flights.info', 'late = copied: flights.delay', 'place = copied: flights.origin'],
	],
	[
		'elements of a list in FROM',
		'SELECT origin, stop FROM s.flights, unnest(stops) AS each(stop)',
		['origin = copied: flights.origin', 'stop = computed: flights.stops'],
	],
	[
		'JSON members, whose arrow lambdas use too',
		"SELECT origin -> '$.code' AS code, origin ->> 'name' AS name FROM s.flights",
		['code = computed: flights.origin', 'name = computed: flights.origin'],
	],
	[
		'columns of a subquery by their generated names',
		'SELECT "max(delay)" AS worst, z FROM (SELECT max(delay), COLUMNS(\'ori\') AS z FROM s.flights GROUP BY origin)',
		['worst = computed: flights.delay', 'z = copied: flights.origin'],
	],
	[
		'EXISTS, whose selected columns don’t matter',
		'SELECT iata, EXISTS (SELECT * FROM s.sales WHERE sales.name = a.name) AS sold FROM s.airports a',
		['iata = copied: airports.iata', 'sold = computed: airports.name, sales.name'],
	],
	[
		'functions called on a column with a dot',
		'SELECT name.upper() AS loud, a.state.lower().length() AS size FROM s.airports a',
		['loud = computed: airports.name', 'size = computed: airports.state'],
	],
	[
		'an unpivot of a pivot’s result',
		'SELECT total FROM s.sales PIVOT (sum(amount) FOR year IN (2000, 2001)) UNPIVOT (total FOR y IN ("2000", "2001"))',
		['total = computed: sales.amount, sales.year', '(sales.name)'],
	],
	[
		'a summary of a table',
		'SELECT column_name, max FROM (SUMMARIZE s.sales)',
		[
			'column_name = computed: sales.amount, sales.name, sales.year',
			'max = computed: sales.amount, sales.name, sales.year',
		],
	],
	[
		'an unpivot of columns by a pattern',
		"SELECT content FROM (UNPIVOT s.airports ON COLUMNS('^(na|st)') INTO NAME field VALUE content)",
		['content = computed: airports.name, airports.state', '(airports.iata)'],
	],
	[
		'aliases reused within the select list',
		'SELECT delay / 60.0 AS hours, hours / 24 AS days FROM s.flights',
		['hours = computed: flights.delay', 'days = computed: flights.delay'],
	],
	[
		'literal and generated rows next to a table',
		"SELECT v.label, t.i, name FROM s.airports, (VALUES ('x'), ('y')) AS v(label), range(3) AS t(i)",
		['label = computed', 'i = computed', 'name = copied: airports.name'],
	],
	[
		'a pivot',
		'PIVOT s.sales ON year IN (2000, 2001) USING sum(amount) GROUP BY name',
		[
			'name = copied: sales.name',
			'2000 = computed: sales.amount, sales.year',
			'2001 = computed: sales.amount, sales.year',
		],
	],
	[
		'an unpivot',
		'UNPIVOT s.airports ON name, state INTO NAME field VALUE content',
		['iata = copied: airports.iata', 'field = computed', 'content = computed: airports.name, airports.state'],
	],
	[
		'a case, a filter of an aggregate, and a cast',
		"SELECT CASE WHEN state = 'TX' THEN name ELSE iata END AS label, count(*) FILTER (state = 'CA') OVER () AS west, CAST(iata AS BLOB) AS raw FROM s.airports",
		[
			'label = computed: airports.iata, airports.name, airports.state',
			'west = computed: airports.state',
			'raw = computed: airports.iata',
		],
	],
	[
		'a whole row',
		'SELECT airports FROM s.airports',
		['airports = computed: airports.iata, airports.name, airports.state'],
	],
	[
		'names in a different case, and three-part table names',
		'SELECT demo.S.Airports.IATA FROM demo.s.AIRPORTS',
		['iata = copied: airports.iata'],
	],
])('finds the columns behind %s', async (_, sql, expected) => {
	expect(await lineageOf(sql)).toEqual(expected);
});
