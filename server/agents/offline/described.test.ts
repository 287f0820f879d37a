import { DuckDBInstance } from '@duckdb/node-api';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ContextColumn, SchemaContext, Turn, Written } from '../query/types.ts';
import { offlineWriter } from './offline-writer.ts';

type Value = string | number | boolean | null;
interface Made {
	readonly name: string;
	readonly description: string;
	readonly columns: readonly (readonly [name: string, type: string, description: string])[];
	readonly rows: readonly (readonly Value[])[];
	readonly keys: readonly (readonly string[])[];
}

/** A lending library: a domain the parser has no knowledge of. */
const made: readonly Made[] = [
	{
		name: 'loans',
		description: 'Books that were lent, one row for each loan.',
		keys: [['loan_id']],
		columns: [
			['loan_id', 'BIGINT', 'Number of the loan.'],
			['book', 'VARCHAR', 'Code of the book that was lent.'],
			['borrower', 'VARCHAR', 'Name of the borrower.'],
			['branchName', 'VARCHAR', 'Branch that lent it.'],
			['lent_on', 'DATE', 'Day of the loan.'],
			['returned_on', 'DATE', 'Day on which it came back; empty while it is out.'],
			['fine_eur', 'DOUBLE', 'Fine for a late return in euros.'],
			['renewals', 'VARCHAR', 'How many times the loan was renewed, written as text.'],
		],
		rows: [
			[1, 'B1', 'Ada', 'Old Town', '2023-01-05', '2023-01-20', 0, '0'],
			[2, 'B2', 'Ada', 'Harbour', '2023-02-01', '2023-03-20', 4.5, '2'],
			[3, 'B1', 'Ben', 'Old Town', '2023-02-11', null, 0, '1'],
			[4, 'B3', 'Cleo', 'Harbour', '2023-03-02', '2023-03-09', 1.5, '0'],
			[5, 'B1', 'Cleo', 'Old Town', '2024-01-15', null, 0, '3'],
		],
	},
	{
		name: 'books',
		description: 'Titles in the shelves.',
		keys: [['code']],
		columns: [
			['code', 'VARCHAR', 'Code of the book.'],
			['title', 'VARCHAR', 'Title of the book.'],
			['genre', 'VARCHAR', 'Kind of book.'],
			['pages', 'INTEGER', 'Number of pages.'],
		],
		rows: [
			['B1', 'Moby Dick', 'novel', 635],
			['B2', 'Cosmos', 'science', 396],
			['B3', "O'Neill's Plays", 'drama', 210],
		],
	},
];

const profile = (table: Made, index: number): Omit<ContextColumn, 'name' | 'type' | 'description'> => {
	const type = table.columns[index]?.[1] ?? '';
	const values = table.rows.map((row) => row[index] ?? null).filter((candidate) => candidate !== null);
	const texts = [...new Set(values.map(String))];
	const isText = type === 'VARCHAR';
	const sorted = type === 'DATE' ? [...texts].sort() : [...texts].sort((a, b) => Number(a) - Number(b));
	return {
		samples: texts.slice(0, 5),
		distinct: texts.length,
		values: isText ? texts : null,
		min: isText ? null : (sorted[0] ?? null),
		max: isText ? null : (sorted.at(-1) ?? null),
		nulls: table.rows.length - values.length,
		textOf: isText && texts.every((text) => /^\d$/.test(text)) ? 'number' : null,
	};
};

const at = (datasetName: string) => ({ owner: 'ann o"x', namespace: 'city library', datasetName });
const context: SchemaContext = {
	namespace: { owner: 'ann o"x', name: 'city library' },
	datasets: made.map((table) => ({
		coordinate: at(table.name),
		description: table.description,
		rows: table.rows.length,
		columns: table.columns.map(([name, type, description], index) => ({
			name,
			type,
			description,
			...profile(table, index),
		})),
		keys: table.keys,
		source: { coordinate: at(table.name), namespaceId: '', sha256: table.name },
	})),
	links: [
		{
			from: { dataset: at('loans'), column: 'book' },
			to: { dataset: at('books'), column: 'code' },
			matchType: 'ExactMatch',
			options: {},
		},
	],
};

let run: (sql: string) => Promise<unknown[][]>;
beforeAll(async () => {
	const connection = await (await DuckDBInstance.create()).connect();
	await connection.run(`ATTACH ':memory:' AS "ann o""x"`);
	await connection.run('CREATE SCHEMA "ann o""x"."city library"');
	for (const { name, columns, rows } of made) {
		const literal = (item: Value) => (typeof item === 'string' ? `'${item.replaceAll("'", "''")}'` : String(item));
		const table = `"ann o""x"."city library"."${name}"`;
		await connection.run(
			`CREATE TABLE ${table} (${columns.map(([column, type]) => `"${column}" ${type}`).join(', ')})`,
		);
		await connection.run(
			`INSERT INTO ${table} VALUES ${rows.map((row) => `(${row.map(literal).join(', ')})`).join(', ')}`,
		);
	}
	run = async (sql) => (await connection.runAndReadAll(sql)).getRowsJson() as unknown[][];
});

const signal = new AbortController().signal;
const write = (question: string, earlier: readonly Turn[] = []) =>
	offlineWriter.write(question, context, { signal, earlier });
const query = (written: Written) => {
	if (written.kind === 'refused') throw new Error(written.message);
	return written;
};
const ask = async (question: string, earlier: readonly Turn[] = []) => run(query(await write(question, earlier)).sql);

