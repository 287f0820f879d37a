import { isYear } from './amounts.ts';
import { measureIn, measureWords, monthText, nameWords as words } from './measure-text.ts';
import { countedAs, plural, singular } from './plural.ts';
import { groupThousands, roundedText } from './rounded-text.ts';

/** A value with a rounded text for display. */
export interface Figure {
	readonly text: string;
	readonly exact: string;
}

export type Headline = readonly (string | Figure)[];

export interface HeadlineColumn {
	readonly name: string;
	readonly isNumber: boolean;
	readonly isTime: boolean;
}

export interface HeadlineRows {
	readonly columns: readonly HeadlineColumn[];
	/** Exact values as text. */
	readonly rows: readonly (readonly (string | null)[])[];
	/** Row count, larger than `rows` if only the first ones are given. */
	readonly total: number;
	/** The query in words. The ranking column follows "highest" or "lowest". */
	readonly reading?: string | undefined;
}

type Value = string | null | undefined;

/** Whether whole numbers in a column of this name are times or counts of time. */
export const namesTime = (name: string): boolean =>
	/(^|[^a-z])(year|month|day|week|quarter|hour|decade|date)s?($|[^a-z])/i.test(name);

/** Names of columns that state what was counted: "flights", but not "total_delays". */
const countsThings = /^(?!(avg|average|mean|sum|total|min|max|median|count|number|n)(_|$))[a-z_]*[^s_]s$/i;
const isCounted = (name: string): boolean => countsThings.test(name) && measureIn(name).unit === '';

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const countOf = (count: number, noun: string): string =>
	`${groupThousands(String(count))} ${count === 1 ? singular(noun) : noun}`;

/** Whether rows are groups, or come from a previous answer. */
const isOfGroups = (reading: string): boolean =>
	/ for each | of the previous answer(?: (?:by|with) .*)?\.?$/.test(reading);

