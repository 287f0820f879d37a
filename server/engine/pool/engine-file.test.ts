import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FileOptions, PlannedColumn } from '#contract/file-ingestion.ts';
import { type EngineHouse, openEngine } from '../../testing/engine.ts';
import type { EngineFile } from '../types.ts';

let house: EngineHouse;
let files = 0;
beforeAll(async () => {
	house = await openEngine();
});
afterAll(() => house.close());

interface Wanted extends Partial<Pick<EngineFile, 'mode' | 'key' | 'base' | 'skipLines' | 'fixedLines' | 'listed'>> {
	readonly name?: string;
	readonly options?: FileOptions;
	readonly columns?: readonly PlannedColumn[];
	readonly isWritten?: boolean;
	/** Bytes per piece; a single piece if absent. */
	readonly pieceBytes?: number;
}

function jobOf(content: string | Buffer, wanted: Wanted = {}): EngineFile {
	const bytes = Buffer.from(content);
	const { pieceBytes = Math.max(1, bytes.length) } = wanted;
	const pieces: string[] = [];
	for (let index = 0; index === 0 || index < bytes.length; index += pieceBytes) {
		const file = join(house.dir, `piece-${++files}`);
		writeFileSync(file, bytes.subarray(index, index + pieceBytes));
		pieces.push(file);
	}
	return {
		pieces,
		name: wanted.name ?? 'data.csv',
		options: wanted.options ?? {},
		columns: wanted.columns ?? null,
		remembered: [],
		fixedLines: wanted.fixedLines ?? [],
		listed: wanted.listed ?? 100,
		cleaning: null,
		skipLines: wanted.skipLines ?? false,
		base: wanted.base ?? null,
		rowsBefore: 0,
		mode: wanted.mode ?? 'create',
		key: wanted.key ?? [],
		parts: null,
		isWritten: wanted.isWritten ?? true,
		lane: 'test',
		signal: new AbortController().signal,
	};
}

async function read(content: string | Buffer, wanted: Wanted = {}) {
	const job = jobOf(content, wanted);
	const { review, skipped, written, dispose } = await house.engine.readFile(job);
	const rows = written === null ? null : await house.rows(written.file, `SELECT CAST(COLUMNS(*) AS VARCHAR) FROM file`);
	await dispose();
	return { review, skipped, rows, types: review.columns.map(({ type }) => type) };
}

test('reports progress, and reads a file once for two concurrent requests', async () => {
	const records = Array.from({ length: 60_000 }, (_, id) => `{"id":${id},"name":"reading number ${id}"}\n`).join('');
	const job = jobOf(gzipSync(records), { name: 'data.ndjson', isWritten: false });
	const reports = [[], []] as [string, number, number][][];
	const found = await Promise.all(
		reports.map((list) =>
			house.engine.readFile({ ...job, onProgress: (step, done, total) => list.push([step, done, total]) }),
		),
	);
	expect(found.map(({ review }) => review.rows)).toEqual([60_000, 60_000]);
	const [first = [], second = []] = reports;
	const unpacked = first.filter(([step]) => step === 'unpacking');
	expect(unpacked.at(-1)?.[1]).toBe(unpacked.at(-1)?.[2]);
	const bytes = first.filter(([step, , total]) => step === 'reading' && total > 0).map(([, done]) => done);
	expect(bytes.length).toBeGreaterThan(1);
	expect(bytes).toEqual([...bytes].sort((a, b) => a - b));
	expect(bytes.at(-1)).toBe(records.length);
	expect(first.at(-1)?.[0]).toBe('checking');
	expect(second).toEqual([['checking', 0, 0]]);
});

