import { Kind, type MessyFile } from './messy-file.ts';

/** Encodings, text around a table, names, and sizes. */
export const textContent = (): MessyFile[] => [...encodings(), ...surroundings(), ...headers(), ...sizes()];

const utf16 = (text: string, isBig: boolean, hasMark: boolean): Uint8Array => {
	const bytes = Buffer.from((hasMark ? '\ufeff' : '') + text, 'utf16le');
	return isBig ? bytes.swap16() : bytes;
};
const latin = (text: string): Uint8Array => Buffer.from(text, 'latin1');
const withBytes = (...parts: (string | number[])[]): Uint8Array =>
	Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))));

function encodings(): MessyFile[] {
	const kind = new Kind('encodings');
	const text = 'id,name\n1,Zoë\n2,Åre\n3,naïve\n';
	const rows = [
		['1', 'Zoë'],
		['2', 'Åre'],
		['3', 'naïve'],
	];
	const columns = ['id', 'name'];
	for (const end of ['\n', '\r\n']) {
		const words = end === '\n' ? 'LF' : 'CRLF';
		const lines = text.replaceAll('\n', end);
		kind.add(`UTF-8, ${words}`, lines, { columns, rows });
		kind.add(`UTF-8 with a BOM, ${words}`, `\ufeff${lines}`, { columns, rows });
		kind.add(`UTF-16 LE with a BOM, ${words}`, utf16(lines, false, true), { columns, rows });
		kind.add(`UTF-16 BE with a BOM, ${words}`, utf16(lines, true, true), { columns, rows });
		kind.add(`UTF-16 LE without a BOM, ${words}`, utf16(lines, false, false), { columns, rows });
		kind.add(`UTF-16 BE without a BOM, ${words}`, utf16(lines, true, false), { columns, rows });
		kind.add(`Latin-1, ${words}`, latin(lines), { columns, rows, doubts: [] });
	}
	kind.add('UTF-8 that was read as Windows-1252 before', 'id,name\n1,MÃ¼ller\n2,ÅÂ£\n', {
		rows: [
			['1', 'MÃ¼ller'],
			['2', 'ÅÂ£'],
		],
		remark:
			'Column "name": "MÃ¼ller" probably was "Müller" before it was read in the wrong encoding. If so, export the data again as UTF-8.',
	});
	kind.add('letters that only look like misread ones', 'id,name\n1,ÃO\n2,«Â»Å“\n', {
		rows: [
			['1', 'ÃO'],
			['2', '«Â»Å“'],
		],
	});
	kind.add('a BOM before quotes', '\ufeff"id","name"\n1,a\n', { columns, rows: [['1', 'a']] });
	kind.add('a BOM before sep=', '\ufeffsep=;\nid;name\n1;a\n2;b\n', {
		columns,
		rows: [
			['1', 'a'],
			['2', 'b'],
		],
	});
	kind.add('Windows-1252 quotes and euro', withBytes('id,name\n1,', [0x93], 'a', [0x94], '\n2,5 ', [0x80], '\n'), {
		columns,
		rows: [
			['1', '“a”'],
			['2', '5 €'],
		],
		doubts: ['encoding'],
	});
	kind.add('a damaged byte in UTF-8', withBytes('id,name\n1,Zoë\n2,Åre\n3,x', [0xff], 'y\n4,ü\n'), {
		columns,
		rows: [
			['1', 'Zoë'],
			['2', 'Åre'],
			['4', 'ü'],
		],
		lines: [4],
	});
	kind.add('half a character at the end', withBytes('id,name\n1,Zoë\n2,Åreü\n3,x', [0xc3]), {
		columns,
		rows: [
			['1', 'Zoë'],
			['2', 'Åreü'],
		],
		lines: [4],
	});
	kind.add('emoji and Chinese', 'id,name\n1,😀👩‍👩‍👧\n2,北京\n', {
		columns,
		rows: [
			['1', '😀👩‍👩‍👧'],
			['2', '北京'],
		],
	});
	kind.add('text from right to left', 'id,name\n1,שלום\n2,مرحبا\n', {
		columns,
		rows: [
			['1', 'שלום'],
			['2', 'مرحبا'],
		],
	});
	kind.add('an encoding that was chosen', latin(text), { columns, rows }, { options: { encoding: 'windows-1252' } });
	kind.add('a NUL in a name', 'id,na\0me\n1,a\n', { refused: /first line contains a NUL/ });
	kind.add('a replacement character that is in the file', 'id,name\n1,37\ufffd 36\' 37.8"\n2,b\n', {
		columns: ['id', 'name'],
		rows: [
			['1', '37\ufffd 36\' 37.8"'],
			['2', 'b'],
		],
	});
	kind.add('a NUL', 'id,name\n1,a\n2,b\0c\n3,d\n', {
		columns,
		rows: [
			['1', 'a'],
			['3', 'd'],
		],
		lines: [3],
	});
	kind.add('invisible characters', 'id,name\n1,a\u200bb\n2,c\u00a0d\n', {
		columns,
		rows: [
			['1', 'a\u200bb'],
			['2', 'c\u00a0d'],
		],
	});
	return kind.files;
}

