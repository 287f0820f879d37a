import type { FileOptions } from '#contract/file-ingestion.ts';
import type { Dialect } from '#lib/delimited/dialect.ts';
import { isData } from '#lib/delimited/header.ts';
import { readRecord } from '#lib/delimited/record.ts';
import { cut } from '../../format.ts';
import { type Doubt, headerDoubt } from './doubts.ts';
import { unreadable } from './unpack.ts';

/** What is uncertain about the layout of delimited text, unless an option resolves it. @param records the first ones, names included */
export function layoutDoubts(
	sample: string,
	records: readonly (readonly string[])[],
	dialect: Dialect,
	options: FileOptions,
): Doubt[] {
	const doubts: Doubt[] = [];
	const [first = []] = records;
	if (options.delimiter === undefined) {
		assertShortDelimiter(records, dialect.delimiter);
		doubts.push(...(dialect.delimiter === null ? textDoubts(sample) : rivalDoubts(records, dialect.delimiter)));
	}
	if (options.quote === undefined && dialect.quote === "'" && dialect.delimiter !== null)
		doubts.push(...quoteDoubts(sample, dialect));
	if (options.headerRows !== undefined) return doubts;
	const isUnsure =
		dialect.delimiter === null ? dialect.headerRows === 0 && /\p{L}/u.test(first[0] ?? '') : dialect.isHeaderUnsure;
	return isUnsure ? [...doubts, headerDoubt(first)] : doubts;
}

const checkedLines = 200;

/** For lines of several words, which are rarely values. */
function textDoubts(sample: string): Doubt[] {
	const doubts = spacesDoubts(sample);
	const lines = linesOf(sample);
	const texts = lines.filter((line) => /\p{L}\S*\s+\S*\p{L}/u.test(line));
	if (doubts.length > 0 || texts.length * 2 < lines.length) return doubts;
	const remark = `No delimiter was found, so each line would be saved as text in a single column, such as "${cut(texts[0]?.trim() ?? '', 100)}". If you want that, choose "One value per line". Otherwise, choose the delimiter.`;
	return [{ option: 'delimiter', values: [''], remark }];
}

const linesOf = (sample: string): string[] => sample.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '');

/** For one value per line, where each may also be several values separated by spaces. */
function spacesDoubts(sample: string): Doubt[] {
	const lines = linesOf(sample);
	const values = lines.slice(0, checkedLines).map((line) => line.trim().split(/\s+/));
	const [first = []] = values;
	if (values.length < 2 || first.length < 2 || values.some(({ length }) => length !== first.length)) return [];
	const isAligned = lines.slice(0, checkedLines).some((line) => /\S\s{2,}\S/.test(line));
	const hasNumbers = first.some((_, index) => values.slice(1).every((line) => isData(line[index] ?? '')));
	if (!isAligned && !hasNumbers) return [];
	const advice = isAligned ? 'Save the file with commas or tabs between the values, or choose' : 'Choose "Space" or';
	return [
		{
			option: 'delimiter',
			values: isAligned ? [''] : [' ', ''],
			remark: `Each line may have ${first.length.toLocaleString('en')} values separated by spaces. ${advice} "One value per line" as the delimiter.`,
		},
	];
}

/** For lines, including the names, that another delimiter splits into at least as many values. */
function rivalDoubts(records: readonly (readonly string[])[], delimiter: string): Doubt[] {
	const [first = []] = records;
	const countOf = (fields: readonly string[], sign: string) => fields.join('').split(sign).length - 1;
	const rival = [',', ';', '\t', '|'].find((sign) => {
		const found = countOf(first, sign);
		return (
			sign !== delimiter &&
			found > 0 &&
			found + 1 >= first.length &&
			records.every((fields) => fields.length === first.length && countOf(fields, sign) === found)
		);
	});
	if (rival === undefined || first.length < 2 || records.length < 3) return [];
	const [one, other] = [delimiter, rival].map((sign) => (sign === '\t' ? 'a tab' : `"${sign}"`));
	const remark = `The values in each line may be separated by ${one} or ${other}. Choose the delimiter.`;
	return [{ option: 'delimiter', values: [delimiter, rival], remark }];
}

/** Characters that programs combine into longer delimiters, such as `||` and `~|~`. */
const delimiterSign = /[|~^:;,*!&<>=]/;

/** @throws EngineError if each delimiter has the same character on one side, so the delimiter has several characters */
function assertShortDelimiter(records: readonly (readonly string[])[], delimiter: string | null): void {
	const [first = []] = records;
	const width = first.length;
	if (delimiter === null || width < 2 || records.length < 2 || records.some(({ length }) => length !== width)) return;
	const isDouble =
		width % 2 === 1 &&
		width > (',;\t'.includes(delimiter) ? 3 : 1) &&
		records.every((fields) => fields.every((field, index) => index % 2 === 0 || field === ''));
	const commonSign = (signsOf: (fields: readonly string[]) => (string | undefined)[]) => {
		const [sign, ...others] = new Set(records.flatMap(signsOf));
		return sign !== undefined && others.length === 0 && delimiterSign.test(sign) ? sign : '';
	};
	const before = commonSign((fields) => fields.slice(0, -1).map((field) => field.at(-1)));
	const behind = commonSign((fields) => fields.slice(1).map((field) => field[0]));
	const whole = isDouble ? delimiter.repeat(2) : `${before}${delimiter}${behind}`;
	if (whole.length > 1)
		throw unreadable(
			`The delimiter seems to be "${whole.replaceAll('\t', '\\t')}", but a delimiter can only be one character. Save the file with commas, semicolons or tabs between the values.`,
		);
}

/** For single quotes around values: they are part of the values, unless they enclose delimiters or all names. */
function quoteDoubts(sample: string, { delimiter, width, preamble }: Dialect): Doubt[] {
	const records: string[][] = [];
	for (let index = 0; index < sample.length && records.length < checkedLines + preamble; ) {
		const record = readRecord(sample, index, delimiter, false, null);
		if (record === null) break;
		records.push(record.fields);
		index = record.next;
	}
	const rows = records.slice(preamble);
	const isQuoted = (field: string) => /^'.*'$/.test(field.trim());
	if (rows.some((fields) => fields.length > width) || rows[0]?.every(isQuoted) === true) return [];
	const example = rows.flat().find(isQuoted) ?? "'…'";
	return [
		{
			option: 'quote',
			values: ["'", ''],
			remark: `Some values are in single quotes, such as ${example.slice(0, 40)}. Under "Quotes", choose "Single" to remove the quotes or "None" to keep them.`,
		},
	];
}