describe('types are detected from all values', () => {
	const column = async (values: readonly string[], options: FileOptions = {}) => {
		const content = `a,b\n${values.map((value) => `"${value}",x`).join('\n')}\n`;
		const { review, rows } = await read(content, { options: { headerRows: 1, ...options } });
		const [first] = review.columns;
		const { type, format, misfits, ambiguous } = first ?? {};
		return { type, format, misfits, ambiguous, values: rows?.map(([value]) => value) };
	};

	test.each([
		['whole numbers', ['1', '-20', '9007199254740993'], 'BIGINT', null, ['1', '-20', '9007199254740993']],
		['leading zeros', ['007', '12', '13'], 'VARCHAR', null, ['007', '12', '13']],
		['decimals', ['1.5', '2', '3.25'], 'DOUBLE', null, ['1.5', '2.0', '3.25']],
		['long decimals', ['12345678901234567.89', '0.1'], 'DECIMAL(19,2)', null, ['12345678901234567.89', '0.10']],
		['decimal commas', ['1.234,5', '12,25', '7'], 'DOUBLE', 'decimal comma', ['1234.5', '12.25', '7.0']],
		['thousands', ['1,234', '12,345,678', '7'], 'BIGINT', 'commas between thousands', ['1234', '12345678', '7']],
		['days first', ['03/04/2024', '31/12/2024'], 'DATE', 'day first', ['2024-04-03', '2024-12-31']],
		['months first', ['03/04/2024', '12/31/2024'], 'DATE', 'month first', ['2024-03-04', '2024-12-31']],
		['month names', ['5 Mar 2024', '12 December 2023'], 'DATE', 'month names', ['2024-03-05', '2023-12-12']],
		['years first', ['2024/3/5', '2024/12/31'], 'DATE', 'year first', ['2024-03-05', '2024-12-31']],
		['dates', ['2024-03-05', '2024-02-29'], 'DATE', null, ['2024-03-05', '2024-02-29']],
		[
			'times',
			['2024-03-05T14:30:00Z', '2024-03-05 14:30:00+02:00'],
			'TIMESTAMP WITH TIME ZONE',
			null,
			['2024-03-05 14:30:00+00', '2024-03-05 12:30:00+00'],
		],
		[
			'times with a space before the offset',
			['2024-05-01 10:00:00 -0400', '2024-12-01 10:00:00 +0000'],
			'TIMESTAMP WITH TIME ZONE',
			'space before the offset',
			['2024-05-01 14:00:00+00', '2024-12-01 10:00:00+00'],
		],
		['booleans', ['True', 'False', 'True'], 'BOOLEAN', null, ['true', 'false', 'true']],
		['words', ['a', '1', 'b'], 'VARCHAR', null, ['a', '1', 'b']],
	] as const)('%s', async (_what, values, type, format, expected) => {
		expect(await column(values)).toEqual({ type, format, misfits: 0, ambiguous: false, values: expected });
	});

	test.each([
		[
			"1'234.50",
			["1'234.50", "-12'345", '7'],
			'DOUBLE',
			'apostrophes between thousands',
			['1234.5', '-12345.0', '7.0'],
		],
		['12.50-', ['12.50-', '7', '1,234.50-'], 'DOUBLE', 'minus after the number', ['-12.5', '7.0', '-1234.5']],
		['(4.50)', ['(4.50)', '12', '(1,200.00)'], 'DOUBLE', 'negatives in parentheses', ['-4.5', '12.0', '-1200.0']],
		['31.12.24', ['31.12.24', '01.02.99'], 'DATE', 'day first, two-digit years', ['2024-12-31', '1999-02-01']],
	] as const)('reads %s in the chosen format, or else as text', async (example, values, type, format, expected) => {
		const content = `a,b\n${values.map((value) => `"${value}",x`).join('\n')}\n`;
		const { review, rows } = await read(content);
		expect(rows?.map(([value]) => value)).toEqual(values);
		expect(review.columns[0]).toMatchObject({ type: 'VARCHAR', choices: [{ type, format, misfits: 0 }] });
		expect(review.columns[0]?.remarks?.join()).toContain(`alues such as ${example} can be read as`);
		const b = { from: 'b', column: 'b' };
		const chosen = await read(content, { columns: [{ from: 'a', column: 'a', type, format }, b] });
		expect(chosen.rows?.map(([value]) => value)).toEqual(expected);
		expect(chosen.review.columns[0]).toMatchObject({ misfits: 0, remarks: [] });
		// No format was chosen.
		const typed = await read(content, { columns: [{ from: 'a', column: 'a', type }, b] });
		expect(typed.rows).toBeNull();
		expect(typed.review.problems).toEqual([expect.stringContaining(`fit ${type}`)]);
	});

	test('doesn’t round numbers with a trailing sign', async () => {
		const columns = [
			{ from: 'a', column: 'a', type: 'BIGINT', format: 'minus after the number' },
			{ from: 'b', column: 'b' },
		];
		const { review } = await read('a,b\n12.50-,x\n7-,y\n', { columns });
		expect(review.problems).toEqual([expect.stringContaining('1 value doesn’t fit BIGINT: "12.50-"')]);
	});

	test('keeps ambiguous values as text unless an option says how to read them', async () => {
		expect(await column(['03/04/2024', '05/06/2024'])).toMatchObject({ type: 'VARCHAR', ambiguous: true });
		expect(await column(['03/04/2024'], { dateOrder: 'day' })).toMatchObject({ type: 'DATE', values: ['2024-04-03'] });
		expect(await column(['03/04/2024'], { dateOrder: 'month' })).toMatchObject({
			type: 'DATE',
			values: ['2024-03-04'],
		});
		expect(await column(['1,234', '5,678'])).toMatchObject({ type: 'VARCHAR', ambiguous: true });
		expect(await column(['1,234', '5,678'], { decimal: ',' })).toMatchObject({
			type: 'DOUBLE',
			values: ['1.234', '5.678'],
		});
		expect(await column(['1,234', '5,678'], { decimal: '.' })).toMatchObject({
			type: 'BIGINT',
			values: ['1234', '5678'],
		});
	});
});

