import { literal } from '#lib/sql/quoting.ts';
import { isIntegerType, isNumberType } from '#lib/sql/types.ts';
import { infinityForm } from './input/number-signs.ts';
import { type ColumnPlan, castFloat, isExactFloat, numberForm, planOf } from './load-types.ts';
import { isNestedType, nestedPlan } from './nested.ts';

export interface Reading {
	/** `DECIMAL` means the narrowest type that holds all numbers of the column. */
	readonly type: string;
	/** Null: the usual format of the type. */
	readonly format: string | null;
	/** Pattern for text that clearly has this meaning. Valid in JavaScript and in the engine. */
	readonly form: string;
	/** SQL for the value of a string that matches the form; null if it isn't valid. */
	readonly value: (text: string, type: string) => string;
	/** SQL that rewrites text matching the form in the usual number format; absent if it already has that format. */
	readonly plain?: (text: string) => string;
}

export interface Preferences {
	readonly decimal?: '.' | ',' | undefined;
	readonly dateOrder?: 'day' | 'month' | undefined;
	readonly timeZone?: string | undefined;
}

const cast = (text: string, type: string): string => `TRY_CAST(${text} AS ${type})`;
const numbers = (format: string, form: string, plain: (text: string) => string): Reading => ({
	...{ type: 'DECIMAL', format, form, plain },
	value: (text, type) => cast(plain(text), type),
});
const parsed = (formats: readonly string[], type: string) => (text: string) =>
	`TRY_CAST(try_strptime(${text}, [${formats.map((format) => `'${format}'`).join(', ')}]) AS ${type})`;

const days = ['/', '.', '-'];
const clock = ['%H:%M:%S', '%H:%M', '%H:%M:%S.%f', '%I:%M %p', '%I:%M:%S %p'];
const time = '[T ][0-9]{1,2}:[0-9]{2}(:[0-9]{2}(\\.[0-9]{1,6})?)?( ?[AaPp][Mm])?';
const withClock = (dates: readonly string[]): string[] =>
	dates.flatMap((date) => [' ', 'T'].flatMap((between) => clock.map((format) => `${date}${between}${format}`)));
const order = (parts: string): string[] => days.map((sign) => parts.replaceAll(' ', sign));
const [dayFirst, monthFirst, yearFirst] = [order('%d %m %Y'), order('%m %d %Y'), order('%Y %m %d')];
const named = [
	'%d %b %Y',
	'%d %B %Y',
	'%d-%b-%Y',
	'%d-%B-%Y',
	'%d. %B %Y',
	'%b %d, %Y',
	'%B %d, %Y',
	'%b %d %Y',
	'%B %d %Y',
];
const short = '[0-9]{1,2}[/.-][0-9]{1,2}[/.-][0-9]{4}';
/** Short forms with points and single digits are excluded: they are more likely version numbers. */
const shortYear = '[0-9]{1,2}[/-][0-9]{1,2}[/-][0-9]{2}|[0-9]{2}[.][0-9]{2}[.][0-9]{2}';
const offset = '(Z|[-+][0-9]{2}:?[0-9]{2})';
const iso = '[0-9]{4}-[0-9]{2}-[0-9]{2}';
const slashed = '[0-9]{4}[/.][0-9]{1,2}[/.][0-9]{1,2}';
const words = '([0-9]{1,2}[ .-]+[A-Za-z]{3,9}[ -][0-9]{4}|[A-Za-z]{3,9} [0-9]{1,2},? [0-9]{4})';
/** No leading zeros, so that `007` stays as it is. */
const whole = '(0|[1-9][0-9]*)';

const pointed = `(${whole}|[1-9][0-9]{0,2}(,[0-9]{3})+)(\\.[0-9]*)?`;
const withComma = `(${whole}|[1-9][0-9]{0,2}(\\.[0-9]{3})+)(,[0-9]*)?`;
const withoutCommas = (text: string): string => `replace(${text}, ',', '')`;
const commaAsPoint = (text: string): string => `replace(replace(${text}, '.', ''), ',', '.')`;

