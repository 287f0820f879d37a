import type { Dialect } from '#lib/delimited/dialect.ts';
import { nextLine, readRecord, type TextRecord } from '#lib/delimited/record.ts';
import { countOf, formatCount } from '../../../lib/format.ts';
import type { Remark } from '../../source/content.ts';
import type { CellValue, GridColumn } from '../../source/row-source.ts';
import { uniqueNames } from '../../values/unique-names.ts';
import { type Block, BlockTable, blockLength } from '../text/block-table.ts';
import type { ReadText, RowReader } from '../text/row-reader.ts';

const namedRows = 8;
/** Maximum lines before the table that are quoted, and their maximum length in UTF-16 units. */
const [namedLines, longestNamed] = [8, 200];
/** Without a line ending for this many UTF-16 units, a quote must be unclosed. */
const longestRecord = 64 * 1_024 * 1_024;

const tooShort: CellValue = { missing: 'This row ends before this column' };

const numeric = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
/** Postal codes and the like: digits that aren't a quantity. */
const code = /^[+-]?0\d/;

/** Whether a text is a number without leading zeros. */
const readsAsNumber = (text: string): boolean => numeric.test(text) && !code.test(text);

/** Reads comma-, tab-, semicolon- and pipe-separated values, and single values per line. */
export class DelimitedReader implements RowReader {
	readonly #dialect: Dialect;
	readonly #maxRows: number;
	readonly #blocks: Block[] = [];
	readonly #isNumeric: boolean[] = [];
	readonly #odd: { readonly row: number; readonly fields: number }[] = [];
	readonly #remarks: Remark[] = [];
	#oddCount = 0;
	#names: readonly string[] | null = null;
	#width: number;
	readonly #preamble: string[] = [];
	#rest = '';
	#rowCount = 0;
	#blank = 0;
	#waitFor = 0;

	constructor(dialect: Dialect, maxRows: number) {
		this.#dialect = dialect;
		this.#maxRows = maxRows;
		this.#width = dialect.width;
	}