describe('values that don’t fit', () => {
	const dates = Array.from({ length: 5_000 }, (_, index) =>
		index === 3_202 ? '2024-13-45' : `2024-03-${10 + (index % 20)}`,
	);
	const text = `id,day\n${dates.map((day, index) => `${index},${day}`).join('\n')}\n`;
	const planOf = (rest: Partial<PlannedColumn>): PlannedColumn[] => [
		{ from: 'id', column: 'id' },
		{ from: 'day', column: 'day', ...rest },
	];

	test('are listed with row and value, and nothing is written until somebody decides', async () => {
		const { review, rows } = await read(text);
		expect(review.columns[1]).toMatchObject({
			type: 'DATE',
			values: 5_000,
			misfits: 1,
			firstMisfits: [{ value: '2024-13-45', count: 1, row: 3_203, line: 3_204 }],
			action: null,
		});
		expect(review.problems).toEqual([
			`Column "day": 1 value doesn’t fit DATE: "2024-13-45" in row 3,203 (line 3,204). Decide what happens to it.`,
		]);
		expect(rows).toBeNull();
	});

	test('can be emptied, skipped with their rows, corrected or kept as text', async () => {
		const empty = await read(text, { columns: planOf({ misfits: 'null' }) });
		expect([empty.types, empty.rows?.length, empty.rows?.[3_202]]).toEqual([['BIGINT', 'DATE'], 5_000, ['3202', null]]);
		const skipped = await read(text, { columns: planOf({ misfits: 'skip' }) });
		expect([skipped.review.skippedRows, skipped.rows?.length]).toEqual([1, 4_999]);
		expect(skipped.skipped).toEqual([
			{
				row: 3_203,
				line: 3_204,
				reasons: [{ column: 'day', message: '"2024-13-45" isn’t a valid DATE.' }],
				values: { id: '3202', day: '2024-13-45' },
			},
		]);
		const fixed = await read(text, { columns: planOf({ fixes: [{ value: '2024-13-45', to: '2024-12-31' }] }) });
		expect([fixed.types[1], fixed.rows?.[3_202]]).toEqual(['DATE', ['3202', '2024-12-31']]);
		const asText = await read(text, { columns: planOf({ type: 'VARCHAR' }) });
		expect([asText.types[1], asText.rows?.[3_202]]).toEqual(['VARCHAR', ['3202', '2024-13-45']]);
	});
});

