import { plainText } from '../../engine/tables/text-macros.ts';
import { isNumber, type QueriedColumn } from './columns.ts';

/** A column of both sides: the same name and, among equal names, the same position. */
export interface SharedColumn {
	readonly before: QueriedColumn;
	readonly after: QueriedColumn;
	readonly isRetyped: boolean;
	/** What to compare on each side, as an expression over its columns. */
	readonly terms: readonly [before: string, after: string];
}

export interface AlignedColumns {
	/** In the order of the after side. */
	readonly shared: readonly SharedColumn[];
	readonly added: readonly QueriedColumn[];
	readonly removed: readonly QueriedColumn[];
}

export function alignColumns(before: readonly QueriedColumn[], after: readonly QueriedColumn[]): AlignedColumns {
	const byName = new Map<string, QueriedColumn[]>();
	for (const column of before) byName.set(column.name, [...(byName.get(column.name) ?? []), column]);
	const shared: SharedColumn[] = [];
	const added: QueriedColumn[] = [];
	for (const column of after) {
		const other = byName.get(column.name)?.shift();
		if (other === undefined) added.push(column);
		else shared.push(sharedColumn(other, column));
	}
	const left = new Set([...byName.values()].flat());
	return { shared, added, removed: before.filter((column) => left.has(column)) };
}

function sharedColumn(before: QueriedColumn, after: QueriedColumn): SharedColumn {
	const isRetyped = before.type !== after.type;
	const of = isRetyped ? normalizer(before, after) : same;
	return { before, after, isRetyped, terms: [of(before), of(after)] };
}

/** Nested values are equal if their text is. */
const same = ({ kind, text, value }: QueriedColumn): string => (kind === 'json' ? text : value);

/** Values of different types are equal if they are the same quantity or instant, or else the same text. */
function normalizer(...sides: readonly QueriedColumn[]): (column: QueriedColumn) => string {
	if (sides.every(({ kind }) => kind === 'integer')) return ({ value }) => value;
	if (sides.every(({ kind }) => isNumber(kind))) return number;
	if (sides.every(({ kind }) => kind === 'temporal'))
		return ({ type, text }) =>
			type === 'DATE'
				? `CASE WHEN isfinite(${text.replace('x', 'c')}) THEN ${text} || 'T00:00:00' ELSE ${text} END`
				: text;
	return ({ text }) => text;
}

/** Above 2^53, the text of a double has other digits than the integer it equals. */
function number({ kind, value, text }: QueriedColumn): string {
	const plain = plainText(value, text);
	if (kind !== 'float') return plain;
	const isWhole = `isfinite(${value}) AND ${value} = trunc(${value}) AND abs(${value}) < 1.7e38`;
	return `CASE WHEN ${isWhole} THEN CAST(CAST(${value} AS HUGEINT) AS VARCHAR) ELSE ${plain} END`;
}

/** Rewrites an expression over a table's columns for an alias. */
export const ofAlias = (expression: string, alias: string): string =>
	expression.replaceAll(/\b([cx]\d+)\b/g, `${alias}.$1`);
