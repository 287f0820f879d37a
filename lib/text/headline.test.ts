import { expect, test } from 'vitest';
import { headlineOf, headlineText } from './headline.ts';

const number = (name: string) => ({ name, isNumber: true, isTime: false });
const text = (name: string) => ({ name, isNumber: false, isTime: false });
type Cells = readonly (string | null)[];
const sentence = (columns: readonly ReturnType<typeof text>[], rows: readonly Cells[], total = rows.length): string =>
	headlineText(headlineOf({ columns, rows, total }));

test.each<[string, readonly ReturnType<typeof text>[], readonly Cells[], string]>([
	['nothing', [text('origin')], [], 'No rows match.'],
	['a count', [number('flights')], [['20000']], '20,000 flights'],
	['a count of one', [number('flights')], [['1']], '1 flight'],
	['a name in capitals', [text('Song_Name'), number('GDP')], [['Love', '2.5']], 'Love has a GDP of 2.5.'],
	['a plural', [text('state'), number('minutes_late')], [['AZ', '11.3']], 'AZ has 11.3 minutes late.'],
	['a total', [text('city'), number('total_sales')], [['Oslo', '12']], 'Oslo has total sales of 12.'],
	['an average', [number('avg_delay')], [['7.7712345']], 'Average delay: 7.77'],
	['a small share', [number('share')], [['0.0123456']], 'Share: 0.0123'],
	['a name', [text('name')], [['Dallas']], 'Dallas'],
	[
		'three figures at once',
		[number('avg Age'), number('min Age'), number('max Age')],
		[['34.5', '25', '43']],
		'Average age: 34.5, lowest age: 25, highest age: 43.',
	],
	['one row of texts', [text('Name'), text('Location')], [['Somerset Park', 'Ayr']], 'Somerset Park’s location: Ayr.'],
	['an amount of money', [number('sum Cost Total $')], [['40545276']], 'Total cost: $40,545,276'],
	[
		'a quantity with its unit',
		[text('title'), number('runtime_minutes')],
		[
			['Blue Kettle', '168'],
			['Windfall', '160'],
		],
		'Blue Kettle has the highest runtime: 168 minutes, then Windfall with 160 minutes.',
	],
	['a number of days', [text('car'), number('rental_days')], [['A', '5']], 'A has 5 rental days.'],
	['a share', [text('port'), number('percent')], [['Kalmar', '26.9230769']], 'Kalmar has a share of 26.92 %.'],
	['a year', [number('built')], [['1999']], 'Built: 1999'],
	['a year with a name', [text('ship'), number('built')], [['Vasa', '1999']], 'Vasa was built in 1999.'],
	[
		'a figure of a year',
		[text('c'), number('year'), number('pop')],
		[['Peru', '2005', '28']],
		'Pop of Peru in 2005: 28.',
	],
	['a count of a day', [text('day'), number('quakes')], [['2018-02-03', '1']], '1 quake on 2018-02-03.'],
	[
		'a figure of a month',
		[text('month'), number('avg_delay')],
		[['2001-01', '6']],
		'Average delay in January 2001: 6.',
	],
	[
		'first and last names',
		[text('first_name'), text('last_name'), number('sales')],
		[
			['Ann', 'Lee', '3'],
			['Bo', 'Ek', '2'],
		],
		'Ann Lee has the most sales: 3, then Bo Ek with 2.',
	],
	['a few names', [text('Country')], [['France'], ['Peru'], ['Chad']], 'France, Peru and Chad.'],
	['more names', [text('Country')], [['A'], ['B'], ['C'], ['D'], ['E']], '5 countries.'],
	['the same name again', [text('Country')], [['A'], ['B'], ['C'], ['D'], ['A']], '5 rows.'],
	['one row of a ranking', [text('origin'), number('flights')], [['DFW', '1103']], 'DFW has 1,103 flights.'],
	[
		'one row with an average',
		[text('origin'), number('avg_delay')],
		[['DFW', '12.5']],
		'DFW has an average delay of 12.5.',
	],
	[
		'a ranking',
		[text('origin'), number('flights')],
		[
			['DFW', '1103'],
			['ORD', '1095'],
		],
		'DFW has the most flights: 1,103, then ORD with 1,095.',
	],
	[
		'a ranking of the lowest',
		[text('origin'), number('avg_delay')],
		[
			['A', '-5'],
			['B', '2.005'],
		],
		'A has the lowest average delay: -5, then B with 2.01.',
	],
	[
		'unordered groups',
		[text('origin'), number('avg_delay')],
		[
			['A', '1'],
			['B', '30.126'],
			['C', '2'],
		],
		'B has the highest average delay: 30.13, then C with 2.',
	],
	[
		'a tie',
		[text('o'), number('flights')],
		[
			['A', '3'],
			['B', '3'],
			['C', '1'],
		],
		'A and B have the most flights: 3 each.',
	],
	[
		'a trend',
		[text('month'), number('flights')],
		[
			['2001-01', '6937'],
			['2001-02', '9000'],
			['2001-03', '7099'],
		],
		'Flights: from 6,937 in January 2001 to 7,099 in March 2001, most in February 2001 (9,000).',
	],
	[
		'years',
		[number('year'), number('total_sales')],
		[
			['1999', '10.5'],
			['2000', '11.25'],
		],
		'Total sales: from 10.5 in 1999 to 11.25 in 2000.',
	],
	[
		'months by number',
		[number('month'), number('flights')],
		[
			['8', '10'],
			['9', '30'],
			['10', '20'],
		],
		'Flights: from 10 in month 8 to 20 in month 10, most in month 9 (30).',
	],
	[
		'unordered weeks',
		[number('week'), number('flights')],
		[
			['10', '10'],
			['9', '30'],
		],
		'2 rows.',
	],
	[
		'a list',
		[text('name'), text('state')],
		[
			['a', 'b'],
			['c', 'd'],
		],
		'2 rows.',
	],
	[
		'equal figures',
		[text('port'), number('flights')],
		[
			['A', '3'],
			['B', '3'],
		],
		'Both ports have 3 flights each.',
	],
	[
		'a missing name',
		[text('origin'), number('flights')],
		[
			[null, '9'],
			['B', '3'],
		],
		'(no origin) has the most flights: 9, then B with 3.',
	],
])('writes a headline for %s', (_, columns, rows, expected) => {
	expect(sentence(columns, rows)).toBe(expected);
});