test('reads a file in pieces of any size, and compressed', async () => {
	const text = 'näme;n\r\n"a;""b""\r\nc";1\r\nü;2\r\n';
	const expected = [
		['a;"b"\r\nc', '1'],
		['ü', '2'],
	];
	for (const pieceBytes of [1, 7, 100]) expect((await read(text, { pieceBytes })).rows).toEqual(expected);
	const packed = gzipSync(text);
	expect((await read(packed, { name: 'data.csv.gz', pieceBytes: 20 })).rows).toEqual(expected);
	await expect(read(packed.subarray(0, -12), { name: 'data.csv.gz' })).rejects.toThrow(/gzip file is truncated/);
});

describe('rows with a key', () => {
	const makeBase = async () => {
		const source = await house.source(
			'demo',
			'x',
			'base',
			"SELECT range AS id, 'v' || range AS v, 1.5::DOUBLE AS w FROM range(10)",
		);
		const columns = [
			{ name: 'id', type: 'BIGINT' },
			{ name: 'v', type: 'VARCHAR' },
			{ name: 'w', type: 'DOUBLE' },
		];
		return { files: source.files, columns };
	};

	test('replace existing rows, and new rows are appended', async () => {
		const base = await makeBase();
		const { review, rows } = await read('id,v\n3,new\n4,v4\n20,more\n', { mode: 'upsert', key: ['id'], base });
		expect(review.effect).toEqual({ added: 1, changed: 1, unchanged: 1, removed: 0 });
		expect(rows?.map((row) => row.join(' '))).toEqual([
			...['0 v0 1.5', '1 v1 1.5', '2 v2 1.5', '3 new 1.5', '4 v4 1.5'],
			...['5 v5 1.5', '6 v6 1.5', '7 v7 1.5', '8 v8 1.5', '9 v9 1.5', '20 more '],
		]);
	});

	test('must have unique keys', async () => {
		const base = await makeBase();
		const { review, rows } = await read('id,v\n3,a\n3,b\n4,c\n', { mode: 'upsert', key: ['id'], base });
		expect(review.duplicateKeys).toEqual({
			total: 1,
			inDataset: 0,
			first: [{ key: ['3'], rows: [1, 2], lines: [2, 3] }],
		});
		expect(rows).toBeNull();
	});
});

test('keeps the types of Parquet and all digits of JSON', async () => {
	const source = await house.source(
		'demo',
		'x',
		'nested',
		"SELECT [1, NULL] AS l, {'a': 1} AS s, 12.50::DECIMAL(9,2) AS d, NULL::DATE AS n",
	);
	const { readFileSync } = await import('node:fs');
	const parquet = await read(readFileSync(source.files[0] ?? ''), { name: 'x.parquet' });
	expect(parquet.types).toEqual(['INTEGER[]', 'STRUCT(a INTEGER)', 'DECIMAL(9,2)', 'DATE']);
	expect(parquet.rows).toEqual([['[1, NULL]', "{'a': 1}", '12.50', null]]);
	const json = await read(
		'[{"id":12345678901234567890,"zip":"00123","ok":true},{"id":2,"zip":"12345","more":{"a":[1]}}]',
		{ name: 'x.json' },
	);
	expect(json.types).toEqual(['DECIMAL(20,0)', 'VARCHAR', 'BOOLEAN', 'STRUCT("a" BIGINT[])']);
	expect(json.rows).toEqual([
		['12345678901234567890', '00123', 'true', null],
		['2', '12345', null, "{'a': [1]}"],
	]);
	const lines = await read('{"a":1}\n{"a":2\n{"a":3}\n', { name: 'x.ndjson' });
	expect(lines.review.rejectedLines).toMatchObject({ total: 1, first: [{ line: 2, text: '{"a":2' }] });
});

