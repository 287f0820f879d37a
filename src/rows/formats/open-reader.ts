import { detectDialect } from '#lib/delimited/dialect.ts';
import { toHex } from '../values/cell-text.ts';
import { delimitedReader } from './delimited/delimited-rows.ts';
import { detectFormat } from './detect-format.ts';
import { jsonReader, ndjsonReader, plainReader } from './json/text-rows.ts';
import { openParquet } from './parquet/parquet-rows.ts';
import { detectKind } from './signatures.ts';
import {
	type Choices,
	type ReadOptions,
	type TableFormat,
	TableProblem,
	type TableReader,
} from './table/read-options.ts';
import { openText, type TextFile } from './text/text-file.ts';

/** Opens a file by its content, within the user's choices. @throws TableProblem with the position, if there is one */
export async function openReader(blob: Blob, choices: Choices): Promise<TableReader> {
	const head = new Uint8Array(await blob.slice(0, 64 * 1_024).arrayBuffer());
	const detected = detectKind(head);
	if (detected.kind === 'empty') throw new TableProblem('The file is empty. Choose another file.');
	if (detected.kind === 'parquet') return await openParquet(blob);
	if (toHex(head.subarray(0, 4)) === '504b0304')
		return await (await import('./excel/excel-rows.ts')).openExcel(blob, choices);
	if (detected.kind === 'gzip') throw new TableProblem('The file is compressed with gzip. Decompress it first.');
	if (detected.kind === 'binary' && choices.encoding === undefined && !isOddText(detected.what, head))
		throw new TableProblem(binaryMessage(detected.what, head));
	return readerOf(await openText(blob, choices.encoding), choices);
}

/** Text may contain control characters if it has no zero bytes. */
const isOddText = (what: string, head: Uint8Array): boolean => what === 'unknown format' && !head.includes(0);

function binaryMessage(what: string, head: Uint8Array): string {
	if (what.includes('.xls'))
		return 'This is an older Office file, such as .xls. If it’s a workbook, save it as .xlsx or CSV.';
	if (what.startsWith('compressed')) return `The file is ${what}. Decompress it first.`;
	if (what.startsWith('probably')) return `The file is ${what}. Read it as UTF-16, or save it as UTF-8.`;
	if (what !== 'unknown format') return `Files of this kind can’t be read as records: ${what}. Choose another file.`;
	const nul = head.indexOf(0);
	const location = nul === -1 ? '' : ` The first non-text byte is byte ${nul + 1}.`;
	return `The file is binary.${location} If it’s text, save it as UTF-8.`;
}

/** @throws TableProblem if it isn't text with records */
function readerOf(file: TextFile, choices: Choices): TableReader {
	const { sample, isWhole } = file;
	if (sample.trim() === '') throw new TableProblem('The file contains only whitespace. Choose another file.');
	const detected = detectFormat(sample, isWhole, null);
	if (detected.kind === 'plain' && detected.extension === 'html' && choices.format === undefined)
		throw new TableProblem('This is a web page (HTML), not a table. Export the table as CSV.');
	const isTable = choices.delimiter !== undefined || choices.format === 'delimited';
	const layout =
		detected.kind === 'json' || detected.kind === 'ndjson' ? null : detectDialect(sample, isWhole, choices);
	const format = choices.format ?? (isTable ? 'delimited' : formatOf(detected.kind, layout !== null, file));
	const options: ReadOptions = {
		format,
		encoding: choices.encoding ?? file.encoding,
		delimiter: choices.delimiter ?? layout?.delimiter ?? ',',
		quote: choices.quote === undefined ? (layout?.quote ?? '"') : choices.quote,
		preamble: choices.preamble ?? (format === 'delimited' ? (layout?.preamble ?? 0) : 0),
		headerRows: choices.headerRows ?? layout?.headerRows ?? 1,
		fillShort: choices.fillShort ?? false,
		sheet: '',
	};
	if (format === 'json') return jsonReader(file, options);
	if (format === 'ndjson') return ndjsonReader(file, options);
	if (format !== 'delimited') return plainReader(file, options);
	const { delimiter } = options;
	return delimitedReader(
		file,
		options,
		layout ?? detectDialect(sample, isWhole, { ...choices, delimiter }) ?? { width: 1 },
	);
}

function formatOf(kind: string, isTable: boolean, file: TextFile): TableFormat {
	if (kind === 'json' || kind === 'ndjson') return kind;
	if (isTable || kind === 'delimited') return 'delimited';
	return /\S\r?\n[ \t]*\r?\n\s*\S/.test(file.sample) ? 'blocks' : 'lines';
}