/** The noun for whole rows in their reading: "customers". */
function nounOf({ columns, reading = '' }: HeadlineRows): string {
	const [, ofRows, of] =
		/^(?:.* of the rows of ([\w ]+?)|(?:All columns|[^,]+) of ([\w ]+?))(?=,| where | \(|\.|$)/.exec(reading) ?? [];
	const noun = ofRows ?? (columns.length > 1 || /^All columns /.test(reading) ? of : undefined);
	return (noun === undefined || isOfGroups(reading) ? null : countedAs(words(noun))) ?? 'rows';
}

/** How many rows, and which if few: "5 origins", "3 customers: Ann Lee, Bo Ek and Cy Fox". */
function howMany(given: HeadlineRows): Headline {
	const { columns, rows, total, reading = '' } = given;
	const [first] = columns;
	const labels = columns.filter(isLabel);
	const isGrouped = / for each /.test(reading) && labels.length > 0 && labels.length < columns.length;
	const names = labels.map(({ name }) => words(name));
	const isUnique = (at: number) => new Set(rows.map((row) => row[at])).size === rows.length;
	const noun =
		isGrouped && labels.length > 1
			? `combinations of ${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
			: first !== undefined && (isGrouped || (columns.length === 1 && total === rows.length)) && isUnique(0)
				? plural(words(first.name))
				: nounOf(given);
	const count = countOf(total, noun);
	if (total > rows.length) return [`${count}. Showing the first ${groupThousands(String(rows.length))}.`];
	const at = nameAt(columns);
	const label = columns[at];
	const isShort = rows.length <= maxListed && rows.every((row) => row[at] != null && (row[at]?.length ?? 0) <= 40);
	if (isGrouped || noun === 'rows' || label === undefined || columns.length < 2 || !isShort) return [`${count}.`];
	return [`${count}: `, ...joined(rows.map((row) => [figureIn(row[at], label)])), '.'];
}

/** The column that labels a row: its name, or else its first text. -1 if there is none. */
function nameAt(columns: readonly HeadlineColumn[]): number {
	const named = columns.findIndex(namesRows);
	if (named >= 0) return named;
	const [first] = columns;
	const isKey = first?.isNumber === true && !/(^|[^a-z])id$/i.test(first.name) && columns.length > 2;
	const label = columns.findIndex(isLabel);
	// Not a time: several flights may depart at the same time, so it doesn't identify one.
	const isOfRows = label > 0 && columns[label]?.isTime === true && columns.length > 2;
	return isKey ? -1 : isOfRows && first !== undefined && keyName.test(first.name) ? 0 : label;
}

const idName = /(^|[_ ])[iI][dD]$|[a-z]I[dD]$/;
const keyName = /(^|[_ ])(id|code|cd|key|no|nr|number)$|[a-z](Id|ID|Code|No)$/;

const namesRows = ({ name, isNumber }: HeadlineColumn): boolean => !isNumber && /(^|[^a-z])(name|title)$/i.test(name);

/** Merges first and last names: "Ann Lee" from `first_name` and `last_name`. */
function withWholeNames(given: HeadlineRows): HeadlineRows {
	const { columns, rows } = given;
	const at = (part: string) => columns.findIndex(({ name }) => new RegExp(`^(${part})[ _]?name$`, 'i').test(name));
	const [first, last] = [at('first|given'), at('last|family|sur')];
	if (first < 0 || last < 0) return given;
	const whole = { name: 'name', isNumber: false, isTime: false };
	const merged = <T>(items: readonly T[], item: T): T[] =>
		items.flatMap((other, index) => (index === first ? [item] : index === last ? [] : [other]));
	return {
		...given,
		columns: merged(columns, whole),
		rows: rows.map((row) => merged(row, [row[first], row[last]].filter((part) => part != null).join(' ') || null)),
	};
}

/** "rows" for `daily_weather`, which counts the rows of a dataset of that name: nobody says "12 daily weathers". */
function countingRows(given: HeadlineRows): HeadlineRows {
	const [, counted] = /\bnumber of rows of ([\w ]+?)(?=[,.]| where | for each )/i.exec(given.reading ?? '') ?? [];
	if (counted === undefined) return given;
	const isCount = ({ name, isNumber }: HeadlineColumn) => isNumber && spoken(name) === spoken(counted);
	return { ...given, columns: given.columns.map((column) => (isCount(column) ? { ...column, name: 'rows' } : column)) };
}

/** Drops keys that only distinguish groups with the same name. */
function withoutIds(given: HeadlineRows): HeadlineRows {
	const { columns, rows, reading = '' } = given;
	const isId = ({ name, isNumber }: HeadlineColumn, at: number) =>
		at < columns.length - 1 &&
		(isNumber ? idName.test(name) : at > 0 && / row of /.test(reading) && keyName.test(name));
	const hasOther = columns.some((column, index) => isLabel(column) && !isId(column, index));
	if (!isOfGroups(reading) || !hasOther || !columns.some(isId)) return given;
	const keep = columns.flatMap((column, index) => (isId(column, index) ? [] : [index]));
	const pick = <T>(items: readonly T[]): T[] => keep.map((at) => items[at] as T);
	return { ...given, columns: pick(columns), rows: rows.map(pick) };
}

const figureIn = (value: Value, { isNumber, name }: HeadlineColumn): Figure => {
	const exact = value == null ? `(no ${words(name)})` : (monthText(name, value) ?? value);
	if (!isNumber || value == null) return { exact, text: exact };
	const { sign, unit } = measureIn(name);
	const withUnit = (digits: string) =>
		`${digits.startsWith('-') && sign !== '' ? `-${sign}${digits.slice(1)}` : sign + digits}${unit}`;
	return { exact: withUnit(exact), text: withUnit(roundedText(value, name)) };
};

const participle = /^(?:(?:year|date)[_ ])?(built|born|founded|established|opened|released|started|died)$/i;
const numberOf = (value: Value): number => (value == null ? Number.NaN : Number(value));
const isLabel = ({ isNumber, isTime, name }: HeadlineColumn): boolean =>
	!isNumber || isTime || (namesTime(name) && !/(year|month|day|week|quarter|hour|decade)s$/i.test(name));

/** The column that labels ranked rows, and the one that they are ranked by; null if they aren't ranked. */
export function rankedColumns(columns: readonly HeadlineColumn[], reading = '') {
	const plain = spoken(reading).replaceAll(' number of ', ' ');
	const isShare = ({ name }: HeadlineColumn) => name === 'percent' && / as a share of /.test(plain);
	const endOf = (column: HeadlineColumn) =>
		['highest', 'lowest'].find((end) =>
			isShare(column)
				? plain.includes(` ${end} `)
				: [column.name, measureWords(column.name)].some((by) => `${plain} `.includes(` ${end} ${spoken(by)} `)),
		) ?? null;
	const by = columns.findIndex((column) => column.isNumber && endOf(column) !== null);
	// Rows without a name are labeled by their first number: "model 2003".
	const named = nameAt(columns);
	const label = named < 0 ? 0 : named;
	const column = columns[by];
	if (column === undefined || label === by) return null;
	return { label, by, isLowest: endOf(column) === 'lowest' };
}

/** Whole rows ranked by a column, reduced to their label and that column first. */
function rankedBy(given: HeadlineRows): { readonly result: HeadlineRows; readonly isLowest: boolean } | null {
	const { columns, rows, reading } = given;
	const ranked = rankedColumns(columns, reading);
	const column = columns[ranked?.by ?? -1];
	if (ranked === null || column === undefined) return null;
	// "Utah has 3 ports.", but "Utah has the highest delay: 12."
	if (columns.length < 3 && (rows.length > 1 || isCounted(column.name))) return null;
	const order = [ranked.label, ranked.by, ...columns.keys()].filter((at, index, all) => all.indexOf(at) === index);
	const pick = <T>(items: readonly T[]): T[] => order.map((at) => items[at] as T);
	const result = { ...given, columns: pick(columns), rows: rows.map((row) => pick(row)) };
	return { result, isLowest: ranked.isLowest };
}

const spoken = (text: string): string =>
	text
		.toLowerCase()
		.replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
		.trim();

/** Summarizes rows in one sentence: the value of a count, the top of a ranking, the ends of a trend, or else the row count. */
export function headlineOf(whole: HeadlineRows): Headline {
	const given = withWholeNames(withoutIds(countingRows(whole)));
	const ranked = rankedBy(given);
	const result = ranked?.result ?? given;
	const { columns, rows, total } = result;
	const [first, second] = columns;
	const [row] = rows;
	if (row === undefined)
		return [
			/^Row \d+ of the previous answer/.test(result.reading ?? '')
				? 'The previous answer doesn’t have that row.'
				: 'No rows match.',
		];
	if (first === undefined) return howMany(result);
	if (rows.length === 1 && total === 1) {
		if (ranked === null || second === undefined) return ofOneRow(result, row);
		const end = endWords(second.name, ranked.isLowest);
		return [...calledBy(first, row[0]), ` has ${end}: `, figureIn(row[1], second), '.'];
	}
	const isPair = columns.length === 2 && second !== undefined;
	// Rows that aren't ranked may be in order by chance.
	const isList = ranked === null && /^All columns of /.test(result.reading ?? '');
	if (!isList && second?.isNumber === true && !isLabel(second) && (isLabel(first) || ranked !== null)) {
		const isTrend = isPair && (first.isTime || namesTime(first.name));
		const sentence = isTrend ? ofTrend(result, first, second) : ofRanking(result, first, second, isPair);
		if (sentence !== null) return sentence;
	}
	if (columns.length === 1 && total === rows.length && !first.isNumber) {
		const named = ofNames(first, rows);
		if (named !== null) return named;
	}
	return [...howMany(result), ...topOf(result)];
}

/** " Most flights: 30 (Monday, PHL)." for groups by several columns. */
function topOf({ columns, rows, total, reading = '' }: HeadlineRows): Headline {
	const measure = columns.at(-1);
	const labels = columns.slice(0, -1);
	if (measure?.isNumber !== true || total > rows.length || labels.length < 2 || !labels.every(isLabel)) return [];
	if (!/ for each /.test(reading)) return [];
	const values = rows.map((row) => numberOf(row.at(-1)));
	const most = Math.max(...values.filter(Number.isFinite));
	const [top, ...others] = rows.filter((_, index) => values[index] === most);
	if (top === undefined || others.length > 0) return [];
	const names = labels.flatMap(
		(label, index): Headline => [...(index === 0 ? [] : [', ']), figureIn(top[index], label)],
	);
	const what = capital(endWords(measure.name, false).slice('the '.length));
	return [` ${what}: `, figureIn(top.at(-1), measure), ' (', ...names, ').'];
}

/** Maximum values listed in a sentence. */
const maxListed = 4;

/** The values themselves, if they're few and short. */
function ofNames(column: HeadlineColumn, rows: HeadlineRows['rows']): Headline | null {
	const names = rows.map(([value]) => [figureIn(value, column)]);
	if (names.length > maxListed || names.some(([name]) => (name?.exact.length ?? 0) > 40)) return null;
	return [...joined(names), '.'];
}

/** Label of a row: "Joe", "model 2003", "2001-02". */
const calledBy = (column: HeadlineColumn, value: Value): Headline =>
	isLabel(column)
		? [figureIn(value, column)]
		: [`${capital(words(column.name))} `, { text: value ?? '', exact: value ?? '' }];

const isCount = (column: HeadlineColumn, { exact }: Figure): boolean =>
	column.isNumber && isCounted(column.name) && /^-?\d+$/.test(exact);

function ofOneRow(given: HeadlineRows, row: readonly Value[]): Headline {
	const { columns } = given;
	const phrases = columns.map((column, index): Headline => {
		const figure = figureIn(row[index], column);
		if (isCount(column, figure))
			return [figure, ` ${figure.exact === '1' ? singular(words(column.name)) : words(column.name)}`];
		return [`${measureWords(column.name)}: `, figure];
	});
	const [first, ...others] = columns;
	const [only = []] = phrases;
	if (first === undefined) return ['1 row.'];
	if (others.length === 0 && namesRows(first)) return [figureIn(row[0], first)];
	if (others.length === 0) return typeof only[0] === 'string' ? [capital(only[0]), ...only.slice(1)] : only;
	if (columns.length > maxListed) {
		const at = nameAt(columns);
		const label = columns[at < 0 ? 0 : at];
		const [count = '', counted] = phrases.at(-1) ?? [];
		const has: Headline = typeof count !== 'string' && counted !== undefined ? [' has ', count, counted] : [];
		return label === undefined ? ['1 row.'] : [...calledBy(label, row[Math.max(at, 0)]), ...has, '.'];
	}
	const label = figureIn(row[0], first);
	const [second, third] = others;
	if (isLabel(first) && second !== undefined && others.every(({ isNumber }) => isNumber)) {
		const figure = figureIn(row[1], second);
		const [name, verb = ''] = participle.exec(second.name) ?? [];
		if (third === undefined && name !== undefined && isYear(second.name, figure.exact))
			return [label, /died/i.test(verb) ? ' died in ' : ` was ${verb.toLowerCase()} in `, figure, '.'];
		if (third === undefined && (first.isTime || namesTime(first.name))) {
			const when: Headline = [preposition(first, row[0]), label, '.'];
			return isCount(second, figure)
				? [...(phrases[1] ?? []), ...when]
				: [capital(measureWords(second.name)), ...when.slice(0, -1), ': ', figure, '.'];
		}
		// "Pop of Peru in 2005: …"
		if (third !== undefined && others.length === 2 && isYear(second.name, figure.exact) && row[1] != null)
			return [capital(`${measureWords(third.name)} of `), label, ' in ', figure, ': ', figureIn(row[2], third), '.'];
		return [label, ' has ', ...joined(phrases.slice(1).map(asObject)), '.'];
	}
	if (namesRows(first) && row[0] != null) {
		const rest = joinedBy(', ', phrases.slice(1));
		const [start, ...end] = rest;
		return third === undefined
			? [label, '’s ', ...rest, '.']
			: [label, '. ', typeof start === 'string' ? capital(start) : (start ?? ''), ...end, '.'];
	}
	const [lead, ...rest] = joinedBy(', ', phrases);
	return [typeof lead === 'string' ? capital(lead) : (lead ?? ''), ...rest, '.'];
}

/** " in 2001", " on 2001-02-03", but " in month 9" */
function preposition({ name, isNumber }: HeadlineColumn, value: Value): string {
	if (isNumber && !isYear(name, value ?? '')) return ` in ${words(name)} `;
	const isDay = /day$/i.test(name) || (/^\d{4}-\d\d-\d\d/.test(value ?? '') && !/^month$/i.test(name));
	return isDay ? ' on ' : ' in ';
}

/** Turns "highest delay: 12" into "a highest delay of 12", "total sales: 12" into "total sales of 12", and "guns: 12" into "12 guns". */
const asObject = (phrase: Headline): Headline => {
	const [lead, figure] = phrase;
	if (typeof lead !== 'string' || figure === undefined) return phrase;
	const name = lead.slice(0, -2);
	const isPlural = /^\w+[^siu]s\b|[^siu]s$/i.test(name);
	if (isPlural)
		return /^(?:highest|lowest|average|total|median)\b/i.test(name) ? [`${name} of `, figure] : [figure, ` ${name}`];
	return [`${/^(?:(?!uni(?!n)|us[ae]|eu|on(?:e|ce)\b)[aeiou]|hour)/i.test(name) ? 'an' : 'a'} ${name} of `, figure];
};

const joinedBy = (between: string, parts: readonly Headline[]): Headline =>
	parts.flatMap((part, index) => (index === 0 ? part : [between, ...part]));

const joined = (parts: readonly Headline[]): Headline =>
	parts.flatMap((part, index) => (index === 0 ? part : [index === parts.length - 1 ? ' and ' : ', ', ...part]));

function ofTrend({ rows, total }: HeadlineRows, time: HeadlineColumn, measure: HeadlineColumn): Headline | null {
	const known = rows.filter(([at, value]) => at != null && Number.isFinite(numberOf(value)));
	const [first, last] = [known[0], known.at(-1)];
	const isNext = (before: Value, after: Value) =>
		time.isNumber ? numberOf(before) <= numberOf(after) : String(before) <= String(after);
	const isInOrder = known.every(([at], index) => index === 0 || isNext(known[index - 1]?.[0], at));
	if (first === undefined || last === undefined || known.length < 2 || !isInOrder) return null;
	const when = (row: readonly Value[]): Headline => [preposition(time, row[0]), figureIn(row[0], time)];
	const at = (row: readonly Value[]): Headline => [figureIn(row[1], measure), ...when(row)];
	const top = known.reduce((best, row) => (numberOf(row[1]) > numberOf(best[1]) ? row : best));
	const isEnd = top === first || top === last || total > rows.length;
	const most = isCounted(measure.name) ? 'most' : 'highest';
	return [
		`${capital(measureWords(measure.name))}: from `,
		...at(first),
		' to ',
		...at(last),
		...(isEnd ? [] : [`, ${most}`, ...when(top), ' (', figureIn(top[1], measure), ')']),
		'.',
	];
}

function ofRanking(
	{ rows, total, reading = '' }: HeadlineRows,
	label: HeadlineColumn,
	measure: HeadlineColumn,
	isPair: boolean,
): Headline | null {
	const known = rows.filter(([, value]) => Number.isFinite(numberOf(value)));
	const values = known.map(([, value]) => numberOf(value));
	const falls = values.every((value, index) => index === 0 || value <= (values[index - 1] ?? value));
	const rises = values.every((value, index) => index === 0 || value >= (values[index - 1] ?? value));
	if (known.length < 2) return null;
	// "the one with the highest": several rows tie for it.
	const [, end] = /(?:the one with the|^) ?(highest|lowest) /i.exec(reading) ?? [];
	if (falls && rises && end === undefined) {
		const isAll = total === rows.length && known.length === rows.length;
		return isAll ? same(known.length, known[0]?.[1], label, measure) : null;
	}
	// If the order is unknown and rows are missing, no row is known to be the first.
	if (!falls && !rises && (!isPair || total > rows.length)) return null;
	// Groups in the order of their names may rise by chance.
	const isChance =
		end === undefined && rises && reading !== '' && !/\b(?:lowest|bottom|fewest|sorted)\b/i.test(reading);
	const isLowest = end === undefined ? rises && !isChance : /lowest/i.test(end);
	const ranked = (falls || rises) && !isChance ? known : known.toSorted((a, b) => numberOf(b[1]) - numberOf(a[1]));
	const [top, next] = ranked;
	if (top === undefined || next === undefined) return null;
	const tied = ranked.filter(([, value]) => numberOf(value) === numberOf(top[1])).length;
	const named = calledBy(label, top[0]);
	const what = endWords(measure.name, isLowest);
	if (tied > 1) {
		const others: Headline = tied === 2 ? [' and ', figureIn(next[0], label)] : [` and ${tied - 1} others`];
		return [...named, ...others, ` have ${what}: `, figureIn(top[1], measure), ' each.'];
	}
	const rest: Headline = [', then ', figureIn(next[0], label), ' with ', figureIn(next[1], measure)];
	return [...named, ` has ${what}: `, figureIn(top[1], measure), ...rest, '.'];
}

/** "Both ports have 3 ferries each.", "All 5 ports have the same average price: 12." */
function same(count: number, value: Value, label: HeadlineColumn, measure: HeadlineColumn): Headline {
	const figure = figureIn(value, measure);
	const labels = /^(is|has|was|can)[_ ]/i.test(label.name)
		? `values of "${words(label.name)}"`
		: plural(words(label.name));
	const all = `${count === 2 ? 'Both' : `All ${groupThousands(String(count))}`} ${labels} have `;
	return isCount(measure, figure)
		? [all, figure, ` ${figure.exact === '1' ? singular(words(measure.name)) : words(measure.name)} each.`]
		: [`${all}the same ${measureWords(measure.name)}: `, figure, '.'];
}

function endWords(name: string, isLowest: boolean): string {
	if (isCounted(name)) return `the ${isLowest ? 'fewest' : 'most'} ${words(name)}`;
	const measure = measureWords(name).replace(/^(highest|lowest) /, '');
	return `the ${isLowest ? 'lowest' : 'highest'} ${measure}`;
}

/** The sentence as text, with rounded figures. */
export const headlineText = (headline: Headline): string =>
	headline.map((part) => (typeof part === 'string' ? part : part.text)).join('');
