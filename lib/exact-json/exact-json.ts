import { parse } from 'json-custom-numbers';

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
 * Only such a text can hold a number that JSON.parse would change: 15 digits and a point or 16 digits in a row, or a large
 * exponent. The scan costs a small part of the parsing; the slower parser is used for few answers.
 */
const longDigits = /\d[\d.]{15}/;
/**
 * An exponent counts where it is a number's: the ids in every frame of a stream are full of what looks like one. What is looked
 * at first is what a text can be skipped through for; what stands before it only then.
 */
const largeExponent = /[eE][+-]?\d{3}(?<=(?:^|[[,:\s])-?\d+(?:\.\d+)?[eE][+-]?\d{3})/;

/**
 * Parses JSON text without losing a digit. Numbers that a double holds are numbers; other integers are `bigint`, other
 * fractions `Decimal`. So versions, counts and sizes stay numbers, whatever else the text holds.
 * @throws SyntaxError
 */
export function parseJson(text: string): unknown {
	if (!largeExponent.test(text) && (!longDigits.test(text) || areKept(text))) return JSON.parse(text);
	return parseNumbers(text, exactNumber);
}

/** Parses JSON with every number as the text that it was written as. @throws SyntaxError */
export const parseExact = (text: string): unknown => parseNumbers(text, (digits) => new JsonText(digits));

const parseNumbers = (text: string, toNumber: (digits: string) => unknown): unknown =>
	perhapsProto.test(text) ? parseMarked(text, toNumber) : parse(text, undefined, (_key, digits) => toNumber(digits));

const longNumber = /-?\d[\d.]{15,}(?:[eE][+-]?\d+)?/g;

/** Whether JSON.parse keeps all of a text's numbers of many digits, as it does most averages: they were doubles where they came from. */
function areKept(text: string): boolean {
	for (const [digits] of text.matchAll(longNumber)) {
		if (!digits.includes('.') || String(Number(digits)) !== digits) return false;
	}
	return true;
}

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