describe('answers', () => {
	test.each<[question: string, rows: unknown[][]]>([
		['How many loans are there?', [['5']]],
		['how many loans did Ada have', [['2']]],
		[
			'Loans per branch',
			[
				['Harbour', '2'],
				['Old Town', '3'],
			],
		],
		['Which borrower paid the highest fine?', [['Ada', 4.5]]],
		[
			'total fines by branch name',
			[
				['Harbour', 6],
				['Old Town', 0],
			],
		],
		['How many loans were not returned?', [['2']]],
		['how many loans were returned', [['3']]],
		['How many loans in February 2023?', [['2']]],
		[
			'loans of novels by month',
			[
				['2023-01', '1'],
				['2023-02', '1'],
				['2024-01', '1'],
			],
		],
		['average renewals', [[1.2]]],
		['How many loans had a fine of more than 1 euro?', [['2']]],
		['What share of loans are from Harbour?', [[40]]],
		['What is the longest book by pages?', [['B1', 'Moby Dick', 'novel', 635]]],
		['how many laons in Harbuor', [['2']]],
		["How many loans of O'Neill's Plays?", [['1']]],
		[
			'Compare loans in Harbour and Old Town',
			[
				['Harbour', '2'],
				['Old Town', '3'],
			],
		],
	])('%s', async (question, rows) => {
		const given = await ask(question);
		expect(
			rows.map((row) => given.some((candidate) => row.every((value) => candidate.includes(value as never)))),
		).toEqual(rows.map(() => true));
		expect(given).toHaveLength(rows.length);
	});
});

describe('refuses and names the word', () => {
	test.each([
		['fine per renewal of loan 2', 'per renewals'],
		['How many librarians are there?', 'librarians'],
		['What is the average price of books?', 'price'],
		['How many loans will there be next year?', 'next year'],
		['Average by branch', 'Average'],
		['Which branch is the best?', 'best'],
		['How many loans were there in Paris?', 'Paris'],
	])('%s', async (question, about) => {
		expect(await write(question)).toMatchObject({ kind: 'refused', about });
	});

	test('and suggests similar questions that it understands', async () => {
		expect(await write('What is the average price of books?')).toMatchObject({
			suggestions: ['What is the average pages of books?'],
		});
		const written = await write('Average fine per librarian');
		const suggestions = written.kind === 'refused' ? (written.suggestions ?? []) : [];
		expect(suggestions).toContain('Average fine per borrower?');
		for (const suggestion of suggestions) expect(await write(suggestion)).toMatchObject({ kind: 'query' });
	});

	test('in a question about something that isn’t in the data', async () => {
		const written = await write('What was the weather?');
		expect(written).toMatchObject({ kind: 'refused', message: expect.stringContaining('"weather"') });
	});
});

describe('continues from an earlier question', () => {
	const turn = async (question: string, earlier: readonly Turn[]): Promise<Turn> => {
		const written = query(await write(question, earlier));
		return {
			question,
			sql: written.sql,
			reading: written.reading,
			columns: [],
			understood: JSON.parse(JSON.stringify(written.understood)),
		};
	};

	test('with a value, a grouping and another value', async () => {
		const first = await turn('How many loans are there?', []);
		const second = await turn('and only for Ada?', [first]);
		expect(await run(second.sql ?? '')).toEqual([['2']]);
		const third = await turn('by month', [first, second]);
		expect(await run(third.sql ?? '')).toEqual([
			['2023-01', '1'],
			['2023-02', '1'],
		]);
		const fourth = await turn('what about Ben', [first, second, third]);
		expect(await run(fourth.sql ?? '')).toEqual([['2023-02', '1']]);
		expect(fourth.reading).toContain('"Ben"');
	});

	test('with shares, another aggregate, and a value and a grouping at once', async () => {
		const counted = await turn('Loans per branch', []);
		const shared = await turn('as a share', [counted]);
		expect(await run(shared.sql ?? '')).toEqual([
			['Harbour', 40],
			['Old Town', 60],
		]);
		const fines = await turn('average fine by borrower', []);
		const highest = await turn('max', [fines]);
		expect(await run(highest.sql ?? '')).toEqual([
			['Ada', 4.5],
			['Ben', 0],
			['Cleo', 1.5],
		]);
		const both = await turn('only for Ada and by month', [fines]);
		expect(await run(both.sql ?? '')).toEqual([
			['2023-01', 0],
			['2023-02', 4.5],
		]);
		expect(await write('as a share', [fines])).toMatchObject({ kind: 'refused', about: 'share' });
	});

	test('but refuses an unknown value', async () => {
		const first = await turn('How many loans are there?', []);
		expect(await write('and only for Zoe?', [first])).toMatchObject({ kind: 'refused', about: 'Zoe' });
	});
});

test('says how it read the question, including typos', async () => {
	const { reading, datasets } = query(await write('how many laons in Harbuor'));
	expect(reading).toBe(
		'The number of loans where branchName is "Harbour". "laons" was read as "loans". "Harbuor" was read as "harbour".',
	);
	expect(datasets).toEqual([at('loans')]);
});

test('refuses instead of retrying when its query fails', async () => {
	const repair = { sql: 'SELECT', error: 'no such column' };
	expect(await offlineWriter.write('How many loans?', context, { signal, repair })).toMatchObject({ kind: 'refused' });
});
