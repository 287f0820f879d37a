import { Kind, type MessyFile } from './messy-file.ts';

const delimiters = [
	['comma', ','],
	['semicolon', ';'],
	['tab', '\t'],
	['vertical bar', '|'],
] as const;
const lineEnds = [
	['LF', '\n'],
	['CRLF', '\r\n'],
	['CR', '\r'],
] as const;

/** Quotes, delimiters, line ends and records of other widths. */
export const textLayout = (): MessyFile[] => [...quotes(), ...separators(), ...lines(), ...ragged(), ...others()];

function quotes(): MessyFile[] {
	const kind = new Kind('quotes');
	const columns = ['id', 'v'];
	const one = (what: string, field: string, value: string | null) =>
		kind.add(what, `id,v\n1,${field}\n2,x\n`, {
			columns,
			rows: [
				['1', value],
				['2', 'x'],
			],
		});
	one('a comma', '"a,b"', 'a,b');
	one('a doubled quote', '"a ""b"" c"', 'a "b" c');
	one('only a quote', '""""', '"');
	one('nothing', '""', null);
	one('spaces', '"  a  "', '  a  ');
	one('a line feed', '"a\nb"', 'a\nb');
	one('a carriage return and a line feed', '"a\r\nb"', 'a\r\nb');
	one('an empty line', '"a\n\nb"', 'a\n\nb');
	one('text that looks like rows', '"a\n7,8\n9,10"', 'a\n7,8\n9,10');
	kind.add('inch signs around rows', 'id,v\n1,6\n2,"7\n3,x\n4,9"\n5,10\n', {
		asks: /Lines 3–5 would be one row, because a value in line 3 begins with "/,
	});
	kind.add(
		'a first row with quotes escaped by backslashes',
		'2024-03-01,"Bolt 5\\" long",3\n2024-03-02,Nut,4\n2024-03-03,Pin,5\n',
		{
			asks: /Line 1, "2024-03-01,.*, is above the table, but has as many values as a row/,
		},
	);
	one('an apostrophe', "it's", "it's");
	one('a quote within an unquoted value', '6" pipe', '6" pipe');
	one('quotes around a word within a value', 'the "best" one', 'the "best" one');
	one('a value that ends with doubled quotes', '"say ""a"""', 'say "a"');
	one('a value that begins with doubled quotes', '"""a"" he said"', '"a" he said');
	one('an umlaut', '"größe, ""ü"""', 'größe, "ü"');
	one('JSON', '"{""a"": [1, 2]}"', '{"a": [1, 2]}');
	one('a backslash', '"C:\\temp\\"', 'C:\\temp\\');
	one('a tab', '"a\tb"', 'a\tb');
	one('semicolons', '"a;b;c"', 'a;b;c');
	one('blanks after the closing quote', '"a,b" \t', 'a,b');
	one('blanks before the opening quote', ' "a,b"', 'a,b');
	one('blanks before quotes around a word', ' "a" b', ' "a" b');
	kind.add('blanks before single quotes', "v; w\n'a'; 'b;c'\n'd';'e'\n", {
		rows: [
			['a', 'b;c'],
			['d', 'e'],
		],
	});
	kind.add('blanks after the closing quote of each value', 'id,"v" ,"w"\n1,"a"  ,"x" \n2,"b" ,y\n', {
		columns: ['id', 'v', 'w'],
		rows: [
			['1', 'a', 'x'],
			['2', 'b', 'y'],
		],
	});
	kind.add('quotes of both kinds', 'id;"v"\n1;"a"\n2;\'b\'\n3;"c \\" d"\n', {
		columns: ['id', 'v'],
		rows: [
			['1', 'a'],
			['2', "'b'"],
		],
		lines: [4],
	});
	kind.add('a column of values in quotes', '"day"\n"Dec 8, 2022"\n"Sep 26, 2022"\nnone\n', {
		asks: /such as "day" in row 1/,
	});
	kind.add(
		'a column of values with quotes that are characters',
		'"a"\n"b"\n',
		{ rows: [['"a"'], ['"b"']] },
		{ options: { delimiter: '', quote: '', headerRows: 0 } },
	);
	kind.add('a column of numbers and a placeholder', 'v\n"1,5"\nNA\n2\n', {
		columns: ['v'],
		types: ['DOUBLE'],
		rows: [['1.5'], [null], ['2.0']],
	});
	kind.add('a column that may have a name', 'a\nb\nc\n', {
		rows: [['a'], ['b'], ['c']],
		doubts: ['headerRows'],
	});
	kind.add('a column with a line feed in a value', 'note\n"a\nb"\nc\n', {
		rows: [['note'], ['a\nb'], ['c']],
		doubts: ['headerRows'],
	});
	for (const [name, sign] of delimiters) {
		const row = (...cells: string[]) => `${cells.join(sign)}\n`;
		kind.add(
			`all values in quotes, ${name}`,
			row('"id"', '"v"', '"w"') + row('"1"', `"a${sign}b"`, '"c"') + row('"2"', '"d"', '"e"'),
			{
				columns: ['id', 'v', 'w'],
				rows: [
					['1', `a${sign}b`, 'c'],
					['2', 'd', 'e'],
				],
			},
		);
		kind.add(
			`single quotes, ${name}`,
			row('id', 'v', 'w') +
				row('1', `'a${sign}b'`, "'c'") +
				row('2', "'d'", `'e${sign}f'`) +
				row('3', "'it''s'", "'g'"),
			{
				rows: [
					['1', `a${sign}b`, 'c'],
					['2', 'd', `e${sign}f`],
					['3', "it's", 'g'],
				],
			},
		);
		kind.add(`text after a closing quote, ${name}`, row('id', 'v') + row('1', '"a"b') + row('2', 'c') + row('3', 'd'), {
			rows: [
				['2', 'c'],
				['3', 'd'],
			],
			lines: [2],
		});
		kind.add(
			`a quote that is never closed, ${name}`,
			row('id', 'v') + row('1', 'a') + row('2', '"b') + row('3', 'c') + row('4', 'd'),
			{
				rows: [
					['1', 'a'],
					['3', 'c'],
					['4', 'd'],
				],
				lines: [3],
			},
		);
		kind.add(
			`a quote that is not closed at the end, ${name}`,
			row('id', 'v') + row('1', 'a') + row('2', 'b') + row('3', '"c').trimEnd(),
			{
				rows: [
					['1', 'a'],
					['2', 'b'],
				],
				lines: [4],
			},
		);
	}
	kind.add('backslashes before quotes', 'id,v\n1,"a \\"b\\" c"\n2,x\n3,y\n', {
		rows: [
			['2', 'x'],
			['3', 'y'],
		],
		lines: [2],
	});
	kind.add('a name with a comma and a line feed', '"id","a, b\nc"\n1,x\n', {
		columns: ['id', 'a, b\nc'],
		rows: [['1', 'x']],
	});
	kind.add('the last value without a line end', 'id,v\n1,"a"', { columns, rows: [['1', 'a']] });
	kind.add('numbers in quotes', '"id","v"\n"1","2.5"\n"2","3"\n', {
		types: ['BIGINT', 'DOUBLE'],
		rows: [
			['1', '2.5'],
			['2', '3.0'],
		],
	});
	return kind.files;
}

