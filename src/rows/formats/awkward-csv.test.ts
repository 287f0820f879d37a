import { describe, expect, it } from 'vitest';
import { delimitedCorpus } from '../../testing/delimited-corpus.ts';
import { inspect } from '../operations/inspect/inspect.ts';
import { openReader } from './open-reader.ts';
import type { Choices } from './table/read-options.ts';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const latin1 = (text: string): Uint8Array => Uint8Array.from(text, (value) => value.charCodeAt(0));
function utf16(text: string, order: 'le' | 'be', mark = true): Uint8Array {
	const units = mark ? `\uFEFF${text}` : text;
	const view = new DataView(new ArrayBuffer(units.length * 2));
	for (let index = 0; index < units.length; index += 1)
		view.setUint16(index * 2, units.charCodeAt(index), order === 'le');
	return new Uint8Array(view.buffer);
}

async function read(content: string | Uint8Array, choices: Choices = {}) {
	const bytes = typeof content === 'string' ? utf8(content) : content;
	const reader = await openReader(new Blob([bytes as Uint8Array<ArrayBuffer>]), choices);
	return await inspect(reader, new AbortController().signal, () => {});
}

type Case = [what: string, content: string | Uint8Array, names: string[], rows: string[][], choices?: Choices];

const people = [
	['1', 'Anna'],
	['2', 'Bob'],
];

/** RFC 4180, and other formats called CSV. */
const whole: Case[] = [
	['RFC 4180: CRLF line endings', 'id,name\r\n1,Anna\r\n2,Bob\r\n', ['id', 'name'], people],
	['RFC 4180: no line break at the end', 'id,name\r\n1,Anna\r\n2,Bob', ['id', 'name'], people],
	['RFC 4180: every field in quotes', '"id","name"\r\n"1","Anna"\r\n"2","Bob"\r\n', ['id', 'name'], people],
	[
		'RFC 4180: quoted line breaks, commas and quotes',
		'id,note\r\n1,"a\r\nb, ""c"""\r\n2,x\r\n',
		['id', 'note'],
		[
			['1', 'a\r\nb, "c"'],
			['2', 'x'],
		],
	],
	[
		'RFC 4180: spaces belong to the field',
		'id,name\n1, Anna \n2,Bob\n',
		['id', 'name'],
		[
			['1', ' Anna '],
			['2', 'Bob'],
		],
	],
	['LF line endings', 'id,name\n1,Anna\n2,Bob\n', ['id', 'name'], people],
	['CR line endings', 'id,name\r1,Anna\r2,Bob\r', ['id', 'name'], people],
	['mixed line endings', 'id,name\n1,Anna\r\n2,Bob\r', ['id', 'name'], people],
	['semicolons', 'id;name\n1;Anna\n2;Bob\n', ['id', 'name'], people],
	[
		'semicolons with decimal commas',
		'id;kg\n1;1,5\n2;2,5\n',
		['id', 'kg'],
		[
			['1', '1,5'],
			['2', '2,5'],
		],
	],
	['tabs', 'id\tname\n1\tAnna\n2\tBob\n', ['id', 'name'], people],
	['vertical bars', 'id|name\n1|Anna\n2|Bob\n', ['id', 'name'], people],
	['carets', 'id^name\n1^Anna\n2^Bob\n', ['id', 'name'], people],
	['tildes', 'id~name\n1~Anna\n2~Bob\n', ['id', 'name'], people],
	['unit separators', 'id\u001fname\n1\u001fAnna\n2\u001fBob\n', ['id', 'name'], people],
	['a line that names the delimiter', 'sep=;\nid;name\n1;Anna\n2;Bob\n', ['id', 'name'], people],
	['single quotes', "'id','name'\n'1','Anna'\n'2','Bob'\n", ['id', 'name'], people],
	[
		'apostrophes that aren’t quotes',
		"id,name\n1,O'Neil\n2,D'Arcy\n",
		['id', 'name'],
		[
			['1', "O'Neil"],
			['2', "D'Arcy"],
		],
	],
	[
		'a preamble with one field per line',
		'Export of people\nmade on Monday\nid,name\n1,Anna\n2,Bob\n',
		['id', 'name'],
		people,
	],
	['a preamble and a blank line', 'Report\n\nid,name\n1,Anna\n2,Bob\n', ['id', 'name'], people],
	['comments before the header', '# source: census\n# licence: open\nid,name\n1,Anna\n2,Bob\n', ['id', 'name'], people],
	['UTF-8 with a byte order mark', '\uFEFFid,name\n1,Anna\n2,Bob\n', ['id', 'name'], people],
	['a byte order mark before a quote', '\uFEFF"id",name\n1,Anna\n2,Bob\n', ['id', 'name'], people],
	[
		'UTF-16, little-endian',
		utf16('id,name\n1,Анна\n2,Bob\n', 'le'),
		['id', 'name'],
		[
			['1', 'Анна'],
			['2', 'Bob'],
		],
	],
	['UTF-16, big-endian', utf16('id,name\n1,Anna\n2,Bob\n', 'be'), ['id', 'name'], people],
	[
		'UTF-16 without a byte order mark, if chosen',
		utf16('id,name\n1,Anna\n2,Bob\n', 'le', false),
		['id', 'name'],
		people,
		{ encoding: 'UTF-16 (little-endian)' },
	],
	[
		'Latin-1',
		latin1('id,name\n1,José\n2,Müller\n'),
		['id', 'name'],
		[
			['1', 'José'],
			['2', 'Müller'],
		],
	],
	['blank lines between rows', 'id,name\n\n1,Anna\n\n\n2,Bob\n\n', ['id', 'name'], people],
	[
		'a duplicate name',
		'id,name,name\n1,Anna,A\n2,Bob,B\n',
		['id', 'name', 'name 2'],
		[
			['1', 'Anna', 'A'],
			['2', 'Bob', 'B'],
		],
	],
	[
		'a name that numbering would produce',
		'a,a,a 2\n1,2,3\n4,5,6\n',
		['a', 'a 3', 'a 2'],
		[
			['1', '2', '3'],
			['4', '5', '6'],
		],
	],
	['a column without a name', ',name\n1,Anna\n2,Bob\n', ['column 1', 'name'], people],
	['no header', '1,Anna\n2,Bob\n', ['column 1', 'column 2'], people],
	[
		'a delimiter at the end of each row',
		'id,name\n1,Anna,\n2,Bob,\n',
		['id', 'name', 'column 3'],
		[
			['1', 'Anna', ''],
			['2', 'Bob', ''],
		],
	],
	['a header only', 'id,name\n', ['id', 'name'], []],
	['one column', 'name\nAnna\nBob\n', ['name'], [['Anna'], ['Bob']], { headerRows: 1 }],
	[
		'quotes in unquoted fields',
		'id,size\n1,5" pipe\n2,6" pipe\n',
		['id', 'size'],
		[
			['1', '5" pipe'],
			['2', '6" pipe'],
		],
	],
	[
		'empty fields',
		'id,a,b\n1,,\n2,"",x\n',
		['id', 'a', 'b'],
		[
			['1', '', ''],
			['2', '', 'x'],
		],
	],
	[
		'two header rows, if chosen',
		'size,size\nmin,max\n1,2\n3,4\n',
		['size min', 'size max'],
		[
			['1', '2'],
			['3', '4'],
		],
		{ headerRows: 2 },
	],
	[
		'short rows, if filled',
		'a,b,c\n1,2,3\n4\n5,6,7\n',
		['a', 'b', 'c'],
		[
			['1', '2', '3'],
			['4', '', ''],
			['5', '6', '7'],
		],
		{ fillShort: true },
	],
	[
		'names of object members',
		'__proto__,constructor\n1,2\n3,4\n',
		['__proto__', 'constructor'],
		[
			['1', '2'],
			['3', '4'],
		],
	],
];