describe('objects and lists in JSON', () => {
	const column = async (...values: string[]) => {
		const text = values.map((value) => `{"v":${value}}`).join('\n');
		const { types, rows } = await read(`${text}\n`, { name: 'x.ndjson' });
		return [types[0], ...(rows ?? []).map(([value]) => value)];
	};

	test.each([
		['with different numbers', ['{"a":1,"b":null}', '{"a":2.50}'], 'STRUCT("a" DOUBLE, "b" VARCHAR)'],
		['in lists', ['[{"a":true},{"b c":"x"}]', '[]', 'null'], 'STRUCT("a" BOOLEAN, "b c" VARCHAR)[]'],
		['lists of lists', ['[[1],[2,null]]'], 'BIGINT[][]'],
	])('%s get a type', async (_, values, type) => {
		expect((await column(...values))[0]).toBe(type);
	});

	test.each([
		['mixed types', ['{"a":1}', '{"a":"1"}']],
		['an object and a list', ['{"a":1}', '[1]']],
		['more digits than a number holds', ['{"a":12345678901234567890}']],
		['more decimals than a number holds', ['{"a":0.12345678901234567890123}']],
		['names that differ only in case', ['{"a":1,"A":2}']],
		['empty names', ['{"a":1,"":2}']],
		['empty objects', ['{}']],
		['too many different keys', [`{${Array.from({ length: 300 }, (_, index) => `"k${index}":1`).join()}}`]],
	])('%s stay text', async (_, values) => {
		expect(await column(...values)).toEqual(['VARCHAR', ...values]);
	});

	test('are listed unless they fit the column’s type exactly', async () => {
		const source = await house.source('demo', 'x', 'objects', "SELECT {'a': 1::BIGINT, 'b': 'x'} AS v");
		const base = { files: source.files, columns: [{ name: 'v', type: 'STRUCT(a BIGINT, b VARCHAR)' }] };
		const text = ['{"a":2}', '{"a":2.5}', '{"a":3,"c":4}'].map((value) => `{"v":${value}}`).join('\n');
		const wanted = { name: 'x.ndjson', mode: 'append', base } as const;
		const { review } = await read(text, wanted);
		expect(review.columns[0]?.firstMisfits.map(({ value }) => value)).toEqual(['{"a":2.5}', '{"a":3,"c":4}']);
		const { rows } = await read(text, { ...wanted, columns: [{ from: 'v', column: 'v', misfits: 'skip' }] });
		expect(rows).toEqual([["{'a': 1, 'b': x}"], ["{'a': 2, 'b': NULL}"]]);
	});
});

test('reads lists in the engine’s notation, and a blank as no list', async () => {
	const source = await house.source('demo', 'x', 'tags', "SELECT ['a'] AS tags, 1::BIGINT AS n");
	const columns = [
		{ name: 'tags', type: 'VARCHAR[]' },
		{ name: 'n', type: 'BIGINT' },
	];
	const { review, rows } = await read('tags,n\n"[b, c]",2\n"[""d""]",3\n" ",4\n', {
		...{ name: 'x.csv', mode: 'append', base: { files: source.files, columns } },
	} as const);
	expect(review.columns[0]?.firstMisfits).toEqual([]);
	expect(rows?.map(([tags]) => tags)).toEqual(['[a]', '[b, c]', '[d]', null]);
});

test('keeps a column described as text unchanged, unless a type is chosen', async () => {
	const holds = { v: 'version, text', zip: 'Text', at: 'a text', n: 'the text of a number' };
	const columns = Object.entries(holds).map(([from, holds]) => ({ from, column: from, holds }));
	const { types, rows } = await read('v,zip,at,n\n1.10,11234,08:30,1\n1.9,10115,,2\n', { columns });
	expect(types).toEqual(['VARCHAR', 'VARCHAR', 'VARCHAR', 'BIGINT']);
	expect(rows?.[0]).toEqual(['1.10', '11234', '08:30', '1']);
	const chosen = columns.map((column) => (column.from === 'v' ? { ...column, type: 'DOUBLE' } : column));
	expect((await read('v,zip,at,n\n1.10,11234,08:30,1\n', { columns: chosen })).types[0]).toBe('DOUBLE');
});

