import { formatCount } from '../../../lib/format.ts';
import type { Remark } from '../../source/content.ts';
import type { CellValue, GridColumn } from '../../source/row-source.ts';
import { uniqueNames } from '../../values/unique-names.ts';
import { type Block, BlockTable, blockLength } from '../text/block-table.ts';
import { readsAsNumber } from '../text/number-text.ts';
import { readRecord, type TextRecord } from '../text/record.ts';
import { counted, type ReadText, type RowReader } from '../text/row-reader.ts';
import type { Layout } from './delimiter.ts';

/** Rows whose width is not as expected that are named one by one. */
const namedRows = 8;
/** Without a line end for so long, UTF-16 units, a quote must have been left open. */
const longestRecord = 64 * 1_024 * 1_024;

const tooShort: CellValue = { missing: 'This row ends before this column' };

/** Comma-, tab-, semicolon- and pipe-separated values, and values one a line. */
export class DelimitedReader implements RowReader {
	readonly #layout: Layout;
	readonly #maxRows: number;
	readonly #blocks: Block[] = [];
	readonly #isNumeric: boolean[] = [];
	readonly #odd: { readonly row: number; readonly fields: number }[] = [];
	readonly #remarks: Remark[] = [];
	#oddCount = 0;
	#names: readonly string[] | null = null;
	#width: number;
	#rest = '';
	#rowCount = 0;
	#blank = 0;
	#waitFor = 0;

	constructor(layout: Layout, maxRows: number) {
		this.#layout = layout;
		this.#maxRows = maxRows;
		this.#width = layout.width;
	}

	take(text: string): boolean {
		this.#rest += text;
		// A record that does not end is read again when twice as much is there: each unit is read twice at most, on average.
		if (this.#rest.length < this.#waitFor) return true;
		this.#rest = this.#rest.slice(this.#read(this.#rest, this.#rest.length > longestRecord));
		this.#waitFor = this.#rest.length > blockLength ? this.#rest.length * 2 : 0;
		return this.#rowCount < this.#maxRows;
	}

	async finish(isWhole: boolean): Promise<ReadText> {
		// of a text that was cut, the last record is not whole
		if (isWhole || this.#rowCount === 0) this.#read(this.#rest, true);
		this.#rest = '';
		const { delimiter, header } = this.#layout;
		this.#tellOdd();
		if (this.#blank > 0 && delimiter !== null)
			this.#remarks.push({ tone: 'info', text: `${counted(this.#blank, 'blank line')} left out.` });
		const cell = (row: readonly string[], column: number) => row[column] ?? tooShort;
		const table = new BlockTable(this.#columns(), this.#blocks, (text) => this.#reread(text), cell);
		const names = header ? 'the first line gives the names' : 'no line of names';
		const extension = delimiter === null ? 'txt' : delimiter === '\t' ? 'tsv' : 'csv';
		return { format: `${formatName(delimiter)}, ${names}`, extension, remarks: this.#remarks, table };
	}

	/** @returns where what was not read begins */
	#read(text: string, isLast: boolean): number {
		let [at, blockStart, blockRows] = [0, 0, 0];
		const close = () => {
			if (blockRows > 0) this.#blocks.push({ text: text.slice(blockStart, at), rows: blockRows });
			[blockStart, blockRows] = [at, 0];
		};
		while (at < text.length && this.#rowCount < this.#maxRows) {
			const record = readRecord(text, at, this.#layout.delimiter, isLast);
			if (record === null) break;
			if (this.#isBlank(record)) this.#blank += 1;
			else if (this.#layout.header && this.#names === null) {
				this.#names = record.fields;
				this.#tellProblem(record, 'The line of names');
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
		for (let at = 0; at < text.length; ) {
			const record = readRecord(text, at, this.#layout.delimiter, true);
			if (record === null) break;
			if (!this.#isBlank(record)) rows.push(record.fields);
			at = record.next;
		}
		return rows;
	}

	/** A line with nothing in it is no row, except where a line is one value. */
	#isBlank({ fields }: TextRecord): boolean {
		return this.#layout.delimiter !== null && fields.length === 1 && fields[0] === '';
	}

	#observe(record: TextRecord): void {
		const { fields } = record;
		this.#rowCount += 1;
		if (fields.length !== this.#layout.width) {
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
				? 'opens a quote that is never closed: all that follows is in its last value'
				: 'has text after a closing quote: it is kept with the value';
		this.#remarks.push({ tone: 'warning', text: `${where} ${what}.` });
	}

	#tellOdd(): void {
		const { width } = this.#layout;
		if (this.#names !== null && this.#names.length !== width)
			this.#remarks.push({
				tone: 'warning',
				text: `The first line names ${formatCount(this.#names.length)} of ${counted(width, 'column')}.`,
			});
		if (this.#oddCount === 0) return;
		const named = this.#odd.map(({ row, fields }) => `row ${formatCount(row)} has ${formatCount(fields)}`).join(', ');
		const more =
			this.#oddCount > this.#odd.length ? `, and ${formatCount(this.#oddCount - this.#odd.length)} more` : '';
		const has = this.#oddCount === 1 ? 'row has' : 'rows have';
		this.#remarks.push({
			tone: 'warning',
			text: `${formatCount(this.#oddCount)} of ${formatCount(this.#rowCount)} ${has} too many or too few values, ${formatCount(width)} being usual: ${named}${more}. Everything in them is shown.`,
		});
	}

	#columns(): GridColumn[] {
		const width = Math.max(this.#width, this.#names?.length ?? 0);
		const given = Array.from({ length: width }, (_, index) => this.#names?.[index] || `column ${index + 1}`);
		return uniqueNames(given).map((name, index) => {
			const isNumeric = this.#isNumeric[index] === true;
			return {
				name,
				type: isNumeric ? 'text, all numbers' : 'text',
				kind: isNumeric ? 'digits' : 'text',
			};
		});
	}
}

export const delimiterName = (delimiter: string | null): string =>
	delimiter === null
		? 'a value on each line'
		: ({ ',': 'comma', '\t': 'tab', ';': 'semicolon', '|': 'vertical bar' }[delimiter] ?? delimiter);

const formatName = (delimiter: string | null): string =>
	delimiter === null
		? 'Text, a value on each line'
		: delimiter === '\t'
			? 'TSV, tab'
			: `CSV, ${delimiterName(delimiter)}`;
