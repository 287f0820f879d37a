import { describe, expect, test } from 'vitest';
import { JsonText } from '#lib/exact-json/exact-json.ts';
import { noRules, type Rules } from './hints.ts';
import { normalize } from './normalize.ts';

async function column(field: string, values: readonly unknown[], description = '', rules: Partial<Rules> = {}) {
	const records = values.map((item) => ({ [field]: item }));
	const schema: Record<string, string> = description === '' ? {} : { [field]: description };
	const { rows, changes } = await normalize(records, schema, { ...noRules, ...rules }, async () => {});
	const after = rows.map((row) => row[field]);
	return { after: after.map((item) => (item instanceof JsonText ? Number(item.text) : item)), changes };
}

type Case = [field: string, before: unknown[], after: unknown[], description?: string, rules?: Partial<Rules>];

const each = (cases: Case[]) =>
	test.each(cases)('%s: %j → %j', async (field, before, after, description, rules) => {
		const done = await column(field, before, description, rules);
		expect(done.after).toEqual(after);
		// Every changed value has a note, and an unchanged one only a reason why it stayed.
		for (const [index, value] of before.entries()) {
			const kinds = done.changes[index]?.map((change) => change.kind) ?? [];
			if (value === after[index]) expect(kinds.filter((kind) => kind !== 'unsure')).toEqual([]);
			else expect(kinds).not.toEqual([]);
		}
	});

describe('numbers', () => {
	each([
		[
			'weight_kg',
			[...Array(9).fill('1.234,5 kg'), '800 g', '1 t', '3 lb', '12'],
			[...Array(9).fill('1234.5'), '0.8', '1000', '3 lb', '12'],
		],
		// Without their units, the converted values couldn't be distinguished from the others.
		['weight_kg', ['1.234,5 kg', '800 g', '3 lb', '12'], ['1.234,5 kg', '800 g', '3 lb', '12']],
		['v', ['1.234,5 km/h', '3 m/s'], ['1.234,5 km/h', '3 m/s'], 'speed in km/h, number'],
		['w', ['5 m', '6 m'], ['5 m', '6 m'], 'in kg, number'],
		// As SAP writes negative amounts, unlike grades and ranges.
		['x', ['123.45-', '12.00', '7-'], ['-123.45', '12.00', '-7']],
		['x', ['1-', '2', '3-', '65-'], ['1-', '2', '3-', '65-']],
		['x', ['1-', '2', '3-'], ['-1', '2', '-3'], 'balance, number'],
		['grade', ['1-', '2+', '3', '2', '1', '123-'], ['1-', '2+', '3', '2', '1', '123-'], 'number'],
		['temp_min', ['5 °C', '6 °C'], ['5', '6']],
		['w', ['1.234,5', '5 kg', '6 lb'], ['1.234,5', '5 kg', '6 lb']],
		// Thousands and millions, not kelvins and metres.
		['followers', ['12K', '5K', '7.5K'], ['12K', '5K', '7.5K']],
		['revenue', ['1.5M', '2M', '3.2M'], ['1.5M', '2M', '3.2M'], 'revenue, number'],
		['v', ['1.2k', '900', '1,850.5', '3.4k', '3k'], ['1.2k', '900', '1,850.5', '3.4k', '3k'], 'number'],
		['t', ['300 K', '310.5 K'], ['300', '310.5'], 'temperature in K'],
		// A letter after a number is a seat, a network or a direction, unless it's the stated unit.
		...['C', 'F', 'G', 'H', 'K', 'L', 'M', 'S', 'T', 'W'].map((letter): Case => {
			const values = ['12', '14', '7.5'].map((digits) => `${digits}${letter}`);
			return ['x', values, values];
		}),
		['seat', ['C12', 'C14'], ['C12', 'C14']],
		['lon', ['122.4W', '71.1W'], ['122.4W', '71.1W'], 'longitude, number'],
		['p', ['12W', '14 W'], ['12', '14'], 'power in W, number'],
		['p', ['12 W', '1,5 kW'], ['0.012', '1.5'], 'power in kW, number'],
		['x', ['12g', '1.5g'], ['12', '1.5']],
		['hours', ['8h', '7h'], ['8', '7']],
		['mass', ['10 M', '12 M'], ['10 M', '12 M'], 'concentration in mM, number'],
		['w', ['1.234,5 kg', '800 g', '12'], ['1234.5', '0.8', '12'], 'weight in kg, number'],
		['id', ['1.234', '5.678'], ['1.234', '5.678'], 'number'],
		['n', ['1.234', '5.678'], ['1234', '5678'], 'a number, decimal comma'],
		['n', ['1,500', '2,25'], ['1500', '2,25'], 'number, decimal point'],
		['price', ['1,234.50', '(4.00)', '12.00'], ['1234.50', '-4.00', '12.00']],
		['price', ['$3,000.5', '€5', '12'], ['$3,000.5', '€5', '12']],
		['share', ['12 %', '3,5 %', '4 %'], ['12', '3.5', '4']],
		// Half a percent, or 50 %?
		['share', ['0.5', '50%', '0.25', '25%'], ['0.5', '50%', '0.25', '25%']],
		['amount', ['1.234', '2.345', '1.000,5'], ['1234', '2345', '1000.5']],
		['n', ['1,234', '5,678'], ['1,234', '5,678']],
		['n', ['1,234', '5,678'], ['1.234', '5.678'], '', { decimal: ',' }],
		['n', ["1'234.5", '1 234', '12,34,567.5'], ['1234.5', '1234', '1234567.5']],
		['n', [1, '3,5', '1.234,5', 2], [1, 3.5, 1234.5, 2]],
		['id', ['12345678901234567890', '2'], ['12345678901234567890', '2']],
		['zip', ['01234', '20095', '1.234'], ['01234', '20095', '1.234']],
		['version', ['1.2.3', '1.2.4'], ['1.2.3', '1.2.4']],
		['host', ['192.168.100.200', '10.100.200.30'], ['192.168.100.200', '10.100.200.30']],
	]);

	test('decides nothing from a single cell', async () => {
		expect((await column('x', ['1.234,5 kg'])).changes.flat()).toEqual([]);
	});
});

