import { describe, expect, it } from 'vitest';
import { rangeAt, tokens, withoutFinalSemicolons } from './sql-text.ts';

describe('withoutFinalSemicolons', () => {
	it.each([
		['select 1;', 'select 1 '],
		['select 1 ; -- end;', 'select 1   -- end;'],
		['select 1;;\n/* a; /* b; */ */', 'select 1  \n/* a; /* b; */ */'],
		["select ';'", "select ';'"],
		['select \'it\'\'s;\' as "a;""b;";', 'select \'it\'\'s;\' as "a;""b;" '],
		["select e'\\';' ;", "select e'\\';'  "],
		['select $tag$;$$;$tag$;', 'select $tag$;$$;$tag$ '],
	])('keeps every offset of %j', (sql, expected) => {
		expect(withoutFinalSemicolons(sql)).toBe(expected);
	});
});

describe('tokens', () => {
	it('ends a comment at either end of a line', () => {
		expect(tokens('a -- b\rc -- d\ne').map((it) => it.text)).toEqual(['a', 'c', 'e']);
	});

	it('leaves out white space and comments', () => {
		expect(tokens('select a.b, "c d" -- x\n/* y */ from $1').map((it) => it.text)).toEqual([
			'select',
			'a',
			'.',
			'b',
			',',
			'"c d"',
			'from',
			'$1',
		]);
	});
});

describe('rangeAt', () => {
	it('counts UTF-16 code units from 1', () => {
		expect(rangeAt("select\n '😀', nope", 14)).toEqual({ line: 2, column: 8, endLine: 2, endColumn: 12 });
	});

	it('points behind the last word at the end of a text', () => {
		expect(rangeAt('select (1 \n\n', 12)).toEqual({ line: 1, column: 10, endLine: 1, endColumn: 11 });
	});

	it('points at the start of an empty text', () => {
		expect(rangeAt('', 0)).toEqual({ line: 1, column: 1, endLine: 1, endColumn: 2 });
	});
});
