import { describe, expect, test } from 'vitest';
import type { EngineSource } from '../types.ts';
import { assertPlan, guardStatement } from './guard.ts';

const source = (namespace: string, datasetName: string, owner = 'demo'): EngineSource => ({
	owner,
	namespace,
	datasetName,
	files: [],
});
const sources = [source('aviation', 'flights'), source('sales', 'my orders')];

describe('names of sources', () => {
	test.each([
		['SELECT * FROM aviation.flights', 'SELECT * FROM          flights'],
		['SELECT * FROM demo.aviation.flights;', 'SELECT * FROM               flights '],
		['SELECT aviation.flights.delay FROM `Aviation`.FLIGHTS', 'SELECT          flights.delay FROM            FLIGHTS'],
		['SELECT * FROM sales . "my orders"', 'SELECT * FROM         "my orders"'],
		['SELECT a.flights FROM x AS a', 'SELECT a.flights FROM x AS a'],
		["SELECT 'aviation.flights' -- aviation.flights\n", "SELECT 'aviation.flights'                     \n"],
	])('%s', (sql, expected) => {
		const guarded = guardStatement(sql, sources);
		expect(guarded.sql.trimEnd()).toBe(expected.trimEnd());
		expect(guarded.views.map(({ view }) => view)).toEqual(['flights', 'my orders']);
	});

	test('that the statement already uses are replaced by another view name', () => {
		const { sql, views } = guardStatement(
			'WITH flights AS (SELECT 1) SELECT * FROM flights, aviation.flights',
			sources,
		);
		expect(views[0]?.view).toBe('_s0');
		expect(sql).toBe('WITH flights AS (SELECT 1) SELECT * FROM flights,              _s0');
	});

	test('that two owners share stay ambiguous without the owner', () => {
		const two = [source('a', 'x', 'one'), source('a', 'x', 'two')];
		const { sql } = guardStatement('SELECT * FROM one.a.x, a.x', two);
		expect(sql).toBe('SELECT * FROM     _s0, a.x');
	});
});

describe('a statement is one SELECT that calls Spark’s own functions', () => {
	test.each([
		'SELECT 1 -- ;',
		'(SELECT 1)',
		'VALUES (1), (2)',
		'FROM aviation.flights SELECT delay',
		'WITH t(a, b) AS (SELECT 1, 2), u AS (SELECT 3) SELECT * FROM t JOIN u USING (a)',
		'SELECT count(*) FILTER (WHERE a IN (1, 2)) OVER (PARTITION BY b) FROM (VALUES (1, 2)) AS t(a, b) WHERE NOT EXISTS (SELECT 1)',
		'SELECT CAST(a AS DECIMAL(9, 2)), extract(YEAR FROM d), transform(l, x -> x + 1) FROM aviation.flights f LATERAL VIEW explode(l) e AS x',
		"SELECT r'\\d+' RLIKE 'it\\'s', 'a;b', `a;b`, \"a;b\" FROM aviation.flights",
		'SELECT a FROM aviation.flights GROUP BY ROLLUP (a) HAVING (max(b) > 1)',
		'SELECT * FROM aviation.flights PIVOT (sum(a) FOR b IN (1, 2)) /* a comment */',
		'SELECT /*+ BROADCAST(flights) */ * FROM aviation.flights LIMIT 3;;',
	])('accepts %s', (sql) => {
		expect(() => guardStatement(sql, sources)).not.toThrow();
	});

	test.each([
		['', 'The statement is empty'],
		['SELECT 1; SELECT 2', 'A second statement starts here'],
		['DROP TABLE x', 'DROP isn’t available'],
		['SET spark.sql.runSQLOnFiles = true', 'SET isn’t available'],
		['INSERT INTO x SELECT 1', 'INSERT isn’t available'],
		['BEGIN SELECT 1; END', 'A second statement starts here'],
		['SELECT 1) UNION (SELECT 1', 'has no matching opening parenthesis'],
		["SELECT reflect('java.lang.Runtime', 'getRuntime')", '"reflect" isn’t available'],
		["SELECT `reflect` /* x */ ('java.lang.Runtime', 'getRuntime')", '"reflect" isn’t available'],
		["SELECT \"java_method\"('a', 'b')", '"java_method" isn’t available'],
		["SELECT a TRY_REFLECT('a', 'b')", '"try_reflect" isn’t available'],
		["SELECT builtin.reflect('a', 'b')", '"reflect" isn’t available'],
		// Its options name a schema, which Spark reads from any path or address.
		["SELECT from_xml('<a/>', 'b STRING', map('rowValidationXSDPath', '/etc/passwd'))", '"from_xml" isn’t available'],
		["SELECT `schema_of_xml`('<a/>', map('rowValidation' || 'XSDPath', 'x'))", '"schema_of_xml" isn’t available'],
		['SELECT system.builtin.abs(1)', 'without a prefix'],
		["SELECT IDENTIFIER('re' || 'flect')('a', 'b')", '"identifier" isn’t available'],
		["SELECT * FROM IDENTIFIER('parquet.`/etc`')", '"identifier" isn’t available'],
		["SELECT * FROM read_files('/etc/passwd')", '"read_files" isn’t available'],
		['SELECT input_file_name()', '"input_file_name" isn’t available'],
		["SELECT from_protobuf(a, 'M', '/etc/passwd') FROM x", '"from_protobuf" isn’t available'],
		["SELECT xpath_string('<a/>', 'a')", '"xpath_string" isn’t available'],
		['SELECT my_udf(1)', '"my_udf" isn’t available'],
		['SELECT NOT my_udf(1)', '"my_udf" isn’t available'],
		["SELECT TRANSFORM(a) USING 'cat /etc/passwd' FROM x", 'USING is only available in a JOIN'],
		["FROM x MAP a USING r'sh'", 'USING is only available in a JOIN'],
		['SELECT * FROM s3://bucket/--x', 'Use a source instead'],
		[`SELECT 'a$${'{'}env:HOME}'`, 'Spark variables'],
		["SELECT 1e-5r'\\' , reflect('a', 'b') --'", 'Add a space'],
		["SELECT 'a\\' , reflect('a','b')", 'has no closing'],
		['SELECT "a\\" , reflect(1) -- "', 'has no closing'],
		['SELECT 1 /* /* */ , reflect(1) */', 'Nested comments'],
		['SELECT 1 /* x', 'isn’t closed'],
		['SELECT $$a$$', 'isn’t valid here in Spark SQL'],
		["SELECT 1 -- x\\\n , 2\n , reflect('a', 'b')", '"reflect" isn’t available'],
		['SELECT /*+ broadcast(reflect(1)) */ 1', '"reflect" isn’t available'],
	])('refuses %s', (sql, message) => {
		expect(() => guardStatement(sql, sources)).toThrow(message);
	});
});

test('refuses a plan that reads a catalog table', () => {
	expect(() => assertPlan('Project\n+- SubqueryAlias flights\n   +- View')).not.toThrow();
	expect(() => assertPlan('Project\n+- SubqueryAlias spark_catalog.default.secret\n')).toThrow('secret');
});