describe('dates', () => {
	each([
		['d', ['03/04/2024', '13/04/2024', '1/5/24'], ['2024-04-03', '2024-04-13', '1/5/24']],
		['born', ['31.12.1999', '15.06.45'], ['1999-12-31', '15.06.45']],
		['d', ['03/04/2024', '12/25/2024'], ['2024-03-04', '2024-12-25']],
		['d', ['03/04/2024', '13/04/2024', '04/13/2024'], ['03/04/2024', '13/04/2024', '04/13/2024']],
		// A month 13 isn't a date if the column's other dates start with the day.
		['d', [...Array(10).fill('14.03.2024'), '05.13.2023'], [...Array(10).fill('2024-03-14'), '05.13.2023']],
		['d', [...Array(10).fill('14/03/2024'), '05/13/2023'], [...Array(10).fill('2024-03-14'), '05/13/2023']],
		['d', ['25.12.2024', '05.13.2021'], ['2024-12-25', '05.13.2021']],
		['d', ['05.13.2023', '06.14.2023', '01.02.2023'], ['2023-05-13', '2023-06-14', '2023-01-02']],
		['d', ['05.13.2023', '01.02.2023'], ['05.13.2023', '2023-02-01'], 'date, day first'],
		['d', ['03/04/2024', '05/06/2024'], ['03/04/2024', '05/06/2024']],
		['d', ['03/04/2024', '05/06/2024'], ['2024-03-04', '2024-05-06'], '', { dayFirst: false }],
		['d', ['03/04/24', '13/05/24'], ['03/04/24', '13/05/24']],
		['x', ['03/04/2024', '13/04/2024', '04/13/2024'], ['2024-04-03', '2024-04-13', '04/13/2024'], 'date, day first'],
		['x', ['03/04/2024', '13/04/2024'], ['2024-03-04', '13/04/2024'], 'date, month first'],
		['d', ['31/02/2024', '13/02/2024', 'n/a'], ['31/02/2024', '2024-02-13', 'n/a']],
		['d', ['5. März 2024', '5 mars 2024', 'May 5, 2024'], ['2024-03-05', '2024-03-05', '2024-05-05']],
		['at', ['2024-03-05 10:00:00', '05.03.2024 14:30'], ['2024-03-05 10:00:00', '2024-03-05 14:30']],
		['at', ['2024-03-05T10:00:00Z', '2024-03-05'], ['2024-03-05T10:00:00Z', '2024-03-05']],
	]);
});

