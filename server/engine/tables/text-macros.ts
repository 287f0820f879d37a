import { ownCatalog } from '../sql/source-views.ts';

const inOwn = (name: string): string => `"${ownCatalog}".main.${name}`;
export const number = inOwn('number_text');
export const float = inOwn('float_text');
export const dated = inOwn('date_text');
const plain = inOwn('plain_text');
const grouped = inOwn('grouped_text');

/** A number's digits without sign and point, from the engine's text with an exponent. */
const digits = `regexp_replace(split_part(t, 'e', 1), '[-.]', '', 'g')`;
const exponent = `CAST(split_part(t, 'e', 2) AS INTEGER)`;
const sign = `CASE WHEN x < 0 THEN '-' ELSE '' END`;

/** Macros used for the text of cells; create them once per runner. */
export const textMacros: readonly string[] = [
	// Doubles as JavaScript writes them: exponents from 1e21 and below 1e-6, no point without decimals. Most keep the engine's text, which is computed
	// only once per number that needs no further check.
	`CREATE MACRO ${number}(x, t) AS CASE
		WHEN x != trunc(x) AND abs(x) >= 0.001::DOUBLE AND abs(x) < 1e15::DOUBLE THEN t
		WHEN x = trunc(x) AND abs(x) < 1e15::DOUBLE THEN left(t, -2)
		WHEN isnan(x) THEN 'NaN' WHEN isinf(x) THEN ${sign} || 'Infinity'
		WHEN ends_with(t, '.0') THEN left(t, -2)
		WHEN NOT contains(t, 'e') THEN t
		WHEN abs(x) >= 1 AND abs(x) < 1e21 THEN ${sign} || rpad(${digits}, ${exponent} + 1, '0')
		WHEN abs(x) >= 1e-6 AND abs(x) < 1 THEN ${sign} || '0.' || repeat('0', -1 - ${exponent}) || ${digits}
		ELSE replace(t, 'e-0', 'e-') END`,
	// The same number without exponent and trailing zeros: the form in which decimals and floats are compared.
	`CREATE MACRO ${plain}(x, t) AS CASE WHEN NOT isfinite(CAST(x AS DOUBLE)) THEN CAST(x AS VARCHAR) WHEN x = 0 THEN '0'
		WHEN NOT contains(t, 'e') THEN CASE WHEN contains(t, '.') THEN rtrim(rtrim(t, '0'), '.') ELSE t END
		WHEN abs(x) >= 1 THEN ${sign} || rpad(${digits}, ${exponent} + 1, '0')
		ELSE ${sign} || '0.' || repeat('0', -1 - ${exponent}) || ${digits} END`,
	// A whole 32-bit float has the digits of the equal double; others have the fewest digits that identify them.
	`CREATE MACRO ${float}(x) AS CASE WHEN x = trunc(x) AND NOT isinf(x)
		THEN ${number}(CAST(x AS DOUBLE), CAST(CAST(x AS DOUBLE) AS VARCHAR)) ELSE ${number}(x, CAST(x AS VARCHAR)) END`,
	// ISO 8601, including years with fewer or more than four digits. @param t the engine's text, @param year
	`CREATE MACRO ${dated}(t, year) AS regexp_replace(replace(t, ' (BC)', ''), '^\\d+', CASE
		WHEN year BETWEEN 0 AND 9999 THEN lpad(CAST(year AS VARCHAR), 4, '0')
		WHEN year > 0 THEN '+' || lpad(CAST(year AS VARCHAR), CAST(greatest(5, length(CAST(year AS VARCHAR))) AS INTEGER), '0')
		ELSE '-' || lpad(CAST(-year AS VARCHAR), CAST(greatest(4, length(CAST(-year AS VARCHAR))) AS INTEGER), '0') END)`,
	// `-1234567.5` becomes `-1,234,567.5`.
	`CREATE MACRO ${grouped}(t) AS CASE WHEN contains(t, 'e') OR NOT regexp_matches(t, '^-?\\d') THEN t
		ELSE regexp_extract(t, '^-') || ltrim(reverse(regexp_replace(reverse(regexp_extract(t, '^-?(\\d+)', 1)), '(\\d{3})', '\\1,', 'g')), ',')
			|| regexp_extract(t, '\\..*$') END`,
];

/** SQL for the digits by which a number is compared with numbers of other types. */
export const plainText = (value: string, text: string): string => `${plain}(${value}, ${text})`;

/** SQL that adds thousands separators to a number's text. */
export const groupedText = (text: string): string => `${grouped}(${text})`;

/** Matches what the engine accepts as JSON but the standard doesn't: NaN, Infinity, a trailing comma. */
const lax = `'(?i)nan|inf|,\\s*[]}]'`;
const strings = `'"([^"\\\\]|\\\\.)*"'`;

/** JSON text unchanged if it's valid by the standard; otherwise as a string. */
export function strictJson(json: string): string {
	const isLax = `regexp_matches(${json}, ${lax}) AND regexp_matches(regexp_replace(${json}, ${strings}, '""', 'g'), ${lax})`;
	return `CASE WHEN json_valid(${json}) AND NOT (${isLax}) THEN ${json} ELSE CAST(to_json(${json}) AS VARCHAR) END`;
}