function separators(): MessyFile[] {
	const kind = new Kind('delimiters');
	const all = [
		...delimiters,
		['caret', '^'],
		['tilde', '~'],
		['unit separator', '\u001f'],
		['start of heading', '\u0001'],
	] as const;
	for (const [name, sign] of all) {
		const text =
			['id', 'name', 'town'].join(sign) +
			['\n1', 'a b', 'x'].join(sign) +
			['\n2', 'c', 'y z'].join(sign) +
			['\n3', 'd', 'z\n'].join(sign);
		kind.add(name, text, {
			columns: ['id', 'name', 'town'],
			rows: [
				['1', 'a b', 'x'],
				['2', 'c', 'y z'],
				['3', 'd', 'z'],
			],
		});
	}
	for (const [name, sign] of [...delimiters, ['colon', ':']] as const) {
		kind.add(`sep= names the ${name}`, `sep=${sign}\nid${sign}v\n1${sign}a\n2${sign}b\n`, {
			columns: ['id', 'v'],
			rows: [
				['1', 'a'],
				['2', 'b'],
			],
		});
		kind.add(
			`${name} as chosen`,
			`id${sign}v\n1${sign}a\n2${sign}b\n`,
			{
				columns: ['id', 'v'],
				rows: [
					['1', 'a'],
					['2', 'b'],
				],
			},
			{ options: { delimiter: sign } },
		);
	}
	kind.add('semicolons next to decimal commas', 'id;price;weight\n1;1,5;2,25\n2;3,75;4,5\n', {
		types: ['BIGINT', 'DOUBLE', 'DOUBLE'],
		rows: [
			['1', '1.5', '2.25'],
			['2', '3.75', '4.5'],
		],
	});
	kind.add('semicolons next to commas in texts', 'id;note\n1;one, two, three\n2;four, five\n3;six\n', {
		columns: ['id', 'note'],
		rows: [
			['1', 'one, two, three'],
			['2', 'four, five'],
			['3', 'six'],
		],
	});
	kind.add('commas and semicolons that split every line', 'code,label;unit\nA1,Iron;ug/l\nB7,Salt;g/l\n', {
		rows: [
			['A1', 'Iron;ug/l'],
			['B7', 'Salt;g/l'],
		],
		doubts: ['delimiter'],
	});
	kind.add('semicolons in each value of a column', 'id,at;on,v\n1,a;x,2\n2,b;y,3\n', {
		columns: ['id', 'at;on', 'v'],
		rows: [
			['1', 'a;x', '2'],
			['2', 'b;y', '3'],
		],
	});
	kind.add('tabs next to commas in texts', 'id\tnote\n1\ta,b\n2\tc,d\n', {
		columns: ['id', 'note'],
		rows: [
			['1', 'a,b'],
			['2', 'c,d'],
		],
	});
	kind.add('commas next to times', 'id,at\n1,10:15\n2,11:30\n', {
		columns: ['id', 'at'],
		types: ['BIGINT', 'TIME'],
		rows: [
			['1', '10:15:00'],
			['2', '11:30:00'],
		],
	});
	kind.add(
		'a file named .tsv',
		'id\tv\n1\ta b\n2\tc\n',
		{
			rows: [
				['1', 'a b'],
				['2', 'c'],
			],
		},
		{ name: 'data.tsv' },
	);
	kind.add('a value on each line', 'town\nBerlin\nParis\nOslo\n', {
		rows: [['town'], ['Berlin'], ['Paris'], ['Oslo']],
		doubts: ['headerRows'],
	});
	for (const [what, content, values] of [
		['spaces between values', 'a b\nx 1\ny 2\n', [['a b'], ['x 1'], ['y 2']]],
		['columns of fixed width', 'id  name\n1   a\n22  b\n', [['id  name'], ['1   a'], ['22  b']]],
	] as const)
		kind.add(what, content, { rows: values, doubts: ['delimiter', 'headerRows'] });
	kind.add(
		'spaces as the chosen delimiter',
		'a b\nx 1\ny 2\n',
		{
			columns: ['a', 'b'],
			rows: [
				['x', '1'],
				['y', '2'],
			],
		},
		{ options: { delimiter: ' ' } },
	);
	for (const sign of ['||', '~|~', '::', '|^'])
		kind.add(
			`the delimiter ${sign}`,
			[
				['id', 'v', 'w'],
				['1', 'a', 'x'],
				['2', 'b', 'y'],
			]
				.map((cells) => `${cells.join(sign)}\n`)
				.join(''),
			{
				refused: /delimiter can only be one character/,
			},
		);
	kind.add(
		'commas in a file named .tsv',
		'id,v\n1,a\n2,b\n',
		{
			columns: ['id', 'v'],
			rows: [
				['1', 'a'],
				['2', 'b'],
			],
		},
		{ name: 'data.tsv' },
	);
	kind.add('delimiters in single quotes last in each line', "id,v\n1,'a,b'\n2,'c,d'\n", {
		columns: ['id', 'v'],
		rows: [
			['1', 'a,b'],
			['2', 'c,d'],
		],
	});
	kind.add('single quotes that may be part of the values', "id,v\n1,'a'\n2,'b'\n", {
		rows: [
			['1', 'a'],
			['2', 'b'],
		],
		doubts: ['quote'],
	});
	kind.add('apostrophes first and last', "id,v\n1,'tis\n2,dogs'\n", {
		rows: [
			['1', "'tis"],
			['2', "dogs'"],
		],
	});
	kind.add('a number on each line', 'count\n1\n2\n3\n', {
		columns: ['count'],
		types: ['BIGINT'],
		rows: [['1'], ['2'], ['3']],
	});
	kind.add('pipes around each line', '|id|v|\n|1|a|\n|2|b|\n', {
		columns: ['column 1', 'id', 'v', 'column 4'],
		rows: [
			[null, '1', 'a', null],
			[null, '2', 'b', null],
		],
	});
	return kind.files;
}

