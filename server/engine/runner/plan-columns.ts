import type { PlannedColumn } from '#contract/file-ingestion.ts';
import { literal } from '#lib/sql/quoting.ts';
import { isIntegerType, isNumberType } from '#lib/sql/types.ts';
import type { RunnerRequest } from '../messages.ts';
import { isSameReading } from '../reading-options.ts';
import { applyCleaning } from './cleaned.ts';
import { type Choice, type Detected, hasCommas, isText, noText, text } from './detect-types.ts';
import { addedName, proposedName, usedBefore } from './input/column-names.ts';
import { dateRemark } from './input/date-order.ts';
import type { Doubt } from './input/doubts.ts';
import { misreadRemarks } from './input/mojibake.ts';
import { haveNullWords, nullWordsOf, withoutNullWords } from './input/null-values.ts';
import { amountRemark, numberRemark, pointDoubt } from './input/number-signs.ts';
import { type ColumnPlan, planOf } from './load-types.ts';
import type { FileColumn } from './opened-file.ts';
import { cleanedPlan, isOffered, isPreferred, readingOf } from './readings.ts';
import type { Session } from './session.ts';
import { allOptions, detectOnce, readAsTexts, type Uploaded } from './uploaded.ts';

type Job = Extract<RunnerRequest, { kind: 'file' }>;
type ColumnCleaning = NonNullable<Job['cleaning']>['columns'][number];

export interface Planned {
	readonly from: FileColumn;
	readonly wanted: PlannedColumn;
	/** SQL of its values, after fixes. */
	readonly source: string;
	readonly plan: ColumnPlan;
	readonly format: string | null;
	readonly ambiguous: boolean;
	/** Whether its times need a time zone, but neither the file nor the user provides one. */
	readonly lacksZone?: boolean;
	/** Number of values, all of which fit; null if unknown. */
	readonly allFit: number | null;
	readonly choices: readonly Choice[];
	/** SQL of the values that fixes refer to, and of conditions for rows whose value is replaced with another one, or removed; null: no fixes. */
	readonly fixed: { readonly texts: readonly string[]; readonly corrected: string; readonly cleared: string } | null;
	/** Remarks for users about how its values are read. */
	readonly remarks: readonly string[];
}

