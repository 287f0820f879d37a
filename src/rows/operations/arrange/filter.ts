import {
	type CellValue,
	type FilterTerm,
	type GridColumn,
	type PlainValue,
	plainValue,
} from '../../source/row-source.ts';
import { exactText } from '../../values/cell-text.ts';
import { compareCodePoints } from '../../values/code-points.ts';
import { compareDecimals, decimalOf, nearest } from '../../values/decimal.ts';
import { foldCase } from '../../values/fold-case.ts';
import { type Instant, instantOf } from '../../values/instant.ts';

export type Test = (value: CellValue) => boolean;

/** Null for a value without an order, of which only inequality is known. */
type Comparison = (value: NonNullable<PlainValue>) => number | null;

/** Why a term can't be applied to these columns, or null. */
export function filterProblem(term: FilterTerm, columns: readonly GridColumn[]): string | null {
	const column = columns.find(({ name }) => name === term.column);
	if (column === undefined)
		return `Column "${term.column}" doesn’t exist. Choose another column, or remove the filter.`;
	try {
		testOf(term, column);
		return null;
	} catch (error) {
		return error instanceof Error ? error.message : String(error);
	}
}

/** The test for a term. @throws Error with a message for users about what is wrong */
export function testOf(term: FilterTerm, column: GridColumn): Test {
	const { op } = term;
	if (op === 'isNull') return (value) => plainValue(value) === null;
	if (op === 'notNull') return (value) => plainValue(value) !== null;
	if (op === 'in') return oneOf(listOf(term), column);
	const text = textOf(term);
	if (op === 'contains') return contains(text, column);
	const compare = comparison(text, column);
	const meets = meeting[op];
	return (value) => {
		const plain = plainValue(value);
		const order = plain === null ? null : compare(plain);
		// As in the service, "not DFW" includes null.
		return order === null ? op === '!=' : meets(order);
	};
}

const meeting = {
	'=': (order: number) => order === 0,
	'!=': (order: number) => order !== 0,
	'<': (order: number) => order < 0,
	'<=': (order: number) => order <= 0,
	'>': (order: number) => order > 0,
	'>=': (order: number) => order >= 0,
} as const;

function oneOf(values: readonly (string | null)[], column: GridColumn): Test {
	const texts = values.filter((value) => value !== null);
	const isOne = oneOfTexts(texts, column);
	return texts.length === values.length ? isOne : (value) => plainValue(value) === null || isOne(value);
}

function oneOfTexts(texts: readonly string[], column: GridColumn): Test {
	if (column.kind === 'text') {
		const known = new Set(texts);
		return (value) => {
			const plain = plainValue(value);
			return plain !== null && known.has(exactText(plain));
		};
	}
	const compares = texts.map((text) => comparison(text, column));
	return (value) => {
		const plain = plainValue(value);
		return plain !== null && compares.some((compare) => compare(plain) === 0);
	};
}

/** Finds times as copied and as displayed, with a space for the T. */
function contains(text: string, { kind }: GridColumn): Test {
	const sought = foldCase(text);
	const holds = (of: string) => foldCase(of).includes(sought);
	return (value) => {
		const plain = plainValue(value);
		if (plain === null) return false;
		const exact = exactText(plain);
		return holds(exact) || (kind === 'temporal' && holds(exact.replace('T', ' ')));
	};
}

function comparison(text: string, column: GridColumn): Comparison {
	switch (column.kind) {
		case 'integer':
		case 'float':
		case 'decimal':
		case 'digits':
			return numberComparison(text, column);
		case 'temporal':
			return instantComparison(text, column);
		case 'boolean':
			return booleanComparison(text, column);
		case 'text':
		case 'json':
			return (value) => compareCodePoints(String(value), text);
		case 'blob':
			return (value) => compareCodePoints(exactText(value), text);
	}
}

function numberComparison(text: string, column: GridColumn): Comparison {
	const found = nearest(text);
	if (found === null) throw unfit(text, 'a valid number', column);
	const { near } = found;
	const exact = decimalOf(text);
	// The service accepts only these spellings.
	const isSpelledOut = exact !== null || ['NaN', 'Infinity', '-Infinity'].includes(text.trim());
	if (!isSpelledOut) throw unfit(text, 'a valid number (or NaN, Infinity or -Infinity)', column);
	const whole = exact !== null && exact.parts.length === 0 ? exact.whole : null;
	const byExactText = (value: string): number | null => {
		const other = decimalOf(value);
		return other === null || exact === null ? null : compareDecimals(other, exact);
	};
	return (value) => {
		if (typeof value === 'number') return compareDoubles(value, near);
		if (typeof value === 'bigint') {
			if (whole !== null) return value < whole ? -1 : value > whole ? 1 : 0;
			return exact === null ? compareDoubles(Number(value), near) : compareDecimals({ whole: value, parts: [] }, exact);
		}
		if (typeof value !== 'string') return null;
		const other = nearest(value);
		if (other === null) return null;
		if (other.near !== near || (other.isExact && found.isExact)) return compareDoubles(other.near, near);
		return byExactText(value) ?? 0;
	};
}

/** NaN equals itself and is greater than all others, as in SQL. */
function compareDoubles(a: number, b: number): number {
	if (a < b) return -1;
	if (a > b) return 1;
	if (a === b) return 0;
	return Number(Number.isNaN(a)) - Number(Number.isNaN(b));
}

const instantDescriptions = {
	date: 'a valid date or time (such as 2024-01-31 or 2024-01-31 12:00:00)',
	time: 'a valid time of day (such as 12:30:00)',
	duration: 'a valid interval (such as P1DT12H)',
} as const;

const daySeconds = 86_400;

/** A date without a time means the whole UTC day, so any time on it is equal. */
function instantComparison(text: string, column: GridColumn): Comparison {
	const shape = shapeOf(column.type);
	const sought = instantOf(text);
	if (sought === null || sought.shape !== shape) throw unfit(text, instantDescriptions[shape], column);
	const isDay = shape === 'date' && !text.includes(':');
	return (value) => {
		const instant = typeof value === 'string' ? instantOf(value) : null;
		if (instant === null) return null;
		if (isDay && instant.seconds >= sought.seconds && instant.seconds < sought.seconds + daySeconds) return 0;
		return compareDoubles(instant.seconds, sought.seconds) || instant.nanos - sought.nanos;
	};
}

const shapeOf = (type: string): Instant['shape'] =>
	type.startsWith('INTERVAL') ? 'duration' : /^TIME(?!STAMP)/.test(type) ? 'time' : 'date';

function booleanComparison(text: string, column: GridColumn): Comparison {
	const sought = text.trim().toLowerCase();
	if (sought !== 'true' && sought !== 'false') throw unfit(text, 'true or false', column);
	return (value) => (typeof value === 'boolean' ? Number(value) - Number(sought === 'true') : null);
}

const unfit = (text: string, wanted: string, { name, type }: GridColumn): Error =>
	new Error(
		text.trim() === ''
			? `Enter a value for the column "${name}" (${type}).`
			: `"${text}" isn’t ${wanted}. Column "${name}" has type ${type}.`,
	);

function textOf({ column, value }: FilterTerm): string {
	if (typeof value === 'string') return value;
	throw new Error(`The filter on column "${column}" needs one value.`);
}

function listOf({ column, value }: FilterTerm): readonly (string | null)[] {
	if (Array.isArray(value)) return value;
	throw new Error(`The filter on column "${column}" needs a list of values.`);
}
