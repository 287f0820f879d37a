import { singular } from './plural.ts';
import { groupThousands, roundedText } from './rounded-text.ts';

/** A value as it is read, rounded, and with all of its digits. */
export interface Figure {
	readonly text: string;
	readonly exact: string;
}

/** A sentence whose figures are known by their places in it. */
export type Headline = readonly (string | Figure)[];

export interface HeadlineColumn {
	readonly name: string;
	readonly isNumber: boolean;
	readonly isTime: boolean;
}

export interface HeadlineRows {
	readonly columns: readonly HeadlineColumn[];
	/** Values as text, with all of their digits. */
	readonly rows: readonly (readonly (string | null)[])[];
	/** How many there are; more than `rows` where only the first came. */
	readonly total: number;
	/** How they were asked for, in words: what they are ranked by stands behind "highest" or "lowest". */
	readonly reading?: string | undefined;
}

type Value = string | null | undefined;

/** Whole numbers under such a name count or name times. */
export const namesTime = (name: string): boolean =>
	/(^|[^a-z])(year|month|day|week|quarter|hour|decade|date)s?($|[^a-z])/i.test(name);

/** Names of columns that say what was counted: "flights", and not "total_delays". */
const isCounted = /^(?!(avg|average|mean|sum|total|min|max|median|count|number|n)(_|$))[a-z_]*[^s_]s$/i;

/** A name as a sentence holds it: "song release year" of `Song_Release_Year`; "GDP" and "iataCode" stay. */
const words = (name: string): string =>
	name
		.replaceAll(/[_\s]+/g, ' ')
		.trim()
		.replaceAll(/(?<![\p{L}\p{N}])\p{Lu}\p{Ll}+(?![\p{L}\p{N}])/gu, (word) => word.toLowerCase()) || name;
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const rowsOf = (count: number): string => `${groupThousands(String(count))} ${count === 1 ? 'row' : 'rows'}`;

/** What a column of numbers holds, in words: "average delay" of `avg_delay`. */
function measureWords(name: string): string {
	const [, prefix, rest = ''] =
		/^(avg|average|mean|sum|total|median|max|maximum|min|minimum)[_ ](.+)$/i.exec(name) ?? [];
	if (isPercent(name)) return 'share';
	if (prefix === undefined) return /^(n|count|count_star\(\)|number)$/i.test(name) ? 'number of rows' : words(name);
	const spoken = /^(avg|mean)$/i.test(prefix) ? 'average' : /^sum$/i.test(prefix) ? 'total' : prefix.toLowerCase();
	const word = /^max/.test(spoken) ? 'highest' : /^min/.test(spoken) ? 'lowest' : spoken;
	return `${word} ${words(rest)}`;
}

const figureIn = (value: Value, { isNumber, name }: HeadlineColumn): Figure => {
	const exact = value ?? `no ${words(name)}`;
	if (!isNumber || value == null || isYear(name, value)) return { exact, text: exact };
	const unit = isPercent(name) ? ' %' : '';
	return { exact: exact + unit, text: roundedText(value) + unit };
};

/** Years are written without separators. */
const isYear = (name: string, value: string): boolean =>
	/(^|[^a-z])year$/i.test(name) ||
	(/^[12]\d{3}$/.test(value) && /(^|[^a-z])(built|born|founded|established|opened|released|started|died)$/i.test(name));
const isPercent = (name: string): boolean => /^(percent|percentage|pct)$/i.test(name);
const numberOf = (value: Value): number => (value == null ? Number.NaN : Number(value));
const isLabel = ({ isNumber, isTime, name }: HeadlineColumn): boolean => !isNumber || isTime || namesTime(name);

