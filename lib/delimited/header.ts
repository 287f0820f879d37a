/**
 * The name of each column from several header rows, joined from top to bottom. A repeated name without a group above it gets the nearest group to
 * its left.
 */
export function joinedNames(headers: readonly (readonly unknown[])[], width: number): string[] {
	const texts = headers.map((header) =>
		Array.from({ length: width }, (_, index) => String(header[index] ?? '').trim()),
	);
	const last = texts.at(-1) ?? [];
	const isRepeated = (index: number) => last.indexOf(last[index] ?? '') !== last.lastIndexOf(last[index] ?? '');
	const nearest = (names: readonly string[], index: number) =>
		names[index] || !isRepeated(index) ? names[index] : names.slice(0, index).findLast(Boolean);
	return Array.from({ length: width }, (_, index) => {
		const groups = texts.slice(0, -1).map((names) => (last[index] ? nearest(names, index) : names[index]));
		return [...groups, last[index]].filter(Boolean).join(' ');
	});
}

/** Returns a unique name for each column. @param remarks receives a remark for each renamed column */
export function headerNames(given: readonly string[], width: number, remarks: string[]): string[] {
	const taken = new Set(given);
	const used = new Set<string>();
	const renamed: string[] = [];
	const unnamed: string[] = [];
	const names = Array.from({ length: Math.max(width, given.length) }, (_, index) => {
		const own = given[index] ?? '';
		const wanted = own === '' ? `column ${index + 1}` : own;
		let name = wanted;
		for (let count = 2; used.has(name) || (name !== wanted && taken.has(name)); count += 1) name = `${wanted} ${count}`;
		if (name !== wanted) renamed.push(`"${wanted}" (column ${index + 1}) was renamed to "${name}"`);
		if (own === '') unnamed.push(`"${name}"`);
		used.add(name);
		return name;
	});
	if (unnamed.length > 0 && unnamed.length < names.length)
		remarks.push(
			`${unnamed.length === 1 ? 'Column' : 'Columns'} without a name in the file: ${unnamed.slice(0, 5).join(', ')}${unnamed.length > 5 ? ` and ${unnamed.length - 5} more` : ''}.`,
		);
	if (renamed.length > 0)
		remarks.push(
			`${renamed.length === 1 ? 'Duplicate name' : 'Duplicate names'}: ${renamed.slice(0, 5).join(', ')}${renamed.length > 5 ? `, and ${renamed.length - 5} more` : ''}.`,
		);
	return names;
}

/** Headers contain no numbers, dates or booleans, and few gaps. */
export const isHeader = (first: readonly string[]): boolean =>
	!first.some(isData) && first.filter((name) => name.trim() !== '').length * 2 >= Math.max(1, first.length);

type DataKind = 'number' | 'date' | 'flag';

const kindOf = (text: string): DataKind | null => {
	if (/^\s*[+-]?[\d.,]*\d\s*%?\s*$/.test(text)) return 'number';
	if (/^\s*\d{1,4}[-./]\d{1,2}[-./]\d{1,4}/.test(text)) return 'date';
	return /^\s*(true|false|null)\s*$/i.test(text) ? 'flag' : null;
};

export const isData = (text: string): boolean => kindOf(text) !== null;

export const isAbsent = (text: string): boolean => /^\s*(n\/?a|none|nan|null|-|\?)?\s*$/i.test(text);

/** Names such as 2022 and 2023, 1 and 2, or dates. */
const mayBeNames = (texts: readonly string[]): boolean =>
	texts.every((text) => kindOf(text) === 'date') ||
	texts.every((text) => /^\s*(19|20)\d\d\s*$/.test(text)) ||
	(texts.length > 1 &&
		texts.every((text, index) => /^\s*\d{1,3}\s*$/.test(text) && Number(text) === Number(texts[0]) + index));

