import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { guessType } from './guess-types.ts';
import { planOf } from './load-types.ts';
import { readings } from './readings.ts';

let connection: DuckDBConnection;
beforeAll(async () => {
	connection = await (await DuckDBInstance.create(':memory:')).connect();
	await connection.run("SET TimeZone = 'UTC'");
});
afterAll(() => connection.closeSync());

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
])('what is read as %s at once is what its form allows, and the same value', async (type, values) => {
	const guess = guessType(
		values.map((value) => [value]),
		0,
		undefined,
	);
	expect(guess?.type).toBe(type);
	const reading = readings.find((item) => item.format === null && item.type === (type === 'DOUBLE' ? 'DECIMAL' : type));
	const whole = new RegExp(`^(?:${reading?.form})$`);
	const plan = planOf('t', type);
	const found = await connection.run(
		`SELECT t, ${guess?.fits('t', 'v')}, ${plan.fits}, v IS NOT DISTINCT FROM ${plan.value} FROM (SELECT t, TRY_CAST(t AS ${type}) AS v FROM (SELECT unnest([${texts.map((text) => `'${text}'`).join(', ')}]) AS t))`,
	);
	for (const [text, fits, isPlanned, isSame] of await found.getRows()) {
		const filled = String(text).trim();
		const digits = filled.replace(/\D/g, '').length;
		const isOf = filled === '' || (whole.test(filled) && isPlanned === true && (type !== 'DOUBLE' || digits <= 12));
		if (isOf) expect([text, fits]).toEqual([text, true]);
		if (fits === true) expect([text, isPlanned, isSame]).toEqual([text, true, true]);
		if (fits === true && filled !== '') expect(filled).toMatch(whole);
	}
});

test.each([
	[['1.5', '20,5'], undefined],
	[['1.5'], ','],
	[['03/04/2024'], undefined],
	[['007'], undefined],
	[['1e5'], undefined],
	[['1234567890123456.5'], undefined],
	[['', ' '], undefined],
] as const)('%j with decimal %s is not guessed', (values, decimal) => {
	expect(
		guessType(
			values.map((value) => [value]),
			0,
			decimal,
		),
	).toBeNull();
});