	take(text: string): boolean {
		this.#rest += text;
		// An incomplete record is reread when twice as much has arrived, so each unit is read at most twice on average.
		if (this.#rest.length < this.#waitFor) return true;
		this.#rest = this.#rest.slice(this.#read(this.#rest, this.#rest.length > longestRecord));
		this.#waitFor = this.#rest.length > blockLength ? this.#rest.length * 2 : 0;
		return this.#rowCount < this.#maxRows;
	}

	async finish(isWhole: boolean): Promise<ReadText> {
		// If the text was cut, the last record is incomplete.
		if (isWhole || this.#rowCount === 0) this.#read(this.#rest, true);
		this.#rest = '';
		const { delimiter, headerRows } = this.#dialect;
		this.#tellPreamble();
		this.#tellOdd();
		if (this.#blank > 0 && delimiter !== null)
			this.#remarks.push({ tone: 'info', text: `${countOf(this.#blank, 'blank line')} skipped.` });
		const cell = (row: readonly string[], column: number) => row[column] ?? tooShort;
		const table = new BlockTable(this.#columns(), this.#blocks, (text) => this.#reread(text), cell);
		const names = headerRows > 0 ? 'with a header row' : 'no header row';
		const extension = delimiter === null ? 'txt' : delimiter === '\t' ? 'tsv' : 'csv';
		return { format: `${formatName(delimiter)}, ${names}`, extension, remarks: this.#remarks, table };
	}

	/** @returns where the unread text begins */
	#read(text: string, isLast: boolean): number {
		const start = this.#skipPreamble(text, isLast);
		let [at, blockStart, blockRows] = [start, start, 0];
		const close = () => {
			if (blockRows > 0) this.#blocks.push({ text: text.slice(blockStart, at), rows: blockRows });
			[blockStart, blockRows] = [at, 0];
		};
		const isReady = this.#preamble.length === this.#dialect.preamble;
		while (isReady && at < text.length && this.#rowCount < this.#maxRows) {
			const record = this.#record(text, at, isLast);
			if (record === null) break;
			if (this.#isBlank(record)) this.#blank += 1;
			else if (this.#dialect.headerRows > 0 && this.#names === null) {
				this.#names = record.fields.map((name) => name.trim());
				this.#tellProblem(record, 'The header row');
				blockStart = record.next;
			} else {
				this.#observe(record);
				blockRows += 1;
			}
			at = record.next;
			if (at - blockStart >= blockLength) close();
		}
		close();
		return at;
	}

	#reread(text: string): string[][] {
		const rows: string[][] = [];
		for (let index = 0; index < text.length; ) {
			const record = this.#record(text, index, true);
			if (record === null) break;
			if (!this.#isBlank(record)) rows.push(record.fields);
			index = record.next;
		}
		return rows;
	}

	/** @returns where the table begins, or the possible next line of the preamble */
	#skipPreamble(text: string, isLast: boolean): number {
		let at = 0;
		while (this.#preamble.length < this.#dialect.preamble && at < text.length) {
			const next = nextLine(text, at);
			if (next === text.length && !isLast) break;
			this.#preamble.push(text.slice(at, next).trim());
			at = next;
		}
		return at;
	}

	#tellPreamble(): void {
		const lines = this.#preamble.filter((line) => line !== '' && !line.startsWith('sep='));
		if (lines.length === 0) return;
		const more = lines.length > namedLines ? ' …' : '';
		const quoted = lines.slice(0, namedLines).map((line) => `"${line.slice(0, longestNamed)}"`);
		const text = `Skipped ${countOf(lines.length, 'line')} before the table: ${quoted.join(', ')}${more}`;
		this.#remarks.push({ tone: 'info', text });
	}

	#record(text: string, at: number, isLast: boolean): TextRecord | null {
		return readRecord(text, at, this.#dialect.delimiter, isLast, this.#dialect.quote);
	}

	/** An empty line isn't a row, unless each line is one value. */
	#isBlank({ fields }: TextRecord): boolean {
		return this.#dialect.delimiter !== null && fields.length === 1 && fields[0]?.trim() === '';
	}

	#observe(record: TextRecord): void {
		const { fields } = record;
		this.#rowCount += 1;
		if (fields.length !== this.#dialect.width) {
			this.#oddCount += 1;
			if (this.#odd.length < namedRows) this.#odd.push({ row: this.#rowCount, fields: fields.length });
			if (fields.length > this.#width) this.#width = fields.length;
		}
		if (record.problem !== null) this.#tellProblem(record, `Row ${formatCount(this.#rowCount)}`);
		for (let index = 0; index < fields.length; index += 1) {
			const text = fields[index] ?? '';
			if (text !== '' && this.#isNumeric[index] !== false) this.#isNumeric[index] = readsAsNumber(text.trim());
		}
	}

	#tellProblem({ problem }: TextRecord, where: string): void {
		if (problem === null || this.#remarks.length >= namedRows) return;
		const what =
			problem === 'open'
				? 'opens a quote that’s never closed, so everything after that quote is in its last value'
				: 'has text after a closing quote, which was read as part of the value';
		this.#warn(`${where} ${what}.`);
	}

	#tellOdd(): void {
		const { width } = this.#dialect;
		if (this.#names !== null && this.#names.length !== width)
			this.#warn(
				`The header row has ${countOf(this.#names.length, 'name')}, but most rows have ${countOf(width, 'value')}.`,
			);
		if (this.#oddCount === 0) return;
		const named = this.#odd.map(({ row, fields }) => `row ${formatCount(row)} has ${formatCount(fields)}`).join(', ');
		const more =
			this.#oddCount > this.#odd.length ? `, and ${formatCount(this.#oddCount - this.#odd.length)} more` : '';
		const rows = this.#oddCount === 1 ? 'row doesn’t' : 'rows don’t';
		const all = `${formatCount(this.#oddCount)} of ${formatCount(this.#rowCount)} ${rows}`;
		this.#warn(`${all} have ${countOf(width, 'value')}: ${named}${more}. All values are shown.`);
	}

	#warn(text: string): void {
		this.#remarks.push({ tone: 'warning', text });
	}

	#columns(): GridColumn[] {
		const width = Math.max(this.#width, this.#names?.length ?? 0);
		const given = Array.from({ length: width }, (_, index) => this.#names?.[index] || `column ${index + 1}`);
		return uniqueNames(given).map((name, index) => {
			const isNumeric = this.#isNumeric[index] === true;
			return { name, type: isNumeric ? 'text, all numbers' : 'text', kind: isNumeric ? 'digits' : 'text' };
		});
	}
}

export const delimiterName = (delimiter: string | null): string =>
	delimiter === null
		? 'one value per line'
		: ({ ',': 'comma', '\t': 'tab', ';': 'semicolon', '|': 'pipe' }[delimiter] ?? delimiter);

const formatName = (delimiter: string | null): string =>
	delimiter === null
		? 'Text, one value per line'
		: delimiter === '\t'
			? 'TSV, tab'
			: `CSV, ${delimiterName(delimiter)}`;