test('counts plain rows if the dataset’s name isn’t a noun for them', () => {
	const reading = 'The number of rows of daily weather where weather is "rain", for each month of date.';
	const rows = [['2012-05', '21']];
	const months = [text('month'), number('daily_weather')];
	expect(headlineText(headlineOf({ columns: [months[1] ?? number('')], rows: [['191']], total: 1, reading }))).toBe(
		'191 rows',
	);
	expect(headlineText(headlineOf({ columns: months, rows, total: 1, reading }))).toBe('21 rows in May 2012.');
});

test('calls the first of two groups lowest only if they are ranked that way', () => {
	const columns = [text('channel'), number('sum amount')];
	const rows = [
		['App', '3'],
		['Online', '8'],
	];
	const of = (reading: string) => headlineText(headlineOf({ columns, rows, total: 2, reading }));
	expect(of('The total amount of bookings, for each channel.')).toBe(
		'Online has the highest total amount: 8, then App with 3.',
	);
	expect(of('The total amount of bookings, for each channel, the bottom 2 rows by sum amount.')).toBe(
		'App has the lowest total amount: 3, then Online with 8.',
	);
});

test('names no highest row of partial results unless they’re sorted', () => {
	const columns = [text('origin'), number('delay')];
	expect(
		sentence(
			columns,
			[
				['A', '1'],
				['B', '5'],
				['C', '2'],
			],
			900,
		),
	).toBe('900 rows. Showing the first 3.');
	expect(
		sentence(
			columns,
			[
				['B', '5'],
				['C', '2'],
			],
			900,
		),
	).toBe('B has the highest delay: 5, then C with 2.');
});

test('calls values equal only if all rows are present and have a value', () => {
	const columns = [text('carrier'), number('flights')];
	const rows = [
		['A', '1'],
		['B', '1'],
	];
	expect(sentence(columns, rows, 5_000)).toBe('5,000 rows. Showing the first 2.');
	expect(sentence(columns, [...rows, ['C', null]])).toBe('3 rows.');
});

test('names the top rows of a ranking of whole rows', () => {
	const columns = [text('state'), text('capital'), number('latitude'), number('population')];
	const rows = [
		['California', 'Sacramento', '38.5', '39250017'],
		['Texas', 'Austin', '30.2', '27862596'],
	];
	const reading = 'All columns of the rows of us_states, the 2 with the highest "population".';
	const first = 'California has the highest population: 39,250,017';
	expect(headlineText(headlineOf({ columns, rows, total: 2, reading }))).toBe(`${first}, then Texas with 27,862,596.`);
	expect(headlineText(headlineOf({ columns, rows: rows.slice(0, 1), total: 1, reading }))).toBe(`${first}.`);
	expect(sentence(columns, rows)).toBe('2 rows.');
});

