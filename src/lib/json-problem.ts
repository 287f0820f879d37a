/** Where a text stops being JSON; line and column from 1, in UTF-16 units. */
export interface JsonProblem {
	readonly line: number;
	readonly column: number;
	readonly message: string;
}

/** What is wrong with a text that should be JSON, in words that are the same in every browser; null where nothing is. */
export function findJsonProblem(text: string): JsonProblem | null {
	try {
		JSON.parse(text);
		return null;
	} catch {
		const { offset, message } = new Scanner(text).problem();
		const before = text.slice(0, offset).split('\n');
		return { line: before.length, column: (before.at(-1) ?? '').length + 1, message };
	}
}

class Wrong extends Error {
	readonly offset: number;

	constructor(offset: number, message: string) {
		super(message);
		this.offset = offset;
	}
}

const space = /[ \t\n\r]*/y;
const literal = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const plain = /[^"\\\p{Cc}]*/uy;
const escaped = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;

class Scanner {
	readonly #text: string;
	#at = 0;

	constructor(text: string) {
		this.#text = text;
	}

	problem(): { offset: number; message: string } {
		try {
			this.#value();
			this.#take(space);
			const rest = this.#at < this.#text.length;
			return { offset: this.#at, message: rest ? 'there is something behind the end of the JSON' : 'it is no JSON' };
		} catch (error) {
			if (error instanceof Wrong) return { offset: error.offset, message: error.message };
			return { offset: this.#at, message: 'it is nested too deeply' };
		}
	}

	#take(pattern: RegExp): string {
		pattern.lastIndex = this.#at;
		const found = pattern.exec(this.#text)?.[0] ?? '';
		this.#at += found.length;
		return found;
	}

	#skipped(): string | undefined {
		this.#take(space);
		return this.#text[this.#at];
	}

	#fail(message: string): never {
		const found = this.#text[this.#at];
		throw new Wrong(this.#at, found === undefined ? `${message}, but the text ends here` : `${message}, not ${found}`);
	}

	#value(): void {
		const next = this.#skipped();
		if (next === '{') this.#members('}', () => this.#member());
		else if (next === '[') this.#members(']', () => this.#value());
		else if (next === '"') this.#string();
		else if (this.#take(literal) === '') this.#fail('a value is expected');
	}

	#members(end: '}' | ']', member: () => void): void {
		this.#at += 1;
		if (this.#skipped() === end) {
			this.#at += 1;
			return;
		}
		for (;;) {
			member();
			const next = this.#skipped();
			if (next !== ',' && next !== end) this.#fail(`a comma or ${end} is expected`);
			this.#at += 1;
			if (next === end) return;
		}
	}

	#member(): void {
		if (this.#skipped() !== '"') this.#fail('a name in double quotes is expected');
		this.#string();
		if (this.#skipped() !== ':') this.#fail('a colon is expected');
		this.#at += 1;
		this.#value();
	}

	#string(): void {
		this.#at += 1;
		for (;;) {
			this.#take(plain);
			if (this.#text[this.#at] === '"') break;
			if (this.#take(escaped) === '') {
				this.#fail(
					this.#text[this.#at] === '\\' ? 'a known escape is expected' : 'the end of the text in quotes is expected',
				);
			}
		}
		this.#at += 1;
	}
}
