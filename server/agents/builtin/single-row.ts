import { columnLinks, columnOf, type Draft, freeMentions, isNumeric, take, timeColumns, use } from './draft.ts';
import type { Filter, Measure } from './intent.ts';
import { mayAddUp } from './read-measures.ts';
import { Refusal } from './refusal.ts';
import { type ColumnPath, refOf } from './scope.ts';
import { stem } from './stem.ts';

/** Whether the conditions and groups leave one row for each group at most. */
export function leavesOneRow(draft: Draft, extra: readonly ColumnPath[] = []): boolean {
	const fixed = new Set(
		[
			...draft.conditions.filter(({ filter }) => pinsOne(filter)).map((condition) => condition.on),
			...draft.groupings.filter((grouping) => grouping.unit === null || grouping.unit === 'day'),
			...extra,
		]
			.filter((path) => path.via.length === 0)
			.map((path) => path.column.name),
	);
	return draft.scope.root.keys.some((key) => key.every((value) => fixed.has(value)));
}

export const pinsOne = (filter: Filter): boolean =>
	(filter.kind === 'is' && !filter.negated && filter.values.length === 1) ||
	(filter.kind === 'number' && filter.op === '=' && !filter.negated);

export const pinsSome = (filter: Filter): boolean => filter.kind === 'is' && !filter.negated;

/** A column without a word of how to reckon with it: as it is, added up, or a question back. */
export function measureOf(draft: Draft, column: ColumnPath): Measure {
	if (leavesOneRow(draft)) return { kind: 'plain', column: refOf(column) };
	if (isStockOverTime(draft, column))
		throw new Refusal(
			`"${column.column.name}" has values for several ${yearName(draft)}s. Which one do you mean?`,
			column.column.name,
			[`in the latest ${yearName(draft)}`, `by ${yearName(draft)}`],
		);
	const end = endOf(draft, column);
	if (end !== null) return { kind: 'aggregate', fn: end, column: refOf(column) };
	if (mayAddUp(column.column)) return { kind: 'aggregate', fn: 'sum', column: refOf(column) };
	throw new Refusal(
		`Many rows have a "${column.column.name}". Do you mean the average, highest or lowest?`,
		column.column.name,
		[`average ${column.column.name}`, `highest ${column.column.name}`, `lowest ${column.column.name}`],
	);
}

/** "max temp by month" of a column that holds each day's highest: the highest of them. */
function endOf(draft: Draft, { column }: ColumnPath): 'min' | 'max' | null {
	const words = draft.chunks.flatMap((chunk) => chunk.text.toLowerCase().split(' '));
	const hasWord = (pattern: RegExp) =>
		column.nameStems.some((stem) => pattern.test(stem)) && words.some((word) => pattern.test(word));
	if (hasWord(/^(max|maximum|highest|peak)$/)) return 'max';
	return hasWord(/^(min|minimum|lowest)$/) ? 'min' : null;
}

/** Quantities that are counted anew each time. */
const stocks = 'population pop inhabitant resident stock balance inventory member'.split(' ').map(stem);

/** People are counted again every year: such figures do not add up over time. */
function isStockOverTime(draft: Draft, { column }: ColumnPath): boolean {
	const stock = [...column.nameStems, ...column.descriptionStems.slice(0, 2)].some((value) => stocks.includes(value));
	const times = timeColumns(draft).map((column) => column.column.name);
	return (
		stock &&
		column.table.keys.some((key) => key.length > 1 && key.some((value) => times.includes(value))) &&
		!draft.conditions.some(({ on, filter }) => times.includes(on.column.name) && pinsOne(filter)) &&
		!draft.groupings.some((grouping) => times.includes(grouping.column.name))
	);
}

const yearName = (draft: Draft): string => timeColumns(draft)[0]?.column.name ?? 'year';

/** The quantity that a question is about, among the words that are left. */
export function freeQuantity(draft: Draft): ColumnPath | null {
	for (const [at, chunk] of freeMentions(draft)) {
		const [best] = chunk.links;
		const quantity = columnLinks(chunk, isNumeric)[0];
		if (quantity === undefined || best === undefined || quantity.score < 0.45) continue;
		const other = chunk.links.find(
			(link) => link.kind !== 'table' && !(link.kind === 'column' && isNumeric(link.column)),
		);
		if (other !== undefined && other.score - quantity.score > 0.15) continue;
		if (best.kind === 'table' && best.table === draft.scope.root && best.head && best.score > quantity.score) continue;
		const column = columnOf(draft, chunk, isNumeric);
		if (column === null) continue;
		take(draft, at);
		use(draft, column);
		return column;
	}
	return null;
}
