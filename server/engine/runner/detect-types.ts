import { DuckDBMapValue } from '@duckdb/node-api';
import { literal } from '#lib/sql/quoting.ts';
import { nullWords } from './input/null-values.ts';
import { areCodes, hasCodes, mixesSigns, monthRemark, oddDoubles } from './input/number-signs.ts';
import { detectNested } from './nested.ts';
import type { FileColumn, OpenedFile } from './opened-file.ts';
import {
	isNumeric,
	isOtherValue,
	isPreferred,
	offeredReadings,
	type Preferences,
	type Reading,
	readings,
	readingsIn,
} from './readings.ts';
import type { Session } from './session.ts';

export interface Detected {
	readonly type: string;
	readonly format: string | null;
	/** Whether several readings fit that yield different values. */
	readonly ambiguous: boolean;
	/** Number of values if all fit; null if unknown. */
	readonly allFit: number | null;
	/** Other types that most values fit, with the number that don't. */
	readonly choices: readonly Choice[];
	/** Whether a sample of its values contains words that mean "no value". */
	readonly hasNullWords: boolean;
	/** A remark for users about its values if they are saved as this type. */
	readonly remark?: string | undefined;
}

export interface Choice {
	readonly type: string;
	readonly format: string | null;
	readonly misfits: number;
}

/** Share of values that must fit a type for it to be proposed, with the other values listed. */
const maxFit = 0.9;
/** Share of values that must fit a type for it to be mentioned to users, although the column stays text. */
const someFit = 0.5;
/** Size of the sample that decides which readings are tried on all values. */
const [sampledRows, sampledValues] = [2_000, 100_000];
/** Maximum number of values in rows that may be something else, such as a total. */
const maxOdd = 2;
/** Most digits of a number that a DOUBLE preserves. */
const doubleDigits = 15;
/** Replaces a column that isn't examined. */
export const noText = 'NULL::VARCHAR';
export const text: Detected = {
	type: 'VARCHAR',
	format: null,
	ambiguous: false,
	allFit: null,
	choices: [],
	hasNullWords: false,
};

interface Counted {
	readonly reading: Reading;
	readonly fits: number;
}

/** The type of each text column, detected from all of its values. @param texts SQL of the columns' text */
export async function detectTypes(
	session: Session,
	{ columns, rows, options }: Pick<OpenedFile, 'columns' | 'rows' | 'options'>,
	texts: readonly string[],
	preferences: Preferences,
): Promise<Detected[]> {
	const isDelimited = options.delimiter !== undefined;
	const samples = await sampleTexts(session, columns, texts, rows, preferences.timeZone);
	const likely = samples.map(({ readings }) => readings.filter((reading) => isPreferred(reading, preferences)));
	const firsts = await countFits(
		session,
		texts,
		likely.map((list) => list.slice(0, 1)),
	);
	// If the first reading fits all values, only readings that would yield other values for the same text are tried, too.
	const rest = likely.map((list, index) => {
		const [first] = firsts[index]?.counted ?? [];
		const fitsAll = first !== undefined && first.fits === firsts[index]?.values;
		return list.slice(1).filter((reading) => !fitsAll || isOtherValue(first.reading, reading));
	});
	const others = await countFits(session, texts, rest);
	const detected: Detected[] = [];
	for (const [index, source] of texts.entries()) {
		const nested = columns[index]?.isNested === true && source !== noText ? await detectNested(session, source) : null;
		if (nested !== null) {
			const { type, values } = nested;
			const choices = [{ type, format: null, misfits: 0 }];
			detected.push({ ...text, type, allFit: values, choices });
			continue;
		}
		const counted = [...(firsts[index]?.counted ?? []), ...(others[index]?.counted ?? [])];
		const values = firsts[index]?.values ?? 0;
		const isOdd = oddRow(columns[index]?.name ?? '', source, rows);
		const decided = await decide(session, source, counted, { values, isOdd, isDelimited }, preferences);
		const { offered = [], hasNullWords = false } = samples[index] ?? {};
		const able = decided.allFit === null ? offered.filter((reading) => isPreferred(reading, preferences)) : [];
		const more = await offer(session, source, able, decided, isDelimited);
		detected.push({ ...decided, ...more, hasNullWords });
	}
	if (preferences.decimal === undefined && detected.some(hasCommas)) await readPoints(session, texts, detected);
	return detected;
}