describe('times and booleans', () => {
	each([
		['time', ['9:40', '9:40 pm', '21h30', '07:05', '12:10 am'], ['09:40', '21:40', '21:30', '07:05', '00:10']],
		['time', ['8h', '8h30', '8 am'], ['8h', '08:30', '08:00']],
		['ok', ['yes', 'no', 'true', 'ja'], ['true', 'false', 'true', 'true'], 'whether it worked'],
		['ok', ['yes', 'no', 'no'], ['yes', 'no', 'no']],
		['ok', [true, 'nein', 'true'], [true, false, true]],
	]);
});

describe('phones', () => {
	each([
		// A single number with a code doesn't decide for the rest, nor does another country's form.
		['phone', ['+49 30 1234567', '(555) 123-4567', '0301234567'], ['+49301234567', '(555) 123-4567', '0301234567']],
		['phone', ['+49301234567', '+49 401234567', '(555) 123-4567'], ['+49301234567', '+49401234567', '(555) 123-4567']],
		['phone', ['(415) 555-2671', '+1 415 555 2672', '+14155552673'], ['+14155552671', '+14155552672', '+14155552673']],
		['phone', ['030 901820'], ['030 901820']],
		['phone', ['030 901820'], ['+4930901820'], '', { country: 'DE' }],
		['phone', ['030 901820'], ['+4930901820'], 'phone, country is Germany'],
		['phone', ['030 901820'], ['+4930901820'], 'country is Germany', { country: 'FR' }],
		[
			'phone',
			['+49 30 901820', '+33 1 42 68 53 00', '01 42 68 53 00'],
			['+49 30 901820', '+33 1 42 68 53 00', '01 42 68 53 00'],
		],
		['order', ['4155552671', '4155552672'], ['4155552671', '4155552672']],
	]);
});

describe('countries', () => {
	each([
		// "Y" and "man" are names in some language.
		['country', ['Y', 'X', 'Norway', 'Sweden'], ['Y', 'X', 'Norway', 'Sweden']],
		['country', ['Iran', 'Laos', 'Norway', 'Suecia'], ['Iran', 'Laos', 'Norway', 'Sweden']],
		['country', ['Deutschland', 'Germany', 'UK', 'Atlantis'], ['Germany', 'Germany', 'United Kingdom', 'Atlantis']],
		['Land', ['Deutschland', 'Frankreich', 'Spain'], ['Deutschland', 'Frankreich', 'Spanien']],
		['country_code', ['Deutschland', 'FR', 'USA'], ['DE', 'FR', 'US'], 'ISO country code'],
		['country', ['Italien', 'FRA'], ['ITA', 'FRA'], 'country as alpha-3'],
		['name', ['Jordan', 'Chad', 'Georgia'], ['Jordan', 'Chad', 'Georgia']],
	]);
});

test('trims and composes any text, but changes nothing else in prose', async () => {
	const prose = `${'12,5 kg of flour were bought on 03/04/2024. '.repeat(4)} `;
	const { after } = await column('note', ['  a ', 'b\u00a0', 'Cafe\u0301', prose]);
	expect(after).toEqual(['a', 'b', 'Café', prose.trim()]);
});

test('yields to other work while reading a long column', async () => {
	const values = Array.from({ length: 3_000 }, (_, n) => `${(n % 28) + 1}. März ${1900 + (n % 120)}`);
	let turns = 0;
	await normalize(
		values.map((d) => ({ d })),
		{},
		noRules,
		async () => {
			turns += 1;
		},
	);
	expect(turns).toBeGreaterThan(3_000);
});
