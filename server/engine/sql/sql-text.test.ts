import { describe, expect, it } from 'vitest';
import { rangeAt, withoutFinalSemicolons } from './sql-text.ts';

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

describe('rangeAt', () => {
	it('counts UTF-16 code units from 1', () => {
		expect(rangeAt("select\n '😀', nope", 14)).toEqual({ line: 2, column: 8, endLine: 2, endColumn: 12 });
	});

	it('points after the last word for the end of a text', () => {
		expect(rangeAt('select (1 \n\n', 12)).toEqual({ line: 1, column: 10, endLine: 1, endColumn: 11 });
	});

	it('points at the start of an empty text', () => {
		expect(rangeAt('', 0)).toEqual({ line: 1, column: 1, endLine: 1, endColumn: 2 });
	});
});
