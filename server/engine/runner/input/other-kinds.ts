/** First bytes of files that people mistake for tables or pick by accident. */
const kinds: readonly (readonly [start: string, words: string])[] = [
	['\x89PNG', 'a picture'],
	['\xff\xd8\xff', 'a picture'],
	['GIF8', 'a picture'],
	['%PDF-', 'a PDF'],
	['\xd0\xcf\x11\xe0', 'an older Excel workbook or another Office document'],
	['7z\xbc\xaf\x27\x1c', 'a 7-Zip archive'],
	['Rar!', 'a RAR archive'],
	['BZh', 'compressed with bzip2'],
	['\xfd7zXZ', 'compressed with xz'],
	['\x28\xb5\x2f\xfd', 'compressed with Zstandard'],
	['\x7fELF', 'a program'],
	['SQLite format 3', 'an SQLite database'],
	['ARROW1', 'an Arrow file'],
	['ORC', 'an ORC file'],
	['Obj\x01', 'an Avro file'],
	['{\\rtf', 'a text document'],
];

/** A table may begin with these letters too, but contains no zero byte. */
const isWord = (mark: string): boolean => /^[A-Za-z0-9!]+$/.test(mark);

/** What kind of file this is if it can't be read as a table, for people; null if it may be a table. */
export function otherKind(start: Buffer): string | null {
	const text = start.toString('latin1');
	const found = kinds.find(([mark]) => text.startsWith(mark) && (!isWord(mark) || start.includes(0)));
	if (found !== undefined) return found[1];
	if (/^(\xef\xbb\xbf)?\s*<(!doctype\s+html|html)\b/i.test(text)) return 'a web page';
	return /^(\xef\xbb\xbf)?\s*<\?xml\b/i.test(text) ? 'XML' : null;
}
