import { gzipSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { Kind, type MessyFile } from './messy-file.ts';

/** Variants of JSON, and packed files. */
export const packedFiles = (): MessyFile[] => [...json(), ...ndjson(), ...packed()];

function json(): MessyFile[] {
	const kind = new Kind('JSON', 'data.json');
	const rows = [
		['1', 'x'],
		['2', 'y'],
	];
	const columns = ['a', 'b'];
	const list = '[{"a":1,"b":"x"},{"a":2,"b":"y"}]';
	kind.add('a list of objects', list, { columns, rows });
	kind.add('spaces and lines', JSON.stringify(JSON.parse(list), null, '\t'), { columns, rows });
	kind.add('a BOM', `\ufeff${list}`, { columns, rows });
	kind.add('UTF-16', Buffer.from(`\ufeff${list}`, 'utf16le'), { columns, rows });
	const wide = Array.from({ length: 300 }, (_, index) => [`f${index}`, index]);
	kind.add('few rows with many fields', JSON.stringify([Object.fromEntries(wide), Object.fromEntries(wide)]), {
		rows: [wide, wide].map((row) => row.map(([, value]) => String(value))),
		types: wide.map(() => 'BIGINT'),
	});
	kind.add('a list within an object', `{"count":2,"rows":${list}}`, {
		columns,
		rows,
		remark: 'Ignored field: "count".',
	});
	kind.add('two lists within an object', `{"a":${list},"b":${list}}`, { refused: /several lists/ });
	kind.add('one object', '{"a":1,"b":"x"}', { columns, rows: [['1', 'x']] });
	kind.add('no file extension', list, { columns, rows }, { name: 'data' });
	kind.add('other fields in each', '[{"a":1},{"b":"y"},{"a":3,"c":true}]', {
		columns: ['a', 'b', 'c'],
		rows: [
			['1', null, null],
			[null, 'y', null],
			['3', null, 'true'],
		],
	});
	kind.add('names that are digits', '[{"country":"DE","1970":{"𐏿":1,"2":"\\"3\\":"},"1962":1.50}]', {
		columns: ['country', '1970', '1962'],
		rows: [['DE', '{"𐏿":1,"2":"\\"3\\":"}', '1.5']],
	});
	kind.add('half a character before digits', '[{"a":["\\udfff7"],"1":3}]', { refused: /contains invalid characters/ });
	kind.add('half a character in a name', '[{"\\uDFFF9":2,"1":3}]', { columns: ['1', '\udfff9'], rows: [['3', '2']] });
	kind.add('null', '[{"a":null,"b":"x"},{"a":2,"b":null}]', {
		columns,
		rows: [
			[null, 'x'],
			['2', null],
		],
	});
	kind.add('sums of doubles, and decimals', '[{"a":20.500000000000004,"b":0.1234567890123456789},{"a":1000,"b":1}]', {
		types: ['DOUBLE', 'DECIMAL(20,19)'],
		rows: [
			['20.500000000000004', '0.1234567890123456789'],
			['1000.0', '1.0000000000000000000'],
		],
	});
	kind.add('lists and objects within', '[{"a":[1,2],"b":{"c":null}}]', { columns, rows: [['[1, 2]', "{'c': NULL}"]] });
	kind.add('digits as texts', '[{"a":"007","b":"12"},{"a":"1","b":"13"}]', {
		types: ['VARCHAR', 'VARCHAR'],
		rows: [
			['007', '12'],
			['1', '13'],
		],
	});
	kind.add('large numbers', '[{"a":12345678901234567890,"b":0.1},{"a":1,"b":1e2}]', {
		columns,
		rows: [
			['12345678901234567890', '0.1'],
			['1', '100.0'],
		],
	});
	kind.add('escapes', '[{"a":"\\u00e4\\n\\"","b":"\\ud83d\\ude00"}]', { columns, rows: [['ä\n"', '😀']] });
	kind.add('dates as texts', '[{"a":"2024-03-05","b":"x"}]', {
		types: ['DATE', 'VARCHAR'],
		rows: [['2024-03-05', 'x']],
	});
	kind.add('half a pair of surrogates', '[{"a":"\\ud83d","b":"x"},{"a":"y","b":"z"}]', {
		columns,
		rows: [['y', 'z']],
		lines: [1],
	});
	kind.add('names of built-in members', '[{"__proto__":1,"constructor":2}]', {
		columns: ['__proto__', 'constructor'],
		rows: [['1', '2']],
	});
	kind.add('a name twice in one object', '[{"a":1},\n{"a":2,"b":{"c":"\\"x\\":","c":3}}]', {
		refused: /"c" appears twice in an object on line 2/,
	});
	kind.add('names in texts', '[{"a":"\\"a\\":1","b":"x: \\":"}]', { columns, rows: [['"a":1', 'x: ":']] });
	for (const [what, text] of [
		['cut off', list.slice(0, -5)],
		['a comma too many', '[{"a":1},]'],
		['a comment', '[{"a":1} /* one */]'],
		['single quotes', "[{'a':1}]"],
		['NaN', '[{"a":NaN}]'],
		['text after the end', `${list} end`],
		['a list of numbers', '[1,2,3]'],
		['an empty list', '[]'],
		['a number', '5'],
		['a text', '"a"'],
		['nothing', ''],
		['a table', 'a,b\n1,2\n'],
	] as const)
		kind.add(what, text, { refused: /./ });
	kind.add('a list that is too deep', `[{"a":${'['.repeat(3_000)}${']'.repeat(3_000)}}]`, { refused: /deep|nested/ });
	return kind.files;
}

function ndjson(): MessyFile[] {
	const kind = new Kind('NDJSON', 'data.ndjson');
	// Text never becomes numbers: "100" and 1e2 are different codes.
	kind.add(
		'strings that could be numbers next to numbers',
		'{"sku":"100"}\n{"sku":100}\n{"sku":"1e2"}\n{"sku":"02345"}\n',
		{
			columns: ['sku'],
			types: ['VARCHAR'],
			rows: [['100'], ['100'], ['1e2'], ['02345']],
		},
	);
	const rows = [
		['1', 'x'],
		['3', 'z'],
	];
	const columns = ['a', 'b'];
	const [first, last] = ['{"a":1,"b":"x"}\n', '{"a":3,"b":"z"}\n'];
	kind.add('lines', first + last, { columns, rows });
	kind.add('names that are digits', '{"b":1,"9":2,"1":3}\n{"1":6,"b":4,"9":5}\n', {
		columns: ['b', '9', '1'],
		rows: [
			['1', '2', '3'],
			['4', '5', '6'],
		],
	});
	kind.add('a name twice', `${first}{"a":2,"b":"x","a":3}\n${last}`, { columns, rows, lines: [2] });
	kind.add('numbers too large for a double', '{"a":1e400,"b":{"c":1}}\n{"a":1e-400,"b":{"c":1e400}}\n', {
		types: ['VARCHAR', 'VARCHAR'],
		rows: [
			['1e400', '{"c":1}'],
			['1e-400', '{"c":1e400}'],
		],
	});
	kind.add('CRLF', (first + last).replaceAll('\n', '\r\n'), { columns, rows });
	kind.add('no line end at the end', (first + last).trimEnd(), { columns, rows });
	kind.add('empty lines', `${first}\n\n${last}\n`, { columns, rows });
	kind.add('a BOM', `\ufeff${first}${last}`, { columns, rows });
	kind.add('another file extension', first + last, { columns, rows }, { name: 'data.txt' });
	for (const [what, damaged] of [
		['a line cut off', '{"a":2,"b"'],
		['a line that is a list', '[2,"y"]'],
		['a line that is a number', '2'],
		['a line that isn’t JSON', 'two'],
		['two objects on a line', '{"a":2}{"a":3}'],
		['a comma after an object', '{"a":2,"b":"y"},'],
		['null', 'null'],
		['single quotes', "{'a':2}"],
	] as const)
		kind.add(what, `${first}${damaged}\n${last}`, { columns, rows, lines: [2] });
	kind.add('the last line cut off', `${first}${last}{"a":4,"b":"w`, { columns, rows, lines: [3] });
	kind.add(
		'a damaged byte',
		Buffer.concat([
			Buffer.from(`{"a":1,"b":"ü"}\n{"a":2,"b":"`),
			Buffer.from([0xff]),
			Buffer.from(`"}\n{"a":3,"b":"ä"}\n`),
		]),
		{
			columns,
			rows: [
				['1', 'ü'],
				['3', 'ä'],
			],
			lines: [2],
		},
	);
	kind.add('no line is an object', 'one\ntwo\n', { refused: /./ });
	return kind.files;
}

function packed(): MessyFile[] {
	const kind = new Kind('packed', 'data.csv.gz');
	const text = 'id,name\n1,a\n2,b\n';
	const rows = [
		['1', 'a'],
		['2', 'b'],
	];
	const bytes = new TextEncoder().encode(text);
	const packedText = gzipSync(text);
	kind.add('gzip', packedText, { rows });
	kind.add(
		'gzip of NDJSON',
		gzipSync('{"id":1,"name":"a"}\n{"id":2,"name":"b"}\n'),
		{ rows },
		{ name: 'data.ndjson.gz' },
	);
	kind.add('gzip without .gz in its name', packedText, { rows }, { name: 'data.csv' });
	kind.add('several gzip members', Buffer.concat([gzipSync('id,name\n1,a\n'), gzipSync('2,b\n')]), { rows });
	kind.add('text with .gz in its name', text, { rows });
	kind.add('gzip cut off', packedText.subarray(0, -9), { refused: /truncated/ });
	kind.add(
		'gzip damaged',
		Buffer.concat([packedText.subarray(0, 12), Buffer.from([0xff, 0xff, 0xff]), packedText.subarray(15)]),
		{ refused: /corrupt|truncated/ },
	);
	kind.add('gzip of nothing', gzipSync(''), { refused: /empty/ });
	kind.add('gzip, only its beginning', packedText.subarray(0, 5), { refused: /./ });
	const zip = (files: Record<string, Uint8Array>, level: 0 | 6 = 6) => zipSync(files, { level });
	const name = { name: 'data.zip' };
	kind.add('zip', zip({ 'data.csv': bytes }), { rows }, name);
	kind.add('zip without compression', zip({ 'data.csv': bytes }, 0), { rows }, name);
	kind.add('zip with a folder', zip({ 'folder/data.csv': bytes }), { rows }, name);
	kind.add(
		'zip with files that macOS adds',
		zip({ 'data.csv': bytes, '__MACOSX/._data.csv': new Uint8Array(20), '.DS_Store': new Uint8Array(8) }),
		{ rows },
		name,
	);
	kind.add(
		'zip of JSON',
		zip({ 'data.json': new TextEncoder().encode('[{"id":1,"name":"a"},{"id":2,"name":"b"}]') }),
		{ rows },
		name,
	);
	const two = zip({ 'read me.txt': new TextEncoder().encode('About these rows.'), 'a.csv': bytes, 'b.json': bytes });
	kind.add(
		'zip with several files',
		two,
		{ asks: /3 files: "read me\.txt", "a\.csv", "b\.json"\. Choose a file/ },
		name,
	);
	kind.add('zip with a chosen file', two, { rows }, { ...name, options: { entry: 'a.csv' } });
	kind.add(
		'zip without the chosen file',
		two,
		{ refused: /no file "c\.csv"/ },
		{ ...name, options: { entry: 'c.csv' } },
	);
	const late = Object.fromEntries(
		['1.png', '2.png', '3.png', '4.png', '5.png', 'rows.txt'].map((file) => [file, bytes]),
	);
	kind.add('zip with pictures before a text', zip(late), { asks: /6 files/ }, name);
	const none = zip({ 'a.csv': new TextEncoder().encode('About'), 'b.csv': new Uint8Array(0) });
	kind.add(
		'zip with several files without a table',
		none,
		{ refused: /^Can’t read "a\.csv" in the zip file\. The file has only one line/ },
		name,
	);
	// Names as older programs write them: one byte per letter, in a code page that the archive doesn't specify.
	const codePage = Buffer.from(zip({ 'M1rkte.csv': new TextEncoder().encode('a\n0\n'), 'M2rkte.csv': bytes }));
	for (const [sign, byte] of [
		['1', 0x84],
		['2', 0x94],
	] as const)
		for (let index = codePage.indexOf(`M${sign}rkte`); index >= 0; index = codePage.indexOf(`M${sign}rkte`))
			codePage[index + 1] = byte;
	const second = { ...name, options: { entry: 'M\x94rkte.csv' } };
	kind.add('zip with names in a code page', codePage, { rows }, second);
	kind.add('zip without files', zip({}), { refused: /zip file is empty/ }, name);
	kind.add('bytes after gzip', Buffer.concat([packedText, Buffer.from('more')]), {
		refused: /followed by bytes that aren’t gzip/,
	});
	kind.add('zip cut off', zip({ 'data.csv': bytes }).subarray(0, 60), { refused: /./ }, name);
	const damaged = zip({ 'data.csv': bytes }, 0);
	damaged[45] = (damaged[45] ?? 0) ^ 1;
	kind.add('zip damaged', damaged, { refused: /corrupt/ }, name);
	return kind.files;
}
