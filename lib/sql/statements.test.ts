import { expect, test } from 'vitest';
import { endsOpen, statementAt, statementsOf } from './statements.ts';

const texts = (sql: string) => statementsOf(sql).map(({ text }) => text);

test('splits statements at semicolons, but not in strings, names and comments', () => {
	expect(texts(`select ';' as ";" -- no; \n, $$;$$; /* ; */ select 2;;\n;`)).toEqual([
		`select ';' as ";" -- no; \n, $$;$$`,
		'/* ; */ select 2',
	]);
});

test('ignores statements that contain only comments', () => {
	expect(texts('select 1; -- done\n')).toEqual(['select 1']);
	expect(texts(' \n')).toEqual([]);
});

test.each([
	[0, 'select 1'],
	[8, 'select 1'],
	[9, 'select 1'],
	[11, 'select 2'],
	[30, 'select 2'],
])('finds the statement at offset %i', (offset, text) => {
	expect(statementAt('select 1;\n\nselect 2;\n\n', offset)?.text).toBe(text);
});

test.each([
	['select 1', true],
	['select 1; -- done', false],
	['select 1 -- done;', true],
	["select ';", true],
	['-- nothing', false],
	['', false],
])('detects whether code after %j continues the last statement', (text, open) => {
	expect(endsOpen(text)).toBe(open);
});

test('finds no statement in blank text', () => {
	expect(statementAt('  ', 1)).toBeNull();
});
