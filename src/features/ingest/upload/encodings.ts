import { type FileReview, fileEncodings } from '#contract/file-ingestion.ts';

type Encoding = (typeof fileEncodings)[number];

const labels: Readonly<Record<Encoding, string>> = {
	'utf-8': 'UTF-8',
	'utf-16le': 'UTF-16 LE',
	'utf-16be': 'UTF-16 BE',
	'windows-1252': 'Windows-1252 (Western European)',
	'windows-1250': 'Windows-1250 (Central European)',
	'windows-1251': 'Windows-1251 (Cyrillic)',
	'windows-1253': 'Windows-1253 (Greek)',
	'windows-1254': 'Windows-1254 (Turkish)',
	'windows-1255': 'Windows-1255 (Hebrew)',
	'windows-1256': 'Windows-1256 (Arabic)',
	'windows-1257': 'Windows-1257 (Baltic)',
	'windows-1258': 'Windows-1258 (Vietnamese)',
	'windows-874': 'Windows-874 (Thai)',
	'iso-8859-2': 'ISO-8859-2 (Central European)',
	'iso-8859-5': 'ISO-8859-5 (Cyrillic)',
	'iso-8859-6': 'ISO-8859-6 (Arabic)',
	'iso-8859-7': 'ISO-8859-7 (Greek)',
	'iso-8859-8': 'ISO-8859-8 (Hebrew)',
	'iso-8859-15': 'ISO-8859-15 (Western European)',
	'koi8-r': 'KOI8-R (Russian)',
	ibm866: 'IBM866 (Cyrillic, DOS)',
	macintosh: 'Macintosh (Western European)',
	shift_jis: 'Shift_JIS (Japanese)',
	'euc-jp': 'EUC-JP (Japanese)',
	gbk: 'GBK (Simplified Chinese)',
	big5: 'Big5 (Traditional Chinese)',
	'euc-kr': 'EUC-KR (Korean)',
};

const usual: readonly Encoding[] = ['utf-8', 'windows-1252', 'utf-16le', 'windows-1250', 'windows-1251', 'shift_jis'];

/** Encodings to choose from: first those that the file's bytes suggest, then the usual ones, then the others by name. */
export function encodingChoices(review: FileReview | null) {
	const suggested = review?.doubts?.find(({ option }) => option === 'encoding')?.values ?? [];
	const likely = suggested.flatMap((name) => fileEncodings.filter((known) => known === name));
	const common = usual.filter((name) => !likely.includes(name));
	const others = fileEncodings.filter((name) => !likely.includes(name) && !usual.includes(name));
	const itemsOf = (names: readonly Encoding[]) => names.map((value) => ({ value, label: labels[value] }));
	const byName = itemsOf(others).sort((a, b) => a.label.localeCompare(b.label, 'en', { numeric: true }));
	return [
		{ group: 'Likely', items: itemsOf(likely) },
		{ group: 'Common', items: itemsOf(common) },
		{ group: 'Others', items: byName },
	].filter(({ items }) => items.length > 0);
}

/** Undefined if it isn’t known. */
export const encodingNamed = (name: string): Encoding | undefined => fileEncodings.find((known) => known === name);