test('names the highest share of ranked rows', () => {
	const given = {
		columns: [number('part_id'), text('name'), text('category'), number('unit_price'), number('percent')],
		rows: [
			['1', 'Pitch bearing', 'Blade', '4200', '50.11'],
			['8', 'Yaw motor', 'Yaw', '1850', '20.27'],
		],
		total: 2,
		reading: 'All columns of parts, the 2 with the highest total cost, as a share of the total.',
	};
	expect(headlineText(headlineOf(given))).toBe(
		'Pitch bearing has the highest share: 50.11 %, then Yaw motor with 20.27 %.',
	);
});

test('says that a single name and figure is the highest', () => {
	const [columns, rows] = [[text('state'), number('minutes_late')], [['AZ', '11.3']]];
	const reading = 'State and minutes late of punctuality, the one with the highest "minutes late".';
	expect(headlineText(headlineOf({ columns, rows, total: 1, reading }))).toBe('AZ has the highest minutes late: 11.3.');
	const hives = [text('hive'), text('breed'), number('sum honey_kg')];
	const total = 'All columns of hives, the one with the highest total honey kg of harvests.';
	expect(
		headlineText(headlineOf({ columns: hives, rows: [['H3', 'Italian', '14.5']], total: 1, reading: total })),
	).toBe('H3 has the highest total honey kg: 14.5.');
	const counted = [text('port'), number('ferries')];
	const most = 'Port and number of ferries, the one with the highest "ferries".';
	expect(headlineText(headlineOf({ columns: counted, rows: [['Kalmar', '3']], total: 1, reading: most }))).toBe(
		'Kalmar has 3 ferries.',
	);
});

test('counts rows and groups with the right noun', () => {
	const say = (columns: readonly ReturnType<typeof text>[], rows: readonly Cells[], reading: string) =>
		headlineText(headlineOf({ columns, rows, total: rows.length, reading }));
	const ports = [
		['1', 'Visby', 'SE'],
		['2', 'Turku', 'FI'],
	];
	const list = [number('id'), text('name'), text('country')];
	expect(say(list, ports, 'All columns of ports where country is "SE".')).toBe('2 ports: Visby and Turku.');
	const sized = [
		['Visby', '1'],
		['Turku', '2'],
	];
	expect(say([text('name'), number('size')], sized, 'All columns of ports where size is at most 2.')).toBe(
		'2 ports: Visby and Turku.',
	);
	expect(
		say(
			[number('model'), number('price'), number('ram')],
			[['7', '10', '2']],
			'All columns of laptops, the one with the lowest price.',
		),
	).toBe('Model 7 has the lowest price: 10.');
	const groups = [text('port'), text('month'), number('ferries')];
	const rows = [
		['Visby', '5', '2'],
		['Visby', '6', '4'],
	];
	expect(say(groups, rows, 'The number of ferries, for each port and month.')).toBe(
		'2 combinations of port and month. Most ferries: 4 (Visby, 6).',
	);
	const keyed = [
		['Turku', 'TKU', '4'],
		['Visby', 'VBY', '2'],
	];
	const most = 'Turku has the most ferries: 4, then Visby with 2.';
	expect(
		say([text('port'), text('port_cd'), number('ferries')], keyed, 'The number of ferries, for each row of ports.'),
	).toBe(most);
	const numbered = keyed.map(([name = '', , count = ''], index) => [name, String(index), count]);
	expect(
		say([text('port'), number('PortId'), number('ferries')], numbered, 'The number of ferries, for each row of ports.'),
	).toBe(most);
	expect(say(list, [], 'Row 9 of the previous answer.')).toBe('The previous answer doesn’t have that row.');
});

test('keeps the exact digits of rounded values, and leaves long numbers unrounded', () => {
	expect(headlineOf({ columns: [number('avg_delay')], rows: [['7.7712345']], total: 1 })).toEqual([
		'Average delay: ',
		{ text: '7.77', exact: '7.7712345' },
	]);
	expect(sentence([number('amount')], [['9007199254740993']])).toBe('Amount: 9,007,199,254,740,993');
	expect(sentence([number('id')], [['9007199254740993']])).toBe('Id: 9007199254740993');
});
