const [tab, feed, carriage, blank, quote, comma, colon, backslash, brace] = [9, 10, 13, 32, 34, 44, 58, 92, 125];
const [minus, plus, point, zero, nine] = [45, 43, 46, 48, 57];

/** Receives the values of plain records, by column. */
export interface PlainSink {
	/** Undefined if no column has this name. */
	readonly columnOf: (name: string) => number | undefined;
	/** Takes a record's values, as NDJSON members `"c0":"text"` … with a comma before each. */
	readonly addMembers: (members: string) => void;
	readonly noteValue: (column: number, isText: boolean) => void;
	/** Called for a string that could be a number or boolean: its column must not get such a type. */
	readonly noteCode: (column: number) => void;
}

/** Strings that a column of numbers or booleans could hold. */
export const isCode = (text: string): boolean => /^([-+]?[\d.,]*\d(e[-+]?\d+)?|true|false)$/i.test(text);

/**
 * Reads simple records directly from their text: flat objects with known names, plain strings and numbers. Much faster than parsing each record.
 * Anything else is left to the parser.
 */
export class PlainReader {
	readonly #sink: PlainSink;
	/** Quoted names in the order of a record, and their columns. Most records have the same names in the same order. */
	#names: string[] = [];
	#columns: number[] = [];
	readonly #members: string[] = [];
	/** Columns of the current record's values; bitwise inverted for values that aren't strings. */
	readonly #values: number[] = [];
	/** Columns known to have strings that could be numbers or booleans. */
	readonly #codes: boolean[] = [];
	/** The last record with a value or null in a column, by number. */
	readonly #seen: number[] = [];
	#record = 0;

	constructor(sink: PlainSink) {
		this.#sink = sink;
	}

	/** Expects records with these names. */
	expect(names: readonly string[]): void {
		this.#names = names.map((name) => JSON.stringify(name));
		this.#columns = names.map((name) => this.#sink.columnOf(name) ?? -1);
	}

	/** @returns false, without having added anything, if the text isn't a plain record */
	take(text: string): boolean {
		this.#record += 1;
		let at = afterBlanks(text, 0);
		if (text.charCodeAt(at) !== 123) return false;
		at = afterBlanks(text, at + 1);
		let members = '';
		let values = 0;
		for (let index = 0; ; index += 1) {
			const name = this.#names[index];
			let column = -1;
			if (name !== undefined && text.startsWith(name, at)) {
				column = this.#columns[index] ?? -1;
				at += name.length;
			} else {
				const end = text.charCodeAt(at) === quote ? endOfString(text, at) : -1;
				if (end === -1) return false;
				const own = text.slice(at + 1, end - 1);
				column = own.includes('\\') ? -1 : (this.#sink.columnOf(own) ?? -1);
				at = end;
			}
			if (column === -1 || this.#seen[column] === this.#record) return false;
			this.#seen[column] = this.#record;
			at = afterBlanks(text, at);
			if (text.charCodeAt(at) !== colon) return false;
			at = afterBlanks(text, at + 1);
			const first = text.charCodeAt(at);
			let end = -1;
			if (first === quote) {
				end = endOfString(text, at);
				if (end !== -1) members += this.#memberOf(column) + text.slice(at, end);
				if (end !== -1 && this.#codes[column] !== true && isCode(text.slice(at + 1, end - 1))) {
					this.#codes[column] = true;
					this.#sink.noteCode(column);
				}
			} else if (first === minus || (first >= zero && first <= nine)) {
				end = endOfNumber(text, at);
				if (end !== -1) members += `${this.#memberOf(column)}"${text.slice(at, end)}"`;
			} else {
				const word = ['true', 'false', 'null'].find((word) => text.startsWith(word, at));
				if (word !== undefined) end = at + word.length;
				if (word !== undefined && word !== 'null') members += `${this.#memberOf(column)}"${word}"`;
				if (word === 'null') column = -1;
			}
			if (end === -1) return false;
			if (column !== -1) this.#values[values++] = first === quote ? column : ~column;
			at = afterBlanks(text, end);
			const next = text.charCodeAt(at);
			if (next === brace) break;
			if (next !== comma) return false;
			at = afterBlanks(text, at + 1);
		}
		if (afterBlanks(text, at + 1) !== text.length) return false;
		for (let index = 0; index < values; index += 1) {
			const column = this.#values[index] ?? 0;
			this.#sink.noteValue(column < 0 ? ~column : column, column >= 0);
		}
		this.#sink.addMembers(members);
		return true;
	}

	#memberOf(column: number): string {
		this.#members[column] ??= `,"c${column}":`;
		return this.#members[column];
	}
}

function afterBlanks(text: string, from: number): number {
	let at = from;
	for (;;) {
		const unit = text.charCodeAt(at);
		if (unit !== blank && unit !== tab && unit !== carriage && unit !== feed) return at;
		at += 1;
	}
}

/** Index after the string that begins at a quote; -1 if it may not be valid text. */
function endOfString(text: string, from: number): number {
	for (let index = from + 1; ; index += 1) {
		const unit = text.charCodeAt(index);
		if (unit === quote) return index + 1;
		// Also true at the end of the text, where the unit is NaN.
		if (!(unit >= blank) || (unit >= 0xd800 && unit <= 0xdfff) || unit === 0xfffd) return -1;
		if (unit !== backslash) continue;
		index += 1;
		if (!'"\\/bfnrt'.includes(text.charAt(index) || 'none')) return -1;
	}
}

/** Index after the number that begins here; -1 if there is no number. */
function endOfNumber(text: string, from: number): number {
	let at = text.charCodeAt(from) === minus ? from + 1 : from;
	const whole = at;
	at = afterDigits(text, at);
	if (at === whole || (at > whole + 1 && text.charCodeAt(whole) === zero)) return -1;
	if (text.charCodeAt(at) === point) {
		const fraction = at + 1;
		at = afterDigits(text, fraction);
		if (at === fraction) return -1;
	}
	const sign = text.charCodeAt(at) | 32;
	if (sign !== 101) return at;
	at += 1;
	const unit = text.charCodeAt(at);
	if (unit === plus || unit === minus) at += 1;
	const exponent = at;
	at = afterDigits(text, at);
	return at === exponent ? -1 : at;
}

function afterDigits(text: string, from: number): number {
	let at = from;
	for (;;) {
		const unit = text.charCodeAt(at);
		if (!(unit >= zero && unit <= nine)) return at;
		at += 1;
	}
}