/** Maps each column of the file as requested, or else to a column of the same name, with the detected type. */
export async function planColumns(
	session: Session,
	uploaded: Uploaded,
	job: Job,
): Promise<{ planned: Planned[]; remarks: string[]; doubts: Doubt[]; isCleaned: boolean }> {
	const { base, mode } = job;
	const { opened } = uploaded;
	const existing = mode === 'replace' ? null : base;
	const byName = new Map(job.columns?.map((column) => [column.from, column]));
	const taken = new Set<string>();
	const names = existing?.columns.map((item) => item.name) ?? null;
	const fileNames = opened.columns.map((item) => item.name);
	let isAsBefore = false;
	const before = new Map(job.remembered.map((column) => [column.from, column]));
	/** If the file has exactly the columns of the last one, all decisions are reused. */
	const hasSameColumns = before.size === fileNames.length && fileNames.every((name) => before.has(name));
	const decidedBefore = (name: string) => (job.columns === null && hasSameColumns ? before.get(name) : undefined);
	const wanted = opened.columns.map(({ name }): PlannedColumn => {
		const known = byName.get(name) ?? (job.columns === null ? null : { from: name, column: '' });
		const proposed = proposedName(name, names, taken);
		const used = known === null ? usedBefore(job.remembered, name, names, taken, fileNames) : undefined;
		if (used !== undefined && used !== proposed) isAsBefore = true;
		const added =
			known === null && used === undefined && proposed === '' && job.newColumns === 'add'
				? addedName(name, names ?? [], taken)
				: '';
		const column = added || (known?.column ?? used ?? proposed);
		taken.add(column.toLowerCase());
		return { ...decidedBefore(name), ...known, from: name, column, ...(added === '' ? {} : { isNew: true }) };
	});
	const givenType = (index: number) => {
		const own = wanted[index];
		if (own === undefined || own.column === '') return undefined;
		return existing?.columns.find(({ name }) => name === own.column)?.type ?? chosenType(own);
	};
	const isCleaned = job.cleaning !== null && isSameReading(job.cleaning.options, allOptions(job.options, opened));
	const cleaning = isCleaned ? job.cleaning : null;
	const cleaningOf = (name: string) => cleaning?.columns.find(({ from }) => from === name);
	const hasChanges = (name: string) => cleaningOf(name) !== undefined;
	const readAnew = ({ name, readAs = null }: FileColumn, index: number) =>
		readAs !== null && (hasChanges(name) || needsTexts(readAs, wanted[index], givenType(index), job));
	if (opened.columns.some(readAnew)) await readAsTexts(uploaded);
	const cleaned = await applyCleaning(session, uploaded, cleaning);
	const { columns } = uploaded.opened;
	const sources = columns.map((column, index) => sourceOf(index, cleaned.has(index), column, wanted[index]));
	const texts = columns.map((column, index) =>
		isText(column) ? withCodes(withoutNoValues(sources[index] ?? '', column), column) : noText,
	);
	const isFraction = ({ readAs }: FileColumn) => readAs === 'DOUBLE';
	const found = await detectOnce(session, uploaded, texts, job.options);
	// The engine read points as decimal points before another column showed that they separate thousands.
	if (columns.some(isFraction) && job.options.decimal === undefined && found.some(hasCommas)) {
		await readAsTexts(uploaded);
		return planColumns(session, uploaded, job);
	}
	const detected = found.map((item, index) => (hasNoValues(columns[index]) ? { ...item, allFit: null } : item));
	const remarks: string[] = [];
	const ofColumns = columns.map((): string[] => []);
	const nullWords = await readNullWords(session, uploaded, job, sources, detected, givenType);
	for (const [index, remark] of nullWords) ofColumns[index]?.push(remark);
	for (const [index, { name }] of columns.entries()) {
		const { types = [] } = cleaningOf(name) ?? {};
		const found = detected[index];
		if (found?.type !== 'VARCHAR' || !cleaned.has(index)) continue;
		const type = await typeOfMost(session, sources[index] ?? '', types);
		if (type !== null)
			detected[index] = { ...found, type, format: null, ambiguous: false, allFit: null, remark: undefined };
	}
	for (const [index, { name }] of columns.entries())
		detected[index] = asStated(detected[index] ?? text, cleaningOf(name), cleaned.has(index));
	const renamed = wanted.filter(
		({ from, column }) =>
			![from.slice(0, 1_000), before.get(from)?.column, ''].includes(column) && !byName.has(from) && names === null,
	);
	for (const { from, column } of renamed)
		remarks.push(`Column "${from}" is saved as "${column}", because another column’s name differs only in case.`);
	if (isAsBefore) remarks.unshift('Columns are mapped as in the previous file.');
	if (wanted.some(({ from }) => Object.keys(decidedBefore(from) ?? {}).length > 2))
		remarks.unshift('Decisions about the previous file also apply to this one.');
	const planned = columns.map((from, index): Planned => {
		const remarks = ofColumns[index] ?? [];
		const own = wanted[index] ?? { from: from.name, column: '' };
		const fixed = isText(from) ? fixedIn(index, cleaned.has(index), own.fixes ?? []) : null;
		const source = sources[index] ?? '';
		const given = givenType(index);
		const { readAs = null } = from;
		if (readAs !== null) {
			const plan = typedPlan(own.column, source, readAs, given ?? readAs);
			const choices = [{ type: readAs, format: null, misfits: 0 }];
			const allFit = plan.fits === 'true' ? (from.values ?? null) : null;
			return { from, wanted: own, source, plan, format: null, ambiguous: false, allFit, choices, fixed, remarks };
		}
		const found = detected[index] ?? text;
		const type = given ?? from.type ?? found.type;
		const sameKind = found.choices.find((choice) => isAlike(choice.type, type) && !isOffered(choice.format));
		// A commit names the type that the review found, and must read the values the same way.
		const isFound = given === undefined || given === found.type;
		const detectedFormat = isFound ? found.format : (sameKind?.format ?? null);
		// This is the format of original values: numbers that cleaning changed have the usual one.
		const hasComma = isNumberType(type) && cleaningOf(from.name)?.decimal === ',';
		const format = own.format ?? (hasComma ? 'decimal comma' : detectedFormat);
		const reading = readingOf(type, format, job.options.timeZone);
		const plan = withoutUnknown(
			from.type === null
				? cleanedPlan(own.column, source, type, reading, cleaned.has(index) ? `c${index}` : null)
				: typedPlan(own.column, source, from.type, type),
			source,
			from,
		);
		const rivals = found.choices.filter((choice) => isAlike(choice.type, type));
		const isDecided = own.format !== undefined || (given !== undefined && !(found.ambiguous && rivals.length > 1));
		const choices = from.type === null ? found.choices : [];
		const allFit = from.type === null && type === found.type && format === found.format ? found.allFit : null;
		const lacksZone = type === 'TIMESTAMP WITH TIME ZONE' && found.type === 'TIMESTAMP';
		const ambiguous = found.ambiguous && !isDecided;
		return { from, wanted: own, source, plan, format, ambiguous, lacksZone, allFit, choices, fixed, remarks };
	});
	const doubts: Doubt[] = [];
	const isExisting = ({ column }: PlannedColumn) => names?.includes(column) ?? false;
	const { options, firstTexts = [] } = uploaded.opened;
	for (const [index, { from, wanted: own, plan, format, source }] of planned.entries()) {
		if (own.column === '' || chosenType(own) === 'VARCHAR') continue;
		const { remark: found, type, format: usual } = detected[index] ?? text;
		// Text columns of an existing dataset stay text.
		const isOpen = plan.type !== 'VARCHAR' || givenType(index) === undefined;
		const isSame = isOpen && found !== undefined && plan.type === type && format === usual;
		if (source !== `c${index}`) {
			if (isSame) ofColumns[index]?.push(found);
			continue;
		}
		const values = firstTexts.flatMap((row) => row[index]?.trim() || []);
		const read = { ...options, decimal: job.options.decimal };
		const doubt = pointDoubt(from.name, values, plan.type, format, read);
		if (doubt !== null) doubts.push(doubt);
		const amounts = isOpen && job.cleaning === null ? amountRemark(values, plan.type) : null;
		const remark =
			numberRemark(values, plan.type, format, { ...read, isNew: !isExisting(own) }) ??
			dateRemark(values, plan.type) ??
			amounts;
		// The reason why all values stay text is more useful than how many would fit.
		const all = [isSame && (remark === null || type !== 'VARCHAR') ? found : null, remark];
		ofColumns[index]?.push(...all.filter((item) => item !== null));
	}
	// ASCII text can't have been read in the wrong encoding.
	const savedTexts = uploaded.opened.isAscii
		? []
		: planned.filter(({ wanted, plan, source }) => wanted.column !== '' && plan.type === 'VARCHAR' && source !== '');
	const misread = await misreadRemarks(
		session.connection,
		savedTexts.map(({ plan }) => plan.value),
	);
	for (const [at, remark] of misread.entries()) {
		const index = savedTexts[at] === undefined ? -1 : planned.indexOf(savedTexts[at]);
		if (remark !== null) ofColumns[index]?.push(remark);
	}
	return { planned, remarks, doubts, isCleaned };
}

