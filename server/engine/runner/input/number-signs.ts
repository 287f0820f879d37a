import type { DuckDBConnection } from '@duckdb/node-api';
import type { FileOptions } from '#contract/file-ingestion.ts';
import type { Doubt } from './doubts.ts';

/** Thousands separator, by the name of a format. */
const thousandsSigns: Readonly<Record<string, string>> = { 'decimal comma': '.', 'commas between thousands': ',' };

/** Whether 5.555 next to 5,5 may be read as a thousand times too large, because no value such as 1.234,5 shows what a point means. */
export async function mixesSigns(
	connection: DuckDBConnection,
	source: string,
	format: string | null,
): Promise<boolean> {
	const sign = thousandsSigns[format ?? ''];
	if (sign === undefined) return false;
	const other = sign === '.' ? ',' : '.';
	const matches = (form: string) => `regexp_matches(trim(${source}), '${form}')`;
	const found = await connection.run(
		`SELECT bool_or(${matches(`^-?[0-9]{1,3}[${sign}][0-9]{3}$`)}) AND bool_or(${matches(`[${other}]`)}) AND NOT bool_or(${matches(`[${sign}][0-9]{3}[.,]`)}) FROM sent`,
	);
	return (await found.getRows())[0]?.[0] === true;
}

/**
 * A remark for users about a column's numbers.
 * @param values the column's first values
 * @param type the type they are saved as
 * @param format the column's format; null: the usual one
 * @param options how the file is read
 * @param options.isNew whether the column's type can still be chosen
 */
export function numberRemark(
	values: readonly string[],
	type: string,
	format: string | null,
	{ isNew, ...options }: FileOptions & { readonly isNew: boolean },
): string | null {
	// Spreadsheets show long numbers, such as those below bar codes, like this and save them like this as CSV.
	const short = values.filter((value) => /^\d[.,]\d{1,5}E\+(1\d|2\d)$/.test(value));
	const isLong = (value: string) => short.includes(value) || /^\d{11,}$/.test(value);
	if (type !== 'VARCHAR' && short.length > 0 && values.every(isLong))
		return `numbers such as ${short[0]} have lost digits, probably in a spreadsheet. If they’re IDs, save the column as text there, then upload the file again.`;
	const numbers = values.filter((value) => /^[-+]?\d[\d.,]*$/.test(value));
	if (numbers.length * 10 < values.length * 9) return null;
	const isOf = (form: RegExp) => numbers.some((value) => form.test(value));
	if (type === 'VARCHAR')
		return isOf(/^[^,]*,\d{1,2}$|\.\d{3},/) && isOf(/^[^.]*\.\d{1,2}$|,\d{3}\./)
			? 'some numbers have a decimal comma and others a decimal point, so they stay text.'
			: null;
	const points = isPointed(type, format, options) ? numbers.filter((value) => value.includes('.')) : [];
	const known = new Map<number, string>();
	for (const value of points) {
		const other = known.get(Number(value)) ?? value;
		if (other !== value)
			return `${other} and ${value} are read as the same number. If they’re different, like version numbers, choose VARCHAR as the type.`;
		known.set(Number(value), value);
	}
	// 1.9, 1.10 and 1.11: programs write either all numbers with the same number of decimals, or none with a trailing zero.
	const zero = points.find((value) => /\.\d0$/.test(value));
	const mayBeVersions = points.length === values.length && points.every((value) => /^\d+\.\d{1,2}$/.test(value));
	return isNew && zero !== undefined && mayBeVersions && points.some((value) => /\.\d$/.test(value))
		? `${zero} is read as ${Number(zero)}. If the values are something else, like version numbers, choose VARCHAR as the type.`
		: null;
}

const isPointed = (type: string, format: string | null, { decimal }: FileOptions): boolean =>
	type === 'DOUBLE' && format === null && decimal === undefined;

/**
 * A doubt about points that may separate thousands, in files as spreadsheets write them in locales with decimal commas: with semicolons, or as
 * "Unicode text". Parameters as above.
 */
export function pointDoubt(
	name: string,
	values: readonly string[],
	type: string,
	format: string | null,
	options: FileOptions,
): Doubt | null {
	const points = isPointed(type, format, options) ? values.filter((value) => value.includes('.')) : [];
	const [first = ''] = points;
	const mayBe = points.length > 0 && points.every((value) => /^-?[1-9]\d{0,2}\.\d{3}$/.test(value));
	const { delimiter, encoding = '' } = options;
	const isOfSpreadsheet = delimiter === ';' || (delimiter === '\t' && /^(utf-16|windows-)/.test(encoding));
	if (!isOfSpreadsheet || !mayBe) return null;
	const remark = `Column "${name}": ${first} may be ${Number(first)} or ${first.replace('.', '')}. Choose "Point" or "Comma" under "Decimal separator".`;
	return { option: 'decimal', values: ['.', ','], remark };
}

/** Pattern for infinity in the forms that other readers also accept. */
export const infinityForm = '[-+]?[iI][nN][fF]([iI][nN][iI][tT][yY])?';

/**
 * What is unusual about values that can be read as floating-point numbers.
 * `areCodes`: all exponents look like 1E5, without the point or the exponent sign that programs write.
 * `areWords`: none has a digit, or some are infinity among whole numbers that would lose digits.
 * `remark`: a remark for users about infinity among numbers, or about long numbers that are rounded.
 */
