import { type CleaningRule, type FileCleaning, maxCleaningExamples, maxUnsureListed } from '#contract/file-cleaning.ts';
import type { PlannedColumn } from '#contract/file-ingestion.ts';
import type { EngineCleaning } from '../../engine/types.ts';
import type { ColumnCleaning, FilePlan } from '../../store/catalog/schema/ingestions.ts';
import type { CleanedValues } from '../ingest/clean-values.ts';
import { hintOf, noRules, type Rules, statesFormat } from '../ingest/normalize/hints.ts';
import type { IngestionRow } from './find.ts';

type Planned = Pick<IngestionRow, 'plan' | 'cleaning'>;

/** What a file's plan says about its columns, which determines how its values are read. */
export function rulesOf({ plan }: Planned): Rules {
	const { decimal = null, dateOrder } = plan?.options ?? {};
	return { ...noRules, decimal, dayFirst: dateOrder === undefined ? null : dateOrder === 'day' };
}

/** What is said about a column's values for cleaning, or else in a description that also says how they are written. */
export function holdsOf({ plan }: Planned, from: string): string {
	const { holds = '', description = '' } = ruled(plan?.columns, from) ?? {};
	return holds.trim() || (statesFormat(description) ? description.trim() : '');
}

export const byOf = (row: Planned, from: string): string => JSON.stringify([holdsOf(row, from), rulesOf(row)]);

export const isWhole = ({ values, done }: Pick<ColumnCleaning, 'values' | 'done'>): boolean => done >= values;

/** Columns with a description that weren't started. */
export function notBegun({ plan, cleaning }: Planned): string[] {
	const isBegun = (from: string) => cleaning?.columns.some((column) => column.from === from) ?? false;
	return (plan?.columns ?? [])
		.filter(({ column, from }) => column !== '' && holdsOf({ plan, cleaning }, from) !== '' && !isBegun(from))
		.map(({ from }) => from);
}

/** Columns whose values remain to be read, under their current descriptions. */
export const unread = (row: Planned): ColumnCleaning[] =>
	(row.cleaning?.columns ?? []).filter(
		(column) =>
			column.values > 0 && !isLeftOut(row, column.from) && (!isWhole(column) || column.by !== byOf(row, column.from)),
	);

const isLeftOut = ({ plan }: Planned, from: string): boolean => ruled(plan?.columns, from)?.column === '';

/** A column whose values are read from the start. */
export const begun = (
	row: Planned,
	from: string,
	{ values, object, saved }: Pick<ColumnCleaning, 'values' | 'object' | 'saved'>,
) =>
	({
		from,
		values,
		object,
		saved,
		done: 0,
		offset: 0,
		holds: holdsOf(row, from),
		by: byOf(row, from),
		rules: [],
		unsure: { count: 0, first: [] },
		changes: [],
	}) satisfies ColumnCleaning;

/** A column with the findings from some more of its values. */
export function withFound(column: ColumnCleaning, found: CleanedValues, change: string | null) {
	const rules = new Map(column.rules.map((item) => [item.rule, item]));
	for (const { rule, count, examples } of found.rules) {
		const before = rules.get(rule) ?? { rule, count: 0, examples: [] };
		const all = [...before.examples, ...examples].slice(0, maxCleaningExamples);
		rules.set(rule, { rule, count: before.count + count, examples: all });
	}
	return {
		...column,
		unit: column.unit ?? found.unit,
		done: found.isEnd ? column.values : Math.min(column.done + found.done, column.values - 1),
		offset: found.offset,
		rules: [...rules.values()],
		unsure: {
			count: column.unsure.count + found.unsure.count,
			first: [...column.unsure.first, ...found.unsure.first].slice(0, maxUnsureListed),
		},
		changes: change === null ? column.changes : [...column.changes, change],
	} satisfies ColumnCleaning;
}

/** By what the column is described to contain. */
const typesBy: Readonly<Record<string, readonly string[] | undefined>> = {
	number: ['BIGINT', 'DOUBLE'],
	date: ['DATE', 'TIMESTAMP'],
	time: ['TIME'],
	boolean: ['BOOLEAN'],
};