/** A column's type in a request: given as such, or in a description such as "zip code, text". */
function chosenType({ type, holds = '', description = '' }: PlannedColumn): string | undefined {
	const isText = /(^|[,;])\s*(an? )?text\s*([,;]|$)/i.test(holds.trim() || description);
	return type ?? (isText ? 'VARCHAR' : undefined);
}

/** Words such as NA mean "no value" if all other values have a type: sets those columns' sources and types accordingly. */
async function readNullWords(
	session: Session,
	uploaded: Uploaded,
	{ options }: Job,
	sources: string[],
	detected: Detected[],
	givenType: (index: number) => string | undefined,
): Promise<Map<number, string>> {
	const { columns } = uploaded.opened;
	const able = [...columns.keys()].filter(
		(index) =>
			isText(columns[index]) &&
			!hasNoValues(columns[index]) &&
			detected[index]?.allFit === null &&
			givenType(index) !== 'VARCHAR',
	);
	// In a text column, a sample is enough: if such words were rare, the other values wouldn't be text.
	const isGiven = (index: number) => hasNoWords(givenType(index) ?? 'VARCHAR');
	const isTyped = (index: number) => detected[index]?.type !== 'VARCHAR' || isGiven(index);
	const typed = able.filter(isTyped);
	const asked = typed.map((index) => sources[index] ?? '');
	const key = JSON.stringify(asked);
	const found = uploaded.nullWords.get(key) ?? (await haveNullWords(session, asked));
	uploaded.nullWords.set(key, found);
	const having = able.filter((index) => (isTyped(index) ? found[typed.indexOf(index)] : detected[index]?.hasNullWords));
	if (having.length === 0) return new Map();
	const texts = columns.map((_, index) => (having.includes(index) ? withoutNullWords(sources[index] ?? '') : noText));
	const others = await detectOnce(session, uploaded, texts, options);
	const remarks = new Map<number, string>();
	for (const index of having) {
		const other = others[index];
		if (other === undefined || (other.allFit === null && !isGiven(index))) continue;
		const words = await nullWordsOf(session, sources[index] ?? '');
		remarks.set(index, `some values are read as null, such as ${words}. To keep them, choose VARCHAR as the type.`);
		sources[index] = texts[index] ?? '';
		detected[index] = other;
	}
	return remarks;
}