export async function oddDoubles(connection: DuckDBConnection, source: string) {
	const text = `trim(${source})`;
	const has = (form: string) => `coalesce(bool_or(regexp_matches(${text}, '${form}')), false)`;
	const isInfinity = `regexp_full_match(${text}, '${infinityForm}')`;
	const isRounded = `regexp_full_match(${text}, '[-+]?[0-9]{16,}') AND TRY_CAST(${text} AS HUGEINT) IS DISTINCT FROM TRY_CAST(TRY_CAST(${text} AS DOUBLE) AS HUGEINT)`;
	const found = await connection.run(
		`SELECT ${has('^[0-9]+[eE][0-9]')} AND NOT ${has('[.]|[eE][-+]')}, ${has('[0-9]')}, ${has('^[-+]?[0-9]{16,}$')}, count(*) FILTER (WHERE ${isInfinity}), first(${text}) FILTER (WHERE ${isInfinity}), first(${text}) FILTER (WHERE ${isRounded}) FROM sent`,
	);
	const [areCodes, hasDigits, hasLong, infinities, example, long] = (await found.getRows())[0] ?? [];
	const count = Number(infinities);
	const values = count === 1 ? `"${example}" is` : `${count.toLocaleString('en')} values, such as "${example}", are`;
	return {
		areCodes: areCodes === true,
		areWords: count > 0 && (hasDigits !== true || hasLong === true),
		remark:
			count > 0
				? `${values} read as infinity. To keep the text, choose VARCHAR as the type.`
				: typeof long === 'string'
					? `${long} has too many digits for DOUBLE, so it’s rounded. To keep all digits, choose VARCHAR as the type.`
					: undefined,
	};
}

/** Months such as 1.2020 and 12.2020. Valid in JavaScript and in the engine. */
const monthForm = '([1-9]|1[0-2])[.](19|20)[0-9]{2}';

/** Whether numbers, as written in the file, are probably months: of one or several years, or the same month of each year. */
export function areMonths(numbers: readonly string[]): boolean {
	if (numbers.length === 0 || !numbers.every((number) => new RegExp(`^${monthForm}$`).test(number))) return false;
	const parts = numbers.map((number) => number.split('.').map(Number));
	const years = [...new Set(parts.map(([, year = 0]) => year))].sort((a, b) => a - b);
	const hasMonths = new Set(parts.map(([month]) => month)).size > 1;
	return hasMonths || years.every((year, index) => year === (years[0] ?? 0) + index);
}

/** A remark for users if numbers are probably months; otherwise null. */
export async function monthRemark(connection: DuckDBConnection, source: string): Promise<string | null> {
	const text = `trim(${source})`;
	const found = await connection.run(
		`SELECT min(${text}), bool_and(regexp_full_match(${text}, '${monthForm}')) FROM sent WHERE ${text} <> ''`,
	);
	const [first, areAll] = (await found.getRows())[0] ?? [];
	if (areAll !== true) return null;
	const distinct = await connection.run(`SELECT DISTINCT ${text} AS v FROM sent WHERE v <> '' LIMIT 2000`);
	const numbers = (await distinct.getRows()).map(([number]) => String(number));
	return areMonths(numbers)
		? `values such as ${first} may be months, so they stay text. To save them as numbers, choose DOUBLE as the type.`
		: null;
}

/** Numbers next to codes, such as B12, 12-A or 1.2.3, are probably codes too. */
export async function areCodes(connection: DuckDBConnection, source: string): Promise<boolean> {
	const forms = [
		'[A-Za-z]+[-_/. ]?[0-9].*',
		'[0-9]+[-_/]?[A-Z][A-Z0-9_/-]*',
		'[0-9]+([-.:/][0-9]+){2,}',
		'[0-9]+[-/][0-9]+',
	];
	const found = await connection.run(
		`SELECT 1 FROM sent WHERE regexp_full_match(trim(${source}), '${forms.join('|')}') LIMIT 1`,
	);
	return (await found.getRows()).length > 0;
}

const digits = "[-+]?\\d[\\d.,' ]*";
const amount = new RegExp(`^([€$£¥] ?${digits}|${digits} ?[€$£¥%]|${digits} ([mglsht]|[A-Za-zµ°]{2,4}[²³23]?))$`);

/** A remark for users about numbers with units. @param values the column's first values */
export function amountRemark(values: readonly string[], type: string): string | null {
	const amounts = values.filter((value) => amount.test(value));
	if (type !== 'VARCHAR' || amounts.length < 2 || amounts.length * 2 < values.length) return null;
	return 'many values are numbers with a unit or currency, so the column stays text. To save numbers, say what the column holds, such as "weight in kg, number", and clean the values.';
}

/** Whether numbers have digits or signs that a numeric type would lose, such as 0123 or +49. */
export async function hasCodes(connection: DuckDBConnection, source: string): Promise<boolean> {
	const found = await connection.run(
		`SELECT 1 FROM sent WHERE regexp_full_match(trim(${source}), '[-+]?0[0-9]+|\\+[0-9]+') LIMIT 1`,
	);
	return (await found.getRows()).length > 0;
}
