import { expect, test } from 'vitest';
import { formatSql, offsetAfter } from './format.ts';

test('formats code and keeps comments, quotes and case', () => {
	const sql = `SELECT f.origin, "Final Stop",x::int -- whole
from aviation.flights f /* all */ where f.delay>3 group by all;`;
	const { text } = formatSql(sql);
	expect(text).toContain('-- whole\n');
	expect(text).toContain('/* all */');
	expect(text).toContain('"Final Stop"');
	expect(text?.split('\n').length).toBeGreaterThan(4);
	expect(text?.replaceAll(/\s/g, '')).toBe(sql.replaceAll(/\s/g, ''));
	expect(formatSql(text ?? '').text).toBe(text);
});

test.each([
	'from flights select * exclude (a) replace (b as c)',
	"select list_transform([1, 2], lambda x : x + 1), {'a': 1}.a, m['k'], a -> b",
	'select x: 1, y from range(3) t(x) qualify row_number() over (partition by x order by y desc nulls last) = 1',
	"select 'two\nlines', $$ three\n  lines $$",
	'select count(*) filter (where a > 1), a ** 2, a // 2, columns(*) from b asof join c using (d)',
])('changes only the whitespace of %j', (sql) => {
	const { text, problem } = formatSql(sql, '    ');
	if (problem === null) expect(text.replaceAll(/\s/g, '')).toBe(sql.replaceAll(/\s/g, ''));
	else expect(problem).toMatch(/Couldn’t format/);
	expect(text ?? sql).toContain(sql.includes('two') ? 'two\nlines' : sql.slice(0, 4));
});

test('keeps unreadable code and reports the problem’s line', () => {
	expect(formatSql("select 'abc")).toEqual({ text: null, problem: expect.stringMatching(/Couldn’t format.*line 1/) });
});

test('keeps the cursor in its word', () => {
	const before = 'select origin,delay from t';
	const after = formatSql(before).text ?? '';
	const at = offsetAfter(before, after, before.indexOf('lay'));
	expect(after.slice(at, at + 3)).toBe('lay');
});

test('formats Spark SQL', () => {
	const sql = "select get(words, 0) from a lateral view explode(words) t as word where a rlike 'x\\\\d' group by all";
	const { text } = formatSql(sql, '', 'spark');
	expect(text?.split('\n').length).toBeGreaterThan(4);
	expect(text?.replaceAll(/\s/g, '')).toBe(sql.replaceAll(/\s/g, ''));
});
