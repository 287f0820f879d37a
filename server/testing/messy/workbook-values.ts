import { Kind, type MessyFile } from './messy-file.ts';
import { formats, header, number, row, text, workbook } from './workbook-file.ts';

/** Errors, formulas, dates and durations in workbooks. */
export const workbookValues = (): MessyFile[] => [...codes(), ...units(), ...unknownValues(), ...days(), ...spans()];

const columns = ['id', 'v'];
const error = (text: string): string => `<c r="B@" t="e"><v>${text}</v></c>`;
const styleOf = (format: (typeof formats)[number]): number => formats.indexOf(format) + 3;

function units(): MessyFile[] {
	const kind = new Kind('currencies and units in formats', 'data.xlsx');
	const [euro, dollar, kilo, gram] = formats.slice(-4).map(styleOf);
	const sheet = (...cells: string[]) => workbook({ A: [header, ...cells.map((cell, index) => row(index + 1, cell))] });
	kind.add('two currencies', sheet(number('B', '100', euro), number('B', '200.5', dollar), number('B', '7')), {
		columns,
		types: ['BIGINT', 'VARCHAR'],
		rows: [
			['1', '€100'],
			['2', '$200.5'],
			['3', '7'],
		],
	});
	kind.add('two units', sheet(number('B', '12.5', kilo), number('B', '-13', gram)), {
		columns,
		rows: [
			['1', '12.5 kg'],
			['2', '-13 g'],
		],
		remark:
			'Column "v": the formats of its cells show different units or currencies (kg, g), so they’re saved with the values, as text. To save numbers, say what the column holds, such as "weight in kg, number", and clean the values.',
	});
	kind.add('one unit', sheet(number('B', '12.5', kilo), number('B', '13', kilo)), {
		columns,
		types: ['BIGINT', 'DOUBLE'],
		rows: [
			['1', '12.5'],
			['2', '13.0'],
		],
		remark: null,
	});
	return kind.files;
}

function unknownValues(): MessyFile[] {
	const kind = new Kind('errors and formulas in workbooks', 'data.xlsx');
	const numbers = [row(1, number('B', '5')), row(2, number('B', '6'))];
	for (const word of ['#N/A', '#DIV/0!', '#REF!', '#NAME?', '#NULL!', '#NUM!', '#VALUE!', '#SPILL!'])
		kind.add(`${word} among numbers`, workbook({ A: [header, ...numbers, row(3, error(word))] }), {
			asks: new RegExp(`Column "v": 1 value doesn’t fit BIGINT: "${word.replace('?', '\\?')}" in row 3`),
		});
	kind.add(
		'more errors than numbers',
		workbook({ A: [header, ...numbers, ...[3, 4, 5].map((id) => row(id, error('#N/A')))] }),
		{
			asks: /3 values don’t fit BIGINT/,
		},
	);
	kind.add(
		'an error among dates',
		workbook({ A: [header, row(1, number('B', '45356', 1)), row(2, error('#VALUE!'))] }),
		{
			asks: /1 value doesn’t fit DATE: "#VALUE!" in row 2/,
		},
	);
	kind.add('a row with only an error', workbook({ A: [header, ...numbers, error('#REF!')] }), {
		asks: /"#REF!" in row 3/,
	});
	kind.add('an error among texts', workbook({ A: [header, row(1, text('B', 'a')), row(2, error('#N/A'))] }), {
		columns,
		rows: [
			['1', 'a'],
			['2', '#N/A'],
		],
		remark: 'Column "v" has 1 Excel error ("#N/A" in sheet row 3).',
	});
	kind.add(
		'a formula without its result',
		workbook({ A: [header, ...numbers, row(3, '<c r="B@"><f>A@*2</f><v/></c>')] }),
		{
			asks: /"=A4\*2" in row 3/,
		},
	);
	const sheet = [text('A', 'Report'), null, header, row(1, number('B', '5')), null, row(2, error('#N/A'))];
	kind.add('an error below a title and blank rows', workbook({ A: sheet }), {
		asks: /"#N\/A" in row 2 \(sheet row 6\)/,
	});
	const total = `${text('A', 'Total')}<c r="B@"><f>SUM(B2:B3)</f></c>`;
	kind.add('a total without its result', workbook({ A: [header, ...numbers, total] }), {
		asks: /row 3 \(a total: "Total, =SUM\(B2:B3\)"\)/,
	});
	kind.add(
		'a formula for text without its result',
		workbook({ A: [header, row(1, '<c r="B@" t="str"><f>A@</f></c>')] }),
		{ asks: /1 value doesn’t fit VARCHAR: "=A2" in row 1/ },
	);
	kind.add(
		'a formula for an empty text',
		workbook({ A: [header, row(1, '<c r="B@" t="str"><f>A@&amp;""</f><v></v></c>')] }),
		{
			columns,
			rows: [['1', null]],
		},
	);
	const zero = '<c r="B@"><f>SUM(A1:A@)</f><v>0</v></c>';
	kind.add(
		'zero that was never calculated',
		workbook({ A: [header, ...numbers, row(3, zero)] }, { isUncalculated: true }),
		{
			asks: /"=SUM\(A1:A4\)" in row 3/,
		},
	);
	kind.add('zero as a result', workbook({ A: [header, row(1, zero)] }), { columns, rows: [['1', '0']] });
	return kind.files;
}