function lines(): MessyFile[] {
	const kind = new Kind('line ends');
	const rows = [
		['1', 'a', 'x'],
		['2', 'b', 'y'],
		['3', 'c', 'z'],
	];
	const columns = ['id', 'v', 'w'];
	for (const [name, end] of lineEnds) {
		const text = ['id,v,w', '1,a,x', '2,b,y', '3,c,z'];
		kind.add(`${name}`, text.join(end) + end, { columns, rows });
		kind.add(`${name}, none at the end`, text.join(end), { columns, rows });
		kind.add(`${name}, several at the end`, text.join(end) + end.repeat(4), { columns, rows });
		kind.add(`${name}, empty lines between`, text.join(end + end), { columns, rows });
		kind.add(`${name}, lines of spaces between`, text.join(`${end}   ${end}`) + end, { columns, rows });
		kind.add(`${name}, empty lines first`, end + end + text.join(end), { columns, rows });
		kind.add(`${name} within quotes`, `id,v,w${end}1,"a${end}b",x${end}2,c,y${end}`, {
			columns,
			rows: [
				['1', `a${end}b`, 'x'],
				['2', 'c', 'y'],
			],
		});
	}
	kind.add('LF and CRLF', 'id,v,w\n1,a,x\r\n2,b,y\n3,c,z\r\n', { columns, rows });
	kind.add('CRLF first, then LF', 'id,v,w\r\n1,a,x\n2,b,y\n3,c,z\n', { columns, rows });
	kind.add('LF, CRLF and CR', 'id,v,w\n1,a,x\r\n2,b,y\r3,c,z', { columns, rows });
	kind.add('an end-of-file character', 'id,v,w\n1,a,x\n2,b,y\n3,c,z\n\u001a', {
		columns,
		rows,
		lines: [5],
	});
	return kind.files;
}

