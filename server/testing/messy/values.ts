import { Kind, type MessyFile } from './messy-file.ts';

/** Numbers, dates and words for missing values. */
export const values = (): MessyFile[] => [...numbers(), ...dates(), ...nulls()];

function numbers(): MessyFile[] {
	const kind = new Kind('numbers');
	kind.values('whole', ['1', '-2', '0'], 'BIGINT', ['1', '-2', '0']);
	kind.values('the largest and the smallest', ['9223372036854775807', '-9223372036854775808'], 'BIGINT', [
		'9223372036854775807',
		'-9223372036854775808',
	]);
	kind.values('too large for 64 bits', ['9223372036854775808', '1'], 'DECIMAL(19,0)', ['9223372036854775808', '1']);
	kind.values('38 digits', ['12345678901234567890123456789012345678', '1'], 'DECIMAL(38,0)', [
		'12345678901234567890123456789012345678',
		'1',
	]);
	kind.values('40 digits', ['1234567890123456789012345678901234567890', '1'], 'VARCHAR', [
		'1234567890123456789012345678901234567890',
		'1',
	]);
	kind.values('decimal points', ['1.5', '20', '-0.25'], 'DOUBLE', ['1.5', '20.0', '-0.25']);
	kind.values('many decimals', ['0.1234567890123456789', '1'], 'DECIMAL(20,19)', [
		'0.1234567890123456789',
		'1.0000000000000000000',
	]);
	kind.values('a point first', ['.097', '-.5', '+.5', '12'], 'DOUBLE', ['0.097', '-0.5', '0.5', '12.0']);
	kind.values('a point first in all', ['.097', '.1'], 'DOUBLE', ['0.097', '0.1']);
	kind.values('a point last', ['5.', '25.', '-75.'], 'DOUBLE', ['5.0', '25.0', '-75.0']);
	kind.values('a point first or last, and an exponent', ['.5e3', '5.', '2.e2'], 'DOUBLE', ['500.0', '5.0', '200.0']);
	kind.values('a point first in numbers of many digits', ['.1234567890123456789', '-1.'], 'DECIMAL(20,19)', [
		'0.1234567890123456789',
		'-1.0000000000000000000',
	]);
	const doubles = ['0.1257302210933933', '-0.1321048632913019', '1234.5678901234567', '12.5', '7'];
	kind.values('doubles, as programs write them', doubles, 'DOUBLE', [...doubles.slice(0, -1), '7.0']);
	const amounts = ['12345678901234.56', '0.10', '-20.00'];
	kind.values('amounts of many digits', amounts, 'DECIMAL(16,2)', amounts);
	const padded = ['0.100000000000000000', '2.250000000000000000'];
	kind.values('decimals with as many digits each', padded, 'DECIMAL(19,18)', padded);
	kind.values('a comma first', [',5', '-,25', '10'], 'DOUBLE', ['0.5', '-0.25', '10.0']);
	kind.values('decimal commas', ['1,5', '2,25', '10'], 'DOUBLE', ['1.5', '2.25', '10.0']);
	kind.values('decimal commas and points between thousands', ['1.234,5', '12.345.678,25', '7'], 'DOUBLE', [
		'1234.5',
		'12345678.25',
		'7.0',
	]);
	kind.values('commas between thousands', ['1,234', '12,345,678', '7'], 'BIGINT', ['1234', '12345678', '7']);
	kind.values('commas between thousands and points', ['1,234.5', '12,345.75', '7'], 'DOUBLE', [
		'1234.5',
		'12345.75',
		'7.0',
	]);
	for (const [what, list, choice] of [
		['apostrophes between thousands', ["1'234.50", "12'345'678", '7'], 'DOUBLE, apostrophes between thousands'],
		['minus signs after numbers', ['12.50-', '7', '1,234.50-'], 'DOUBLE, minus after the number'],
		['minus signs after decimal commas', ['12,5-', '7', '1.234,5-'], 'DOUBLE, minus after the number, decimal comma'],
		['negatives in parentheses', ['(4.50)', '12', '(1,200.00)'], 'DOUBLE, negatives in parentheses'],
	] as const)
		kind.add(
			`${what} stay text until chosen`,
			`id;v\n${list.map((value, index) => `${index + 1};${value}\n`).join('')}`,
			{
				types: ['BIGINT', 'VARCHAR'],
				rows: list.map((value, index) => [String(index + 1), value]),
				remark: `Column "v": values such as ${list[0]} can be read as numbers. To save them as numbers, choose "${choice}" as the type.`,
			},
		);
	kind.add('three digits after a comma are ambiguous', 'id;v\n1;1,234\n2;5,678\n', {
		types: ['BIGINT', 'VARCHAR'],
		rows: [
			['1', '1,234'],
			['2', '5,678'],
		],
	});
	for (const [what, list] of [
		['three digits after a point next to decimal commas', ['1,5', '2.555', '3']],
		['three digits after a comma next to points', ['1.5', '2,555', '3']],
	] as const)
		kind.values(`${what} are ambiguous`, list, 'VARCHAR', list);
	kind.values('the same, with a chosen decimal comma', ['1,5', '2.555', '3'], 'DOUBLE', ['1.5', '2555.0', '3.0'], {
		decimal: ',',
	});
	kind.values('after a comma, as decimals', ['1,234', '5,678'], 'DOUBLE', ['1.234', '5.678'], { decimal: ',' });
	kind.values('after a comma, as thousands', ['1,234', '5,678'], 'BIGINT', ['1234', '5678'], { decimal: '.' });
	kind.values('exponents', ['1e3', '2.5E-2', '7'], 'DOUBLE', ['1000.0', '0.025', '7.0']);
	for (const [what, value] of [
		['more than a double holds', '1e400'],
		['less than a negative double holds', '-1e400'],
		['closer to zero than a double', '1e-400'],
		['400 digits', `${'9'.repeat(400)}.5`],
	] as const)
		kind.values(`${what} stays text`, [value, '1.5', '2.5e3'], 'VARCHAR', [value, '1.5', '2.5e3']);
	kind.values('zero with an exponent', ['0e5', '0.0E-400', '1.5e3'], 'DOUBLE', ['0.0', '0.0', '1500.0']);
	kind.values('spaces around', [' 1', '2 ', ' 3 '], 'BIGINT', ['1', '2', '3']);
	kind.values('minus zero', ['-0', '1'], 'BIGINT', ['0', '1']);
	for (const [what, list] of [
		['leading zeros', ['007', '012', '100']],
		['leading zeros of decimals', ['01.5', '02.5', '3']],
		['plus signs', ['+49', '+1', '7']],
		['telephone numbers', ['+49 30 1234', '030-1234', '555 1234']],
		['dollars', ['$5.00', '$12.50', '$7']],
		['euros', ['5,00 €', '12,50 €', '7,00 €']],
		['percent', ['5%', '12.5%', '7%']],
		['parentheses', ['(5)', '12', '(7)']],
		['units', ['5 kg', '12 kg', '7 kg']],
		['spaces between thousands', ['1 234', '12 345', '7']],
		['apostrophes between thousands', ["1'234", "12'345", '7']],
		['underscores', ['1_000', '2_000', '7']],
		['hexadecimal', ['0x1F', '0x20', '7']],
		['trailing minus signs', ['5-', '12-', '7']],
		['versions', ['1.2.3', '1.10.0', '2.0.1']],
		['IP addresses', ['10.0.0.1', '192.168.0.1', '127.0.0.1']],
		['ranges', ['1-5', '6-10', '11-20']],
		['fractions', ['1/2', '3/4', '7']],
		['commas in the wrong places', ['1,23,456', '12,34', '7']],
		['digits of other scripts', ['١٢', '٣٤', '٥']],
		['numbers and words', ['1', 'two', 'three']],
		['yes and no', ['yes', 'no', 'yes']],
		['infinities alone', ['inf', '-inf', 'Infinity']],
		['infinity among long numbers', ['12345678901234567', 'inf']],
		['not a number', ['NaN', 'inf', '-inf']],
	] as const)
		kind.values(`${what} stay text`, list, 'VARCHAR', list);
	kind.add('infinities among numbers', 'id,v,w\n1,12.5,7\n2,inf,8\n3,-Inf,+Infinity\n4,NaN,\n', {
		types: ['BIGINT', 'DOUBLE', 'DOUBLE'],
		rows: [
			['1', '12.5', '7.0'],
			['2', 'inf', '8.0'],
			['3', '-inf', 'inf'],
			['4', null, null],
		],
		remark: 'Column "v": 2 values, such as "inf", are read as infinity. To keep the text, choose VARCHAR as the type.',
	});
	kind.values('true and false', ['true', 'false', 'TRUE'], 'BOOLEAN', ['true', 'false', 'true']);
	kind.values('zero and one are numbers', ['0', '1', '1'], 'BIGINT', ['0', '1', '1']);
	const many = Array.from({ length: 40 }, (_, index) => String(index));
	kind.asks(
		'one word among forty numbers',
		[...many, 'many'],
		/Column "v": 1 value doesn’t fit BIGINT: "many" in row 41/,
	);
	kind.asks(
		'one decimal comma among forty decimals',
		[...many.map((value) => `${value}.5`), '"1,x"'],
		/Column "v": 1 value doesn’t fit/,
	);
	kind.asks(
		'one too large for a double among forty exponents',
		[...many.map((value) => `${value}.5e1`), '1e400'],
		/Column "v": 1 value doesn’t fit DOUBLE: "1e400" in row 41/,
	);
	kind.values('codes that look like exponents', ['1E5', '2E10', '12E3'], 'VARCHAR', ['1E5', '2E10', '12E3']);
	kind.add('bar codes shortened by a spreadsheet', 'id,v\n1,4.00638E+12\n2,4006381333931\n3,4.00639E+12\n', {
		rows: [
			['1', '4006380000000.0'],
			['2', '4006381333931.0'],
			['3', '4006390000000.0'],
		],
		remark:
			'Column "v": numbers such as 4.00638E+12 have lost digits, probably in a spreadsheet. If they’re IDs, save the column as text there, then upload the file again.',
	});
	kind.add('versions that look like decimals', 'id,v\n1,1.1\n2,1.10\n3,1.9\n', {
		types: ['BIGINT', 'DOUBLE'],
		rows: [
			['1', '1.1'],
			['2', '1.1'],
			['3', '1.9'],
		],
		remark:
			'Column "v": 1.1 and 1.10 are read as the same number. If they’re different, like version numbers, choose VARCHAR as the type.',
	});
	for (const [what, list] of [
		['months of a year', ['1.2020', '2.2020', '12.2020']],
		['a month of each year', ['12.2019', '12.2020', '12.2021']],
	] as const)
		kind.add(what, `id,v\n${list.map((value, index) => `${index + 1},${value}\n`).join('')}`, {
			types: ['BIGINT', 'VARCHAR'],
			rows: list.map((value, index) => [String(index + 1), value]),
			remark: `Column "v": values such as ${list[0]} may be months, so they stay text. To save them as numbers, choose DOUBLE as the type.`,
		});
	kind.values('months with slashes stay text', ['01/2020', '12/2020'], 'VARCHAR', ['01/2020', '12/2020']);
	kind.values('exchange rates', ['1.2034', '1.2051', '1.2010'], 'DOUBLE', ['1.2034', '1.2051', '1.201']);
	for (const [what, list, remark] of [
		[
			'versions that are all read as different numbers',
			['1.8', '1.9', '1.10', '1.11'],
			'Column "v": 1.10 is read as 1.1. If the values are something else, like version numbers, choose VARCHAR as the type.',
		],
		['prices with two digits', ['1.50', '2.25', '3.10'], null],
		['numbers with as many digits as they need', ['1.5', '2.25', '3.0'], null],
	] as const)
		kind.add(what, `id,v\n${list.map((value, index) => `${index + 1},${value}\n`).join('')}`, {
			types: ['BIGINT', 'DOUBLE'],
			rows: list.map((value, index) => [String(index + 1), Number(value).toFixed(2).replace(/0$/, '')]),
			remark,
		});
	const long = {
		types: ['BIGINT', 'DOUBLE'],
		rows: [
			['1', '9007199254740992.0'],
			['2', '1500.0'],
		],
		remark:
			'Column "v": 9007199254740993 has too many digits for DOUBLE, so it’s rounded. To keep all digits, choose VARCHAR as the type.',
	};
	kind.add('a long number among exponents', 'id,v\n1,9007199254740993\n2,1.5e3\n', long);
	kind.add('the same in JSON', '[{"id":1,"v":9007199254740993},{"id":2,"v":1.5e3}]', long, { name: 'data.json' });
	kind.add('decimal commas after points between thousands', 'id;v\n1;203.871,88\n2;222.557,04\n', {
		types: ['BIGINT', 'DOUBLE'],
		rows: [
			['1', '203871.88'],
			['2', '222557.04'],
		],
		remark: null,
	});
	const withPoints = {
		types: ['DOUBLE', 'BIGINT'],
		rows: [
			['1.5', '1000'],
			['0.99', '2500'],
			['12.3', '10'],
		],
		remark: 'Column "v": periods are read as thousands separators, because other columns have decimal commas.',
	};
	const points = 'ä;v\n1,5;1.000\n0,99;2.500\n12,3;10\n';
	kind.add('points between thousands next to decimal commas', points, withPoints);
	kind.add('the same in Windows-1252', Buffer.from(points, 'latin1'), withPoints, {
		options: { encoding: 'windows-1252' },
	});
	const perhaps = 'id;v\n1;1.250\n2;2.475\n';
	kind.add('points that may separate thousands in a single row', 'id;v\n5;12.500\n', {
		asks: /^Column "v": 12\.500 may be 12\.5 or 12500\./,
	});
	kind.add('points that may separate thousands', perhaps, { asks: /^Column "v": 1\.250 may be 1\.25 or 1250\./ });
	for (const [decimal, values] of [
		['.', ['1.25', '2.475']],
		[',', ['1250', '2475']],
	] as const)
		kind.add(
			`points, once ${decimal} is known to separate decimals`,
			perhaps,
			{ rows: values.map((value, index) => [String(index + 1), value]) },
			{ options: { decimal } },
		);
	kind.add('two notations of decimals', 'id;v\n1;1.234,56\n2;987,10\n3;12,345.00\n', {
		types: ['BIGINT', 'VARCHAR'],
		rows: [
			['1', '1.234,56'],
			['2', '987,10'],
			['3', '12,345.00'],
		],
		remark: 'Column "v": some numbers have a decimal comma and others a decimal point, so they stay text.',
	});
	kind.add('dates in two orders', 'id,v\n1,25/12/2024\n2,12/25/2024\n3,04/05/2024\n', {
		types: ['BIGINT', 'VARCHAR'],
		rows: [
			['1', '25/12/2024'],
			['2', '12/25/2024'],
			['3', '04/05/2024'],
		],
		remark: 'Column "v": some dates start with the day and others with the month, so they stay text.',
	});
	kind.add('errors of a spreadsheet', 'id,v\n1,1.5\n2,#DIV/0!\n3,2.5\n4,#REF!\n', {
		types: ['BIGINT', 'DOUBLE'],
		rows: [
			['1', '1.5'],
			['2', null],
			['3', '2.5'],
			['4', null],
		],
		remark:
			'Column "v": some values are read as null, such as "#DIV/0!" and "#REF!". To keep them, choose VARCHAR as the type.',
	});
	return kind.files;
}

