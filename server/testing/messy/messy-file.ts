import type { FileOptions } from '#contract/file-ingestion.ts';

type Cells = readonly (string | null)[];

/** What must come of a file. */
export type Expected =
	/** It is read: these columns and rows, as texts; some lines may be left out, each named with its number. */
	| {
			readonly rows: readonly Cells[];
			readonly columns?: readonly string[];
			readonly types?: readonly string[];
			readonly lines?: readonly number[];
			/** What the review says besides. */
			readonly remark?: string;
	  }
	/** Nothing is written before somebody decides; this is what is said. */
	| { readonly asks: RegExp }
	/** It can't be read, and this is why. */
	| { readonly refused: RegExp };

/** A small file of a kind that readers stumble over. */
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

/** Collects the files of a kind. */
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

	/** A file with the columns `id` and `v`, whose values are read as such, or of another type. */
	values(what: string, values: readonly string[], type: string, read: Cells, options: FileOptions = {}) {
		const quoted = values.map((value) => (/[,"\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value));
		const content = `id,v\n${quoted.map((value, index) => `${index + 1},${value}\n`).join('')}`;
		const rows = read.map((value, index) => [String(index + 1), value]);
		this.add(what, content, { columns: ['id', 'v'], types: ['BIGINT', type], rows }, { options });
	}

	/** As `values`, but nothing is saved before somebody decides. */
	asks(what: string, values: readonly string[], asks: RegExp) {
		this.add(what, `id,v\n${values.map((value, index) => `${index + 1},${value}\n`).join('')}`, { asks });
	}
}
