import { closeSync, openSync, writeFileSync } from 'node:fs';
import { mostListed, type RejectedLine } from '#contract/file-ingestion.ts';
import { cut, size } from '../../format.ts';
import { unreadable } from './unpack.ts';

/** Maximum length of a rejected line that is kept, UTF-16 units. */
const longest = 2_000;
const flushAt = 2 ** 20;
const overhead = 5;

/** Rows on their way to the engine, as NDJSON with `n`, the 1-based row, and `c0`, `c1` … its text; and rejected lines. */
export class RowsFile {
	readonly file: string;
	readonly #handle: number;
	#pending: string[] = [];
	#pendingLength = 0;
	#bytes = 0;
	readonly #maxBytes: number;
	#longest = 0;
	rows = 0;
	rejected: RejectedLine[] = [];
	rejectedTotal = 0;

	/** @param fileBytes maximum size of the file that is read; its rows may take several times as much */
	constructor(file: string, fileBytes: number) {
		this.file = file;
		this.#maxBytes = fileBytes * overhead;
		this.#handle = openSync(file, 'w');
	}

	add(values: readonly (string | null)[]): void {
		this.addMembers(
			values.map((value, index) => (value === null ? '' : `,"c${index}":${JSON.stringify(value)}`)).join(''),
		);
	}

	/** @param members the row's text as NDJSON members, with a comma before each */
	addMembers(members: string): void {
		this.rows += 1;
		const line = `{"n":${this.rows}${members}}\n`;
		this.#pending.push(line);
		this.#pendingLength += line.length;
		this.#longest = Math.max(this.#longest, line.length);
		if (this.#pendingLength > flushAt) this.#flush();
	}

	reject(line: number, problem: string, text: string): void {
		this.rejectedTotal += 1;
		if (this.rejected.length >= mostListed) return;
		const shown = text.length > longest ? `${cut(text, longest)}…` : text;
		this.rejected.push({
			line,
			problem,
			text: shown.replaceAll('\0', '\u2400').replaceAll(/\p{Surrogate}/gu, '\ufffd'),
		});
	}

	/** An upper limit for the length of lines, bytes. */
	get longestLine(): number {
		return this.#longest * 3;
	}

	#flush(): void {
		const bytes = Buffer.from(this.#pending.join(''));
		this.#bytes += bytes.length;
		if (this.#bytes > this.#maxBytes)
			throw unreadable(
				`Reading the file takes more disk space than the limit of ${size(this.#maxBytes)}. Split it into smaller files.`,
			);
		writeFileSync(this.#handle, bytes);
		[this.#pending, this.#pendingLength] = [[], 0];
	}

	close(): void {
		try {
			this.#flush();
		} finally {
			closeSync(this.#handle);
		}
	}
}
