import { gzipSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { Kind, type MessyFile } from './messy-file.ts';

/** Kinds of files in the tests of other readers: Go's encoding/csv, Papa Parse, pandas, DuckDB's sniffer and Apache Arrow. */
export const fromReaders = (): MessyFile[] => [...quoting(), ...layout(), ...values(), ...records(), ...otherFiles()];

const two = [
	['1', 'a'],
	['2', 'b'],
];
const columns = ['id', 'v'];

function quoting(): MessyFile[] {
	const kind = new Kind('quoting, from other readers’ tests');
	const one = (what: string, written: string, value: string) =>
		kind.add(what, `id,v\n1,${written}\n2,b\n`, { columns, rows: [['1', value], two[1] ?? []] });
	one('delimiters between quotes in quotes', '""","""', '","');
	one('a delimiter and a quote', '",""",', ',"');
	one('five quotes in a row', '"x="""",y="""""', 'x="",y=""');
	one('eight quotes', '""""""""', '"""');
	one('line feeds only', '"\n\n\n"', '\n\n\n');
	one('a carriage return in quotes', '"a\rb"', 'a\rb');
	one('CRLF in quotes', '"a\r\nb"', 'a\r\nb');
	one('quotes inside a value', 'a "word" b', 'a "word" b');
	one('two quotes inside a value', 'a""b', 'a""b');
	one('a quote last in a value', 'a"', 'a"');
	one('quotes and spaces in quotes', '" ""b"" "', ' "b" ');
	for (const [what, line] of [
		['text after a closing quote', '1,"a"b'],
		['seven quotes', '1,"""""""'],
		['a quote that another closes too early', '1,"a "word" b"'],
		['quotes escaped by backslashes', '1,"a \\"b\\" c"'],
	] as const)
		kind.add(what, `id,v\n${line}\n2,b\n3,c\n`, {
			columns,
			rows: [
				['2', 'b'],
				['3', 'c'],
			],
			lines: [2],
		});
	return kind.files;
}

function layout(): MessyFile[] {
	const kind = new Kind('layout, from other readers’ tests');
	kind.add('a first column without a name', 'a,b\nx,1,2\ny,3,4\n', {
		columns: ['column 1', 'a', 'b'],
		types: ['VARCHAR', 'BIGINT', 'BIGINT'],
		rows: [
			['x', '1', '2'],
			['y', '3', '4'],
		],
		doubts: ['headerRows'],
	});
	kind.add('a delimiter after each row, but not the names', 'id,v\n1,a,\n2,b,\n', {
		columns: ['id', 'v', 'column 3'],
		rows: two.map((row) => [...row, null]),
		doubts: [],
	});
	kind.add('a delimiter after the names, but not the rows', 'id,v,\n1,a\n2,b\n', { columns, rows: two });
	kind.add('rows with only delimiters', 'id,v\n1,a\n,\n2,b\n', {
		rows: two,
		remark: '1 blank line left out.',
	});
	kind.add('spaces before quotes', 'id, v\n1, "a, b"\n2, "c"\n', {
		columns,
		rows: [
			['1', 'a, b'],
			['2', 'c'],
		],
	});
	kind.add('a Markdown table', '| id | v |\n|----|---|\n| 1 | 5 |\n| 2 | 6 |\n', {
		columns: ['column 1', 'id', 'v', 'column 4'],
		types: ['VARCHAR', 'BIGINT', 'BIGINT', 'VARCHAR'],
		rows: [
			[null, '1', '5', null],
			[null, '2', '6', null],
		],
		lines: [2],
	});
	kind.add('output of psql', ' id | n \n----+---\n  1 | 5\n  2 | 6\n(2 rows)\n', {
		columns: ['id', 'n'],
		rows: [
			['1', '5'],
			['2', '6'],
		],
		lines: [2, 5],
	});
	kind.add('output of mysql', '+----+---+\n| id | n |\n+----+---+\n|  1 | 5 |\n|  2 | 6 |\n+----+---+\n', {
		columns: ['column 1', 'id', 'n', 'column 4'],
		rows: [
			[null, '1', '5', null],
			[null, '2', '6', null],
		],
		lines: [3, 6],
	});
	kind.add('hyphens as values', 'id,v\n1,-\n2,--\n3,a\n', {
		rows: [
			['1', '-'],
			['2', '--'],
			['3', 'a'],
		],
	});
	kind.add('the end-of-file character of DOS', 'id,v\n1,a\n2,b\n\u001a', { columns, rows: two, lines: [4] });
	kind.add('NULs after the end', `id,v\n1,a\n2,b\n${'\0'.repeat(20)}`, { columns, rows: two, lines: [4] });
	kind.add('a comma escaped by a backslash', 'id,v\n1,a\n2,b\n3,c\\,d\n', { columns, rows: two, lines: [4] });
	kind.add('three kinds of line ends', 'id,v\r\n1,a\n2,b\r3,c\r\n', { columns, rows: [...two, ['3', 'c']] });
	kind.add('a year as a name', 'id,2022\n1,5\n2,6\n', {
		columns: ['id', '2022'],
		rows: [
			['1', '5'],
			['2', '6'],
		],
		doubts: [],
	});
	kind.add('letters that are names above numbers, and values', 'a,b,c\n1,b,c\n2,b,c\n', {
		columns: ['a', 'b', 'c'],
		rows: [
			['1', 'b', 'c'],
			['2', 'b', 'c'],
		],
		doubts: [],
	});
	kind.add('names above numbers, and one that is a value', 'int,float,string\n1,2.5,string\n2,3.5,string\n', {
		columns: ['int', 'float', 'string'],
		rows: [
			['1', '2.5', 'string'],
			['2', '3.5', 'string'],
		],
		doubts: [],
	});
	kind.add('letters that may be names or values', 'a,b,c\nd,b,c\ne,b,c\n', {
		columns: ['a', 'b', 'c'],
		rows: [
			['d', 'b', 'c'],
			['e', 'b', 'c'],
		],
		doubts: ['headerRows'],
	});
	kind.add(
		'sentences without values, not only last',
		'id,v,w\nThis one has no other values,,\nUlm,3,4\nNothing more is known of it,,\n',
		{
			rows: [
				['This one has no other values', null, null],
				['Ulm', '3', '4'],
				['Nothing more is known of it', null, null],
			],
			doubts: [],
		},
	);
	kind.add('two BOMs', '\ufeff\ufeffid,v\n1,a\n2,b\n', { rows: two });
	return kind.files;
}

function values(): MessyFile[] {
	const kind = new Kind('values, from other readers’ tests');
	const stay = (what: string, ...list: string[]) => kind.values(`${what} stay text`, list, 'VARCHAR', list);
	stay('nanoseconds', '2024-03-05T10:00:00.123456789Z', '2024-03-05T10:00:00Z');
	stay('24 o’clock and a leap second', '2024-01-02 24:00:00', '2024-01-02 23:59:60', '2024-01-02 10:00:00');
	stay('the zero date of MySQL', '2024-01-02', '0000-00-00');
	stay('years before year 1', '-0044-03-15', '0001-01-01');
	stay('names of time zones', '2024-03-05 10:00 EST', '2024-03-05 10:00 CET');
	stay('times of day with a zone', '10:00:00+02:00', '11:00:00Z');
	stay('typographic minus signs and full-width digits', '−5', '６');
	stay('non-breaking spaces between thousands', '1\u00a0234', '5\u00a0678');
	stay('dollars in parentheses', '($1,234.50)', '$7.00');
	stay('a comment after a number', '2 # c', '3');
	stay('PostgreSQL’s NULL marker among texts', 'a', '\\N');
	kind.values('sixteen digits', ['4111111111111111', '5500000000000004'], 'BIGINT', [
		'4111111111111111',
		'5500000000000004',
	]);
	kind.values('sixteen decimals', ['0.1234567890123456', '1'], 'DOUBLE', ['0.1234567890123456', '1.0']);
	return kind.files;
}

function records(): MessyFile[] {
	const kind = new Kind('JSON, from other readers’ tests', 'data.json');
	const columns = ['a', 'b'];
	const rows = [
		['1', 'x'],
		['2', 'y'],
	];
	kind.add('by columns, then by rows', '{"a":{"0":1,"1":2},"b":{"0":"x","1":"y"}}', {
		...{ columns, rows },
		remark: 'Each member of the JSON object is read as a column.',
	});
	kind.add('a list for each column', '{"a":[1,2],"b":["x","y"]}', { columns, rows });
	kind.add('names, index and data', '{"columns":["a","b"],"index":[0,1],"data":[[1,"x"],[2,"y"]]}', {
		...{ columns, rows },
		remark: 'Ignored field: "index".',
	});
	kind.add('objects by key', '{"k1":{"a":1,"b":"x"},"k2":{"a":2,"b":"y"}}', {
		columns: ['key', 'a', 'b'],
		rows: rows.map((row, index) => [`k${index + 1}`, ...row]),
		remark: 'Each member of the JSON object is read as a row, with its name in the column "key".',
	});
	kind.add('a list deep in the document', '{"ok":true,"data":{"page":1,"rows":[{"a":1,"b":"x"},{"a":2,"b":"y"}]}}', {
		...{ columns, rows },
		remark: 'The rows are read from "data.rows".',
	});
	kind.add('a single object of objects and lists', '{"a":{"x":1},"b":[1,2]}', {
		rows: [["{'x': 1}", '[1, 2]']],
		doubts: [null],
	});
	kind.add('objects without fields', '[{},{}]', { refused: /no fields/ });
	kind.add('a schema and data', '{"schema":{"fields":[]},"data":[{"a":1},{"a":2}]}', {
		rows: [['1'], ['2']],
		remark: 'Ignored field: "schema".',
	});
	kind.add('a field without a name', '[{"":1,"b":2}]', { columns: ['column 1', 'b'], rows: [['1', '2']] });
	kind.add('a name in two cases', '[{"a":1,"A":2}]', { columns: ['a', 'A 2'], rows: [['1', '2']] });
	kind.add('an empty object', '[{},{"a":1}]', { rows: [[null], ['1']] });
	kind.add('minus zero', '[{"a":-0.0},{"a":1.5}]', { rows: [['-0.0'], ['1.5']] });
	kind.add('booleans and numbers', '[{"a":true},{"a":1}]', { types: ['VARCHAR'], rows: [['true'], ['1']] });
	kind.add('a date as text and as number', '[{"a":"2024-01-02"},{"a":20240102}]', {
		types: ['VARCHAR'],
		rows: [['2024-01-02'], ['20240102']],
	});
	for (const [what, content, refused] of [
		['lists of values', '[[1,"x"],[2,"y"]]', /no list of objects/],
		['objects one after another', '{"a":1}{"a":2}', /after the end/],
		['indented objects one after another', '{\n "a":1\n}\n{\n "a":2\n}\n', /line 4/],
		['a number among objects', '[{"a":1},5]', /no list of objects/],
		['a list on each line', '[{"a":1}]\n[{"a":2}]\n', /line 2/],
		['record separators', '\u001e{"a":1}\n\u001e{"a":2}\n', /isn’t JSON/],
	] as const)
		kind.add(what, content, { refused });
	return kind.files;
}

function otherFiles(): MessyFile[] {
	const kind = new Kind('files without a table');
	for (const [what, content] of [
		['a SQL script', "INSERT INTO t VALUES (1,'a');\nINSERT INTO t VALUES (2,'b');\n"],
		['a SQL script that creates a table', 'CREATE TABLE t (a int,\n b text);\n'],
		['an address book', 'BEGIN:VCARD\nVERSION:3.0\nFN:Anna\nEND:VCARD\n'],
		['a calendar', 'BEGIN:VCALENDAR\nVERSION:2.0\nEND:VCALENDAR\n'],
		['ARFF', '@relation x\n@attribute a numeric\n@data\n1,x\n2,y\n'],
		['a matrix', '%%MatrixMarket matrix coordinate real general\n3 3 1\n1 1 5.0\n'],
		['a program', 'import os\nfor x in range(3):\n    print(x, 1)\n'],
		['a log of requests', '1.2.3.4 - - [02/Jan/2024:10:00:00 +0000] "GET / HTTP/1.1" 200 12\n'.repeat(2)],
	] as const)
		kind.add(what, content, { refused: /SQL|address book|ARFF|Matrix Market|No table/ });
	const table = new TextEncoder().encode('id,v\n1,a\n2,b\n');
	const tar = Buffer.alloc(1_536);
	tar.write('data.csv');
	tar.write('ustar', 257);
	Buffer.from(table).copy(tar, 512);
	kind.add('tar', tar, { refused: /a tar archive/ });
	kind.add('tar in gzip', gzipSync(tar), { refused: /a tar archive/ });
	kind.add('gzip in gzip', gzipSync(gzipSync(table)), { refused: /NUL/ });
	kind.add('zip in zip', zipSync({ 'a.zip': zipSync({ 'a.csv': table }) }), { refused: /Excel workbook/ });
	kind.add(
		'a spreadsheet in OpenDocument',
		zipSync({ 'content.xml': new TextEncoder().encode('<?xml version="1.0"?><x/>') }),
		{
			refused: /XML/,
		},
	);
	kind.add('a document', zipSync({ '[Content_Types].xml': table, 'word/document.xml': table }), {
		refused: /a Word document\. Upload a table as CSV/,
	});
	kind.add('notes', 'Shopping list\nBuy milk\nBuy bread\n', {
		asks: /text in a single column, such as "Shopping list"/,
	});
	kind.add('a binary workbook', zipSync({ '[Content_Types].xml': table, 'xl/workbook.bin': table }), {
		refused: /an Excel binary workbook/,
	});
	kind.add('two gzip files in one', Buffer.concat([gzipSync('id,v\n1,a\n'), gzipSync('2,b\n')]), {
		columns,
		rows: two,
	});
	return kind.files;
}
