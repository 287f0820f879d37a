import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { asyncBufferFromFile, parquetMetadataAsync } from 'hyparquet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { quoted } from '#lib/sql/quoting.ts';
import { type EngineHouse, openEngine } from '../../testing/engine.ts';
import type { EngineSource } from '../types.ts';

let house: EngineHouse;
let flights: EngineSource;
let airports: EngineSource;

beforeAll(async () => {
	house = await openEngine();
	airports = await house.source(
		'demo',
		'aviation',
		'airports',
		"SELECT 'A' || i AS iata, 'Town ' || i AS city FROM range(220) t(i)",
	);
	flights = await house.source(
		'demo',
		'aviation',
		'flights',
		"SELECT 'A' || (i % 220) AS origin, i AS delay FROM range(20000) t(i)",
	);
});
afterAll(() => house.close());

describe('a run', () => {
	it('joins sources by short and full names, and keeps the requested order', async () => {
		const { result, rows, log } = await house.run(
			`SELECT a.city, count(*) AS flights, max(delay) AS worst
			FROM demo.aviation.flights f JOIN aviation.airports a ON a.iata = f.origin
			GROUP BY ALL ORDER BY worst DESC;`,
			[flights, airports],
		);
		expect(result.rows).toBe(220);
		expect(rows[0]).toEqual(['Town 199', 91n, 19999n]);
		expect(rows.map((row) => row[2])).toEqual(rows.map((row) => row[2]).toSorted((a, b) => Number(b) - Number(a)));
		expect(result.columns).toEqual([
			{ name: 'city', type: 'VARCHAR' },
			{ name: 'flights', type: 'BIGINT' },
			{ name: 'worst', type: 'BIGINT' },
		]);
		expect(log).toEqual(['info: Reading 2 sources', expect.stringMatching(/^info: Wrote 220 rows, [\d.]+ kB$/)]);
	});

	it('writes zstd-compressed row groups of 10,240 rows', async () => {
		const result = await house.engine.run({ sources: [], sql: 'FROM range(25000)' });
		const footer = await parquetMetadataAsync(await asyncBufferFromFile(result.file));
		expect(footer.row_groups.map((rowgroup) => Number(rowgroup.num_rows))).toEqual([10240, 10240, 4520]);
		expect(footer.row_groups[0]?.columns[0]?.meta_data?.codec).toBe('ZSTD');
		expect(await house.engine.describe(result.file)).toEqual({
			rows: 25000,
			columns: [{ name: 'range', type: 'BIGINT' }],
		});
		await result.dispose();
	});

	it('keeps the order of many rows on several threads', async () => {
		const busy = await openEngine({ threads: 4, waiting: 1 });
		const sql = 'SELECT range AS n, hash(range) AS h, sum(range) OVER () AS s FROM range(300000) ORDER BY h';
		const result = await busy.engine.run({ sources: [], sql });
		const select =
			'SELECT count(*) FROM (SELECT h, lag(h) OVER (ORDER BY file_row_number) AS before FROM file) WHERE h < before';
		const ordered = select.replace('file)', `read_parquet('${result.file}', file_row_number = true))`);
		expect(await busy.rows(result.file, ordered)).toEqual([[0n]]);
		await busy.close();
	});

	it('renames columns with duplicate names, and logs it', async () => {
		const { result, log } = await house.run('SELECT 1 AS a, 2 AS a, 3 AS "A"');
		expect(result.columns.map((column) => column.name)).toEqual(['a', 'a_1', 'A_2']);
		expect(log).toContain('warning: Another column is already named "a", so this one is written as "a_1".');
	});

	it('accepts semicolons in strings, names and comments, and at the end', async () => {
		const sql = 'SELECT \';\' /* ; */ AS "x;"; -- ;\n;';
		expect(await house.run(sql)).toMatchObject({ rows: [[';']], result: { columns: [{ name: 'x;' }] } });
	});

	it('names the dataset of each scan in the plan, however many sources there are', async () => {
		const sources: EngineSource[] = [];
		for (let n = 1; n <= 12; n++) sources.push(await house.source('demo', 'many', `d${n}`, `SELECT ${n} AS n`));
		const parts: string[] = [];
		for (let n = 1; n <= 8; n++) parts.push(...(await house.source('', '', '', `SELECT ${n} AS n`)).files);
		sources.push({ owner: 'demo', namespace: 'many', datasetName: 'parts', files: parts });
		const named = async (name: string) => {
			const { result } = await house.run(`SELECT sum(n) AS n FROM many.${name}`, sources);
			return result.plan?.operators.flatMap(({ details }) => details.filter(({ name }) => name === 'Dataset'));
		};
		for (const name of ['d1', 'd2', 'd11', 'd12', 'parts'])
			expect(await named(name)).toEqual([{ name: 'Dataset', value: `demo.many.${name}` }]);
	});

	it('leaves no files behind', async () => {
		await house.run('SELECT * FROM aviation.airports', [airports]);
		const left = readdirSync(`${house.dir}/runs`, { recursive: true }).map(String);
		expect(left.filter((name) => name.includes('result') || name.includes('source-'))).toEqual([]);
	});
});

