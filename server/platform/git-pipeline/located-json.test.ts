import { expect, test } from 'vitest';
import { type Node, parseLocated } from './located-json.ts';

const plain = (node: Node): unknown => {
	if (node.kind === 'object') return Object.fromEntries(node.members.map((it) => [it.key, plain(it.value)]));
	return node.kind === 'array' ? node.items.map(plain) : node.value;
};

test.each([
	'{"a": [1, -2.5e3, true, false, null, "x\\n\\u00e9\\"]"], "b": {}, "c": []}',
	' [ [ ] , { "": 0 } ] ',
	'"one"',
	'0',
	'{"__proto__": {"a": 1}}',
])('reads %s as JSON is read', (text) => {
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
])('says where %j is wrong', (text, start) => {
	const parsed = parseLocated(text);
	expect('problem' in parsed && parsed.problem.start).toBe(start);
});

test('what is nested too deep is refused, not followed', () => {
	expect('problem' in parseLocated('['.repeat(100_000))).toBe(true);
});
