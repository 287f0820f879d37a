import { blocksOf } from './unpack.ts';

/** What the engine's own reader must find in a file in which nothing is unusual. */
export interface CleanScan {
	readonly records: number;
	/** Of each column's values, without quotes. */
	readonly valueBytes: readonly number[];
	readonly longestRecord: number;
	readonly newline: '\n' | '\r\n';
	readonly hasQuotedLines: boolean;
}

const [lineFeed, carriageReturn, nul] = [10, 13, 0];
/** Where a byte stands: at the beginning of a value, in it, in quotes, or behind a quote in quotes. */
const [atStart, inPlain, inQuotes, afterQuote] = [0, 1, 2, 3];

/**
 * Looks at every byte of delimited text. Null where anything is unusual: a record of another width, an empty line, a quote in an
 * unquoted value or text behind one, line ends of several kinds, a NUL, or an end within quotes. Then each record is to be read one by one.
 * @param from byte at which the first record begins
 */
export function scanDelimited(
	file: string,
	from: number,
	delimiter: string,
	quote: string | null,
	width: number,
): CleanScan | null {
	const separator = delimiter.charCodeAt(0);
	const sign = quote === null ? -1 : quote.charCodeAt(0);
	if (separator > 127) return null;
	const isSpecial = new Uint8Array(256);
	for (const byte of [separator, sign, lineFeed, carriageReturn, nul]) if (byte >= 0) isSpecial[byte] = 1;
	const valueBytes = Array.from({ length: width }, () => 0);
	let [records, longestRecord, length, fields] = [0, 0, 0, 0];
	let newline: CleanScan['newline'] | null = null;
	let hasQuotedLines = false;
	let at: number = atStart;
	let hasReturn = false;
	for (const block of blocksOf(file, from)) {
		for (let index = 0; index < block.length; ) {
			const begin = index;
			while (index < block.length && isSpecial[block[index] as number] === 0) index += 1;
			const run = index - begin;
			if (run > 0) {
				if (hasReturn || at === afterQuote) return null;
				length += run;
				valueBytes[fields] = (valueBytes[fields] as number) + run;
				if (at === atStart) at = inPlain;
				if (index === block.length) break;
			}
			const byte = block[index] as number;
			index += 1;
			length += 1;
			if (byte === nul) return null;
			if (at === inQuotes) {
				if (byte === sign) at = afterQuote;
				else {
					valueBytes[fields] = (valueBytes[fields] as number) + 1;
					if (byte === lineFeed || byte === carriageReturn) hasQuotedLines = true;
				}
				continue;
			}
			if (hasReturn && byte !== lineFeed) return null;
			if (byte === separator) {
				fields += 1;
				if (fields === width) return null;
				at = atStart;
			} else if (byte === lineFeed) {
				const found = hasReturn ? '\r\n' : '\n';
				if (newline !== null && newline !== found) return null;
				newline = found;
				if (fields + 1 !== width || (at === atStart && fields === 0)) return null;
				records += 1;
				if (length > longestRecord) longestRecord = length;
				[fields, length, hasReturn] = [0, 0, false];
				at = atStart;
			} else if (byte === carriageReturn) hasReturn = true;
			else if (at === atStart) at = inQuotes;
			else if (at === afterQuote) {
				valueBytes[fields] = (valueBytes[fields] as number) + 1;
				at = inQuotes;
			} else return null;
		}
	}
	if (hasReturn || at === inQuotes) return null;
	// The last line may have no end.
	if (length > 0) {
		if (fields + 1 !== width || (at === atStart && fields === 0)) return null;
		records += 1;
		longestRecord = Math.max(longestRecord, length);
	}
	return { records, valueBytes, longestRecord, newline: newline ?? '\n', hasQuotedLines };
}
