import { quoted } from '#lib/sql/quoting.ts';
import { isNumberType } from '#lib/sql/types.ts';
import { closeness } from '../builtin/english.ts';
import { stem } from '../builtin/stem.ts';
import { wordsOf } from '../builtin/tokenize.ts';
import { spoken } from '../query/present.ts';
import { namesNoQuantity } from '../query/suggestions.ts';
import type { Turn } from '../query/types.ts';
import { isPointed } from './narrowed.ts';
import { measuredBy, type Pointer, type RowChoice } from './pointers.ts';

export const statement = ({ sql }: Turn): string => (sql ?? '').replace(/;\s*$/, '');

/** The list that an answer's row was chosen from: the next row is chosen from it too. */
export const listOf = (turn: Turn): Turn =>
	isPointed(turn.understood) && turn.understood.list !== undefined ? { ...turn, sql: turn.understood.list } : turn;

/** The quantity of an answer; if its rows are a list, the only one, or the one that they're sorted by. */
export function measureOf({ columns, sql }: Turn): Turn['columns'][number] | undefined {
	const numbers = columns.filter(({ name, type }) => !name.startsWith('__') && isNumberType(type));
	if (/\bGROUP BY\b|\b(?:count|sum|avg)\(/.test(sql ?? '')) return numbers.at(-1);
	const quantities = numbers.filter((column) => !isOfTime(column) && !namesNoQuantity(column.name));
	const [only, ...others] = quantities.length > 0 ? quantities : numbers;
	const [, by = ''] = /\bORDER BY ((?:[^()]|\([^()]*\))*)$/i.exec(sql ?? '') ?? [];
	const isBy = ({ name }: Turn['columns'][number]) => by.includes(quoted(name));
	return others.length === 0 && (by === '' || columns.some(isBy)) ? only : quantities.findLast(isBy);
}

/** A statement's final ORDER BY. */
const order = String.raw`(?:\s*\bORDER BY (?:[^()]|\([^()]*\))*)?`;
const some = new RegExp(String.raw`(?:\bLIMIT \d+|<= \d+${order})\W*$`, 'i');
const first = new RegExp(String.raw`(?:\bLIMIT 1|<= 1${order})\W*$`, 'i');
const firstRank = new RegExp(`<= 1(?=${order}$)`, 'i');

export const areGroups = ({ columns, sql }: Turn): boolean =>
	/\bGROUP BY\b/.test(sql ?? '') && columns.length > 1 && !some.test(sql ?? '');

export const isInOrder = ({ sql, understood }: Turn): boolean =>
	/\bORDER BY (?:[^()]|\([^()]*\))*\W*$/i.test(sql ?? '') && !some.test(sql ?? '') && !isPointedRows(understood);

const isPointedRows = (understood: unknown): boolean => isPointed(understood) && understood.list !== undefined;

/** Whether an answer is the first row of an order, including ties. */
export const isFirst = ({ sql }: Turn): boolean => first.test(sql ?? '');

/** Which end of an answer's measure a word means: "lowest" for any, "most expensive" for costs; null if it means something else. */
export function endOfMeasure({ word, by }: Extract<Pointer, { kind: 'end' }>, turn: Turn): 'asc' | 'desc' | null {
	const measure = measureOf(turn);
	if (measure === undefined) return null;
	if (by !== null) return by;
	const measured = measuredBy(word);
	const words = wordsOf(measure.name).map(stem);
	const nouns = [...(measured?.nouns ?? []), ...(measured?.nouns.includes('cost') === true ? money : [])];
	const isMeant = nouns.some((noun) => words.some((name) => closeness(name, noun) >= 0.8));
	return isMeant ? (measured?.direction ?? null) : null;
}
/** Columns of money, besides costs and prices: what "cheapest" can be measured by once an answer has it. */
export const money = 'amount fare fee fine rent charge bill payment premium toll tariff'.split(' ').map(stem);

/** Changes a statement's limit to `count` rows. */
const widened = (sql: string, count: number): string =>
	sql.replace(firstRank, `<= ${count}`).replace(/\bLIMIT 1$/, `LIMIT ${count}`);

/** Whether an answer is only meaningful by its measure: named groups, in the order of their names or none. */
function isRankedBy({ columns, sql }: Turn, measure: string): boolean {
	const [label] = columns;
	const [, by = ''] = /\bORDER BY ((?:[^()]|\([^()]*\))*)$/i.exec(sql ?? '') ?? [];
	const isOrdered =
		/^SELECT \* FROM \(\n[\s\S]*\) ORDER BY /.test(sql ?? '') ||
		/\bDESC\b/i.test(by) ||
		by.includes(quoted(measure)) ||
		some.test(sql ?? '');
	return /\bGROUP BY\b/.test(sql ?? '') && /^(VARCHAR|ENUM)/.test(label?.type ?? '') && !isOrdered && !isOfTime(label);
}

/** Whether a column, judged by its name, has periods such as "2024-03". */
export const isOfTime = (column: Turn['columns'][number] | undefined): boolean =>
	/^(?:year|quarter|month|week|day|weekday|hour)$/i.test(column?.name ?? '');

/** A SELECT of the referenced row and its ties; null if no measure determines it. */
export function rowSql(turn: Turn, row: RowChoice): string | null {
	const last = listOf(turn);
	const from = `SELECT * FROM (\n${'at' in row && row.at > 1 ? widened(statement(last), row.at) : statement(last)}\n)`;
	const measured = measureOf(last)?.name;
	if ('at' in row && measured !== undefined && isRankedBy(last, measured)) {
		const direction = row.at > 0 ? 'DESC' : 'ASC';
		return `${from} ORDER BY ${quoted(measured)} ${direction} NULLS LAST, 1 LIMIT 1 OFFSET ${Math.abs(row.at) - 1}`;
	}
	if ('at' in row) {
		if (row.at > 0) return `${from} LIMIT 1 OFFSET ${row.at - 1}`;
		return `SELECT * EXCLUDE (nth) FROM (SELECT *, row_number() OVER () AS nth FROM (\n${statement(last)}\n)) ORDER BY nth DESC LIMIT 1 OFFSET ${-row.at - 1}`;
	}
	return measured === undefined
		? null
		: `${from} QUALIFY rank() OVER (ORDER BY ${quoted(measured)} ${row.by.toUpperCase()} NULLS LAST) <= 1`;
}

export function rowText(row: RowChoice, last: Turn): string {
	const whole = 'of the previous answer';
	if ('by' in row)
		return `The row ${whole} with the ${row.by === 'desc' ? 'highest' : 'lowest'} ${spoken(measureOf(last)?.name ?? '')}`;
	return row.at > 0 ? `Row ${row.at} ${whole}` : `Last row ${whole}`;
}