function ragged(): MessyFile[] {
	const kind = new Kind('ragged rows');
	const rows = [
		['1', 'a', 'x'],
		['3', 'c', 'z'],
		['4', 'd', 'y'],
	];
	const columns = ['id', 'v', 'w'];
	for (const [name, sign] of delimiters) {
		const text = (second: string) => `id,v,w\n1,a,x\n${second}\n3,c,z\n4,d,y\n`.replaceAll(',', sign);
		kind.add(`a short one, ${name}`, text('2,b'), { columns, rows, lines: [3] });
		kind.add(`a long one, ${name}`, text('2,b,y,q'), { columns, rows, lines: [3] });
		const filled = [
			['1', 'a', 'x'],
			['2', 'b', null],
			['3', 'c', 'z'],
			['4', 'd', 'y'],
		];
		kind.add(
			`a short one is filled, ${name}`,
			text('2,b'),
			{ columns, rows: filled },
			{ options: { fillShort: true } },
		);
		kind.add(`extra delimiters after a short one, ${name}`, text('2,b,,,'), { columns, rows: filled });
		kind.add(`only delimiters, ${name}`, text(',,'), {
			columns,
			rows: [
				['1', 'a', 'x'],
				['3', 'c', 'z'],
				['4', 'd', 'y'],
			],
			remark: '1 blank line left out.',
		});
		kind.add(`a delimiter after each, ${name}`, 'id,v,\n1,a,\n2,b,\n'.replaceAll(',', sign), {
			rows: [
				['1', 'a', null],
				['2', 'b', null],
			],
		});
		kind.add(`a delimiter after each but the names, ${name}`, 'id,v\n1,a,\n2,b,\n'.replaceAll(',', sign), {
			rows: [
				['1', 'a', null],
				['2', 'b', null],
			],
		});
	}
	kind.add('a comma in a value that needed quotes', 'id,name,town\n1,a,x\n2,Smith, John,y\n3,b,z\n', {
		rows: [
			['1', 'a', 'x'],
			['3', 'b', 'z'],
		],
		lines: [3],
	});
	kind.add('all different', 'id,v,w\n1,a\n2,b,y,q\n3,c,z,q,r\n', {
		refused: /lines don’t have the same number of values/,
	});
	kind.add('comments between', 'id,v\n# one\n1,a\n# two\n# three\n2,b\n# four\n', {
		columns: ['id', 'v'],
		rows: [
			['1', 'a'],
			['2', 'b'],
		],
		lines: [2, 4, 5, 7],
	});
	kind.add('names without rows', 'id,v,w\n', { asks: /no rows/ });
	kind.add(
		'more names than values',
		'id,v,w\n1,a\n2,b\n',
		{
			rows: [
				['1', 'a', null],
				['2', 'b', null],
			],
		},
		{ options: { fillShort: true } },
	);
	return kind.files;
}

