/** A JSON value with its position: UTF-16 offsets, `end` is exclusive. */
export type Node = { readonly start: number; readonly end: number } & (
	| { readonly kind: 'object'; readonly members: readonly Member[] }
	| { readonly kind: 'array'; readonly items: readonly Node[] }
	| { readonly kind: 'string'; readonly value: string }
	| { readonly kind: 'other'; readonly value: number | boolean | null }
);

export interface Member {
	readonly key: string;
	readonly start: number;
	readonly end: number;
	readonly value: Node;
}

export interface Problem {
	readonly message: string;
	readonly start: number;
	readonly end: number;
}

export type ParsedJson = { readonly node: Node } | { readonly problem: Problem };

/** Parses JSON as defined by RFC 8259 and records all positions. Duplicate names in an object are errors. */
export function parseLocated(text: string): ParsedJson {
	try {
		return { node: new Parser(text, 50, true).parse() };
	} catch (error) {
		if (!(error instanceof Wrong)) throw error;
		const { message, start, end } = error;
		return { problem: { message: `Invalid JSON: ${message}.`, start, end } };
	}
}

/**
 * Describes the first error in a JSON text, with the same message in every browser, or returns null. Positions are
 * 1-based, in UTF-16 units.
 */
export function findJsonProblem(text: string): { line: number; column: number; message: string } | null {
	try {
		JSON.parse(text);
		return null;
	} catch {
		const { message, start } = problemOf(text);
		const before = text.slice(0, start);
		return { line: before.split('\n').length, column: start - before.lastIndexOf('\n'), message };
	}
}

/** Longest text in which an error is searched for on a thread that has other work. */
const longestSearched = 100_000;

/** The first error in a JSON text, as part of a sentence: `expected a value, found "}" (line 1, column 7)`. Null if there is none, or if the text is long. */
export function whyInvalidJson(text: string, longest = longestSearched): string | null {
	const problem = text.length > longest ? null : findJsonProblem(text);
	return problem === null ? null : `${problem.message} (line ${problem.line}, column ${problem.column})`;
}

function problemOf(text: string): Problem {
	try {
		new Parser(text, 1_000, false).parse();
		return { message: 'unexpected text', start: 0, end: 0 };
	} catch (error) {
		if (error instanceof Wrong) return error;
		throw error;
	}
}

class Wrong extends Error implements Problem {
	readonly start: number;
	readonly end: number;

	constructor(message: string, start: number, end: number) {
		super(message);
		this.start = start;
		this.end = end;
	}
}

const space = /[ \t\r\n]*/y;
const scalar = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])|(?:true|false|null)(?!\w)/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON forbids these in strings
const inString = /[^"\\\0-\x1f]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[^"\\\0-\x1f]*)*/y;

const word = /[\w.+-]{1,40}|\S/uy;

class Parser {
	readonly #text: string;
	readonly #deepest: number;
	readonly #keeps: boolean;
	#at = 0;

	/** @param keeps whether nodes keep their members and values; without them, large texts use no memory */
	constructor(text: string, deepest: number, keeps: boolean) {
		this.#text = text;
		this.#deepest = deepest;
		this.#keeps = keeps;
	}

	parse(): Node {
		const node = this.#value(0);
		if (this.#next() !== undefined) this.#unexpected((found) => `unexpected ${found} after the end`);
		return node;
	}

	#value(depth: number): Node {
		const next = this.#next();
		const start = this.#at;
		if (depth > this.#deepest) throw new Wrong(`it’s nested more than ${this.#deepest} levels deep`, start, start + 1);
		if (next === '{') {
			const members: Member[] = [];
			this.#items('}', () => this.#member(members, depth));
			return { kind: 'object', members, start, end: this.#at };
		}
		if (next === '[') {
			const items: Node[] = [];
			this.#items(']', () => {
				const item = this.#value(depth + 1);
				if (this.#keeps) items.push(item);
			});
			return { kind: 'array', items, start, end: this.#at };
		}
		if (next === '"') return { kind: 'string', value: this.#string(), start, end: this.#at };
		const found = this.#take(scalar);
		if (found === '') this.#expected('a value');
		return { kind: 'other', value: JSON.parse(found), start, end: this.#at };
	}

	#items(close: '}' | ']', read: () => void): void {
		this.#at += 1;
		if (this.#next() === close) {
			this.#at += 1;
			return;
		}
		for (;;) {
			read();
			const next = this.#next();
			if (next !== ',' && next !== close) this.#expected(`"," or "${close}"`);
			const comma = this.#at;
			this.#at += 1;
			if (next === close) return;
			if (this.#next() === close) throw new Wrong('unexpected trailing comma', comma, comma + 1);
		}
	}

	#member(members: Member[], depth: number): void {
		if (this.#next() !== '"') this.#expected('a name in double quotes');
		const start = this.#at;
		const key = this.#string();
		const end = this.#at;
		if (members.some((member) => member.key === key)) throw new Wrong(`"${key}" appears twice`, start, end);
		if (this.#next() !== ':') this.#expected('":"');
		this.#at += 1;
		const value = this.#value(depth + 1);
		if (this.#keeps) members.push({ key, start, end, value });
	}

	#string(): string {
		const start = this.#at;
		this.#at += 1;
		this.#take(inString);
		const next = this.#text[this.#at];
		const line = this.#text.slice(start, this.#at);
		if (next === '\\') {
			const sequence = this.#text.slice(this.#at, this.#at + 2);
			throw new Wrong(`${sequence} isn’t a valid escape`, this.#at, this.#at + sequence.length);
		}
		if (next !== '"') {
			const message = 'a string has no closing quote on its line, or contains a control character that must be escaped';
			throw new Wrong(message, start, start + line.length);
		}
		this.#at += 1;
		return this.#keeps ? JSON.parse(`${line}"`) : '';
	}

	#take(pattern: RegExp): string {
		pattern.lastIndex = this.#at;
		const found = pattern.exec(this.#text)?.[0] ?? '';
		this.#at += found.length;
		return found;
	}

	#next(): string | undefined {
		this.#take(space);
		return this.#text[this.#at];
	}

	#unexpected(message: (found: string) => string): never {
		const text = this.#take(word);
		const start = this.#at - text.length;
		throw new Wrong(message(text === '' ? 'the end' : `"${text}"`), start, start + Math.max(1, text.length));
	}

	#expected(what: string): never {
		return this.#unexpected((found) => `expected ${what}, found ${found}`);
	}
}
