import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EngineHouse, openEngine } from '../../testing/engine.ts';
import type { KnownSource } from '../types.ts';

let house: EngineHouse;
beforeAll(async () => {
	house = await openEngine();
});
afterAll(() => house.close());

/** Ten files: ids in hundreds that start high; days; names from a to j; readings that may contain NaN. */
const known: KnownSource = {
	owner: 'demo',
	namespace: 'large',
	datasetName: 'Readings',
	files: Array.from({ length: 10 }, (_, index) => {
		const first = 9_007_199_254_741_000n + BigInt(index * 100);
		const bounds = (type: string, min: unknown, max: unknown) => ({
			type,
			min: String(min),
			max: String(max),
			nulls: 0,
		});
		return {
			columns: {
				id: bounds('BIGINT', first, first + 99n),
				day: bounds('DATE', `2024-01-0${index}`.replace('00', '10'), `2024-01-0${index}`.replace('00', '10')),
				name: bounds('VARCHAR', String.fromCharCode(97 + index), `${String.fromCharCode(97 + index)}z`),
				reading: bounds('DOUBLE', index, index + 0.5),
				amount: bounds('DECIMAL(18,2)', index - 5, index - 4.01),
			},
		};
	}),
};
const all = [...known.files.keys()];

const relevant = async (sql: string) => (await house.engine.relevant(sql, [known]))[0];

test.each([
	['id = 9007199254741250', [2]],
	['9007199254741250 = id', [2]],
	['id IN (9007199254741001, 9007199254741999)', [0, 9]],
	['id BETWEEN 9007199254741199 AND 9007199254741200 AND length(name) > 0', [1, 2]],
	['ID < 9007199254741100', [0]],
	['9007199254741899.5 < r.id', [9]],
	["day = '2024-01-03'", [3]],
	["day >= TIMESTAMP '2024-01-09 10:00:00' and day < current_date", [0]],
	["name <= 'b'", [0, 1]],
	["name = 'cq'", [2]],
	['reading <= 1.5', [0, 1]],
	['amount < -3.5', [0, 1]],
	['amount > 4.98', [9]],
	['id < 5', []],
])('selects only the files in which %s can be true', async (condition, files) => {
	expect(await relevant(`SELECT count(*) FROM demo.large.readings r WHERE ${condition}`)).toEqual(files);
	const inside = `SELECT count(*) FROM (SELECT r.name FROM large.readings AS r WHERE ${condition} LIMIT 9) GROUP BY name`;
	expect(await relevant(inside)).toEqual(files);
});

test('selects the files of each joined table by its own conditions', async () => {
	const join = `FROM large.readings a JOIN demo.large.readings b USING (name)`;
	expect(await relevant(`SELECT 1 ${join} WHERE a.id < 9007199254741100 AND b.name = 'j'`)).toEqual([0, 9]);
	expect(await relevant(`SELECT 1 ${join} WHERE a.id < 9007199254741100`)).toEqual(all);
});

test.each([
	['one condition or another', "SELECT 1 FROM large.readings WHERE name = 'a' OR reading = 3"],
	['a negated condition', "SELECT 1 FROM large.readings WHERE NOT (name = 'a')"],
	['a text compared as a number', 'SELECT 1 FROM large.readings WHERE name = 5'],
	['a comparison that NaN satisfies', 'SELECT 1 FROM large.readings WHERE reading > 400'],
	['a comparison with NaN', "SELECT 1 FROM large.readings WHERE reading = 'NaN'"],
	['a value known only at run time', 'SELECT 1 FROM large.readings WHERE id = (SELECT min(id) FROM large.readings)'],
	['column aliases with other columns’ names', 'SELECT 1 FROM large.readings AS r(name, id) WHERE id = 5'],
	['a sample of all rows', 'SELECT 1 FROM large.readings USING SAMPLE 10 ROWS WHERE id = 5'],
	['rows that a join keeps', 'SELECT 1 FROM demo.other.t LEFT JOIN large.readings r ON true WHERE r.id = 5'],
	['a condition in HAVING', "SELECT name FROM large.readings GROUP BY name HAVING name = 'a'"],
	['a second scan without a condition', "SELECT 1 FROM large.readings WHERE name = 'a' UNION ALL FROM large.readings"],
	['a column of an unknown table', 'SELECT 1 FROM large.readings r WHERE q.id = 5'],
	['a statement without the table', 'SELECT 1'],
	['an invalid statement', 'SELEKT id = 5'],
])('selects all files for %s', async (_, sql) => {
	expect(await relevant(sql)).toEqual(all);
});
