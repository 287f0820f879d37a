import { parse } from 'json-custom-numbers';
import { losesDigits } from './loses-digits.ts';

/** A value that is JSON already: a number as it was written, or a row as the engine wrote it. No digit passes through a double. */
export class JsonText {
	readonly text: string;

	constructor(text: string) {
		this.text = text;
	}

	toString(): string {
		return this.text;
	}
}

/** A number that no double holds, kept as it was written; what shows numbers shows `text`. */
export class Decimal extends JsonText {}

/**
 * Parses JSON text without losing a digit. Numbers that a double holds are numbers; other integers are `bigint`, other
 * fractions `Decimal`. So versions, counts and sizes stay numbers, whatever else the text holds.
 * @throws SyntaxError
 */
export function parseJson(text: string): unknown {
	return losesDigits(text) ? parseNumbers(text, exactNumber) : JSON.parse(text);
}

/** Parses JSON with every number as the text that it was written as. @throws SyntaxError */
export const parseExact = (text: string): unknown => parseNumbers(text, (digits) => new JsonText(digits));

const parseNumbers = (text: string, toNumber: (digits: string) => unknown): unknown =>
	perhapsProto.test(text) ? parseMarked(text, toNumber) : parse(text, undefined, (_key, digits) => toNumber(digits));

/** The library takes this name, written with escapes or not, for the prototype of its object; to JSON it is a name like others. */
const perhapsProto = /__proto__|\\u005f/i;
const textOrNumber = /"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/gs;
/** Numbers are made texts, so that the language's own parser takes them as they are; a letter before each tells them apart. */
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

/** The number that a JSON number's text stands for, in the plainest type that holds it. */
export function exactNumber(text: string): number | bigint | Decimal {
	const near = Number(text);
	if (/^-?\d+$/.test(text)) return Number.isSafeInteger(near) ? near : BigInt(text);
	if (!Number.isFinite(near)) return new Decimal(text);
	return normal(text) === normal(String(near)) ? near : new Decimal(text);
}

/** Sign, digits without zeros at either end, and the power of ten: equal for texts of the same number. */
function normal(text: string): string {
	const [mantissa = '', exponent = '0'] = text.toLowerCase().split('e');
	const [whole = '', fraction = ''] = mantissa.split('.');
	const digits = `${whole}${fraction}`.replace(/^(-?)0+/, '$1');
	const short = digits.replace(/0+$/, '');
	return /\d/.test(short) ? `${short}e${Number(exponent) - fraction.length + digits.length - short.length}` : '0';
}
