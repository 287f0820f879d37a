import { expect, test } from 'vitest';
import { prettyJson } from './pretty-json.ts';

test('keeps every digit and letter', () => {
	expect(prettyJson('{"a":9007199254740993,"b":[0.10,1e400,-0],"__proto__":{},"t":"a, {b}: \\"c\\" 🦆","l":[]}')).toBe(
		`{
  "a": 9007199254740993,
  "b": [
    0.10,
    1e400,
    -0
  ],
  "__proto__": {},
  "t": "a, {b}: \\"c\\" 🦆",
  "l": []
}`,
	);
});

test("returns null for text that isn't JSON", () => {
	expect(prettyJson('{a: 1}')).toBeNull();
	expect(prettyJson('')).toBeNull();
});
