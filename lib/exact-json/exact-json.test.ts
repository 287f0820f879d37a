import { describe, expect, it } from 'vitest';
import { Decimal, exactNumber, JsonText, parseExact, parseJson } from './exact-json.ts';
import { stringifyJson } from './stringify.ts';

describe('parseJson', () => {
	it('keeps every digit of integers beyond 2^53', () => {
		expect(parseJson('{"id": 9007199254740993, "version": 7}')).toEqual({ id: 9007199254740993n, version: 7 });
	});

	it('keeps numbers that a double holds as numbers, even next to long ones', () => {
		const parsed = parseJson('[12345678901234567890, 1, 0.1, -0.5, 1e3, 9007199254740991]');
		expect(parsed).toEqual([12345678901234567890n, 1, 0.1, -0.5, 1000, 9007199254740991]);
	});

	it('keeps fractions that no double can hold as written', () => {
		expect(parseJson('[0.1000000000000000055, 12345678.123456789012]')).toEqual([
			new Decimal('0.1000000000000000055'),
			new Decimal('12345678.123456789012'),
		]);
	});

	it('keeps numbers that are too large for a double', () => {
		expect(parseJson('1e400')).toEqual(new Decimal('1e400'));
	});

	it('keeps digits in strings unchanged', () => {
		expect(parseJson('{"token": "12345678901234567890"}')).toEqual({ token: '12345678901234567890' });
	});

	it('treats __proto__ as an ordinary name', () => {
		for (const name of ['__proto__', '\\u005f_proto__']) {
			const text = `[{"${name}": {"x": [12345678901234567890, 1.50]}, "a": "\\ue000"}]`;
			const [row] = parseJson(text) as Record<string, unknown>[];
			expect(Object.entries(row ?? {})).toEqual([
				['__proto__', { x: [12345678901234567890n, 1.5] }],
				['a', '\ue000'],
			]);
			expect(() => parseJson(text.replace('1.50', '01'))).toThrow(SyntaxError);
		}
	});

	it('keeps doubles and the values next to them', () => {
		expect(parseJson('[8.34959349593496,3.8333333333333335]')).toEqual([8.34959349593496, 3.8333333333333335]);
		expect(parseJson('[3.8333333333333335,9007199254740993]')).toEqual([3.8333333333333335, 9007199254740993n]);
		expect(parseJson('[3.8333333333333335,9007199254740992]')).toEqual([3.8333333333333335, 9007199254740992n]);
		expect(parseJson('[3.8333333333333335,1e400]')).toEqual([3.8333333333333335, new Decimal('1e400')]);
		expect(parseJson('[3.83333333333333350]')).toEqual([3.8333333333333335]);
	});

	it('rejects invalid JSON, with or without long digits', () => {
		expect(() => parseJson('{"a": 1')).toThrow(SyntaxError);
		expect(() => parseJson('[12345678901234567890')).toThrow(SyntaxError);
		expect(() => parseJson('[01234567890123456789]')).toThrow(SyntaxError);
	});

	it.each(['[9007199254740993,0.1000000000000000055,"a",null,true,{"b":1.5}]', '[1e400]'])(
		'writes %s unchanged',
		(text) => {
			expect(stringifyJson(parseJson(text))).toBe(text);
		},
	);
});

describe('exactNumber', () => {
	it.each([
		['0.30000000000000004', 0.30000000000000004],
		['1.50', 1.5],
		['0.000', 0],
		['100e-2', 1],
		['-0', -0],
		['123456789012345680000', 123456789012345680000n],
		['1.2345678901234568e20', 123456789012345680000],
	])('reads %s', (text, value) => {
		expect(exactNumber(text)).toBe(value);
	});
});

describe('parseExact', () => {
	it.each(['[1.50,-0,1e5,{"a":[12345678901234567890]},"1.50"]', '{"__proto__":1.50,"b":null}'])(
		'keeps %s as written',
		(text) => {
			expect(stringifyJson(parseExact(text))).toBe(text);
		},
	);
});

it('writes JSON text unchanged and omits undefined values', () => {
	const value = { row: new JsonText('{"a":1.50}'), none: undefined, list: [undefined, 1n] };
	expect(stringifyJson(value)).toBe('{"row":{"a":1.50},"list":[null,1]}');
	expect(stringifyJson({ a: [], b: [1] }, 2)).toBe('{\n  "a": [],\n  "b": [\n    1\n  ]\n}');
});