/** Words in the names of columns that are rarely values. */
const usualNames =
	/^(id|ids|key|name|names|title|label|type|kind|code|category|class|status|state|country|city|region|address|street|zip|email|phone|url|date|day|month|year|time|value|amount|price|total|count|quantity|qty|number|no|text|note|notes|comment|description|user|customer|product|item|first|last|from|to|source|target|url|link|file|path|author|gender|language|country|company|field|column|col|header)$/i;

const isUsualName = (name: string): boolean =>
	name
		.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
		.split(/[\s_.\d-]+/)
		.some((word) => usualNames.test(word)) || /\w_\w|\p{Ll}\p{Lu}/u.test(name);

/** Whether texts are rarely values of a row, but often the names of columns. */
export const areUsualNames = (texts: readonly string[]): boolean => texts.every(isUsualName);

/** Whether a text is certainly the name of the column of these values: they have a type, look different, or repeat. */
function isName(name: string, values: readonly string[]): boolean {
	const filled = values.filter((value) => !isAbsent(value));
	if (isAbsent(name) || filled.length === 0) return false;
	if (isUsualName(name)) return true;
	if (filled.filter(isData).length * 2 > filled.length) return true;
	const distinct = new Set(filled);
	if (filled.length >= 4 && distinct.size * 2 <= filled.length) return true;
	return filled.length > 1 && ![...distinct].some((value) => shapeOf(value) === shapeOf(name));
}

/** `Ann Lee` → `Aa Aa` */
const shapeOf = (text: string): string =>
	text
		.trim()
		.replace(/\p{Lu}+/gu, 'A')
		.replace(/\p{Ll}+/gu, 'a')
		.replace(/\d+/g, '0')
		.replace(/\s+/g, ' ');

/** Names such as a, b and c. */
const areLetters = (texts: readonly string[]): boolean =>
	texts.every(
		(text, index) => /^\s*[a-z]\s*$/i.test(text) && (index === 0 || text.trim() > (texts[index - 1] ?? '').trim()),
	);

/** Whether a column has values, all of them numbers, dates or booleans. */
function areData(values: readonly string[]): boolean {
	const filled = values.filter((value) => !isAbsent(value));
	return filled.length > 0 && filled.every(isData);
}

/**
 * Whether the first record has the names of the columns. One with numbers does if a column has a text there and only numbers below, or a
 * date and only numbers, and the like.
 * @param others records after it, each with as many fields
 */
export function headerOf(
	first: readonly string[],
	others: readonly (readonly string[])[],
): { readonly rows: 0 | 1; readonly isUnsure: boolean } {
	const columnOf = (index: number) => others.map((record) => record[index] ?? '');
	if (isHeader(first)) {
		// Some names recur in the rows below, as values do.
		const named = first.flatMap((name, index) => (isAbsent(name) ? [] : [columnOf(index).includes(name)]));
		const again = others.some((record) => record.every((value, index) => value === first[index]));
		// Letters such as a, b and c are often values too. One of them above a column of data is enough to make them names;
		// other texts need two.
		const aboveData = new Set(first.filter((name, index) => !isAbsent(name) && areData(columnOf(index))));
		const isNamed = aboveData.size > (areLetters(first) ? 0 : 1);
		const isUnsure =
			(named.includes(true) && !isNamed) ||
			(others.length > 0 && !first.some((name, index) => isName(name, columnOf(index))) && !areLetters(first));
		return { rows: 1, isUnsure: !again && isUnsure };
	}
	const data = first.filter(isData);
	if (data.length === 0 || data.length === first.length) return { rows: 0, isUnsure: false };
	const isNamed = (text: string, index: number) => {
		const kinds = new Set(columnOf(index).flatMap((value) => (isAbsent(value) ? [] : [kindOf(value)])));
		return !isAbsent(text) && kinds.size === 1 && !kinds.has(null) && !kinds.has(kindOf(text));
	};
	if (first.some(isNamed)) return { rows: 1, isUnsure: !mayBeNames(data) };
	return { rows: 0, isUnsure: !data.some((text) => kindOf(text) === 'date') && mayBeNames(data) };
}
