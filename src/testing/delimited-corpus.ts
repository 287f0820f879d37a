import type { Dialect } from '#lib/delimited/dialect.ts';

/** Delimited text with the expected result of every reader. */
export interface DelimitedCase {
	readonly name: string;
	readonly text: string;
	readonly dialect: Pick<Dialect, 'delimiter' | 'quote' | 'preamble' | 'headerRows' | 'width'>;
	readonly names: readonly string[];
	readonly rows: readonly (readonly string[])[];
}

const plain = { delimiter: ',', quote: '"', preamble: 0, headerRows: 1, width: 2 } as const;
const names = ['id', 'name'];
const people = [
	['1', 'Anna'],
	['2', 'Bob'],
];

/** Files that detectors often disagree on. */
export const delimitedCorpus: readonly DelimitedCase[] = [
	{
		name: 'a line that names the delimiter',
		text: 'sep=;\nid;name\n1;Anna\n2;Bob\n',
		dialect: { ...plain, delimiter: ';', preamble: 1 },
		names,
		rows: people,
	},
	{
		name: 'a line that names the delimiter, and another one in every value',
		text: 'sep=;\r\nid;kg\r\n1;1,5\r\n2;2,5\r\n',
		dialect: { ...plain, delimiter: ';', preamble: 1 },
		names: ['id', 'kg'],
		rows: [
			['1', '1,5'],
			['2', '2,5'],
		],
	},
	{
		name: 'a line that names an unusual delimiter',
		text: 'sep=^\nid^name\n1^Anna\n2^Bob\n',
		dialect: { ...plain, delimiter: '^', preamble: 1 },
		names,
		rows: people,
	},
	{
		name: 'a preamble of one field a line',
		text: 'Export of people\nmade on Monday\nid,name\n1,Anna\n2,Bob\n',
		dialect: { ...plain, preamble: 2 },
		names,
		rows: people,
	},
	{
		name: 'a preamble, and a blank line behind it',
		text: 'Report\n\nid;name\n1;Anna\n2;Bob\n',
		dialect: { ...plain, delimiter: ';', preamble: 2 },
		names,
		rows: people,
	},
	{
		name: 'comments before the names',
		text: '# source: census\n# license: open\nid,name\n1,Anna\n2,Bob\n',
		dialect: { ...plain, preamble: 2 },
		names,
		rows: people,
	},
	{
		name: 'a preamble with a comma before a wide table',
		text: 'Report, 2024\na;b;c;d\n1;2;3;4\n5;6;7;8\n',
		dialect: { ...plain, delimiter: ';', preamble: 1, width: 4 },
		names: ['a', 'b', 'c', 'd'],
		rows: [
			['1', '2', '3', '4'],
			['5', '6', '7', '8'],
		],
	},
	{
		name: 'single quotes around every value',
		text: "'id','name'\n'1','Anna, B.'\n'2','Bob'\n",
		dialect: { ...plain, quote: "'" },
		names,
		rows: [
			['1', 'Anna, B.'],
			['2', 'Bob'],
		],
	},
	{
		name: 'apostrophes that are no quotes',
		text: "id,name\n1,O'Neil\n2,D'Arcy\n",
		dialect: plain,
		names,
		rows: [
			['1', "O'Neil"],
			['2', "D'Arcy"],
		],
	},
	{
		name: 'carets between values',
		text: 'id^name\n1^Anna\n2^Bob\n',
		dialect: { ...plain, delimiter: '^' },
		names,
		rows: people,
	},
	{
		name: 'times in values are no delimiters',
		text: 'id,at\n1,10:30\n2,11:45\n',
		dialect: plain,
		names: ['id', 'at'],
		rows: [
			['1', '10:30'],
			['2', '11:45'],
		],
	},
	{
		name: 'colons between values',
		text: 'root:0:/root\nann:1000:/home/ann\nbob:1001:/home/bob\n',
		dialect: { ...plain, delimiter: ':', headerRows: 0, width: 3 },
		names: ['column 1', 'column 2', 'column 3'],
		rows: [
			['root', '0', '/root'],
			['ann', '1000', '/home/ann'],
			['bob', '1001', '/home/bob'],
		],
	},
	{
		name: 'a gap in the names',
		text: 'id,,name\n1,x,Anna\n2,y,Bob\n',
		dialect: { ...plain, width: 3 },
		names: ['id', 'column 2', 'name'],
		rows: [
			['1', 'x', 'Anna'],
			['2', 'y', 'Bob'],
		],
	},
	{
		name: 'a name missing at the front',
		text: ',name\n1,Anna\n2,Bob\n',
		dialect: plain,
		names: ['column 1', 'name'],
		rows: people,
	},
	{
		name: 'spaces around names, not around values',
		text: 'id, name \n1, Anna\n2,Bob\n',
		dialect: plain,
		names,
		rows: [
			['1', ' Anna'],
			['2', 'Bob'],
		],
	},
	{
		name: 'dates in the first row, so no names',
		text: '01.02.2024;Anna\n03.02.2024;Bob\n',
		dialect: { ...plain, delimiter: ';', headerRows: 0 },
		names: ['column 1', 'column 2'],
		rows: [
			['01.02.2024', 'Anna'],
			['03.02.2024', 'Bob'],
		],
	},
	{
		name: 'decimal commas between semicolons',
		text: 'a;b\n1,5;2,5\n3,5;4,5\n',
		dialect: { ...plain, delimiter: ';' },
		names: ['a', 'b'],
		rows: [
			['1,5', '2,5'],
			['3,5', '4,5'],
		],
	},
	{
		name: 'lines of blanks between rows',
		text: 'id,name\n\n1,Anna\n  \n2,Bob\n',
		dialect: plain,
		names,
		rows: people,
	},
	{
		name: 'a preamble, then line ends within quotes',
		text: 'Report\r\nid,name\r\n1,"An\r\nna"\r\n2,Bob\r\n',
		dialect: { ...plain, preamble: 1 },
		names,
		rows: [
			['1', 'An\r\nna'],
			['2', 'Bob'],
		],
	},
];