/** Rows that may not be data: asked about, then left out or kept. */
function others(): MessyFile[] {
	const kind = new Kind('rows that may not be data');
	const add = (
		what: string,
		content: string,
		asks: RegExp,
		types: readonly string[],
		rows: readonly (readonly (string | null)[])[],
	) => {
		kind.add(what, content, { asks });
		kind.add(`${what}, left out`, content, { rows, types }, { options: { otherRows: 'skip' } });
	};
	const two = [
		['2024-01-01', '10'],
		['2024-01-02', '20'],
	];
	const types = ['DATE', 'BIGINT'];
	const body = '2024-01-01,10\n2024-01-02,20\n';
	add('a total', `day,n\n${body}Summe,30\n`, /row 3 \(a total: "Summe, 30"\)/, types, two);
	add('a sum without a name', `day,n\n${body},30\n`, /row 3 \(a total: "30"\)/, types, two);
	add('names again', `day,n\n2024-01-01,10\nday,n\n2024-01-02,20\n`, /row 2 \(column names\)/, types, two);
	add(
		'another table',
		`day,n\n${body}\nsupplier,city\nACME,Bonn\nBolt,Oslo\n`,
		/rows 3–5 \(another table: "supplier, city"\)/,
		types,
		two,
	);
	const second = `day,n\n${body}\nsupplier,city\nACME,Bonn\nBolt,Oslo\n`;
	kind.add('another table, named in the question', second, { asks: /choose line 5 under "Table starts in"/ });
	const suppliers = [
		['ACME', 'Bonn'],
		['Bolt', 'Oslo'],
	];
	kind.add(
		'another table, read instead',
		second,
		{ rows: suppliers, columns: ['supplier', 'city'], types: ['VARCHAR', 'VARCHAR'] },
		{ options: { preamble: 4 } },
	);
	const wider = `Sales\nday,n\n${body}2024-01-03,30\n\nSuppliers\ncity,code,since\nBonn,7,2001\nOslo,8,2002\n`;
	const days = [...two, ['2024-01-03', '30']];
	const remark =
		'Lines 8–10 may be another table: "city, code, since". To read it instead, choose line 8 under "Table starts in".';
	kind.add('a wider table below', wider, { rows: days, types, lines: [7, 8, 9, 10], remark });
	kind.add(
		'a wider table below, read instead',
		wider,
		{
			rows: [
				['Bonn', '7', '2001'],
				['Oslo', '8', '2002'],
			],
			columns: ['city', 'code', 'since'],
			types: ['VARCHAR', 'BIGINT', 'BIGINT'],
		},
		{ options: { preamble: 7 } },
	);
	const long = Array.from({ length: 9_000 }, (_, row) => [
		`2024-01-0${1 + (row % 9)}`,
		`measured value ${row}, as usual`,
	]);
	kind.add(
		'a table below many lines',
		`day,note\n${long.map(([day, note]) => `${day},"${note}"\n`).join('')}\ncity,code\nBonn,7\nOslo,8\n`,
		{
			rows: [
				['Bonn', '7'],
				['Oslo', '8'],
			],
			columns: ['city', 'code'],
			types: ['VARCHAR', 'BIGINT'],
		},
		{ options: { preamble: 9_002 } },
	);
	const amounts = ['VARCHAR', 'BIGINT', 'DOUBLE'];
	const ab = [
		['a', '10', '3.0'],
		['b', '20', '4.5'],
	];
	for (const [what, total] of [
		['in German', 'Endsumme,30,7.5'],
		['in French', 'Ensemble,30,3.7'],
		['in Greek letters', 'Σ,30,7.5'],
		['for averages', 'Ø,15,3.75'],
		['two of them', 'Totales,30,7.5\nSuma total,30,7.5'],
	] as const)
		add(
			`a total’s name, ${what}`,
			`k,n,m\na,10,3\nb,20,4.5\n${total}\n`,
			/may not be data: row 3 \(a (total|summary)/,
			amounts,
			ab,
		);
	add(
		'a total with separators, and no name',
		'page,views,users,rate\n/a,"1,234","1,100",45.1%\n/b,"2,001",900,33%\n/c,99,80,10%\n,"3,334","2,080",40%\n',
		/row 4 \(a total: "3,334, 2,080, 40%"\)/,
		['VARCHAR', 'VARCHAR', 'VARCHAR', 'VARCHAR'],
		[
			['/a', '1,234', '1,100', '45.1%'],
			['/b', '2,001', '900', '33%'],
			['/c', '99', '80', '10%'],
		],
	);
	add(
		'a total above, named in the last column',
		'page,views,users,note\n,3334,2080,Grand total\n/a,1234,1100,\n/b,2001,900,\n/c,99,80,\n',
		/row 1 \(a total: "3334, 2080, Grand total"\)/,
		['VARCHAR', 'BIGINT', 'BIGINT', 'VARCHAR'],
		[
			['/a', '1234', '1100', null],
			['/b', '2001', '900', null],
			['/c', '99', '80', null],
		],
	);
	add(
		'sums of groups with a shared name',
		'area;part;n;m\nEast;40;5;10,5\nEast;41;7;2,5\nEast;Result;12;13,0\nWest;40;1;1,5\nWest;Result;1;1,5\nOverall Result;;13;14,5\n',
		/row 3 \(a total: "East, Result.*row 5 \(a total: "West, Result.*row 6 \(a total: "Overall/,
		['VARCHAR', 'BIGINT', 'BIGINT', 'DOUBLE'],
		[
			['East', '40', '5', '10.5'],
			['East', '41', '7', '2.5'],
			['West', '40', '1', '1.5'],
		],
	);
	add(
		'sums below an unknown name',
		'k,n,m\na,10,3\nb,20,4\nc,300,5\nKopā,330,12\n',
		/row 4 \(a total: "Kopā, 330, 12"\)/,
		['VARCHAR', 'BIGINT', 'BIGINT'],
		[
			['a', '10', '3'],
			['b', '20', '4'],
			['c', '300', '5'],
		],
	);
	add(
		'the names in another order',
		'id,name,n\n1,a,5\n2,b,6\nname,n,id\nc,7,3\n',
		/rows 3–4 \(another table: "name, n, id"\)/,
		['BIGINT', 'VARCHAR', 'BIGINT'],
		[
			['1', 'a', '5'],
			['2', 'b', '6'],
		],
	);
	for (const [what, below] of [
		['texts', 'name,city\nAnn,Bonn\nBob,Oslo\n'],
		['numbers', 'nr,weight\n3,7\n4,8\n'],
	] as const)
		add(
			`other names above ${what}, without a blank line`,
			`id,amount\n1,5\n2,6\n${below}`,
			/rows 3–5 \(another table: "(name, city|nr, weight)"\)/,
			['BIGINT', 'BIGINT'],
			[
				['1', '5'],
				['2', '6'],
			],
		);
	add(
		'a second file with its BOM and names',
		'k,v\nx,a\ny,b\n\ufeffk,v\nz,c\n',
		/row 3 \(column names\)/,
		['VARCHAR', 'VARCHAR'],
		[
			['x', 'a'],
			['y', 'b'],
			['z', 'c'],
		],
	);
	kind.add('a second file with its BOM, but no names', 'id,v\n1,a\n2,b\n\ufeff3,c\n\ufeff"4","d"\n', {
		types: ['BIGINT', 'VARCHAR'],
		rows: [
			['1', 'a'],
			['2', 'b'],
			['3', 'c'],
			['4', 'd'],
		],
		remark: '2 byte order marks were removed, the first from line 4. The file may consist of several files.',
	});
	add('units', `day,n\nUTC,[kg]\n${body}`, /row 1 \(units: "UTC, \[kg\]"\)/, types, two);
	const kept = { options: { otherRows: 'keep' as const } };
	const words = [
		['a', '1'],
		['b', '2'],
		['Total', '3'],
	];
	const names = ['VARCHAR', 'BIGINT'];
	kind.add('a total, kept', 'k,n\na,1\nb,2\nTotal,3\n', { rows: words, types: names }, kept);
	kind.add('tables side by side', 'name,email,,supplier,city\nAnn,a@x,,ACME,Bonn\nBob,b@x,,Bolt,Oslo\n', {
		remark:
			'The file may have 2 tables side by side: "name, email", "supplier, city". If so, save each as a separate file, or skip the columns of all but one.',
		rows: [
			['Ann', 'a@x', null, 'ACME', 'Bonn'],
			['Bob', 'b@x', null, 'Bolt', 'Oslo'],
		],
	});
	// The rows in these files are data.
	kind.add('rows below a blank line', 'name,city\nAnn,Rome\nCid,Oslo\n\nBob,Bonn\nEve,Oslo\n', {
		rows: [
			['Ann', 'Rome'],
			['Cid', 'Oslo'],
			['Bob', 'Bonn'],
			['Eve', 'Oslo'],
		],
	});
	const plain = (what: string, rows: readonly (readonly string[])[]) =>
		kind.add(what, `k,n\n${rows.map((row) => `${row.join(',')}\n`).join('')}`, {
			types: names,
			rows: rows.map((row) => row.map((text) => text || null)),
		});
	plain('a name that begins like a total', [
		['a', '1'],
		['b', '2'],
		['Summer', '3'],
	]);
	plain('no name and no sum', [
		['a', '1'],
		['b', '2'],
		['', '4'],
	]);
	plain('a number that is the sum of two others', [
		['a', '100'],
		['b', '200'],
		['c', '300'],
	]);
	plain('results without sums', [
		['result', '1'],
		['b', '2'],
		['result', '4'],
		['d', '5'],
	]);
	kind.add('row numbers that are sums of those above', 'id,v\n1,10\n2,20\n3,30\n', {
		rows: [
			['1', '10'],
			['2', '20'],
			['3', '30'],
		],
		doubts: [],
	});
	kind.add('a word among numbers that isn’t a name', 'k,n\na,1\nb,2\nc,high\nd,3\n', {
		rows: [
			['a', '1'],
			['b', '2'],
			['c', 'high'],
			['d', '3'],
		],
		types: ['VARCHAR', 'VARCHAR'],
		doubts: [],
	});
	plain('a total without a number', [
		['a', '1'],
		['b', '2'],
		['total', ''],
	]);
	return kind.files;
}