/** Whole rows that are ranked by one of their columns, with what they are called and that column before the others. */
function rankedBy(given: HeadlineRows): { readonly result: HeadlineRows; readonly isLowest: boolean } | null {
	const { columns, rows, reading = '' } = given;
	const plain = spoken(reading).replaceAll(' number of ', ' ');
	const endOf = ({ name }: HeadlineColumn) =>
		['highest', 'lowest'].find((end) => `${plain} `.includes(` ${end} ${spoken(name)} `)) ?? null;
	const by = columns.findIndex((column) => column.isNumber && endOf(column) !== null);
	const label = columns.findIndex(isLabel);
	const column = columns[by];
	if (column === undefined || label < 0 || columns.length < 3) return null;
	const order = [label, by, ...columns.keys()].filter((at, index, all) => all.indexOf(at) === index);
	const pick = <T>(items: readonly T[]): T[] => order.map((at) => items[at] as T);
	const result = { ...given, columns: pick(columns), rows: rows.map((row) => pick(row)) };
	return { result, isLowest: endOf(column) === 'lowest' };
}

const spoken = (text: string): string =>
	text
		.toLowerCase()
		.replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
		.trim();

/** What rows say in one sentence, its figure first: that of a count, the first of a ranking, the ends of a trend; else how many there are. */
export function headlineOf(given: HeadlineRows): Headline {
	const ranked = rankedBy(given);
	const result = ranked?.result ?? given;
	const { columns, rows, total } = result;
	const [first, second] = columns;
	const [row] = rows;
	if (row === undefined) return ['No rows match.'];
	if (first === undefined) return [`${rowsOf(total)}.`];
	if (rows.length === 1 && total === 1) {
		if (ranked === null || second === undefined) return ofOneRow(columns, row);
		const end = endWords(second.name, ranked.isLowest);
		return [figureIn(row[0], first), ` has ${end}: `, figureIn(row[1], second), '.'];
	}
	const isPair = columns.length === 2 && second !== undefined;
	if (second?.isNumber === true && !isLabel(second) && isLabel(first)) {
		const isTrend = isPair && (first.isTime || namesTime(first.name));
		const sentence = isTrend ? ofTrend(result, first, second) : ofRanking(result, first, second, isPair);
		if (sentence !== null) return sentence;
	}
	if (columns.length === 1 && total === rows.length && !first.isNumber) {
		const named = ofNames(first, rows);
		if (named !== null) return named;
	}
	return total > rows.length
		? [`${rowsOf(total)}. The first ${groupThousands(String(rows.length))} are shown.`]
		: [`${rowsOf(total)}.`];
}

/** Most values that a sentence lists. */
const mostListed = 4;

/** The values themselves where they are few and short. */
function ofNames(column: HeadlineColumn, rows: HeadlineRows['rows']): Headline | null {
	const names = rows.map(([value]) => [figureIn(value, column)]);
	if (names.length > mostListed || names.some(([name]) => (name?.exact.length ?? 0) > 40)) return null;
	return [...joined(names), '.'];
}

function ofOneRow(columns: readonly HeadlineColumn[], row: readonly Value[]): Headline {
	const phrases = columns.map((column, at): Headline => {
		const figure = figureIn(row[at], column);
		if (column.isNumber && isCounted.test(column.name) && /^-?\d+$/.test(figure.exact))
			return [figure, ` ${figure.exact === '1' ? singular(words(column.name)) : words(column.name)}`];
		return [`${measureWords(column.name)}: `, figure];
	});
	const [first, ...others] = columns;
	const [only = []] = phrases;
	if (first === undefined) return ['1 row.'];
	if (others.length === 0) return typeof only[0] === 'string' ? [capital(only[0]), ...only.slice(1)] : only;
	if (columns.length > mostListed) return ['1 row.'];
	if (isLabel(first) && others.every(({ isNumber }) => isNumber))
		return [figureIn(row[0], first), ' has ', ...joined(phrases.slice(1).map(asObject)), '.'];
	const [lead, ...rest] = phrases.flatMap((phrase, at) => (at === 0 ? phrase : [', ', ...phrase]));
	return [typeof lead === 'string' ? capital(lead) : (lead ?? ''), ...rest, '.'];
}

/** "a highest delay of 12" of "highest delay: 12". */
const asObject = (phrase: Headline): Headline => {
	const [lead, figure] = phrase;
	if (typeof lead !== 'string' || figure === undefined) return phrase;
	const name = lead.slice(0, -2);
	return [`${/^[aeiou]/i.test(name) ? 'an' : 'a'} ${name} of `, figure];
};

