import { expect, test } from 'vitest';
import { findJsonProblem, type Node, parseLocated, whyInvalidJson } from './located.ts';

const plain = (node: Node): unknown => {
	if (node.kind === 'object')
		return Object.fromEntries(node.members.map((member) => [member.key, plain(member.value)]));
	return node.kind === 'array' ? node.items.map(plain) : node.value;
};

test.each([
	'{"a": [1, -2.5e3, true, false, null, "x\\n\\u00e9\\"]"], "b": {}, "c": []}',
	' [ [ ] , { "": 0 } ] ',
	'"one"',
	'0',
	'{"__proto__": {"a": 1}}',
])('parses %s like JSON.parse', (text) => {
	const parsed = parseLocated(text);
	expect('node' in parsed && JSON.stringify(plain(parsed.node))).toBe(JSON.stringify(JSON.parse(text)));
});

test.each([
	['', 0],
	['{', 1],
	['{"a" 1}', 5],
	['{"a": 1,}', 7],
	['[1, 2', 5],
	['[01]', 1],
	['{"a": 1, "a": 2}', 9],
	["{'a': 1}", 1],
	['"no end', 0],
	['"line\nbreak"', 0],
	['{} x', 3],
	['[nul]', 1],
	['// no\n1', 0],
])('locates the problem in %j', (text, start) => {
	const parsed = parseLocated(text);
	expect('problem' in parsed && parsed.problem.start).toBe(start);
});

test('rejects JSON that is nested too deeply', () => {
	expect('problem' in parseLocated('['.repeat(100_000))).toBe(true);
});

test.each([
	['{"a": 1,\n "b" 2}', 2, 6, 'expected ":", found "2"'],
	['{"a": 1,}', 1, 8, 'unexpected trailing comma'],
	['{"a": tru}', 1, 7, 'expected a value, found "tru"'],
	['{"a": [1 2]}', 1, 10, 'expected "," or "]", found "2"'],
	['{"a": "x', 1, 7, 'a string has no closing quote on its line, or contains a control character that must be escaped'],
	["{'a': 1}", 1, 2, 'expected a name in double quotes, found "\'"'],
	['{} {}', 1, 4, 'unexpected "{" after the end'],
	['', 1, 1, 'expected a value, found the end'],
	['{"a": 01}', 1, 7, 'expected a value, found "01"'],
	['{"a": "\\x"}', 1, 8, '\\x isn’t a valid escape'],
	['{"a": 1, "a": 2,}', 1, 16, 'unexpected trailing comma'],
])('reports the problem in %j at %i:%i', (text, line, column, message) => {
	expect(findJsonProblem(text)).toEqual({ line, column, message });
});

test('finds no problem in valid JSON', () => {
	expect(findJsonProblem('{"a": [1, -2.5e3, true, null, "\\u00e9\\n\x7f"], "b": {}}')).toBeNull();
});

test('reports JSON that is nested too deeply', () => {
	expect(findJsonProblem('['.repeat(200_000))?.message).toMatch(/nested more than 1000 levels deep/);
});

test('explains invalid JSON in a sentence, but searches long texts only on request', () => {
	expect(whyInvalidJson('{"a": }')).toBe('expected a value, found "}" (line 1, column 7)');
	expect(whyInvalidJson('{"a": 1}')).toBeNull();
	const long = `[${' '.repeat(100_000)}}`;
	expect(whyInvalidJson(long)).toBeNull();
	expect(whyInvalidJson(long, long.length)).toMatch(/column 100002/);
});
