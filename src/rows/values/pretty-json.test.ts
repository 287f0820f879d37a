import { expect, test } from 'vitest';
import { prettyJson } from './pretty-json.ts';

test('every digit and every letter stays', () => {
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

test('what is no JSON is left alone', () => {
	expect(prettyJson('{a: 1}')).toBeNull();
	expect(prettyJson('')).toBeNull();
});