/** In the order they are tried: the first one that all values fit is used. */
export const readings: readonly Reading[] = [
	{ type: 'BOOLEAN', format: null, form: 'true|false|True|False|TRUE|FALSE', value: cast },
	{ type: 'BIGINT', format: null, form: '-?(0|[1-9][0-9]{0,18})', value: cast },
	{ type: 'DECIMAL', format: null, form: numberForm, value: cast },
	{
		type: 'DOUBLE',
		format: null,
		form: `(${numberForm})([eE][-+]?[0-9]+)?|${infinityForm}`,
		value: (text) => castFloat(text, 'DOUBLE'),
	},
	numbers('commas between thousands', `-?${pointed}|[-+]?\\.[0-9]+`, withoutCommas),
	numbers('decimal comma', `-?${withComma}|[-+]?,[0-9]+`, commaAsPoint),
	{ type: 'DATE', format: null, form: iso, value: cast },
	{ type: 'DATE', format: 'year first', form: slashed, value: parsed(yearFirst, 'DATE') },
	{ type: 'DATE', format: 'day first', form: short, value: parsed(dayFirst, 'DATE') },
	{ type: 'DATE', format: 'month first', form: short, value: parsed(monthFirst, 'DATE') },
	{ type: 'DATE', format: 'month names', form: words, value: parsed(named, 'DATE') },
	{ type: 'TIME', format: null, form: '[0-9]{2}:[0-9]{2}(:[0-9]{2}(\\.[0-9]{1,6})?)?', value: cast },
	{ type: 'TIMESTAMP', format: null, form: `${iso}[T ][0-9]{2}:[0-9]{2}(:[0-9]{2}(\\.[0-9]{1,6})?)?`, value: cast },
	{
		type: 'TIMESTAMP',
		format: 'year first',
		form: `${slashed}${time}`,
		value: parsed(withClock(yearFirst), 'TIMESTAMP'),
	},
	{ type: 'TIMESTAMP', format: 'day first', form: `${short}${time}`, value: parsed(withClock(dayFirst), 'TIMESTAMP') },
	{
		type: 'TIMESTAMP',
		format: 'month first',
		form: `${short}${time}`,
		value: parsed(withClock(monthFirst), 'TIMESTAMP'),
	},
	{
		type: 'TIMESTAMP WITH TIME ZONE',
		format: null,
		form: `${iso}[T ][0-9]{2}:[0-9]{2}(:[0-9]{2}(\\.[0-9]{1,6})?)?${offset}`,
		value: cast,
	},
	{
		type: 'TIMESTAMP WITH TIME ZONE',
		format: 'space before the offset',
		form: `${iso}[T ][0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,6})? [-+][0-9]{2}:?[0-9]{2}`,
		value: (text, type) => cast(`regexp_replace(${text}, ' ([-+][0-9]{2}):?([0-9]{2})$', '\\1:\\2')`, type),
	},
];

const signFirst = (form: string) => (text: string) => `regexp_replace(${text}, '${form}', '-\\1')`;
const [behind, inParentheses] = [signFirst('^(.*)-$'), signFirst('^[(](.*)[)]$')];

/** Possible meanings in formats that programs rarely write. Used only if a user chooses one. */
export const offeredReadings: readonly Reading[] = [
	numbers(
		'apostrophes between thousands',
		`-?(${whole}|[1-9][0-9]{0,2}(['’][0-9]{3})+)(\\.[0-9]*)?`,
		(text) => `translate(${text}, '''’', '')`,
	),
	numbers('minus after the number', `${pointed}-?`, (text) => withoutCommas(behind(text))),
	numbers('minus after the number, decimal comma', `${withComma}-?`, (text) => commaAsPoint(behind(text))),
	numbers('negatives in parentheses', `-?${pointed}|[(]${pointed}[)]`, (text) => withoutCommas(inParentheses(text))),
	numbers('negatives in parentheses, decimal comma', `-?${withComma}|[(]${withComma}[)]`, (text) =>
		commaAsPoint(inParentheses(text)),
	),
	{ type: 'DATE', format: 'day first, two-digit years', form: shortYear, value: parsed(order('%d %m %y'), 'DATE') },
	{ type: 'DATE', format: 'month first, two-digit years', form: shortYear, value: parsed(order('%m %d %y'), 'DATE') },
];

export const isOffered = (format: string | null): boolean =>
	offeredReadings.some((reading) => reading.format === format);

/** Like `readings`, with times without a time zone read in this one. */
export const readingsIn = (zone: string | undefined): readonly Reading[] =>
	zone === undefined
		? readings
		: [
				...readings.filter(({ type }) => type !== 'TIMESTAMP'),
				...readings.filter(({ type }) => type === 'TIMESTAMP').map((reading) => zoned(reading, zone)),
			];

/** A local time that the zone skips or repeats isn't valid, unless the text has its offset. */
function zoned({ form, format, value }: Reading, zone: string): Reading {
	const inZone = (sql: string) => `timezone(${literal(zone)}, ${sql})`;
	const ofLocal = (text: string) => {
		const local = value(text, 'TIMESTAMP');
		const at = inZone(local);
		const others = ['30 MINUTES', '1 HOUR'].map((span) => `${inZone(`${at} - INTERVAL ${span}`)} <> ${local}`);
		return `CASE WHEN ${[`${inZone(at)} = ${local}`, ...others].join(' AND ')} THEN ${at} END`;
	};
	const type = 'TIMESTAMP WITH TIME ZONE';
	const withSeconds = (text: string) => `regexp_replace(${text}, '^(.{16})${offset}$', '\\1:00\\2')`;
	if (format !== null) return { type, format, form, value: ofLocal };
	return {
		...{ type, format: 'local time', form: `${form}${offset}?` },
		value: (text) =>
			`CASE WHEN regexp_matches(${text}, '${offset}$') AND NOT regexp_full_match(${text}, '${form}') THEN ${cast(withSeconds(text), type)} ELSE ${ofLocal(text)} END`,
	};
}