function surroundings(): MessyFile[] {
	const kind = new Kind('lines around a table');
	const table = 'id,name,town\n1,a,x\n2,b,y\n3,c,z\n';
	const columns = ['id', 'name', 'town'];
	const rows = [
		['1', 'a', 'x'],
		['2', 'b', 'y'],
		['3', 'c', 'z'],
	];
	for (const [what, before] of [
		['a title', 'Sales of March\n'],
		['a title and an empty line', 'Sales of March\n\n'],
		['several lines', 'Sales of March\nMade on 2024-04-01\nAll figures in euros\n\n'],
		['a comment', '# made by hand\n'],
		['comments', '# made by hand\n# on Monday\n#\n'],
		['a title in quotes', '"Sales of March"\n'],
		['a title with delimiters after it', 'Sales of March,,\n'],
		['empty lines', '\n\n\n'],
		['a line of spaces', '   \n'],
		['a comment with a comma', '# made by hand, on Monday\n'],
	] as const)
		kind.add(`${what} first`, before + table, { columns, rows });
	for (const [what, behind] of [
		['the number of rows', '(3 rows)\n'],
		['a source', 'Source: own figures\n'],
		['a comment', '# end\n'],
	] as const)
		kind.add(`${what} last`, table + behind, { columns, rows, lines: [5] });
	kind.add('a comment between', 'id,name,town\n1,a,x\n# more to come\n2,b,y\n3,c,z\n', { columns, rows, lines: [3] });
	kind.add('the names again', 'id,name,town\n1,a,x\n2,b,y\nid,name,town\n3,c,z\n', {
		asks: /1 value doesn’t fit BIGINT: "id" in row 3/,
	});
	kind.add('a total below a few rows', 'id,name,n\n1,a,5\n2,b,6\nTotal,,11\n', {
		asks: /1 value doesn’t fit BIGINT: "Total" in row 3/,
	});
	for (const [what, rows] of [
		['notes in padded lines', 'A,1,2.5\nB,3,4\nC,5,6\nSource: ONS,,\n[c] confidential,,\n'],
		['a total above', 'Total,9,12.5\nA,1,2.5\nB,3,4\nC,5,6\n'],
		['subtotals between', 'A,1,2.5\nB,3,4\nEast subtotal,4,6.5\nC,5,6\nGrand total,9,12.5\n'],
		[
			'notes of several lines below',
			'A,1,2.5\nB,3,4\nC,5,6\n"Note: rates are estimates, because ",,\n the year is not over yet.,,\n',
		],
		['averages below', 'A,1,2.5\nB,3,4\nC,5,6\nAverage,3,4.17\nMax,5,6\n'],
	] as const)
		kind.add(what, `area,pop,rate\n${rows}`, { asks: /may not be data/ });
	const consumers = Array.from({ length: 30 }, (_, index) => [`Consumer ${index}`, `${index}`, '1.5']);
	const listed = (rows: readonly (readonly string[])[]) =>
		['area,pop,rate', ...rows.map((row) => row.join())].join('\n');
	kind.add('a lump sum between', listed([...consumers, ['Lump sum', '5', '2.5'], ['Ulm', '1', '2.5']]), {
		rows: [...consumers, ['Lump sum', '5', '2.5'], ['Ulm', '1', '2.5']],
		doubts: [],
	});
	kind.add(
		'a total between many names with a part of one',
		listed([...consumers, ['Subtotal', '435', '45.5'], ['Ulm', '1', '2.5']]),
		{ asks: /row 31 \(a total/ },
	);
	for (const name of ['Gesamtergebnis', 'Eindtotaal', 'Общий итог', '総計', 'Totalsumma', 'Genel Toplam', 'Celkem'])
		kind.add(`${name} below`, `area,pop,rate\nA,1,2.5\nB,3,4\nC,5,6\n${name},9,12.5\n`, { asks: /may not be data/ });
	kind.add('a padded title and a blank line above', 'Table 3: Air,,\n,,\nstation,pm10,no2\nx1,12.5,20\nx2,13.5,21\n', {
		columns: ['station', 'pm10', 'no2'],
		rows: [
			['x1', '12.5', '20'],
			['x2', '13.5', '21'],
		],
	});
	const ons =
		'"Title","CPI: ALL ITEMS"\n"CDID","D7BT"\n"Unit","Index, base year = 100"\n"Release Date","20-11-2024"\n"Important Notes",\n"1988","48.4"\n"1989","51.0"\n"1988 Q1","47.5"\n';
	kind.add('lines above with as many values as the rows', ons, {
		asks: /^Lines 1–5, such as "CDID, D7BT", may be above the table\. Choose where the table starts/,
	});
	kind.add(
		'the same, once the start of the table is known',
		ons,
		{
			types: ['VARCHAR', 'DOUBLE'],
			rows: [
				['1988', '48.4'],
				['1989', '51.0'],
				['1988 Q1', '47.5'],
			],
		},
		{ options: { preamble: 5 } },
	);
	kind.add('lines above names with as many values', 'Series,Oil\nUnit,USD\nDate,Price\n2020-01,50\n2020-02,51\n', {
		asks: /^Lines 1–2, such as "Unit, USD", may be above the table/,
	});
	const survey =
		'Respondent,Collector,Start,How satisfied?,Why?,,Other\n,,,Response,Price,Quality,Open-Ended Response\n101,5,2024-01-01,Very,Price,,good\n102,5,2024-01-02,Somewhat,,Quality,\n';
	kind.add('two rows of names, as survey tools export them', survey, {
		asks: /names may be in two rows, one of them with "Response, Price, Quality, Open-Ended Response"/,
	});
	kind.add(
		'the same, once that is known',
		survey,
		{
			columns: [
				'Respondent',
				'Collector',
				'Start',
				'How satisfied? Response',
				'Why? Price',
				'Quality',
				'Other Open-Ended Response',
			],
			rows: [
				['101', '5', '2024-01-01', 'Very', 'Price', null, 'good'],
				['102', '5', '2024-01-02', 'Somewhat', null, 'Quality', null],
			],
		},
		{ options: { headerRows: 2 } },
	);
	kind.add(
		'a second row with the same word for each question',
		'ID,Lottery?,Smoker?,Drinks?\n,Response,Response,Response\n3237,B,,\n3234,A,No,Yes\n',
		{ asks: /names may be in two rows, one of them with "Response, Response, Response"/ },
	);
	kind.add('a first row without a number', 'id,name,city\n,Ann,Rome\n2,Bob,Oslo\n3,Cid,Rome\n', {
		rows: [
			[null, 'Ann', 'Rome'],
			['2', 'Bob', 'Oslo'],
			['3', 'Cid', 'Rome'],
		],
		doubts: [],
	});
	const groups = ',Q1,,Q2,\nRegion,Sales,Cost,Sales,Cost\nEast,1,2,3,4\nWest,5,6,7,8\n';
	kind.add('groups above the names', groups, { asks: /names may be in two rows/ });
	kind.add(
		'groups above the names, once that is known',
		groups,
		{
			columns: ['Region', 'Q1 Sales', 'Q1 Cost', 'Q2 Sales', 'Q2 Cost'],
			rows: [
				['East', '1', '2', '3', '4'],
				['West', '5', '6', '7', '8'],
			],
		},
		{ options: { headerRows: 2 } },
	);
	for (const [what, content, asks] of [
		['one name too few', 'a,b\nx,1.5,2\ny,3,4\n', /rows have 3 values, but the header has only 2 names/],
		[
			'one name too few, and a delimiter after each line',
			'a\tb\tc\t\nx\t1.5\t\tq\t\ny\t3\t\tr\t\n',
			/rows have 4 values, but the header has only 3 names\. If the last column has no name/,
		],
		['two names too few', 'a,b,c\nx,y,1.5,p,q\nz,y,3,p,q\n', /If the last 2 columns have no names/],
		[
			'decimal commas without quotes',
			'name,price,town\na,1,5,b\nc,2,5,d\n',
			/only 3 names.*decimal commas, save the file with semicolons/,
		],
		[
			'decimal commas without quotes in each value',
			'price,weight\n1,5,2,25\n3,5,4,25\n',
			/Line 1, "price, weight", may have the column names, but the rows have 4 values.*decimal commas/,
		],
	] as const)
		kind.add(what, content, { asks });
	kind.add('a second row of names', 'sales,costs\nQ1,Q2\n1,2\n4,5\n', {
		asks: /Column "sales": 1 value doesn’t fit BIGINT: "Q1" in row 1/,
	});
	kind.add('texts without names', 'ann,rome\nbob,oslo\ncid,bern\n', {
		columns: ['ann', 'rome'],
		rows: [
			['bob', 'oslo'],
			['cid', 'bern'],
		],
		doubts: ['headerRows'],
	});
	for (const names of ['first_name,home_town', 'Name,Stadt', 'firstName,homeTown'])
		kind.add(`texts with names, ${names}`, `${names}\nann,rome\nbob,oslo\n`, {
			columns: names.split(','),
			rows: [
				['ann', 'rome'],
				['bob', 'oslo'],
			],
		});
	kind.add('lines chosen to be skipped', `a,b,c\nd,e,f\n${table}`, { columns, rows }, { options: { preamble: 2 } });
	kind.add(
		'two lines of names',
		'size,size,town\nx,y,\n1,2,a\n3,4,b\n',
		{
			columns: ['size x', 'size y', 'town'],
			rows: [
				['1', '2', 'a'],
				['3', '4', 'b'],
			],
		},
		{ options: { headerRows: 2 } },
	);
	kind.add('no names', '1,a,2024-01-05\n2,b,2024-01-06\n', {
		columns: ['column 1', 'column 2', 'column 3'],
		types: ['BIGINT', 'VARCHAR', 'DATE'],
		rows: [
			['1', 'a', '2024-01-05'],
			['2', 'b', '2024-01-06'],
		],
	});
	return kind.files;
}

function headers(): MessyFile[] {
	const kind = new Kind('column names');
	const one = (what: string, header: string, columns: readonly string[]) =>
		kind.add(what, `${header}\n1,a,x\n2,b,y\n`, {
			columns,
			rows: [
				['1', 'a', 'x'],
				['2', 'b', 'y'],
			],
		});
	one('the same twice', 'id,name,name', ['id', 'name', 'name 2']);
	one('the same three times', 'name,name,name', ['name', 'name 2', 'name 3']);
	one('one that another is renamed to', 'name,name 2,name', ['name', 'name 2', 'name 3']);
	one('the same except for case', 'id,Name,NAME', ['id', 'Name', 'NAME 2']);
	one('an empty one', 'id,,town', ['id', 'column 2', 'town']);
	one('an empty one last', 'id,name,', ['id', 'name', 'column 3']);
	one('one of spaces', 'id,  ,town', ['id', 'column 2', 'town']);
	one('spaces around', ' id , name,town ', ['id', 'name', 'town']);
	one('reserved words', 'select,rowid,n', ['select', 'rowid', 'n']);
	one('internal names', 'c0,c1,sent', ['c0', 'c1', 'sent']);
	one('quotes', 'id,"a ""b""",town', ['id', 'a "b"', 'town']);
	one('punctuation', 'id,a.b,c/d (%)', ['id', 'a.b', 'c/d (%)']);
	one('letters of other scripts', 'id,größe,城市', ['id', 'größe', '城市']);
	one('a long one', `id,${'x'.repeat(900)},town`, ['id', 'x'.repeat(900), 'town']);
	kind.add(
		'years',
		'town,2022,2023\nBerlin,1,2\nParis,3,4\n',
		{
			columns: ['town', '2022', '2023'],
			rows: [
				['Berlin', '1', '2'],
				['Paris', '3', '4'],
			],
		},
		{ options: { headerRows: 1 } },
	);
	const unsure = { doubts: ['headerRows'] };
	kind.add('years above numbers, and a name that could be a value', 'town,2022,2023\nBerlin,1,2\nParis,3,4\n', {
		...unsure,
		columns: ['column 1', 'column 2', 'column 3'],
		rows: [
			['town', '2022', '2023'],
			['Berlin', '1', '2'],
			['Paris', '3', '4'],
		],
	});
	kind.add('years above numbers, and a name above numbers', 'id,2022,total\n1,5,7.5\n2,6,8.5\n', {
		doubts: [],
		columns: ['id', '2022', 'total'],
		rows: [
			['1', '5', '7.5'],
			['2', '6', '8.5'],
		],
	});
	kind.add('dates above numbers', 'region,2024-01-01,2024-02-01\nN,1,2\nS,3,4\n', {
		doubts: [],
		columns: ['region', '2024-01-01', '2024-02-01'],
		rows: [
			['N', '1', '2'],
			['S', '3', '4'],
		],
	});
	kind.add('a price above numbers, and a name above numbers', 'id,9.99\n1,5\n2,6\n', {
		...unsure,
		columns: ['id', '9.99'],
		rows: [
			['1', '5'],
			['2', '6'],
		],
	});
	kind.add('repeated values', 'Berlin,Germany\nMunich,Germany\nParis,France\n', {
		...unsure,
		rows: [
			['Munich', 'Germany'],
			['Paris', 'France'],
		],
	});
	kind.add('a placeholder first', 'NA,5\n1,6\n2,7\n', {
		rows: [
			[null, '5'],
			['1', '6'],
			['2', '7'],
		],
	});
	kind.add('a possible name first', 'Berlin\nParis\nRome\n', { ...unsure, rows: [['Berlin'], ['Paris'], ['Rome']] });
	kind.add('only texts', 'town,land\nBerlin,Germany\nParis,France\n', {
		columns: ['town', 'land'],
		rows: [
			['Berlin', 'Germany'],
			['Paris', 'France'],
		],
	});
	return kind.files;
}

function sizes(): MessyFile[] {
	const kind = new Kind('sizes, and files without a table');
	const long = 'ä'.repeat(1_000_000);
	kind.add('a value of two megabytes', `id,v\n1,${long}\n2,a\n`, {
		rows: [
			['1', long],
			['2', 'a'],
		],
	});
	kind.add('a value of two megabytes in quotes', `id,v\n1,"${long}\n,""b"""\n2,a\n`, {
		rows: [
			['1', `${long}\n,"b"`],
			['2', 'a'],
		],
	});
	const names = Array.from({ length: 300 }, (_, index) => `c ${index}`);
	kind.add('300 columns', `${names.join(',')}\n${names.map((_, index) => index).join(',')}\n`, {
		columns: names,
		rows: [names.map((_, index) => String(index))],
	});
	const many = Array.from({ length: 5_000 }, (_, index) => [String(index), `v${index}`]);
	kind.add('5,000 rows', `id,v\n${many.map((row) => row.join(',')).join('\n')}`, { rows: many });
	kind.add(
		'an unusual value in row 4,001',
		`id,v\n${many.map(([id, v]) => `${id},${id === '4000' ? '"a\nb"' : v}`).join('\n')}`,
		{ rows: many.map(([id = '', v = '']) => [id, id === '4000' ? 'a\nb' : v]) },
	);
	kind.add('a short row 4,001', `id,v\n${many.map(([id, v]) => (id === '4000' ? id : `${id},${v}`)).join('\n')}`, {
		rows: many.filter(([id]) => id !== '4000'),
		lines: [4_002],
	});
	kind.add('names without rows', 'id\n', { refused: /only one line, "id"\. A table needs a row below/ });
	kind.add('nothing', '', { refused: /empty/ });
	kind.add('spaces', '   ', { refused: /empty/ });
	kind.add('line ends', '\n\n\n', { refused: /empty/ });
	kind.add('only a BOM', '\ufeff', { refused: /empty/ });
	kind.add(
		'prose',
		'It was a dark and stormy night; the rain fell in torrents.\nExcept at occasional intervals, when it was checked.\nBy a violent gust of wind which swept up the streets.\n',
		{ refused: /No table/ },
	);
	kind.add(
		'a picture',
		withBytes([
			0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 1, 0, 0, 0, 1, 8,
			2, 0, 0, 0, 0x90, 0x77, 0x53,
		]),
		{ refused: /./ },
		{ name: 'data.png' },
	);
	kind.add(
		'a PDF',
		withBytes(
			'%PDF-1.4\n%',
			[0xe2, 0xe3, 0xcf, 0xd3],
			'\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n',
		),
		{ refused: /./ },
		{ name: 'data.pdf' },
	);
	kind.add(
		'HTML',
		'<!DOCTYPE html>\n<html><head><title>x</title></head>\n<body><table><tr><td>1</td></tr></table></body>\n</html>\n',
		{ refused: /./ },
		{ name: 'data.html' },
	);
	kind.add(
		'XML',
		'<?xml version="1.0"?>\n<rows>\n<row id="1"><v>a</v></row>\n<row id="2"><v>b</v></row>\n</rows>\n',
		{ refused: /./ },
		{ name: 'data.xml' },
	);
	kind.add(
		'an old workbook',
		withBytes([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1], '\0'.repeat(504)),
		{ refused: /./ },
		{ name: 'data.xls' },
	);
	for (const [what, start] of [
		['SPSS', '$FL2@(#) SPSS DATA FILE'],
		['Stata', '<stata_dta><header>'],
		['Stata', 'r\x01\x01\0'],
		['SAS', `${'\0'.repeat(12)}\xc2\xea\x81\x60`],
	] as const)
		kind.add(
			`a data file of ${what}`,
			withBytes([...Buffer.from(start, 'latin1')], '\0'.repeat(200)),
			{ refused: new RegExp(`The file is an? ${what} data file\\. Export its data as CSV or Parquet`) },
			{ name: 'data.csv' },
		);
	return kind.files;
}