function codes(): MessyFile[] {
	const kind = new Kind('codes in workbooks', 'data.xlsx');
	const of = (first: string, others: readonly string[], last = '') => {
		const numbers = others.map((value, index) => row(index + 2, number('B', value)));
		return workbook({ A: [header, row(1, text('B', first)), ...numbers, ...(last === '' ? [] : [row(99, last)])] });
	};
	const tens = Array.from({ length: 20 }, (_, index) => String(index + 10));
	for (const code of ['12E3', '1.10'])
		kind.add(`${code} as text among numbers`, of(code, ['13', '1.9']), {
			types: ['BIGINT', 'VARCHAR'],
			rows: [
				['1', code],
				['2', '13'],
				['3', '1.9'],
			],
		});
	kind.add('an exponent as text among many numbers', of('12E3', tens), {
		asks: /Column "v": 1 value doesn’t fit BIGINT: "12E3" in row 1/,
	});
	kind.add('an exponent as text and no value among many numbers', of('12E3', tens, text('B', 'NA')), {
		asks: /"12E3"/,
	});
	kind.add('a number as text among numbers, without loss', of('14', ['13']), {
		types: ['BIGINT', 'BIGINT'],
		rows: [
			['1', '14'],
			['2', '13'],
		],
	});
	return kind.files;
}

function days(): MessyFile[] {
	const kind = new Kind('dates in workbooks', 'data.xlsx');
	const one = (what: string, cell: string, value: string, type: string, is1904 = false) =>
		kind.add(what, workbook({ A: [header, row(1, cell)] }, { is1904 }), {
			columns,
			types: ['BIGINT', type],
			rows: [['1', value]],
		});
	one('day 1', number('B', '1', 1), '1900-01-01', 'DATE');
	one('day 59', number('B', '59', 1), '1900-02-28', 'DATE');
	one('day 60, which doesn’t exist', number('B', '60', 1), '1900-02-29', 'VARCHAR');
	one('day 61', number('B', '61', 1), '1900-03-01', 'DATE');
	one('day 0', number('B', '0', 1), '1900-01-00', 'VARCHAR');
	one('a time on day 0, formatted as a date', number('B', '0.25', 1), '1900-01-00T06:00:00', 'VARCHAR');
	one('a negative day', number('B', '-1', 1), '-1', 'BIGINT');
	one('the last day', number('B', '2958465', 1), '9999-12-31', 'DATE');
	one('a day after the last', number('B', '2958466', 1), '2958466', 'BIGINT');
	one('day 0 from 1904', number('B', '0', 1), '1904-01-01', 'DATE', true);
	one('day 60 from 1904', number('B', '60', 1), '1904-03-01', 'DATE', true);
	one('day 1 from 1904', number('B', '1', 1), '1904-01-02', 'DATE', true);
	one('the last millisecond of a day', number('B', '45356.99999999', 2), '2024-03-05 23:59:59.999', 'TIMESTAMP');
	one('a third of a day', number('B', '45356.333333333336', 2), '2024-03-05 08:00:00', 'TIMESTAMP');
	one('a time of day', number('B', '0.4375', styleOf('hh:mm:ss')), '10:30:00', 'TIME');
	one('a time before noon', number('B', '0.4375', styleOf('h:mm AM/PM')), '10:30:00', 'TIME');
	one('minutes and seconds', number('B', '0.0006944444444444445', styleOf('mm:ss.0')), '00:01:00', 'TIME');
	one('only the time of a date', number('B', '45356.5', styleOf('hh:mm:ss')), '2024-03-05 12:00:00', 'TIMESTAMP');
	one('a name of a month', number('B', '45356', styleOf('[$-409]d\\-mmm\\-yy;@')), '2024-03-05', 'DATE');
	one('an exponent isn’t a date', number('B', '45356', styleOf('0.00E+00')), '45356', 'BIGINT');
	one('a date in ISO 8601', '<c r="B@" t="d"><v>2024-03-05T00:00:00</v></c>', '2024-03-05', 'DATE');
	kind.add(
		'midnight among times',
		workbook({ A: [header, row(1, number('B', '45356.5', 2)), row(2, number('B', '45357', 2))] }),
		{
			types: ['BIGINT', 'TIMESTAMP'],
			rows: [
				['1', '2024-03-05 12:00:00'],
				['2', '2024-03-06 00:00:00'],
			],
		},
	);
	return kind.files;
}

function spans(): MessyFile[] {
	const kind = new Kind('durations in workbooks', 'data.xlsx');
	const one = (what: string, days: string, format: (typeof formats)[number], value: string) =>
		kind.add(what, workbook({ A: [header, row(1, number('B', days, styleOf(format)))] }), {
			columns,
			types: ['BIGINT', 'VARCHAR'],
			rows: [['1', value]],
		});
	one('more than a day', '1.0625', '[h]:mm:ss', '25:30:00');
	one('less than a day', '0.0625', '[h]:mm:ss', '01:30:00');
	one('negative', '-1.0625', '[h]:mm:ss', '-25:30:00');
	one('thousands of hours', '100.25', '[h]:mm:ss', '2406:00:00');
	one('minutes', '0.0625', '[mm]:ss', '01:30:00');
	one('fractions of a second', '0.04237847222222222', '[h]:mm:ss', '01:01:01.5');
	one('days and hours', '2.5', 'd &quot;days&quot; h:mm', '60:00:00');
	one('more than a day as a time', '1.0625', 'hh:mm:ss', '25:30:00');
	return kind.files;
}