test('lists typed timestamps and booleans as misfits in columns that give them another meaning', async () => {
	const source = await house.source(
		'demo',
		'x',
		'local',
		"SELECT TIMESTAMP '2024-07-01 12:00:00' AS t, DATE '2024-07-01' AS d, 5::BIGINT AS n",
	);
	const columns = [
		{ name: 't', type: 'TIMESTAMP' },
		{ name: 'd', type: 'DATE' },
		{ name: 'n', type: 'BIGINT' },
	];
	const moments =
		"SELECT TIMESTAMPTZ '2024-07-02 00:00:00+00' AS t, TIMESTAMPTZ '2024-07-02 00:00:00+00' AS d, true AS n UNION ALL SELECT NULL, NULL, NULL";
	const [file = ''] = (await house.source('demo', 'x', 'moments', moments)).files;
	const { review } = await read(readFileSync(file), {
		...{ name: 'x.parquet', mode: 'append', base: { files: source.files, columns } },
	} as const);
	expect(review.columns.map(({ type, misfits }) => [type, misfits])).toEqual([
		['TIMESTAMP', 1],
		['DATE', 1],
		['BIGINT', 1],
	]);
});

test('lists strings of lists and structs as misfits if the engine would round them', async () => {
	const source = await house.source('demo', 'x', 'whole', "SELECT [1] AS n, {'a': 1} AS s");
	const columns = [
		{ name: 'n', type: 'INTEGER[]' },
		{ name: 's', type: 'STRUCT(a INTEGER)' },
	];
	const { review } = await read(`n;s\n[1.5, NULL];{'a': 1.5}\n[2, NULL];{'a': 2}\n`, {
		...{ name: 'x.csv', mode: 'append', base: { files: source.files, columns } },
	} as const);
	expect(review.columns.map(({ firstMisfits }) => firstMisfits.map(({ value }) => value))).toEqual([
		['[1.5, NULL]'],
		["{'a': 1.5}"],
	]);
});

test('lists a correction that isn’t valid JSON as a misfit', async () => {
	const source = await house.source('demo', 'x', 'corrected', "SELECT {'b': 1::BIGINT} AS v");
	const { review } = await read('{"v":{"b":1}}\n{"v":{"b":"x"}}\n', {
		...{ name: 'x.ndjson', mode: 'append' },
		base: { files: source.files, columns: [{ name: 'v', type: 'STRUCT(b BIGINT)' }] },
		columns: [{ from: 'v', column: 'v', fixes: [{ value: '{"b":"x"}', to: 'three' }] }],
	} as const);
	expect(review.columns[0]?.firstMisfits.map(({ value }) => value)).toEqual(['three']);
});

describe('lines that aren’t rows', () => {
	test('are corrected or skipped, and listed up to the requested number', async () => {
		const text = 'a,b\n1,2\nonly\n3,4\nlast\nmore\n';
		const first = await read(text, { listed: 2, isWritten: false });
		expect(first.review.rejectedLines).toMatchObject({ total: 3, first: [{ line: 3 }, { line: 5 }] });
		const fixedLines = [
			{ line: 3, text: '5,"6"' },
			{ line: 5, text: '' },
			{ line: 6, text: 'still' },
		];
		const { review } = await read(text, { fixedLines, isWritten: false });
		expect([review.rows, review.rejectedLines]).toMatchObject([3, { total: 1, first: [{ line: 6, text: 'still' }] }]);
		const { rows } = await read(text, { fixedLines, skipLines: true });
		expect(rows).toEqual([
			['1', '2'],
			['5', '6'],
			['3', '4'],
		]);
	});
});