/** Whether no value of a type is one of those words. */
const hasNoWords = (type: string): boolean =>
	isNumberType(type) || ['BOOLEAN', 'DATE', 'TIME', 'TIMESTAMP', 'TIMESTAMP WITH TIME ZONE'].includes(type);

/** Whether some of a column's values are examined as something other than their text. */
const hasNoValues = (column: FileColumn | undefined): boolean =>
	(column?.noValues ?? []).length + (column?.codes ?? []).length > 0;

const isCode = (source: string, codes: readonly string[]): string =>
	`coalesce(${source} IN (${codes.map(literal).join(', ')}), false)`;

/** Adds an apostrophe to each code, so that it isn't read as a number. */
const withCodes = (source: string, { codes = [] }: FileColumn): string =>
	codes.length === 0 ? source : `CASE WHEN ${isCode(source, codes)} THEN '''' || ${source} ELSE ${source} END`;

const withoutNoValues = (source: string, { noValues = [] }: FileColumn): string =>
	noValues.length === 0
		? source
		: `CASE WHEN ${source} IN (${noValues.map(literal).join(', ')}) THEN NULL ELSE ${source} END`;

/** Unknown values fit no type, and codes fit no numeric type. */
function withoutUnknown(plan: ColumnPlan, source: string, { unknown = [], codes = [] }: FileColumn): ColumnPlan {
	const others = isNumberType(plan.type) ? [...unknown, ...codes] : unknown;
	if (others.length === 0) return plan;
	const isOther = isCode(source, others);
	return {
		...plan,
		value: `CASE WHEN NOT ${isOther} THEN ${plan.value} END`,
		fits: `NOT ${isOther} AND (${plan.fits})`,
	};
}

/** The type that most of a column's values fit, the narrowest if there are several; null if at most half fit any. */
async function typeOfMost({ connection }: Session, source: string, types: readonly string[]): Promise<string | null> {
	if (types.length === 0) return null;
	const filled = `nullif(trim(${source}), '')`;
	const counts = types.map(
		(type) => `count(*) FILTER (WHERE ${filled} IS NOT NULL AND (${planOf(source, type).fits}))`,
	);
	const found = await connection.run(`SELECT count(${filled}), ${counts.join(', ')} FROM sent`);
	const [values = 0, ...fits] = ((await found.getRows())[0] ?? []).map(Number);
	const max = Math.max(...fits);
	return max * 2 > values ? (types[fits.indexOf(max)] ?? null) : null;
}

