import { parse } from 'json-custom-numbers';
import { losesDigits } from './loses-digits.ts';

/** Raw JSON: a number or row as it was written. No digit passes through a double. */
export class JsonText {
	readonly text: string;

	constructor(text: string) {
		this.text = text;
	}

	toString(): string {
		return this.text;
	}
}

/** A number that doesn't fit in a double, kept as written. Display code uses `text`. */
export class Decimal extends JsonText {}

/**
 * Parses JSON without losing digits. Numbers that fit in a double are numbers; other integers are `bigint`, other
 * fractions `Decimal`. So versions, counts and sizes stay plain numbers.
 * @throws SyntaxError
 */
export function parseJson(text: string): unknown {
	return losesDigits(text) ? parseNumbers(text, exactNumber) : JSON.parse(text);
}

/** Parses JSON with all numbers kept as text. @throws SyntaxError */
export const parseExact = (text: string): unknown => parseNumbers(text, (digits) => new JsonText(digits));

const parseNumbers = (text: string, toNumber: (digits: string) => unknown): unknown =>
	perhapsProto.test(text) ? parseMarked(text, toNumber) : parse(text, undefined, (_key, digits) => toNumber(digits));

/** The library treats this name, escaped or not, as the object's prototype; in JSON it's an ordinary name. */
const perhapsProto = /__proto__|\\u005f/i;
const textOrNumber = /"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/gs;
/** Turns numbers into strings so JSON.parse keeps them. A leading letter distinguishes them from other strings. */
function parseMarked(text: string, toNumber: (digits: string) => unknown): unknown {
	JSON.parse(text);
	const marked = text.replace(textOrNumber, (found, colon: string | undefined) => {
		if (colon) return found;
		return found[0] === '"' ? `"t${found.slice(1)}` : `"n${found}"`;
	});
	return JSON.parse(marked, (_key, value: unknown) => {
		if (typeof value !== 'string') return value;
		return value[0] === 'n' ? toNumber(value.slice(1)) : value.slice(1);
	});
}

/** A JSON number in the simplest type that represents it exactly. */
export function exactNumber(text: string): number | bigint | Decimal {
	const near = Number(text);
	if (/^-?\d+$/.test(text)) return Number.isSafeInteger(near) ? near : BigInt(text);
	if (!Number.isFinite(near)) return new Decimal(text);
	return normal(text) === normal(String(near)) ? near : new Decimal(text);
}

/** Sign, digits without leading and trailing zeros, and exponent: equal for equal numbers. */
function normal(text: string): string {
	const [mantissa = '', exponent = '0'] = text.toLowerCase().split('e');
	const [whole = '', fraction = ''] = mantissa.split('.');
	const digits = `${whole}${fraction}`.replace(/^(-?)0+/, '$1');
	const short = digits.replace(/0+$/, '');
	return /\d/.test(short) ? `${short}e${Number(exponent) - fraction.length + digits.length - short.length}` : '0';
}