const joined = (parts: readonly Headline[]): Headline =>
	parts.flatMap((part, at) => (at === 0 ? part : [at === parts.length - 1 ? ' and ' : ', ', ...part]));

function ofTrend({ rows, total }: HeadlineRows, time: HeadlineColumn, measure: HeadlineColumn): Headline | null {
	const known = rows.filter(([at, value]) => at != null && Number.isFinite(numberOf(value)));
	const [first, last] = [known[0], known.at(-1)];
	const isNext = (before: Value, after: Value) =>
		time.isNumber ? numberOf(before) <= numberOf(after) : String(before) <= String(after);
	const isInOrder = known.every(([at], index) => index === 0 || isNext(known[index - 1]?.[0], at));
	if (first === undefined || last === undefined || known.length < 2 || !isInOrder) return null;
	// "in 2001", but "in month 9"
	const preposition = time.isNumber && !isYear(time.name, first[0] ?? '') ? ` in ${words(time.name)} ` : ' in ';
	const at = (row: readonly Value[]): Headline => [figureIn(row[1], measure), preposition, figureIn(row[0], time)];
	const top = known.reduce((best, row) => (numberOf(row[1]) > numberOf(best[1]) ? row : best));
	const isEnd = top === first || top === last || total > rows.length;
	const most = isCounted.test(measure.name) ? 'most' : 'highest';
	return [
		`${capital(measureWords(measure.name))}: from `,
		...at(first),
		' to ',
		...at(last),
		...(isEnd ? [] : [`, ${most}${preposition}`, figureIn(top[0], time), ' (', figureIn(top[1], measure), ')']),
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
	const falls = values.every((value, at) => at === 0 || value <= (values[at - 1] ?? value));
	const rises = values.every((value, at) => at === 0 || value >= (values[at - 1] ?? value));
	if (known.length < 2) return null;
	// "the one with the highest": rows that share its place.
	const [, end] = /(?:the one with the|^) ?(highest|lowest) /i.exec(reading) ?? [];
	if (falls && rises && end === undefined) {
		const isAll = total === rows.length && known.length === rows.length;
		return isAll ? same(known.length, known[0]?.[1], label, measure) : null;
	}
	// Of rows in another order that are not all there, none is known to be the first.
	if (!falls && !rises && (!isPair || total > rows.length)) return null;
	const isLowest = end === undefined ? rises : /lowest/i.test(end);
	const ranked = falls || rises ? known : known.toSorted((a, b) => numberOf(b[1]) - numberOf(a[1]));
	const [top, next] = ranked;
	if (top === undefined || next === undefined) return null;
	const tied = ranked.filter(([, value]) => numberOf(value) === numberOf(top[1])).length;
	const named = figureIn(top[0], label);
	const what = endWords(measure.name, isLowest);
	if (tied > 1) {
		const others: Headline = tied === 2 ? [' and ', figureIn(next[0], label)] : [` and ${tied - 1} others`];
		return [named, ...others, ` have ${what}: `, figureIn(top[1], measure), ' each.'];
	}
	const rest: Headline = [', then ', figureIn(next[0], label), ' with ', figureIn(next[1], measure)];
	return [named, ` has ${what}: `, figureIn(top[1], measure), ...rest, '.'];
}

const same = (count: number, value: Value, label: HeadlineColumn, measure: HeadlineColumn): Headline => [
	`All ${groupThousands(String(count))} values of ${words(label.name)} have the same ${measureWords(measure.name)}: `,
	figureIn(value, measure),
	'.',
];

function endWords(name: string, isLowest: boolean): string {
	if (isCounted.test(name)) return `the ${isLowest ? 'fewest' : 'most'} ${words(name)}`;
	const measure = measureWords(name).replace(/^(highest|lowest) /, '');
	return `the ${isLowest ? 'lowest' : 'highest'} ${measure}`;
}

/** The sentence as text, its figures rounded. */
export const headlineText = (headline: Headline): string =>
	headline.map((part) => (typeof part === 'string' ? part : part.text)).join('');