/** Whether a column shows that the file's decimals have commas. */
export const hasCommas = ({ format, ambiguous }: Detected): boolean => format === 'decimal comma' && !ambiguous;

/** In a file with decimal commas, points separate thousands in columns where they can. */
async function readPoints(session: Session, texts: readonly string[], detected: Detected[]): Promise<void> {
	const comma = readings.filter(({ format }) => format === 'decimal comma');
	for (const [index, found] of detected.entries()) {
		const source = texts[index] ?? noText;
		if (found.format !== null || found.allFit === null || !/^(DOUBLE|DECIMAL)/.test(found.type)) continue;
		const [{ counted: [first] = [] } = {}] = await countFits(session, [source], [comma]);
		if (first?.fits !== found.allFit) continue;
		const { format } = first.reading;
		const type = await typeOf(session, source, first.reading, true);
		const remark = 'periods are read as thousands separators, because other columns have decimal commas.';
		detected[index] = { ...found, type, format, choices: [{ type, format, misfits: 0 }, ...found.choices], remark };
	}
}

async function decide(
	session: Session,
	source: string,
	counted: readonly Counted[],
	{ values, isOdd, isDelimited }: { readonly values: number; readonly isOdd: string; readonly isDelimited: boolean },
	{ decimal, timeZone }: Preferences,
): Promise<Omit<Detected, 'hasNullWords'>> {
	if (values === 0 || counted.length === 0) return text;
	const max = Math.max(...counted.map(({ fits }) => fits));
	const local =
		timeZone === undefined || max === values ? null : await localTimes(session, source, counted, values, timeZone);
	if (local !== null) return local;
	const proposed = Math.min(
		values * maxFit,
		max < values && (await areOdd(session, source, counted, { most: max, values, isOdd })) ? max : values,
	);
	/** Whether too few values fit to propose the type, but enough to ask. */
	const isAsked = max < proposed && max > 1 && max >= values * someFit;
	if (max < proposed && !isAsked) return text;
	const least = isAsked ? max : proposed;
	const best = counted.filter(({ fits }) => fits === max);
	const [first] = best;
	if (first === undefined) return text;
	const rivals = best.filter(({ reading }) => isOtherValue(first.reading, reading));
	const differ =
		(rivals.length > 0 && (await readDifferently(session, source, first.reading, rivals))) ||
		(decimal === undefined && (await mixesSigns(session.connection, source, first.reading.format)));
	const choices: Choice[] = [];
	const types = new Map<Reading, string>();
	for (const { reading, fits } of counted.filter(({ fits }) => fits >= least)) {
		const type = await typeOf(session, source, reading, isDelimited);
		types.set(reading, type);
		const isSame = choices.some((choice) => choice.type === type && choice.format === reading.format);
		if (type !== 'VARCHAR' && !isSame) choices.push({ type, format: reading.format, misfits: values - fits });
	}
	// If numbers would lose digits, the values are codes.
	if (max < values && isNumeric(first.reading) && (await hasCodes(session.connection, source)))
		return { ...text, choices };
	const isFraction = first.reading.type === 'DECIMAL' && first.reading.format === null;
	const months =
		isFraction && isDelimited && decimal === undefined ? await monthRemark(session.connection, source) : null;
	if (months !== null) return { ...text, choices, remark: months };
	const odd = first.reading.type === 'DOUBLE' ? await oddDoubles(session.connection, source) : null;
	if (odd?.areWords || (isDelimited && odd?.areCodes)) return { ...text, choices };
	if (isAsked && !canBeAsked(first.reading, isDelimited)) return text;
	if (isAsked) {
		if (isNumeric(first.reading) && (await areCodes(session.connection, source))) return text;
		const labels = [first, ...rivals].flatMap(({ reading }) => {
			const [type = 'VARCHAR', { format }] = [types.get(reading), reading];
			return type === 'VARCHAR' ? [] : [format === null ? type : `${type} (${format})`];
		});
		const fit = `${max.toLocaleString('en')} of ${values.toLocaleString('en')} values`;
		const remark = `saved as text, because only ${fit} fit ${labels.join(' or ')}. To change this, choose a type and correct the other values.`;
		return { ...text, ambiguous: differ, choices, remark: labels.length === 0 ? undefined : remark };
	}
	if (differ) return { ...text, ambiguous: true, choices };
	const type = types.get(first.reading) ?? 'VARCHAR';
	const allFit = max === values && type !== 'VARCHAR' ? values : null;
	return { type, format: first.reading.format, ambiguous: false, allFit, choices, remark: odd?.remark };
}