describe('names of sources', () => {
	it('can contain any owner name', async () => {
		const owners = ['demo', 'memory', 'main', 'System', 'temp', 'a b.c', "o'neil", 'Zoë 😀', 'x y'];
		const sources = await Promise.all(owners.map((owner, n) => house.source(owner, 'x y', 'd.1', `SELECT ${n} AS n`)));
		const union = owners.map((owner) => `SELECT n FROM ${quoted(owner)}."x y"."d.1"`).join(' UNION ALL ');
		expect((await house.run(union, sources)).rows).toEqual(owners.map((_, n) => [n]));
	});

	it('can contain any namespace name, even that of an owner', async () => {
		const namespaces = [
			'demo',
			'guest',
			'main',
			'Temp',
			'system',
			'information_schema',
			'pg_catalog',
			'memory',
			'a"b',
			'order',
			'a.b c',
		];
		const sources = await Promise.all(
			namespaces.map((namespace, n) => house.source(n % 2 ? 'guest' : 'demo', namespace, 'select', `SELECT ${n} AS n`)),
		);
		const short = namespaces.map((namespace) => `SELECT n FROM ${quoted(namespace)}."select"`).join(' UNION ALL ');
		expect((await house.run(short, sources)).rows).toEqual(namespaces.map((_, n) => [n]));
		const full = sources
			.map((source) => `SELECT n FROM ${source.owner}.${quoted(source.namespace)}."select"`)
			.join(' UNION ALL ');
		expect((await house.run(full, sources)).rows).toEqual(namespaces.map((_, n) => [n]));
	});

	it('can contain a reserved owner name without quotes', async () => {
		const source = await house.source('main', 'main', 'd', 'SELECT 7 AS n');
		expect((await house.run('SELECT main.main.d.n FROM main.main.d', [source])).rows).toEqual([[7]]);
	});

	it('appear unchanged in errors, even if they’re reserved', async () => {
		const source = await house.source('main', 'temp', 'd', 'SELECT 7 AS n');
		const { diagnostics } = await house.engine.check({ sources: [source], sql: 'SELECT temp.d.n FROM main.temp.d2' });
		expect(diagnostics).toMatchObject([{ line: 1, column: 22, suggestions: ['main.temp.d'] }]);
		expect(diagnostics[0]?.message).toContain('main.temp.d');
	});

	it('can’t be shortened if two sources would share the short name', async () => {
		const sources = [
			await house.source('a', 'n', 'd', 'SELECT 1 AS x'),
			await house.source('b', 'n', 'd', 'SELECT 2 AS x'),
		];
		expect((await house.run('SELECT * FROM a.n.d, b.n.d', sources)).rows).toEqual([[1, 2]]);
		await expect(house.run('SELECT * FROM n.d', sources)).rejects.toMatchObject({ code: 'SQL_ERROR' });
	});
});

describe('a source', () => {
	it('that no longer exists is named in the error', async () => {
		const gone = { ...airports, files: airports.files.map((file) => `${file}-gone`) };
		await expect(house.run('SELECT 1', [gone])).rejects.toMatchObject({
			code: 'SQL_ERROR',
			message: 'The rows of demo.aviation.airports were replaced or deleted before they could be read. Try again.',
		});
	});

	it('that isn’t a Parquet file is named in the error', async () => {
		const odd = { ...airports, files: [join(house.dir, 'odd')] };
		writeFileSync(join(house.dir, 'odd'), 'no Parquet at all, but long enough to be one');
		const error = await house.run('SELECT 1', [odd]).catch((item: unknown) => item);
		expect(error).toMatchObject({
			code: 'SQL_ERROR',
			message: 'Couldn’t read the source demo.aviation.airports. Build or upload it again.',
		});
		expect(String(error)).not.toContain(house.dir);
	});
});

describe('errors of a statement', () => {
	it('have a position in the code, even if they occur only at run time', async () => {
		const sql = "SELECT 'Zoë 😀' AS name,\n  'ä😀', CAST(origin AS INTEGER) AS n\nFROM aviation.flights";
		await expect(house.run(sql, [flights])).rejects.toMatchObject({
			code: 'SQL_ERROR',
			message: "Could not convert string 'A0' to INT32 when casting from source column origin.",
			line: 2,
			column: 10,
		});
	});

	it.each([
		["SELECT * FROM read_csv('/etc/passwd')", 'SQL_ERROR'],
		["COPY (SELECT 1) TO 'source-1'", 'NOT_ONE_SELECT'],
		["COPY (SELECT 1 FROM nowhere) TO 'source-1'", 'NOT_ONE_SELECT'],
		["SELECT 1) TO 'x' --", 'SQL_ERROR'],
		['SELECT 1; SELECT 2', 'NOT_ONE_SELECT'],
		['  -- nothing', 'NOT_ONE_SELECT'],
	])('have a code and reveal no paths: %j', async (sql, code) => {
		const error = await house.run(sql, [airports]).catch((item: unknown) => item);
		expect(error).toMatchObject({ name: 'EngineError', code });
		expect(String(error)).not.toContain(house.dir);
	});
});
