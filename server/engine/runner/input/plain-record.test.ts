import { expect, test } from 'vitest';
import { PlainReader } from './plain-record.ts';

function reader() {
	const taken: string[] = [];
	const kinds: [number, boolean][] = [];
	const names = ['a', 'é'];
	const plain = new PlainReader({
		columnOf: (name) => (names.includes(name) ? names.indexOf(name) : undefined),
		addMembers: (members) => taken.push(members),
		noteValue: (column, isText) => kinds.push([column, isText]),
		noteCode: () => {},
	});
	plain.expect(names);
	return { plain, taken, kinds };
}

test('takes values of plain records as written', () => {
	const { plain, taken, kinds } = reader();
	const lines = [
		'{"a":-0.50,"é":"q \\"x\\" ü"}',
		' { "é" : null , "a" : 12345678901234567890 }\r',
		'{"a":1E+5}',
		'{"é":true}',
	];
	expect(lines.map((line) => plain.take(line))).toEqual(lines.map(() => true));
	expect(taken).toEqual([
		',"c0":"-0.50","c1":"q \\"x\\" ü"',
		',"c0":"12345678901234567890"',
		',"c0":"1E+5"',
		',"c1":"true"',
	]);
	expect(kinds).toEqual([
		[0, false],
		[1, true],
		[0, false],
		[0, false],
		[1, false],
	]);
});

test.each([
	'',
	'{}',
	'[1]',
	'{"a":1',
	'{"a":1} x',
	'{"a":1,}',
	'{"a":1,"a":2}',
	'{"a":01}',
	'{"a":1.}',
	'{"a":-}',
	'{"a":1e}',
	'{"a":tru}',
	'{"a" 1}',
	'{"a":"open}',
	'{"a":"tab\t"}',
	'{"a":"\\u0041"}',
	'{"a":"\\x"}',
	'{"a":"\ufffd"}',
	'{"a":"😀"}',
	'{"a":{"b":1}}',
	'{"other":1}',
	'{a:1}',
])('leaves the whole line to the parser: %s', (line) => {
	const { plain, taken, kinds } = reader();
	expect([plain.take(line), taken, kinds]).toEqual([false, [], []]);
});