/** Whether strings of a column only look like numbers; a file with types would have declared them. */
export const isNumeric = ({ type }: Reading): boolean => ['BOOLEAN', 'BIGINT', 'DECIMAL', 'DOUBLE'].includes(type);

export const isPreferred = (
	{ type, format }: Pick<Reading, 'type' | 'format'>,
	{ decimal, dateOrder }: Preferences,
): boolean => {
	const isFraction = type === 'DECIMAL' || type === 'DOUBLE';
	const hasComma = format?.endsWith('decimal comma') ?? false;
	if (isFraction && ((decimal === ',' && !hasComma) || (decimal === '.' && hasComma))) return false;
	const order = format?.startsWith('month first') ? 'month' : format?.startsWith('day first') ? 'day' : undefined;
	return order === undefined || (dateOrder ?? order) === order;
};

/** Two readings, both of numbers or neither, with different formats. */
export const isOtherValue = (a: Reading, b: Reading): boolean =>
	a.format !== b.format && a.format !== null && b.format !== null && isNumeric(a) === isNumeric(b);

/** The reading for a type and the name of a format; null for a type with a single reading. */
export function readingOf(type: string, format: string | null, zone?: string): Reading | null {
	if (format === null) return null;
	const all = [...readingsIn(zone), ...offeredReadings];
	return (
		all.find((reading) => reading.format === format && reading.type === type) ??
		all.find((reading) => reading.format === format && isNumberType(reading.type) && isNumberType(type)) ??
		null
	);
}

/** How a text column is read as a type: exactly, or not at all. An empty string is null except in a VARCHAR column. */
export function textPlan(name: string, text: string, type: string, reading: Reading | null): ColumnPlan {
	if (isNestedType(type)) {
		// The engine writes lists and structs in its own notation and can read that too; if it would write the text differently, values were changed.
		const json = nestedPlan(name, text, type);
		const cast = `TRY_CAST(nullif(trim(${text}), '') AS ${type})`;
		const bare = (sql: string) => `lower(regexp_replace(CAST(${sql} AS VARCHAR), '[\\s''"]', '', 'g'))`;
		const value = `CASE WHEN ${bare(cast)} = ${bare(text)} THEN ${cast} END`;
		const other = { value, fits: `trim(${text}) = '' OR ${text} IS NULL OR (${value}) IS NOT NULL` };
		const either = (ofJson: string, ofText: string) =>
			`CASE WHEN coalesce(json_valid(${text}), false) THEN ${ofJson} ELSE ${ofText} END`;
		return { name, type, value: either(json.value, other.value), fits: either(json.fits, other.fits) };
	}
	if (reading === null || type === 'VARCHAR') return { name, ...planOf(text, type) };
	const filled = `nullif(trim(${text}), '')`;
	const form = reading.form.replaceAll("'", "''");
	const value = `CASE WHEN regexp_full_match(${filled}, '${form}') THEN ${exactly(reading, filled, type)} END`;
	return { name, type, value, fits: `${filled} IS NULL OR (${value}) IS NOT NULL` };
}

/** Like `textPlan`, for strings that cleaning may have changed: those are in the usual format. @param before SQL of the original, if there was a cleaning */
export function cleanedPlan(
	name: string,
	text: string,
	type: string,
	reading: Reading | null,
	before: string | null,
): ColumnPlan {
	const own = textPlan(name, text, type, reading);
	if (before === null || reading === null) return own;
	const value = `CASE WHEN trim(${text}) = trim(${before}) THEN ${own.value} ELSE ${textPlan(name, text, type, null).value} END`;
	return { ...own, value, fits: `nullif(trim(${text}), '') IS NULL OR (${value}) IS NOT NULL` };
}

/** A cast to a DECIMAL or an integer would round extra digits after the point, and one to a FLOAT more than about seven digits. */
function exactly(reading: Reading, text: string, type: string): string {
	const value = reading.value(text, type);
	if (type === 'FLOAT') return `CASE WHEN ${isExactFloat(value, reading.value(text, 'DOUBLE'))} THEN ${value} END`;
	const [, scale] = /^DECIMAL\(\d+,(\d+)\)$/.exec(isIntegerType(type) ? 'DECIMAL(38,0)' : type) ?? [];
	if (scale === undefined) return value;
	const plain = reading.plain?.(text) ?? text;
	return `CASE WHEN length(rtrim(regexp_extract(${plain}, '\\.([0-9]+)$', 1), '0')) <= ${scale} THEN ${value} END`;
}
