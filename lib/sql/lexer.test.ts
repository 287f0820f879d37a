import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { assert, asyncProperty, constantFrom, array as listOf } from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { nameOf, tokenize, tokenizeCode } from './lexer.ts';
import { foldSql, literal, quoted, sqlName } from './quoting.ts';

let engine: DuckDBConnection;
beforeAll(async () => {
	engine = await (await DuckDBInstance.create(':memory:')).connect();
});

/** The first row's values, as text. */
async function valuesOf(sql: string): Promise<string[]> {
	const [row = []] = (await engine.runAndReadAll(sql)).getRows();
	return row.map(String);
}

/** The engine's parse tree of a statement without positions, or null if it rejects the statement. */
async function treeOf(sql: string): Promise<string | null> {
	const [tree = ''] = await valuesOf(`SELECT CAST(json_serialize_sql(CAST(${literal(sql)} AS VARCHAR)) AS VARCHAR)`);
	return tree.startsWith('{"error":true') ? null : tree.replaceAll(/"query_location":\d+/g, '');
}

const kinds = (sql: string) => tokenize(sql).map(({ kind, text, isOpen }) => `${kind}${isOpen ? '?' : ''}:${text}`);

const statements = [
	"SELECT 'it''s', 'a\\', ''",
	"SELECT e'a\\'b', E'\\\\', x'ab', B'01', n'c'",
	"SELECT 'a'\n'b'",
	'SELECT $$a$b$$, $t$a$$b$t$, $é$x$é$',
	'SELECT 1 AS "a""b", 3 AS " "',
	'SELECT 1 AS é, 2 AS €, 3 AS 😀, 4 AS ¤x, 5 AS a$b, 6 AS _ä1',
	'SELECT 1_000, .5, 5., 1.e2, 1e1_0, .5e-1, 1_0.5_0',
	'SELECT 1a',
	'SELECT 0xFF',
	'SELECT 1__0',
	'SELECT 1 /* a /* b */ \' " */ + 1 -- c\n+ 1--d\r+1',
	'SELECT 3-/* c */1, 3 /**/ - 1',
	'SELECT 1<>-1, 1=-1, 3*-+1, 1<=-1',
	"SELECT 2**3, 7//2, 'a'!~~*'b', 'ab'^@'a', 5!, @ 1, ~1",
	"SELECT a->'x'->>'y', a::int, [1,2,3][1:2], {'k':1}, f(b:=1) FROM t",
	'SELECT list_transform([1], x->x+1)',
	'SELECT ?, ?1, ?+?, 1=?',
	'SELECT $1a, $2+$3',
	'SELECT $a_1, $é',
	'SELECT\u00a01\u2003+\u200b2\u3000+\ufeff3\u202f+\u205f4',
	'SELECT 1 AS "x\u00a0y"',
	'SELECT #1 FROM t.u."v w"',
];

describe('the lexer', () => {
	test.each(statements)('splits %j like the engine', async (sql) => {
		const tokens = tokenizeCode(sql);
		const tree = await treeOf(sql);
		expect(tree).not.toBeNull();
		expect(await treeOf(tokens.map(({ text }) => text).join('\n'))).toBe(tree);
	});

	test.each([
		['a\u2028b', ['word:a\u2028b']],
		["select 'a;", ['word:select', "string?:'a;"]],
		['$a$ b', ['string?:$a$ b']],
		['"a\nb', ['quoted?:"a', 'word:b']],
		['/* /* */ a', ['comment?:/* /* */ a']],
		["xe'\\''", ['word:xe', "string:'\\'", "string?:'"]],
		['1..2', ['number:1', 'sign:..', 'number:2']],
		['a -- b\rc', ['word:a', 'comment:-- b', 'word:c']],
	])('tokenizes %j', (sql, tokens) => {
		expect(kinds(sql)).toEqual(tokens);
	});

	const pieces = [
		"'a;''",
		"'",
		'"b;""',
		'"',
		'$$',
		'$x$',
		';',
		'--',
		'\n',
		'/*',
		'*/',
		"e'\\",
		' ',
		'select 1',
		'\u00a0',
		' as é',
	];
	test('finds as many statements as the engine', async () => {
		await assert(
			asyncProperty(listOf(constantFrom(...pieces), { maxLength: 14 }), async (parts) => {
				const sql = parts.join('');
				const extracted = await engine.extractStatements(sql).catch(() => null);
				if (extracted === null) return;
				const tokens = tokenizeCode(sql);
				const ends = tokens.filter(({ text }, index) => text !== ';' && (tokens[index + 1]?.text ?? ';') === ';');
				expect([sql, ends.length]).toEqual([sql, extracted.count]);
			}),
			{ numRuns: 3_000 },
		);
	});
});

describe('quoting', () => {
	const names = [
		'a',
		'A b',
		'a"b',
		"it's",
		'order',
		'Größe',
		'a$b',
		'1a',
		'',
		' ',
		'select',
		'x;--',
		'😀',
		'a.b',
		'e\u0301',
	];

	test.each(names.filter((name) => name !== ''))('quotes the name %j', async (name) => {
		for (const written of [quoted(name), sqlName(name)]) {
			expect((await engine.runAndReadAll(`SELECT 1 AS ${written}`)).columnNames()).toEqual([name]);
			expect(await valuesOf(`SELECT t.${written} FROM (SELECT 5 AS ${quoted(name)}) t`)).toEqual(['5']);
			const [token, ...rest] = tokenizeCode(written);
			expect([token && nameOf(token), rest]).toEqual([name, []]);
		}
	});

	test.each(names)('writes %j as a string literal', async (text) => {
		expect(await valuesOf(`SELECT ${literal(text)}`)).toEqual([text]);
	});

	test('ignores case only for ASCII letters in names', async () => {
		expect(await valuesOf('SELECT "AB" FROM (SELECT 1 AS ab)')).toEqual(['1']);
		expect([foldSql('AB'), foldSql('Ä')]).toEqual(['ab', 'Ä']);
	});
});