/** Readings that all values fit but that a user has to choose, with a remark about them. */
async function offer(
	session: Session,
	source: string,
	offered: readonly Reading[],
	{ choices: others }: Pick<Detected, 'choices'>,
	isDelimited: boolean,
): Promise<Partial<Detected>> {
	if (offered.length === 0) return {};
	const [{ values, counted } = { values: 0, counted: [] }] = await countFits(session, [source], [offered]);
	const choices: Choice[] = [];
	for (const { reading, fits } of counted) {
		if (fits < values) continue;
		const type = await typeOf(session, source, reading, isDelimited);
		if (type !== 'VARCHAR') choices.push({ type, format: reading.format, misfits: 0 });
	}
	const [first] = choices;
	if (first === undefined) return {};
	const kind = first.type === 'DATE' ? 'dates' : 'numbers';
	const isOdd = kind === 'dates' ? 'true' : `NOT regexp_full_match(trim(${source}), '-?[0-9.,]*')`;
	const found = await session.connection.run(`SELECT first(trim(${source})) FILTER (WHERE ${isOdd}) FROM sent`);
	const [[example] = []] = await found.getRows();
	// Without an example, the column stays text for another reason than how its numbers are written.
	if (example == null) return {};
	const ways = choices.map(({ type, format }) => `"${type}, ${format}"`).join(' or ');
	const remark = `values such as ${example} can be read as ${kind}. To save them as ${kind}, choose ${ways} as the type.`;
	return { choices: [...choices, ...others], remark };
}

/** If all values are times, and those that don't fit are skipped or repeated by the time zone: the type, with them as misfits. */
async function localTimes(
	{ connection }: Session,
	source: string,
	counted: readonly Counted[],
	values: number,
	timeZone: string,
): Promise<Omit<Detected, 'hasNullWords'> | null> {
	const filled = `nullif(trim(${source}), '')`;
	for (const { reading, fits } of counted) {
		const { type, format } = reading;
		const local = readings.find((other) => other.type === 'TIMESTAMP' && (other.format ?? 'local time') === format);
		if (local === undefined || type !== 'TIMESTAMP WITH TIME ZONE') continue;
		const isGap = `${fitOf(local, filled)} AND NOT (${fitOf(reading, filled)})`;
		const found = await connection.run(
			`SELECT count(*) FILTER (WHERE ${isGap}), first(${filled}) FILTER (WHERE ${isGap}) FROM sent`,
		);
		const [gaps, example] = (await found.getRows())[0] ?? [];
		const misfits = Number(gaps);
		if (misfits === 0 || fits + misfits !== values) continue;
		const advice = format === 'local time' ? ' Add the offset, such as +02:00.' : '';
		const times =
			misfits === 1
				? `"${example}" doesn’t exist or exists`
				: `${misfits.toLocaleString('en')} values, such as "${example}", don’t exist or exist`;
		const remark = `${times} twice in ${timeZone}, because of a clock change.${advice}`;
		return { type, format, ambiguous: false, allFit: null, choices: [{ type, format, misfits }], remark };
	}
	return null;
}

/** SQL condition for a word in the first or last row, or one equal to the column's name: the row may be names, a total or a note. */
const oddRow = (name: string, source: string, rows: number): string =>
	`(regexp_matches(trim(${source}), '^\\p{L}') AND (n IN (1, ${rows}) OR lower(trim(${source})) = ${literal(name.toLowerCase())}))`;

/** Numbers and dates: other types have too few forms to distinguish mistakes from text. Files with types declare numbers. */
const canBeAsked = (reading: Reading, isDelimited: boolean): boolean =>
	/^(DATE|TIMESTAMP)/.test(reading.type) || (isDelimited && isNumeric(reading) && reading.type !== 'BOOLEAN');

