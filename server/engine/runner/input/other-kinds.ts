/** First bytes of files that users mistake for tables or pick by accident. */
const kinds: readonly (readonly [start: string, words: string])[] = [
	['\x89PNG', 'an image'],
	['\xff\xd8\xff', 'an image'],
	['GIF8', 'an image'],
	['II*\0', 'an image'],
	['MM\0*', 'an image'],
	['RIFF', 'an image, an audio file or a video'],
	['ID3', 'an audio file'],
	['%PDF-', 'a PDF'],
	['\xd0\xcf\x11\xe0', 'an older Excel workbook or another Office document'],
	['7z\xbc\xaf\x27\x1c', 'a 7-Zip archive'],
	['Rar!', 'a RAR archive'],
	['BZh', 'compressed with bzip2'],
	['\xfd7zXZ', 'compressed with xz'],
	['\x28\xb5\x2f\xfd', 'compressed with Zstandard'],
	['\x7fELF', 'an executable'],
	['SQLite format 3', 'an SQLite database'],
	['FEA1', 'a Feather V1 file'],
	['ORC', 'an ORC file'],
	['Obj\x01', 'an Avro file'],
	['{\\rtf', 'an RTF document'],
	['PARE', 'an encrypted Parquet file'],
	['$FL2', 'an SPSS data file'],
	['$FL3', 'an SPSS data file'],
	...['\x6e', '\x6f', '\x71', '\x72', '\x73'].flatMap((version) =>
		['\x01', '\x02'].map((order) => [`${version}${order}\x01\0`, 'a Stata data file'] as const),
	),
	[`${'\0'.repeat(12)}\xc2\xea\x81\x60`, 'a SAS data file'],
	['\x89HDF', 'an HDF5 file'],
	['MATLAB ', 'a MATLAB file'],
	['\x93NUMPY', 'a NumPy file'],
	['\0\x01\0\0Standard ', 'an Access database'],
	['\x80\x04\x95', 'a Python pickle'],
	['\x80\x05\x95', 'a Python pickle'],
];

/** Whether a mark could also begin a table; unlike these files, a table contains no zero byte. */
const isWord = (mark: string): boolean => /^[A-Za-z0-9!]+$/.test(mark);

/** First lines of text files that aren't tables. */
const texts: readonly (readonly [start: RegExp, words: string])[] = [
	[/^(<!doctype\s+html|<html)\b/i, 'a web page'],
	[/^<\?xml\b/i, 'XML'],
	[/^<stata_dta>/, 'a Stata data file'],
	[/^(insert\s+into|create\s+(table|database)|drop\s+table|set\s+names)\s/i, 'a SQL script'],
	[/^BEGIN:(VCARD|VCALENDAR)\b/, 'an address book or a calendar'],
	[/^@relation\s/i, 'an ARFF file'],
	[/^HEADER RECORD\*{7}LIB/, 'a SAS transport file'],
	[/^RD[AX]\d\n/, 'an R data file'],
	[/^%%MatrixMarket\s/, 'a Matrix Market file'],
];

/** Files in zip archives that are documents, not tables. */
const archives: readonly (readonly [entry: RegExp, words: string])[] = [
	[/^word\/document\.xml$/, 'a Word document'],
	[/^ppt\/presentation\.xml$/, 'a PowerPoint presentation'],
	[/^Index\/.*\.iwa$/, 'an Apple Numbers, Pages or Keynote document'],
	[/^xl\/workbook\.bin$/, 'an Excel binary workbook (.xlsb)'],
	[/^META-INF\/manifest\.xml$/, 'an OpenDocument file or a Java archive'],
];

/** The kind of document a zip archive is, shown to users; null if it may be a workbook or contain tables. */
export const otherArchive = (names: readonly string[]): string | null =>
	archives.find(([entry]) => names.some((name) => entry.test(name)))?.[1] ?? null;

/** The kind of a file that can't be read as a table, shown to users; null if it may be a table. */
export function otherKind(start: Buffer): string | null {
	const text = start.toString('latin1');
	const found = kinds.find(([mark]) => text.startsWith(mark) && (!isWord(mark) || start.includes(0)));
	if (found !== undefined) return found[1];
	if (text.slice(257, 262) === 'ustar') return 'a tar archive';
	if (text.slice(4, 8) === 'ftyp' && start[0] === 0) return 'an image or a video';
	const words = text.replace(/^(\xef\xbb\xbf)?\s*/, '');
	return texts.find(([mark]) => mark.test(words))?.[1] ?? null;
}
