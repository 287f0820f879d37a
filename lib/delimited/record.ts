const lineFeed = 10;
const carriageReturn = 13;

/** A record of delimited text (RFC 4180, with any line ending). */
export interface TextRecord {
	readonly fields: string[];
	/** Start of the next record. */
	readonly next: number;
	/** `open`: a quote is never closed. `stray`: text between a closing quote and the next delimiter. */
	readonly problem: 'open' | 'stray' | null;
}

/**
 * Reads the record at `at`. Quotes only count at the start of a field; a doubled quote is a literal one. Blanks after
 * the closing quote are dropped, and blanks before the opening one if the whole value is quoted.
 * @param delimiter one character, or null for one value per line
 * @param isLast whether the text ends here; otherwise a record that might continue isn't read
 * @param sign quote character, or null
 * @returns null for a record that might continue
 */
export function readRecord(
	text: string,
	at: number,
	delimiter: string | null,
	isLast: boolean,
	sign: string | null = '"',
): TextRecord | null {
	const quote = sign === null ? -1 : sign.charCodeAt(0);
	const separator = delimiter === null ? -1 : delimiter.charCodeAt(0);
	const fields: string[] = [];
	let problem: TextRecord['problem'] = null;
	let position = at;
	for (;;) {
		let value: string | null = null;
		if (sign !== null && separator !== -1) position = afterBlanks(text, position, separator, sign);
		if (text.charCodeAt(position) === quote) {
			const end = closingQuote(text, position + 1, String(sign));
			if (end === -1) {
				if (!isLast) return null;
				fields.push(text.slice(position + 1).replaceAll(`${sign}${sign}`, String(sign)));
				return { fields, next: text.length, problem: 'open' };
			}
			value = text.slice(position + 1, end);
			if (value.includes(String(sign))) value = value.replaceAll(`${sign}${sign}`, String(sign));
			position = end + 1;
		}
		const start = position;
		let unit = text.charCodeAt(position);
		while (position < text.length && unit !== separator && unit !== lineFeed && unit !== carriageReturn) {
			position += 1;
			unit = text.charCodeAt(position);
		}
		const rest = text.slice(start, position);
		const isStray = value !== null && rest !== '' && !/^[ \t]+$/.test(rest);
		if (isStray) problem = 'stray';
		fields.push(value === null || isStray ? (value ?? '') + rest : value);
		if (position >= text.length) return isLast ? { fields, next: position, problem } : null;
		if (unit === separator) {
			position += 1;
			continue;
		}
		if (unit === lineFeed) return { fields, next: position + 1, problem };
		// The line feed of this line ending may be in the next piece.
		if (position + 1 >= text.length && !isLast) return null;
		return { fields, next: position + (text.charCodeAt(position + 1) === lineFeed ? 2 : 1), problem };
	}
}

/** Offset of the opening quote after blanks, if the whole value is quoted on one line; otherwise `at`. */
function afterBlanks(text: string, at: number, separator: number, sign: string): number {
	let start = at;
	while (isBlank(text.charCodeAt(start), separator)) start += 1;
	if (start === at || text[start] !== sign) return at;
	const close = closingQuote(text, start + 1, sign);
	let end = close + 1;
	while (isBlank(text.charCodeAt(end), separator)) end += 1;
	const unit = text.charCodeAt(end);
	const isEnd = end >= text.length || unit === separator || unit === lineFeed || unit === carriageReturn;
	return close !== -1 && isEnd && !/[\r\n]/.test(text.slice(start, close)) ? start : at;
}

/** A space, or a tab that isn't between values. */
const isBlank = (unit: number, separator: number): boolean => (unit === 32 || unit === 9) && unit !== separator;

/** Index of the closing quote, or -1. */
function closingQuote(text: string, from: number, sign: string): number {
	let at = text.indexOf(sign, from);
	while (at !== -1 && text[at + 1] === sign) at = text.indexOf(sign, at + 2);
	return at;
}

/** Index after the next line ending. */
export function nextLine(text: string, at: number): number {
	for (let index = at; index < text.length; index += 1) {
		const unit = text.charCodeAt(index);
		if (unit === lineFeed) return index + 1;
		if (unit === carriageReturn) return text.charCodeAt(index + 1) === lineFeed ? index + 2 : index + 1;
	}
	return text.length;
}

/** Counts line endings of any kind between two offsets. */
export function countLines(text: string, from: number, to: number): number {
	let lines = 0;
	for (let index = from; index < to; index += 1) {
		const unit = text.charCodeAt(index);
		if (unit === lineFeed || (unit === carriageReturn && text.charCodeAt(index + 1) !== lineFeed)) lines += 1;
	}
	return lines;
}