/** Removes the readings that contradict the column's description. */
function asStated(found: Detected, stated: ColumnCleaning | undefined, isCleaned: boolean): Detected {
	if (stated === undefined) return found;
	// Cleaning writes numbers with a decimal point.
	const decimal = isCleaned || isIntegerType(found.type) ? undefined : stated.decimal;
	const isMeant = (reading: { type: string; format: string | null }) =>
		isPreferred(reading, { decimal, dateOrder: stated.dateOrder });
	const choices = found.choices.filter(isMeant);
	return isMeant(found) ? { ...found, choices } : { ...text, choices };
}

/** Whether a column's text is needed instead of its typed values. */
function needsTexts(
	readAs: string,
	wanted: PlannedColumn | undefined,
	type: string | undefined,
	{ options }: Job,
): boolean {
	if (readAs === 'DOUBLE' && options.decimal === ',') return true;
	const isSame = type === undefined || type === readAs || (readAs === 'BIGINT' && isIntegerType(type));
	return !isSame || (wanted?.fixes ?? []).length > 0 || wanted?.format !== undefined;
}

export const isAlike = (a: string, b: string): boolean => kindOf(a) === kindOf(b);
const kindOf = (type: string): string => (isNumberType(type) ? 'number' : type);

/** Fixes refer to values as in the file, or as cleaning left them. */
function sourceOf(index: number, isCleaned: boolean, from: FileColumn, wanted: PlannedColumn | undefined): string {
	const [text, column] = [`c${index}`, isCleaned ? `k${index}` : `c${index}`];
	const fixes = wanted?.fixes ?? [];
	if (fixes.length === 0 || !isText(from)) return column;
	const cases = fixes.map(({ value, to }) => `WHEN ${literal(value)} THEN ${to === '' ? 'NULL' : literal(to)}`);
	const rest = isCleaned ? `CASE ${column} ${cases.join(' ')} ELSE ${column} END` : column;
	return `CASE ${text} ${cases.join(' ')} ELSE ${rest} END`;
}

function fixedIn(index: number, isCleaned: boolean, fixes: NonNullable<PlannedColumn['fixes']>): Planned['fixed'] {
	if (fixes.length === 0) return null;
	const isOneOf = (found: typeof fixes): string => {
		const values = `IN (${found.map(({ value }) => literal(value)).join(', ')})`;
		const of = isCleaned ? `(c${index} ${values} OR k${index} ${values})` : `c${index} ${values}`;
		return found.length === 0 ? 'false' : of;
	};
	return {
		texts: isCleaned ? [`c${index}`, `k${index}`] : [`c${index}`],
		corrected: isOneOf(fixes.filter(({ to }) => to !== '')),
		cleared: isOneOf(fixes.filter(({ to }) => to === '')),
	};
}

/** A typed value keeps its type, or becomes an equal value of another type. A timestamp isn't equal without its time zone, and true isn't 1. */
function typedPlan(name: string, source: string, from: string, type: string): ColumnPlan {
	if (from === type) return { name, type, value: source, fits: 'true' };
	const isMoment = from === 'TIMESTAMP WITH TIME ZONE' && /^(DATE$|TIMESTAMP(_|$))/.test(type);
	if (isMoment || (from === 'BOOLEAN' && isNumberType(type)))
		return { name, type, value: `CAST(NULL AS ${type})`, fits: `${source} IS NULL` };
	const value =
		type === 'VARCHAR'
			? `CAST(${source} AS VARCHAR)`
			: `CASE WHEN TRY_CAST(TRY_CAST(${source} AS ${type}) AS ${from}) IS NOT DISTINCT FROM ${source} THEN TRY_CAST(${source} AS ${type}) END`;
	return { name, type, value, fits: `${source} IS NULL OR (${value}) IS NOT NULL` };
}
