import { expect, test } from 'vitest';
import { tablesIn } from './tables-in.ts';
import { tokenizeSpark } from './tokens.ts';

test.each([
	['SELECT day, store, n FROM sales', ['sales']],
	[
		'SELECT s.day FROM Sales s, `all days` AS d JOIN stores USING (store, n) WHERE n IN (day, 1)',
		['sales', 'all days', 'stores'],
	],
	[
		'SELECT (SELECT max(n) FROM totals), day FROM (sales JOIN stores ON a = b, days) ORDER BY day, n',
		['totals', 'sales', 'stores', 'days'],
	],
	['SELECT extract(YEAR FROM day), n IS DISTINCT FROM store, trim(BOTH x FROM y) FROM sales', ['sales']],
	['FROM sales SELECT day, n UNION SELECT a, n FROM (TABLE stores)', ['sales', 'stores']],
	['SELECT e FROM ann.shop.sales, steps LATERAL VIEW explode(list) AS e, n', ['steps']],
	["SELECT rank() OVER (PARTITION BY store, n ORDER BY day, store) FROM range(3), sales WHERE n = 'FROM x'", ['sales']],
	['WITH a AS (SELECT 1 AS x) FROM sales SELECT day', ['sales']],
	['SELECT * FROM VALUES (1) AS t(x), sales', ['sales']],
	['WITH a AS (SELECT day, n FROM sales) SELECT * FROM a WHERE EXISTS (SELECT 1, n FROM b)', ['sales', 'a', 'b']],
])('%s', (sql, tables) => {
	expect(tablesIn(tokenizeSpark(sql))).toEqual(tables);
});
