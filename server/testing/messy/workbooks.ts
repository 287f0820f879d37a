import { strToU8, unzipSync, zipSync } from 'fflate';
import { Kind, type MessyFile } from './messy-file.ts';
import { bytesOf, formats, header, number, row, text, workbook } from './workbook-file.ts';

export function workbooks(): MessyFile[] {
	const kind = new Kind('workbooks', 'data.xlsx');
	const columns = ['id', 'v'];
	const one = (what: string, cell: string, value: string | null, type?: string) =>
		kind.add(what, workbook({ Sheet1: [header, row(1, cell), row(2, cell)] }), {
			columns,
			...(type === undefined ? {} : { types: ['BIGINT', type] }),
			rows: [
				['1', value],
				['2', value],
			],
		});
	one('texts', text('B', 'a'), 'a', 'VARCHAR');
	one('numbers', number('B', '2.5'), '2.5', 'DOUBLE');
	one('digits as text', text('B', '007'), '007', 'VARCHAR');
	one('numbers as text', text('B', '12'), '12', 'VARCHAR');
	one('dates', number('B', '45356', 1), '2024-03-05', 'DATE');
	one('dates with time', number('B', '45356.5', 2), '2024-03-05 12:00:00');
	one('percent', number('B', '0.25', 3), '0.25', 'DOUBLE');
	one('booleans', '<c r="B@" t="b"><v>1</v></c>', 'true', 'BOOLEAN');
	one('nothing', '', null);
	one('formulas with their result', '<c r="B@"><f>A@*2</f><v>4</v></c>', '4', 'BIGINT');
	one('formulas that give text', '<c r="B@" t="str"><f>"a"</f><v>a</v></c>', 'a', 'VARCHAR');
	one('a line feed', text('B', 'a\nb'), 'a\nb');
	one('characters that XML escapes', text('B', 'a &lt; b &amp; c'), 'a < b & c');
	one('spaces around', text('B', '  a '), '  a ');
	one('emoji', text('B', '😀'), '😀');
	one('a long text', text('B', 'x'.repeat(32_000)), 'x'.repeat(32_000));
	one('an exponent', number('B', '1.5E-3'), '0.0015');
	one('parts of a text in other styles', '<c r="B@" t="inlineStr"><is><r><t>a</t></r><r><t>b</t></r></is></c>', 'ab');
	const rows = [
		['1', 'a'],
		['2', 'b'],
	];
	const body = [header, row(1, text('B', 'a')), row(2, text('B', 'b'))];
	const decoder = new TextDecoder();
	const atRoot = Object.entries(unzipSync(workbook({ Sheet1: body }))).map(([name, content]) => [
		name.replace('xl/', ''),
		strToU8(decoder.decode(content).replaceAll('xl/', '')),
	]);
	kind.add('no folder "xl"', zipSync(Object.fromEntries(atRoot)), { columns, rows });
	kind.add(
		'an empty row between',
		workbook({ Sheet1: [header, row(1, text('B', 'a')), null, row(2, text('B', 'b'))] }),
		{ columns, rows },
	);
	const stacked = workbook({
		A: [
			...[header, row(1, number('B', '2')), row(2, number('B', '3')), null],
			`${text('A', 'town')}${text('B', 'people')}`,
			`${text('A', 'Riva')}${number('B', '4')}`,
		],
	});
	const upper = [
		['1', '2'],
		['2', '3'],
	];
	kind.add('a table below another', stacked, { columns, rows: upper, doubts: ['sheetRows'] });
	kind.add('the upper table', stacked, { columns, rows: upper }, { options: { sheetRows: '1-3' } });
	kind.add(
		'the lower table',
		stacked,
		{ columns: ['town', 'people'], rows: [['Riva', '4']] },
		{ options: { sheetRows: '5-6' } },
	);
	kind.add(
		'both tables as one',
		stacked,
		{ columns, rows: [...upper, ['town', 'people'], ['Riva', '4']] },
		{ options: { sheetRows: '1-6' } },
	);
	const ofLines = (...lines: readonly (string | null)[]) =>
		workbook({
			A: lines.map((line) =>
				line === null
					? null
					: line
							.split('|')
							.map((value, index) => text('AB'[index] ?? '', value))
							.join(''),
			),
		});
	const people = ['name|web_site', 'Ann|ann.org', 'Bob|bob.org', null] as const;
	kind.add('a table of texts below another', ofLines(...people, 'supplier|home_town', 'ACME|Bonn', 'Orca|Riga'), {
		columns: ['name', 'web_site'],
		rows: [
			['Ann', 'ann.org'],
			['Bob', 'bob.org'],
		],
		doubts: ['sheetRows'],
	});
	kind.add('groups of rows', ofLines(...people, 'Cid|cid.org', 'Eve|eve.org'), {
		columns: ['name', 'web_site'],
		rows: ['Ann', 'Bob', 'Cid', 'Eve'].map((name) => [name, `${name.toLowerCase()}.org`]),
		doubts: [],
	});
	const withTotal = workbook({
		A: [
			`${text('A', 'town')}${text('B', 'people')}`,
			...['Riva', 'Elmont', 'Total'].map(
				(town, index) => `${text('A', town)}${number('B', ['4', '5', '9'][index] ?? '')}`,
			),
		],
	});
	kind.add('a total below the rows', withTotal, { asks: /^A row may not be data: row 3 \(a total: "Total, 9"\)\./ });
	kind.add(
		'a total left out',
		withTotal,
		{
			columns: ['town', 'people'],
			rows: [
				['Riva', '4'],
				['Elmont', '5'],
			],
			remark: '1 row left out: row 3 (a total: "Total, 9").',
		},
		{ options: { otherRows: 'skip' } },
	);
	kind.add(
		'numbers among dates',
		workbook({ A: [header, row(1, number('B', '45356', 1)), row(2, number('B', '45357'))] }),
		{
			columns,
			types: ['BIGINT', 'VARCHAR'],
			rows: [
				['1', '2024-03-05'],
				['2', '45357'],
			],
			remark: 'Column "v" has 1 number among dates ("45357" in sheet row 3). Format the whole column as dates.',
		},
	);
	kind.add(
		'long IDs',
		workbook({ A: [header, row(1, number('B', '1.234567890123457E+18')), row(2, number('B', '5'))] }),
		{
			columns,
			rows: [
				['1', '1234567890123457000'],
				['2', '5'],
			],
			remark:
				'Column "v" has 1 number with more than 15 digits ("1234567890123457000" in sheet row 2). Excel rounds such numbers. If they’re IDs, save the column as text in the source, then upload it again.',
		},
	);
	const one1 = (value: string | null) => (value === null ? '' : number('A', value));
	kind.add(
		'rows without a value in a single column',
		workbook({ A: [text('A', 'v'), ...['1', null, '3', null].map(one1)] }),
		{
			columns: ['v'],
			types: ['BIGINT'],
			rows: [['1'], [null], ['3']],
		},
	);
	const away = (cells: string) => cells.replaceAll('r="B', 'r="D').replaceAll('r="A', 'r="C');
	for (const [what, above] of [
		['a table away from the corner', [null, null]],
		['a title above a table away from the corner', [text('A', 'Sales'), null]],
	] as const)
		kind.add(what, workbook({ A: [...above, ...body.map(away)] }), { columns, rows });
	one('codes with leading zeros', number('B', '501', formats.indexOf('00000') + 3), '00501', 'VARCHAR');
	one('codes with hyphens', number('B', '12345678', formats.indexOf('000-00-0000') + 3), '012-34-5678', 'VARCHAR');
	one('a sum of binary fractions', number('B', '0.30000000000000004'), '0.30000000000000004');
	one('seventeen digits', number('B', '12345678901234567'), '12345678901234567', 'BIGINT');
	kind.add('empty rows last', workbook({ Sheet1: [...body, '', ''] }), { columns, rows });
	kind.add('empty rows first', workbook({ Sheet1: [null, null, ...body] }), { columns, rows });
	kind.add(
		'a title',
		workbook({
			Sheet1: [
				text('A', 'Sales'),
				null,
				text('A', 'id') + text('B', 'v') + text('C', 'w'),
				row(1, text('B', 'a') + text('C', 'x')),
			],
		}),
		{
			columns: ['id', 'v', 'w'],
			rows: [['1', 'a', 'x']],
			remark: 'Row skipped before the table: "Sales".',
		},
	);
	kind.add('the first sheet that has rows', workbook({ Cover: [], Data: body }), { columns, rows });
	kind.add(
		'a chosen sheet',
		workbook({ A: [header, row(9, text('B', 'z'))], B: body }),
		{ columns, rows },
		{ options: { sheet: 'B' } },
	);
	kind.add('two sheets with rows', workbook({ A: [header, row(9, text('B', 'z'))], B: body }), {
		columns,
		rows: [['9', 'z']],
		doubts: ['sheet'],
	});
	kind.add('a missing sheet', workbook({ A: body }), { refused: /no sheet "C"/ }, { options: { sheet: 'C' } });
	kind.add('the same name twice', workbook({ A: [text('A', 'v') + text('B', 'v'), row(1, text('B', 'a'))] }), {
		columns: ['v', 'v 2'],
		rows: [['1', 'a']],
	});
	kind.add(
		'merged cells',
		workbook(
			{ A: [header, row(1, text('B', 'a')), row(2, '')] },
			{ behind: '<mergeCells count="1"><mergeCell ref="B2:B3"/></mergeCells>' },
		),
		{
			columns,
			rows: [
				['1', 'a'],
				['2', null],
			],
			remark:
				'The sheet has 1 range of merged cells (B2:B3). Only the first cell of a range has a value, and the others are empty. To repeat the value, unmerge the cells and fill them in.',
		},
	);
	const grouped = (above: string, ...others: (string | null)[]) =>
		workbook(
			{
				A: [
					...others,
					above,
					`${text('A', 'area')}${text('B', 'sales')}${text('C', 'cost')}${text('D', 'sales')}${text('E', 'cost')}`,
					`${text('A', 'East')}${[1, 2, 3, 4].map((value, index) => number('BCDE'[index] ?? '', String(value))).join('')}`,
					`${text('A', 'West')}${[5, 6, 7, 8].map((value, index) => number('BCDE'[index] ?? '', String(value))).join('')}`,
				],
			},
			{
				behind: `<mergeCells count="2"><mergeCell ref="B${others.length + 1}:C${others.length + 1}"/><mergeCell ref="D${others.length + 1}:E${others.length + 1}"/></mergeCells>`,
			},
		);
	for (const [what, others] of [
		['merged groups above the names', []],
		['a title and merged groups above the names', [text('A', 'Sales'), null]],
	] as const) {
		const file = grouped(`${text('B', 'Q1')}${text('D', 'Q2')}`, ...others);
		kind.add(what, file, { asks: /^The column names may be in two rows, one of them with "Q1, Q2"/ });
		const rows = [
			['East', '1', '2', '3', '4'],
			['West', '5', '6', '7', '8'],
		];
		kind.add(
			`${what}, as names`,
			file,
			{ columns: ['area', 'Q1 sales', 'Q1 cost', 'Q2 sales', 'Q2 cost'], rows },
			{ options: { headerRows: 2 } },
		);
		kind.add(
			`${what}, left out`,
			file,
			{ columns: ['area', 'sales', 'cost', 'sales 2', 'cost 2'], rows },
			{ options: { headerRows: 1 } },
		);
	}
	kind.add('days from 1904', workbook({ A: [header, row(1, number('B', '43894', 1))] }, { is1904: true }), {
		columns,
		rows: [['1', '2024-03-05']],
	});
	kind.add('no rows', workbook({ A: [] }), { refused: /./ });
	kind.add(
		'a value in the last possible column',
		workbook({ A: [header + text('XFD', 'x'), row(1, number('XFD', '1'))] }),
		{
			refused: /The file has 16,384 columns\. The limit is 500/,
		},
	);
	kind.add('only names', workbook({ A: [header] }), { refused: /no rows/ });
	kind.add('numbers among texts', workbook({ A: [header, row(1, number('B', '5')), row(2, text('B', 'b'))] }), {
		columns,
		types: ['BIGINT', 'VARCHAR'],
		rows: [
			['1', '5'],
			['2', 'b'],
		],
	});
	kind.add('cut off', workbook({ A: body }).subarray(0, 900), { refused: /./ });
	kind.add('a zip that isn’t a workbook', zipSync({ 'a.txt': bytesOf('x'), 'b.txt': bytesOf('y') }), { refused: /./ });
	kind.add('a workbook named .csv', workbook({ A: body }), { columns, rows }, { name: 'data.csv' });
	return kind.files;
}
