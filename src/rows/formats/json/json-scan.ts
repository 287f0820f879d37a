/** A JSON syntax error (RFC 8259), in words. `at` is 0-based, in UTF-16 units. */
export class JsonProblem extends Error {
	readonly at: number;
	/** Whether the text only ends too early. */
	readonly isCut: boolean;

	constructor(at: number, message: string, isCut = false) {
		super(message);
		this.name = 'JsonProblem';
		this.at = at;
		this.isCut = isCut;
	}
}

const deepest = 1_000;
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const word = /[\p{L}\p{N}_$.+-]+/uy;
const blank = /[ \t\n\r]*/y;

/** Index after white space. */
export function skipBlank(text: string, at: number): number {
	const unit = text.charCodeAt(at);
	if (unit > 32) return at;
	blank.lastIndex = at;
	blank.test(text);
	return blank.lastIndex;
}

/** Index after the JSON value at `at`. @throws JsonProblem */
export function skipValue(text: string, at: number, depth = 0): number {
	if (depth > deepest) throw new JsonProblem(at, 'values are nested more than 1,000 levels deep');
	switch (text[at]) {
		case undefined:
			throw new JsonProblem(text.length, 'unexpected end, expected a value', true);
		case '"':
			return skipText(text, at);
		case '{':
			return skipMembers(text, at, depth);
		case '[':
			return skipItems(text, at, depth);
		default:
			return skipPlain(text, at);
	}
}

/** Index after a JSON string, including quotes. @throws JsonProblem */
export function skipText(text: string, at: number): number {
	if (text[at] !== '"') throw unexpected(text, at, 'a name in double quotes');
	for (let position = at + 1; position < text.length; position += 1) {
		const unit = text.charCodeAt(position);
		if (unit === 34) return position + 1;
		if (unit < 32) throw new JsonProblem(position, 'a string contains a line break or another control character');
		if (unit !== 92) continue;
		position += 1;
		const escaped = text[position];
		if (escaped === undefined) break;
		if (!'"\\/bfnrtu'.includes(escaped))
			throw new JsonProblem(position - 1, `invalid escape "\\${escaped}" in a string`);
		if (escaped !== 'u') continue;
		const digits = text.slice(position + 1, position + 5);
		if (!/^[\da-fA-F]*$/.test(digits))
			throw new JsonProblem(position - 1, '"\\u" must be followed by four hexadecimal digits');
		if (digits.length < 4) break;
		position += 4;
	}
	throw new JsonProblem(text.length, 'unexpected end in a string', true);
}

/** Index after a comma (`more`) or closing bracket. @throws JsonProblem */
export function skipComma(text: string, at: number, close: ']' | '}'): { at: number; more: boolean } {
	const position = skipBlank(text, at);
	if (text[position] === close) return { at: position + 1, more: false };
	if (text[position] !== ',') throw unexpected(text, position, `a comma or "${close}"`);
	const next = skipBlank(text, position + 1);
	if (text[next] === close) throw new JsonProblem(position, `trailing comma before "${close}"`);
	return { at: next, more: true };
}

/** Index of a member's value; `at` is the start of its name. @throws JsonProblem */
export function skipName(text: string, at: number): number {
	const colon = skipBlank(text, skipText(text, at));
	if (text[colon] !== ':') throw unexpected(text, colon, 'a colon');
	return skipBlank(text, colon + 1);
}

function skipMembers(text: string, at: number, depth: number): number {
	let position = skipBlank(text, at + 1);
	if (text[position] === '}') return position + 1;
	for (;;) {
		const after = skipComma(text, skipValue(text, skipName(text, position), depth + 1), '}');
		position = after.at;
		if (!after.more) return position;
	}
}

function skipItems(text: string, at: number, depth: number): number {
	let position = skipBlank(text, at + 1);
	if (text[position] === ']') return position + 1;
	for (;;) {
		const after = skipComma(text, skipValue(text, position, depth + 1), ']');
		position = after.at;
		if (!after.more) return position;
	}
}

function skipPlain(text: string, at: number): number {
	number.lastIndex = at;
	const end = number.test(text) ? number.lastIndex : at;
	word.lastIndex = at;
	const found = word.exec(text)?.[0] ?? '';
	if (end > at && found.length === end - at) return end;
	if (found === 'true' || found === 'false' || found === 'null') return at + found.length;
	const isCut = at + found.length === text.length && ['true', 'false', 'null'].some((value) => value.startsWith(found));
	if (found === '' || isCut) throw unexpected(text, isCut ? text.length : at, 'a value');
	throw new JsonProblem(at, `"${found.slice(0, 40)}" isn’t a JSON value`, end === text.length);
}

function unexpected(text: string, at: number, expected: string): JsonProblem {
	const found = text.codePointAt(at);
	if (found === undefined) return new JsonProblem(at, `unexpected end, expected ${expected}`, true);
	return new JsonProblem(at, `unexpected "${String.fromCodePoint(found)}", expected ${expected}`);
}