/** Whether at least two values fit a reading, and all values that don't fit are in odd rows or are nonexistent dates, such as 2024-02-30. */
async function areOdd(
	{ connection }: Session,
	source: string,
	counted: readonly Counted[],
	{ most, values, isOdd }: { readonly most: number; readonly values: number; readonly isOdd: string },
): Promise<boolean> {
	const best = counted.find(({ fits }) => fits === most);
	if (best === undefined || most < 2) return false;
	const filled = `nullif(trim(${source}), '')`;
	const others = counted.filter(({ reading }) => /^(DATE|TIMESTAMP)/.test(reading.type));
	const fitsNone = others.map(({ reading }) => `NOT coalesce(${fitOf(reading, filled)}, false)`);
	const isDate = best.reading.type === 'DATE' && most >= values * someFit;
	const isNoDay = isDate ? [formOf(best.reading, filled), ...fitsNone].join(' AND ') : 'false';
	const found = await connection.run(
		`SELECT 1 FROM sent WHERE ${filled} IS NOT NULL AND NOT coalesce(${fitOf(best.reading, filled)}, false) AND NOT ${isOdd} AND NOT (${isNoDay}) LIMIT 1`,
	);
	return (await found.getRows()).length === 0;
}

async function readDifferently(
	{ connection }: Session,
	source: string,
	first: Reading,
	rivals: readonly Counted[],
): Promise<boolean> {
	const filled = `nullif(trim(${source}), '')`;
	const readAs = (reading: Reading) => reading.value(filled, isNumeric(reading) ? 'DOUBLE' : reading.type);
	const isOf = ({ form }: Reading) => `regexp_full_match(${filled}, '${form.replaceAll("'", "''")}')`;
	// Values that fit only one of the readings resolve the ambiguity instead of causing it.
	const differs = rivals.map(
		({ reading }) => `(${isOf(first)} AND ${isOf(reading)} AND ${readAs(first)} <> ${readAs(reading)})`,
	);
	const found = await connection.run(`SELECT 1 FROM sent WHERE ${differs.join(' OR ')} LIMIT 1`);
	return (await found.getRows()).length > 0;
}

/**
 * The narrowest type that holds all numbers of a reading exactly. Doubles as programs write them stay doubles: a number such as
 * 20.500000000000004, without trailing zeros in files whose numbers are text, wasn't meant to be a decimal.
 */
async function typeOf(
	{ connection }: Session,
	source: string,
	reading: Reading,
	isDelimited: boolean,
): Promise<string> {
	if (reading.type !== 'DECIMAL') return reading.type;
	const filled = `nullif(trim(${source}), '')`;
	const fits = `regexp_full_match(${filled}, '${reading.form.replaceAll("'", "''")}')`;
	const plain = reading.plain?.(filled) ?? filled;
	const number = `ltrim(${plain}, '-+')`;
	const point = `strpos(${number}, '.')`;
	const found = await connection.run(
		`SELECT max(CASE WHEN ${point} = 0 THEN length(${number}) ELSE ${point} - 1 END), max(CASE WHEN ${point} = 0 THEN 0 ELSE greatest(1, length(${number}) - ${point}) END) FROM sent WHERE ${fits}`,
	);
	const [before, after] = ((await found.getRows())[0] ?? []).map(Number);
	const [digits, scale] = [before ?? 0, after ?? 0];
	if (scale === 0 && digits <= 18) return 'BIGINT';
	if (digits + scale <= doubleDigits && scale > 0) return 'DOUBLE';
	if (digits + scale > 38) return 'VARCHAR';
	if (scale > 0) {
		const exact = (text: string) => `TRY_CAST(${text} AS DECIMAL(38,${scale}))`;
		const isDouble = `${exact(`CAST(TRY_CAST(${plain} AS DOUBLE) AS VARCHAR)`)} = ${exact(plain)}`;
		const isPadded = isDelimited ? `regexp_matches(${plain}, '[.][0-9]+0$')` : 'false';
		const doubles = await connection.run(`SELECT bool_and(${isDouble} AND NOT ${isPadded}) FROM sent WHERE ${fits}`);
		if ((await doubles.getRows())[0]?.[0] === true) return 'DOUBLE';
	}
	return `DECIMAL(${digits + scale},${scale})`;
}