function dates(): MessyFile[] {
	const kind = new Kind('dates');
	kind.values('ISO', ['2024-03-05', '2024-02-29'], 'DATE', ['2024-03-05', '2024-02-29']);
	for (const sign of ['/', '.', '-']) {
		const of = (...parts: number[]) => parts.map((part) => String(part).padStart(2, '0')).join(sign);
		kind.values(`day first, ${sign}`, [of(3, 4, 2024), of(31, 12, 2024)], 'DATE', ['2024-04-03', '2024-12-31']);
		kind.values(`month first, ${sign}`, [of(3, 4, 2024), of(12, 31, 2024)], 'DATE', ['2024-03-04', '2024-12-31']);
		kind.values(`ambiguous, ${sign}`, [of(3, 4, 2024), of(5, 6, 2024)], 'VARCHAR', [of(3, 4, 2024), of(5, 6, 2024)]);
		kind.values(
			`day first as chosen, ${sign}`,
			[of(3, 4, 2024), of(5, 6, 2024)],
			'DATE',
			['2024-04-03', '2024-06-05'],
			{ dateOrder: 'day' },
		);
		kind.values(
			`month first as chosen, ${sign}`,
			[of(3, 4, 2024), of(5, 6, 2024)],
			'DATE',
			['2024-03-04', '2024-05-06'],
			{ dateOrder: 'month' },
		);
		kind.values(`the same day and month, ${sign}`, [of(5, 5, 2024), of(6, 6, 2024)], 'DATE', [
			'2024-05-05',
			'2024-06-06',
		]);
	}
	kind.values('year first, slashes', ['2024/03/05', '2024/12/31'], 'DATE', ['2024-03-05', '2024-12-31']);
	kind.values('year first, one digit', ['2024/3/5', '2024/12/31'], 'DATE', ['2024-03-05', '2024-12-31']);
	kind.values('without zeros', ['5/13/2024', '1/2/2024'], 'DATE', ['2024-05-13', '2024-01-02']);
	kind.values('names of months', ['5 Mar 2024', '12 December 2023'], 'DATE', ['2024-03-05', '2023-12-12']);
	kind.values('names of months first', ['Mar 5, 2024', 'December 12, 2023'], 'DATE', ['2024-03-05', '2023-12-12']);
	kind.values('names of months between hyphens', ['05-Mar-2024', '12-Dec-2023'], 'DATE', ['2024-03-05', '2023-12-12']);
	kind.values('times', ['10:15', '23:59'], 'TIME', ['10:15:00', '23:59:00']);
	kind.values('times with seconds', ['10:15:30', '23:59:59.5'], 'TIME', ['10:15:30', '23:59:59.5']);
	kind.values('date and time', ['2024-03-05 10:15:00', '2024-03-05 23:59:59'], 'TIMESTAMP', [
		'2024-03-05 10:15:00',
		'2024-03-05 23:59:59',
	]);
	kind.values('date and time with a T', ['2024-03-05T10:15', '2024-03-05T23:59:59.25'], 'TIMESTAMP', [
		'2024-03-05 10:15:00',
		'2024-03-05 23:59:59.25',
	]);
	kind.values('UTC', ['2024-03-05T10:15:00Z', '2024-03-05T23:59:59Z'], 'TIMESTAMP WITH TIME ZONE', [
		'2024-03-05 10:15:00+00',
		'2024-03-05 23:59:59+00',
	]);
	kind.values('several time zones', ['2024-03-05T10:15:00Z', '2024-03-05 12:15:00+02:00'], 'TIMESTAMP WITH TIME ZONE', [
		'2024-03-05 10:15:00+00',
		'2024-03-05 10:15:00+00',
	]);
	kind.values('day first and time', ['03/04/2024 10:15', '31/12/2024 23:59'], 'TIMESTAMP', [
		'2024-04-03 10:15:00',
		'2024-12-31 23:59:00',
	]);
	kind.values('month first and time of day', ['3/4/2024 1:15 PM', '12/31/2024 11:59 AM'], 'TIMESTAMP', [
		'2024-03-04 13:15:00',
		'2024-12-31 11:59:00',
	]);
	for (const [what, list] of [
		['years of two digits', ['03/04/24', '31/12/24']],
		['eight digits without separators are numbers', null],
		['quarters', ['2024-Q1', '2024-Q2']],
		['weeks', ['2024-W05', '2024-W06']],
		['months', ['2024-03', '2024-04']],
		['invalid days', ['2024-02-30', '2024-13-01']],
		['invalid hours', ['25:00', '26:30']],
		['German month names', ['5. März 2024', '12. Dezember 2023']],
		['dates and words', ['2024-03-05', 'yesterday']],
	] as const)
		if (list === null) kind.values(what, ['20240305', '20241231'], 'BIGINT', ['20240305', '20241231']);
		else kind.values(`${what} stay text`, list, 'VARCHAR', list);
	const days = Array.from({ length: 28 }, (_, index) => `2024-02-${String(index + 1).padStart(2, '0')}`);
	kind.asks(
		'an invalid day among others',
		[...days, '2024-02-30'],
		/Column "v": 1 value doesn’t fit DATE: "2024-02-30" in row 29/,
	);
	kind.asks('a thirteenth month among a few', ['2024-01-01', '2024-01-02', '2024-13-45'], /"2024-13-45" in row 3/);
	for (const [what, list, remark] of [
		[
			'other texts among dates',
			['24.12.2024', '25.12.2024', '31.12.2024', 'soon', 'later'],
			'Column "v": saved as text, because only 3 of 5 values fit DATE (day first). To change this, choose a type and correct the other values.',
		],
		[
			'other texts among numbers',
			['1', '2', 'about four', '30', 'many', 'five or so', '7'],
			'Column "v": saved as text, because only 4 of 7 values fit BIGINT. To change this, choose a type and correct the other values.',
		],
		[
			'weights',
			['1.001,5 kg', '12 kg', '3,5 kg'],
			'Column "v": many values are numbers with a unit or currency, so the column stays text. To save numbers, say what the column holds, such as "weight in kg, number", and clean the values.',
		],
		['codes next to numbers', ['101', 'B12', '102', 'B13', '103', 'C1', '104'], null],
		['versions with several points', ['1.9', '2.1', '1.2.3'], null],
		['mostly texts', ['1', '2', 'a', 'b', 'c'], null],
	] as const)
		kind.add(`${what} stay text`, rowsOf(list), {
			types: ['BIGINT', 'VARCHAR'],
			rows: list.map((value, index) => [String(index + 1), value]),
			remark,
		});
	kind.asks('a thirteenth month among others', [...days, '2024-13-05'], /"2024-13-05" in row 29/);
	return kind.files;
}

