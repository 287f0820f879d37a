import type { FileOptions } from '#contract/file-ingestion.ts';

type Cells = readonly (string | null)[];

export type Expected =
	/** It's read with these columns and rows, as strings; some lines may be skipped, each reported with its number. */
	| {
			readonly rows: readonly Cells[];
			readonly columns?: readonly string[];
			readonly types?: readonly string[];
			readonly lines?: readonly number[];
			/** An additional remark of the review; null: it has no remarks. */
			readonly remark?: string | null;
			/** What is uncertain about the reading, as the options that resolve it. */
			readonly doubts?: readonly (string | null)[];
	  }
	/** Nothing is written before a user decides; this is the message. */
	| { readonly asks: RegExp }
	/** It can't be read, for this reason. */
	| { readonly refused: RegExp };

/** A small file of a kind that breaks readers. */
export interface MessyFile {
	readonly kind: string;
	/** What is unusual about it. */
	readonly what: string;
	readonly name: string;
	readonly bytes: Uint8Array;
	readonly options: FileOptions;
	readonly expected: Expected;
}

interface Rest {
	readonly name?: string;
	readonly options?: FileOptions;
}

export class Kind {
	readonly files: MessyFile[] = [];
	readonly #kind: string;
	readonly #name: string;

	constructor(kind: string, name = 'data.csv') {
		this.#kind = kind;
		this.#name = name;
	}

	add(what: string, content: string | Uint8Array, expected: Expected, { name = this.#name, options = {} }: Rest = {}) {
		const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
		this.files.push({ kind: this.#kind, what, name, bytes, options, expected });
	}

	/** A file with the columns `id` and `v`, whose values are read as `type`. */
	values(what: string, values: readonly string[], type: string, read: Cells, options: FileOptions = {}) {
		const quoted = values.map((value) => (/[,"\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value));
		const content = `id,v\n${quoted.map((value, index) => `${index + 1},${value}\n`).join('')}`;
		const rows = read.map((value, index) => [String(index + 1), value]);
		this.add(what, content, { columns: ['id', 'v'], types: ['BIGINT', type], rows }, { options });
	}

	/** Like `values`, but nothing is saved before a user decides. */
	asks(what: string, values: readonly string[], asks: RegExp) {
		this.add(what, `id,v\n${values.map((value, index) => `${index + 1},${value}\n`).join('')}`, { asks });
	}
}