/** For each column, the readings that most values of a sample fit, and whether it has words that mean "no value". */
async function sampleTexts(
	{ connection }: Session,
	columns: readonly FileColumn[],
	texts: readonly string[],
	rows: number,
	zone: string | undefined,
): Promise<{ readings: Reading[]; offered: Reading[]; hasNullWords: boolean }[]> {
	const looked = [...columns.keys()].filter((index) => isText(columns[index]) && texts[index] !== noText);
	if (looked.length === 0) return columns.map(() => ({ readings: [], offered: [], hasNullWords: false }));
	const wanted = Math.max(100, Math.min(sampledRows, Math.floor(sampledValues / Math.max(1, texts.length))));
	const every = Math.max(1, Math.floor(rows / (wanted / 2)));
	// One map per column, from values to how often they occur: far less to fetch and examine than every value.
	const maps = looked.map((index) => `histogram(nullif(trim(${texts[index]}), ''))`);
	const found = await connection.run(
		`SELECT ${maps.join(', ')} FROM sent WHERE n <= ${wanted / 2} OR n % ${every} = 0`,
	);
	const [sample = []] = await found.getRows();
	return columns.map((column, index) => {
		const cell = looked.indexOf(index);
		if (cell === -1) return { readings: [], offered: [], hasNullWords: false };
		const map = sample[cell];
		const values =
			map instanceof DuckDBMapValue ? map.entries.map(({ key, value }) => [String(key), Number(value)] as const) : [];
		const total = values.reduce((sum, [, times]) => sum + times, 0);
		const able = readingsIn(zone).filter((reading) => !(column.isText && isNumeric(reading)));
		// Without values in the sample, try all.
		const readings = able.filter(({ form }) => {
			const whole = new RegExp(`^(?:${form})$`);
			let others = 0;
			for (const [value, times] of values) {
				if (!whole.test(value)) others += times;
				if (others > Math.max(total * (1 - someFit) * 1.1, maxOdd)) return false;
			}
			return total === 0 || others < total;
		});
		const offered = offeredReadings.filter((reading) => {
			const whole = new RegExp(`^(?:${reading.form})$`);
			const isAble = !(column.isText && isNumeric(reading));
			return isAble && total > 0 && values.every(([value]) => whole.test(value));
		});
		return { readings, offered, hasNullWords: values.some(([value]) => nullWords.includes(value)) };
	});
}

/** Whether a column's type has to be detected from its text. */
export const isText = (column: FileColumn | undefined): boolean =>
	column?.type === null && (column.readAs ?? null) === null;

interface Counts {
	readonly values: number;
	readonly counted: readonly Counted[];
}

/** Tests in one statement: many more take the engine minutes to plan. */
const maxTests = 60;

async function countFits(
	{ connection }: Session,
	texts: readonly string[],
	wanted: readonly (readonly Reading[])[],
): Promise<Counts[]> {
	const counts = wanted.map((): Counts => ({ values: 0, counted: [] }));
	const count = async (columns: readonly number[]) => {
		const parts = columns.flatMap((index) => {
			const filled = `nullif(trim(${texts[index]}), '')`;
			const fits = (wanted[index] ?? []).map((reading) => `count(*) FILTER (WHERE ${fitOf(reading, filled)})`);
			return [`count(${filled})`, ...fits];
		});
		const numbers = ((await (await connection.run(`SELECT ${parts.join(', ')} FROM sent`)).getRows())[0] ?? []).map(
			Number,
		);
		for (const index of columns) {
			const list = wanted[index] ?? [];
			const [values = 0, ...fits] = numbers.splice(0, 1 + list.length);
			counts[index] = { values, counted: list.map((reading, at) => ({ reading, fits: fits[at] ?? 0 })) };
		}
	};
	let [columns, tests]: [number[], number] = [[], 0];
	for (const [index, list] of wanted.entries()) {
		if (list.length === 0) continue;
		columns.push(index);
		tests += list.length;
		if (tests < maxTests) continue;
		await count(columns);
		[columns, tests] = [[], 0];
	}
	if (columns.length > 0) await count(columns);
	return counts;
}

const formOf = ({ form }: Reading, filled: string): string =>
	`regexp_full_match(${filled}, '${form.replaceAll("'", "''")}')`;

function fitOf(reading: Reading, filled: string): string {
	const form = formOf(reading, filled);
	return reading.type === 'DECIMAL' ? form : `${form} AND ${reading.value(filled, reading.type)} IS NOT NULL`;
}