const rowsOf = (values: readonly string[]): string =>
	`id,v\n${values.map((value, index) => `${index + 1},"${value}"\n`).join('')}`;

function nulls(): MessyFile[] {
	const kind = new Kind('no value');
	kind.values('nothing among numbers', ['1', '', '3'], 'BIGINT', ['1', null, '3']);
	kind.values('spaces among numbers', ['1', '  ', '3'], 'BIGINT', ['1', null, '3']);
	kind.values('nothing among dates', ['2024-03-05', '', '2024-03-06'], 'DATE', ['2024-03-05', null, '2024-03-06']);
	kind.values('nothing among texts', ['a', '', 'c'], 'VARCHAR', ['a', null, 'c']);
	kind.values('nothing at all', ['', '', ''], 'VARCHAR', [null, null, null]);
	kind.values('a hyphen among texts', ['a', '-', 'c'], 'VARCHAR', ['a', '-', 'c']);
	kind.values('NA among countries is Namibia', ['DE', 'NA', 'FR'], 'VARCHAR', ['DE', 'NA', 'FR']);
	for (const word of ['NA', 'N/A', 'n/a', '#N/A', 'NULL', 'null', 'None', 'NaN', 'nan', '-', '--', '\\N', '?', '.']) {
		kind.values(`${word} among numbers`, ['1', word, '3', '4'], 'BIGINT', ['1', null, '3', '4']);
		kind.values(`${word} among dates`, ['2024-03-05', word, '2024-03-06'], 'DATE', ['2024-03-05', null, '2024-03-06']);
	}
	kind.values('several placeholders', ['1.5', 'NA', '-', '2.5', 'null'], 'DOUBLE', ['1.5', null, null, '2.5', null]);
	kind.values('only placeholders', ['NA', '-', 'NA'], 'VARCHAR', ['NA', '-', 'NA']);
	kind.values('a placeholder and a word', ['1', 'NA', 'many'], 'VARCHAR', ['1', 'NA', 'many']);
	return kind.files;
}
