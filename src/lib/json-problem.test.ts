import { expect, test } from 'vitest';
import { findJsonProblem } from './json-problem.ts';

test.each([
	['{"a": 1,\n "b" 2}', 2, 6, 'a colon is expected, not 2'],
	['{"a": 1,}', 1, 9, 'a name in double quotes is expected, not }'],
	['{"a": tru}', 1, 7, 'a value is expected, not t'],
	['{"a": [1 2]}', 1, 10, 'a comma or ] is expected, not 2'],
	['{"a": "x', 1, 9, 'the end of the text in quotes is expected, but the text ends here'],
	["{'a': 1}", 1, 2, "a name in double quotes is expected, not '"],
	['{} {}', 1, 4, 'there is something behind the end of the JSON'],
	['', 1, 1, 'a value is expected, but the text ends here'],
	['{"a": 01}', 1, 8, 'a comma or } is expected, not 1'],
	['{"a": "\\x"}', 1, 8, 'a known escape is expected, not \\'],
])('%j is wrong at %i:%i', (text, line, column, message) => {
	expect(findJsonProblem(text)).toEqual({ line, column, message });
});

test('what is JSON has no problem', () => {
	expect(findJsonProblem('{"a": [1, -2.5e3, true, null, "\\u00e9\\n"], "b": {}}')).toBeNull();
});

test('a text that is nested without end is told, not followed', () => {
	expect(findJsonProblem('['.repeat(200_000))?.message).toMatch(/nested too deeply|expected/);
});