/** The replacements for the engine: from columns that were read completely under their current descriptions. */
export function engineCleaning(row: Planned, fileOf: (object: string) => string): EngineCleaning | null {
	const { plan, cleaning } = row;
	if (cleaning === null) return null;
	const isRead = (column: ColumnCleaning) => isWhole(column) && column.by === byOf(row, column.from);
	const without = (from: string): readonly CleaningRule[] => ruled(plan?.columns, from)?.withoutRules ?? [];
	const columns = cleaning.columns
		.filter(
			(column) =>
				isRead(column) &&
				!isLeftOut(row, column.from) &&
				(column.rules.some(({ rule }) => !isOff(without(column.from), rule)) || statedBy(row, column.from) !== null),
		)
		.map((column) => ({
			from: column.from,
			key: column.changes.join(' '),
			changes: column.changes.map(fileOf),
			without: without(column.from),
			types: typesOf(column, holdsOf(row, column.from), without(column.from)),
			...statedBy(row, column.from),
		}));
	return { options: cleaning.options, columns };
}

/** How a column's description says that its dates and numbers are written; null if it doesn't. */
function statedBy(row: Planned, from: string): Pick<EngineCleaning['columns'][number], 'dateOrder' | 'decimal'> | null {
	const { dayFirst, decimal } = hintOf(from, holdsOf(row, from)).rules;
	if (dayFirst === null && decimal === null) return null;
	return { dateOrder: dayFirst === null ? undefined : dayFirst ? 'day' : 'month', decimal: decimal ?? undefined };
}

/** Types of its values by its description or, without one, if cleaning made numbers of most of them. */
function typesOf(column: ColumnCleaning, holds: string, without: readonly CleaningRule[]): readonly string[] {
	if (holds !== '') return typesBy[hintOf(column.from, holds).kind ?? ''] ?? [];
	const numbers = column.rules.find(({ rule }) => rule === 'number')?.count ?? 0;
	return numbers * 2 > column.values && !isOff(without, 'number') ? (typesBy.number ?? []) : [];
}

const ruled = (columns: readonly PlannedColumn[] | null | undefined, from: string) =>
	columns?.find((column) => column.from === from);
const isOff = (without: readonly CleaningRule[], rule: string): boolean => without.some((off) => off === rule);

/** Whether the next file should be cleaned like this one: not every change was turned off. */
export function isCleaned({ plan, cleaning }: Planned): boolean {
	if (cleaning === null) return false;
	const found = cleaning.columns.flatMap(({ from, rules }) => {
		const planned = ruled(plan?.columns, from);
		return planned?.column === '' ? [] : rules.map(({ rule }) => isOff(planned?.withoutRules ?? [], rule));
	});
	return found.length === 0 || found.includes(false);
}

/** What the next file's values are converted to: the units removed from this one's, which its columns now have without saying so. */
export function unitsOf({ plan, cleaning }: Planned): NonNullable<FilePlan['inUnits']> {
	return (cleaning?.columns ?? []).flatMap(({ from, holds, unit }) => {
		const { column, withoutRules = [] } = ruled(plan?.columns, from) ?? {};
		if (unit === undefined || column === '' || isOff(withoutRules, 'number')) return [];
		if (hintOf(from, holds).unit === unit) return [];
		return [{ from, holds: holds === '' ? `in ${unit}, number` : `${holds}, in ${unit}` }];
	});
}

const isDone = (row: Planned): boolean => unread(row).length === 0 && notBegun(row).length === 0;

/** Why nothing can be saved yet, for people; null if no column is half cleaned. */
export const cleaningProblem = (row: Planned): string | null =>
	row.cleaning === null || isDone(row) ? null : 'Cleaning isn’t finished. Continue it, or discard the cleaned values.';

/** As returned to clients; null if no cleaning was requested. */
export function presentCleaning(row: Planned): FileCleaning | null {
	if (row.cleaning === null) return null;
	const { columns } = row.cleaning;
	const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0);
	return {
		isDone: isDone(row),
		values: sumOf(columns.map(({ values }) => values)),
		done: sumOf(columns.map(({ done }) => done)),
		columns: columns.map(({ from, values, done, holds, rules, unsure }) => ({
			from,
			values,
			done,
			holds,
			rules,
			unsure,
		})),
	};
}
