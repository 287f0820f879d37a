import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FormState } from './input/value-forms.ts';
import { planOf } from './load-types.ts';
import { guessType } from './quick-type-guess.ts';
import { readings } from './readings.ts';

let connection: DuckDBConnection;
const folder = mkdtempSync(join(tmpdir(), 'guesses-'));
beforeAll(async () => {
	connection = await (await DuckDBInstance.create(':memory:')).connect();
	await connection.run("SET TimeZone = 'UTC'");
});
afterAll(() => {
	connection.closeSync();
	rmSync(folder, { recursive: true });
});

const texts = [
	...[
		'',
		' ',
		'12',
		' 12 ',
		'-0',
		'+5',
		'007',
		'1.0',
		'1e3',
		'1 2',
		'x',
		'-9223372036854775808',
		'9223372036854775808',
	],
	...[
		'2024-02-29',
		'2024-02-30',
		'10000-01-01',
		' 2024-01-01',
		'2024-1-1',
		'infinity',
		'0001-01-01',
		'0044-03-15 (BC)',
	],
	...['2024-01-01T10:00', '2024-01-01 10:00:00.1234567', '2024-01-01 10:00:00.5', '2024-01-01 25:00:00'],
	...['10000-01-01 00:00:00', '2024-01-01 10:00:00+02', '2024-01-01T10:00:00Z', '2024-01-01 10:00:00+0530'],
	...[
		'1.123456789012',
		'123456789012345.5',
		'12345678.25',
		'-0.0',
		'.5',
		'5.',
		'1,5',
		'nan',
		'0.50',
		'00.5',
		'-206.92',
	],
	...['True', 'TRUE', 'tRue', 'T', '1', 'yes', 'false', '24:00:00', '10:00', '10:00:00.5', '10:00:00', '25:00'],
];

test.each([
	['BIGINT', ['1', '-20']],
	['DOUBLE', ['1.5', '20']],
	['BOOLEAN', ['true', 'False']],
	['DATE', ['2024-01-01']],
	['TIME', ['10:30:00']],
	['TIMESTAMP', ['2024-01-01 10:30:00']],
	['TIMESTAMP WITH TIME ZONE', ['2024-01-01T10:30:00Z']],
])('guesses %s only for texts of its form, with the same values as a cast', async (type, values) => {
	const guess = guessType(
		values.map((value) => [value]),
		0,
		undefined,
	);
	expect(guess?.type).toBe(type);
	const reading = readings.find((item) => item.format === null && item.type === (type === 'DOUBLE' ? 'DECIMAL' : type));
	const whole = new RegExp(`^(?:${reading?.form})$`);
	const plan = planOf('t', type);
	const accepted = texts.filter((text) => guess !== null && isOfForm(guess.form, text));
	for (const text of texts.filter((value) => whole.test(value)))
		if (type !== 'DOUBLE' || text.replace(/\D/g, '').length <= 12) expect(accepted).toContain(text);
	const list = (values: readonly string[]) => `[${values.map((value) => `'${value}'`).join(', ')}]::VARCHAR[]`;
	const found = await connection.run(
		`SELECT t, ${plan.fits} FROM (SELECT unnest(${list(accepted)}) AS t) WHERE TRY_CAST(t AS ${type}) IS NOT NULL`,
	);
	const read = await found.getRows();
	expect(read.filter(([, isPlanned]) => isPlanned !== true)).toEqual([]);
	for (const text of accepted.filter(Boolean)) expect(text).toMatch(whole);
	// The engine's reader must convert values exactly as a cast does.
	const file = join(folder, 'values.csv');
	const readable = read.map(([text]) => String(text));
	writeFileSync(file, readable.map((text) => `${text}\n`).join(''));
	const compared = await connection.run(
		`SELECT t FROM (SELECT unnest(${list(readable)}) AS t) POSITIONAL JOIN (FROM read_csv('${file}', auto_detect = false, header = false, delim = ';', columns = {v: '${type}'})) WHERE v IS DISTINCT FROM ${plan.value}`,
	);
	expect(await compared.getRows()).toEqual([]);
});

function isOfForm(form: FormState, text: string): boolean {
	let at: FormState | undefined = form;
	for (const sign of text) at = at?.next.get(/[1-9]/.test(sign) ? '1' : sign);
	return text === '' || at?.isEnd === true;
}

test.each([
	[['1.5', '20,5'], undefined],
	[['1.5'], ','],
	[['03/04/2024'], undefined],
	[['007'], undefined],
	[['1e5'], undefined],
	[['1234567890123456.5'], undefined],
	[['', ' '], undefined],
] as const)('doesn’t guess the type of %j with decimal %s', (values, decimal) => {
	expect(
		guessType(
			values.map((value) => [value]),
			0,
			decimal,
		),
	).toBeNull();
});
