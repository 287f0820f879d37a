/** A name as part of a sentence: "song release year" for `Song_Release_Year`. "GDP" and "iataCode" don't change. */
export const nameWords = (name: string): string =>
	name
		.replaceAll(/[_\s]+/g, ' ')
		.trim()
		.replaceAll(/(?<![\p{L}\p{N}])\p{Lu}\p{Ll}+(?![\p{L}\p{N}])/gu, (word) => word.toLowerCase()) || name;

export const isPercent = (name: string): boolean => /^(percent|percentage|pct)$/i.test(name);

/** Quantities whose names end in their unit, unlike the "days" of "rental_days". */
const measured =
	/^((?:.*[^a-z])?(?:run ?time|duration|length|distance|depth|height|width|weight|speed|delay|altitude|elevation|mileage|time|area))[_ ](minutes|hours|seconds|days|km|miles|meters|metres|feet|ft|kg|lbs|knots|mm|cm|mph|km\/h)$/i;
const currency = /[_ ]?([$€£¥])$/;

interface Measure {
	readonly name: string;
	/** Written before the numbers; `unit` is written after them. */
	readonly sign: string;
	readonly unit: string;
}

/** A column's name without the currency or unit of its numbers: "Cost Total" and "$", "runtime" and " minutes". */
export function measureIn(column: string): Measure {
	if (isPercent(column)) return { name: column, sign: '', unit: ' %' };
	const [all = '', sign = ''] = currency.exec(column.trim()) ?? [];
	if (sign !== '') return { name: column.trim().slice(0, -all.length), sign, unit: '' };
	const [, name = '', unit = ''] = measured.exec(column.trim()) ?? [];
	return unit === '' ? { name: column, sign: '', unit: '' } : { name, sign: '', unit: ` ${unit.toLowerCase()}` };
}

/** A numeric column in words: "average delay" for `avg_delay`. */
export function measureWords(column: string): string {
	if (isPercent(column)) return 'share';
	const { name } = measureIn(column);
	const [, prefix, rest = ''] =
		/^(avg|average|mean|sum|total|median|max|maximum|min|minimum)[_ ](.+)$/i.exec(name) ?? [];
	if (prefix === undefined) return /^(n|count|count_star\(\)|number)$/i.test(name) ? 'number of rows' : nameWords(name);
	const spoken = /^(avg|mean)$/i.test(prefix) ? 'average' : /^sum$/i.test(prefix) ? 'total' : prefix.toLowerCase();
	const word = /^max/.test(spoken) ? 'highest' : /^min/.test(spoken) ? 'lowest' : spoken;
	return `${word} ${nameWords(/^(sum|total)$/i.test(prefix) ? rest.replace(/[_ ]total\b|\btotal[_ ]/i, '') : rest)}`;
}

const monthNames = 'January February March April May June July August September October November December'.split(' ');

/** "January 2001" for 2001-01 in a column of months; null for other values. */
export function monthText(column: string, value: string): string | null {
	const [, year, month] = (/^month$/i.test(column) ? /^(\d{4})-(\d\d)(?:-01\b.*)?$/.exec(value) : null) ?? [];
	const name = monthNames[Number(month) - 1];
	return year === undefined || name === undefined ? null : `${name} ${year}`;
}