describe('reads awkward CSV completely', () => {
	it.each(whole)('%s', async (_, content, names, rows, choices) => {
		const found = await read(content, choices);
		expect(found.columns.map((column) => column.name)).toEqual(names);
		expect(found.first).toEqual(rows);
		expect([found.rows, found.rejected]).toEqual([rows.length, []]);
	});
});

describe('reads delimited text like all readers', () => {
	it.each(delimitedCorpus)('$name', async ({ text, dialect, names, rows }) => {
		const found = await read(text);
		const { delimiter, quote, preamble, headerRows } = dialect;
		expect(found.options).toMatchObject({ delimiter, quote, preamble, headerRows });
		expect(found.columns.map((column) => column.name)).toEqual(names);
		expect(found.first).toEqual(rows);
		expect(found.rejected).toEqual([]);
	});
});

/** Damaged files: the valid rows, and each rejected line with its number. */
const broken: [what: string, content: string, rows: string[][], lines: [number, string][]][] = [
	['a row that is too short', 'id,name\n1,Anna\n9\n2,Bob\n', people, [[3, 'The line has 1 value instead of 2.']]],
	['a row that is too long', 'id,name\n1,Anna\n9,x,y\n2,Bob\n', people, [[3, 'The line has 3 values instead of 2.']]],
	['a line of totals', 'id,name\n1,Anna\n2,Bob\nTotal: 2\n', people, [[4, 'The line has 1 value instead of 2.']]],
	[
		'text after a closing quote',
		'id,name\n1,Anna\n9,"x" y\n2,Bob\n',
		people,
		[[3, 'There is text between a closing quote and the next delimiter.']],
	],
	[
		'a quote that is never closed',
		'id,name\n1,Anna\n9,"x\n2,Bob\n',
		people,
		[[3, 'The line opens a quote that’s never closed.']],
	],
	[
		'quotes escaped with a backslash',
		'id,name\n1,Anna\n9,"a \\" b"\n2,Bob\n',
		people,
		[[3, 'There is text between a closing quote and the next delimiter.']],
	],
	[
		'a line after a record of two lines',
		'id,name\n1,"An\nna"\n9\n2,Bob\n',
		[
			['1', 'An\nna'],
			['2', 'Bob'],
		],
		[[4, 'The line has 1 value instead of 2.']],
	],
];

describe('rejects lines that aren’t rows', () => {
	it.each(broken)('%s', async (_, content, rows, lines) => {
		const found = await read(content);
		expect(found.first).toEqual(rows);
		expect(found.rejected.map(({ line, reason }) => [line, reason])).toEqual(lines);
		expect(found.rejectedCount).toBe(lines.length);
	});
});

describe('rejects files without a table and says where and why', () => {
	it.each<[what: string, content: string | Uint8Array, message: RegExp]>([
		['no bytes', '', /empty/],
		['whitespace only', ' \n\n\t\n', /only whitespace/],
		['a program', Uint8Array.of(0x7f, 0x45, 0x4c, 0x46, 0, 0, 0), /records: program\. Choose another file/],
		['unknown bytes', Uint8Array.of(1, 2, 3, 4, 5, 0, 65), /is binary.*byte 6.*save it as UTF-8/],
		['UTF-16 without a byte order mark', utf16('id,name\n1,Anna\n', 'le', false), /UTF-16.*Read it as UTF-16/],
		['a web page', '<!doctype html><title>Sign in</title>', /web page/],
		['truncated JSON', '[{"a": 1},\n{"a": }]', /line 2, character 7/],
	])('%s', async (_, content, message) => {
		await expect(read(content)).rejects.toThrow(message);
	});
});
