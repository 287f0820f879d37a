import { parseJson } from '#lib/exact-json/exact-json.ts';
import { countOf, formatCount } from '../../../lib/format.ts';
import { type Block, BlockTable, blockLength } from '../text/block-table.ts';
import type { ReadText, RowReader } from '../text/row-reader.ts';
import { JsonColumns, UnreadableRow } from './json-columns.ts';
import { JsonProblem, skipBlank, skipValue } from './json-scan.ts';

const namedLines = 5;

/** One JSON value per line. An invalid line becomes a row with its text. */
export class NdjsonReader implements RowReader {
	readonly #maxRows: number;
	readonly #columns = new JsonColumns();
	readonly #blocks: Block[] = [];
	readonly #broken: string[] = [];
	#brokenCount = 0;
	#rest = '';
	#line = 0;
	#rowCount = 0;

	constructor(maxRows: number) {
		this.#maxRows = maxRows;
	}

	take(text: string): boolean {
		const end = text.lastIndexOf('\n') + 1;
		if (end === 0) {
			this.#rest += text;
			return true;
		}
		this.#read(this.#rest + text.slice(0, end));
		this.#rest = text.slice(end);
		return this.#rowCount < this.#maxRows;
	}

	async finish(isWhole: boolean): Promise<ReadText> {
		// If the text was cut, the last line is incomplete.
		if (isWhole && this.#rowCount < this.#maxRows) this.#read(this.#rest);
		this.#rest = '';
		const { columns, cell } = this.#columns.finish();
		const more = this.#brokenCount > namedLines ? ` And ${formatCount(this.#brokenCount - namedLines)} more.` : '';
		const text = `${countOf(this.#brokenCount, 'line')} couldn’t be parsed and ${this.#brokenCount === 1 ? 'is' : 'are'} shown as text in the last column. ${this.#broken.join(' ')}${more}`;
		return {
			format: 'NDJSON, one JSON value per line',
			extension: 'ndjson',
			remarks: this.#brokenCount > 0 ? [{ tone: 'warning', text }] : [],
			table: new BlockTable(columns, this.#blocks, (block) => linesOf(block).map(rowOf), cell),
		};
	}

	#read(text: string): void {
		let [start, rows] = [0, 0];
		for (let index = 0; index < text.length && this.#rowCount < this.#maxRows; ) {
			const found = text.indexOf('\n', index);
			const end = found === -1 ? text.length : found;
			this.#line += 1;
			const line = text.slice(index, end);
			if (!isBlank(line)) {
				rows += 1;
				this.#rowCount += 1;
				this.#observe(line);
			}
			index = end + 1;
			if (index - start >= blockLength || index >= text.length || this.#rowCount === this.#maxRows) {
				this.#blocks.push({ text: text.slice(start, index), rows });
				[start, rows] = [index, 0];
			}
		}
	}

	#observe(line: string): void {
		const row = rowOf(line);
		this.#columns.observe(row);
		if (!(row instanceof UnreadableRow)) return;
		this.#brokenCount += 1;
		if (this.#broken.length < namedLines) this.#broken.push(`Line ${formatCount(this.#line)}: ${problemOf(line)}.`);
	}
}

const isBlank = (line: string): boolean => skipBlank(line, 0) >= line.length;

const linesOf = (block: string): string[] => block.split('\n').filter((line) => !isBlank(line));

function rowOf(line: string): unknown {
	try {
		return parseJson(line);
	} catch {
		return new UnreadableRow(line.replace(/\r$/, ''));
	}
}

function problemOf(line: string): string {
	try {
		const end = skipBlank(line, skipValue(line, skipBlank(line, 0)));
		return `unexpected text after the value, at character ${formatCount(end + 1)}`;
	} catch (error) {
		if (!(error instanceof JsonProblem)) throw error;
		return `${error.message}, at character ${formatCount(error.at + 1)}`;
	}
}
