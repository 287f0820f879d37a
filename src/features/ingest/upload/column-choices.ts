import type { DescribedColumn } from '#contract/dataset.ts';
import type { ReviewedColumn } from '#contract/file-ingestion.ts';
import { newTypes } from '../save/save-model.ts';
import type { ColumnDecision } from './model.ts';

/** Select value for a new column; no column has this name. */
export const newColumn = '\n';

export const asNew = (from: string): Partial<ColumnDecision> => ({
	column: from,
	isNew: true,
	type: undefined,
	format: undefined,
});
/** Decisions about a new column don't apply to an existing one. */
export const intoExisting: Partial<ColumnDecision> = { isNew: false, type: undefined, format: undefined };

export const canBeNew = (existing: readonly DescribedColumn[], from: string): boolean =>
	!existing.some(({ name }) => name.toLowerCase() === from.toLowerCase());

/** Where a column may be saved. @param likely columns to offer first, those of the same type before others */
export function targetsOf(
	{ from, type }: Pick<ReviewedColumn, 'from' | 'type'>,
	existing: readonly DescribedColumn[],
	isNew: boolean,
	likely: readonly string[],
) {
	const isSame = (column: DescribedColumn) => Number(column.type === type);
	const first = existing.filter(({ name }) => likely.includes(name)).toSorted((a, b) => isSame(b) - isSame(a));
	return [
		...first.map(({ name }) => name),
		...(isNew || canBeNew(existing, from) ? [{ value: newColumn, label: `New column ${from}` }] : []),
		{ value: '', label: 'Skip' },
		...existing.flatMap(({ name }) => (likely.includes(name) ? [] : [name])),
	];
}

interface TypeChoice {
	readonly type: string;
	readonly format: string | null;
}

export const typeKey = ({ type, format }: TypeChoice): string => `${type}|${format ?? ''}`;

export function readTypeKey(key: string): Pick<ColumnDecision, 'type' | 'format'> {
	const [type = '', format = ''] = key.split('|');
	// Types of objects and lists are detected again.
	if (type.startsWith('STRUCT(') || type.endsWith('[]')) return { type: undefined, format: undefined };
	return { type, format: format === '' ? undefined : format };
}

/** Formats whose names are too long beside a type. */
const shortNames: Readonly<Record<string, string>> = { 'space before the offset': 'spaced offset' };

const typeLabel = ({ type, format }: TypeChoice): string =>
	format === null ? type : `${type}, ${shortNames[format] ?? format}`;

const formatLabels: Readonly<Record<string, string>> = {
	'day first': 'Day first: 31/12/2024',
	'month first': 'Month first: 12/31/2024',
	'commas between thousands': 'Comma as thousands separator: 1,234',
	'decimal comma': 'Decimal comma: 1,5',
	'apostrophes between thousands': 'Apostrophe as thousands separator: 1’234.5',
	'minus after the number': 'Minus after the number: 1.5-',
	'minus after the number, decimal comma': 'Minus after the number: 1,5-',
	'negatives in parentheses': 'Negatives in parentheses: (1.5)',
	'negatives in parentheses, decimal comma': 'Negatives in parentheses: (1,5)',
	'day first, two-digit years': 'Day first: 31/12/24',
	'month first, two-digit years': 'Month first: 12/31/24',
	'year first': 'Year first: 2024/12/31',
	'month names': 'Month names: 31 Dec 2024',
	'local time': 'Local time: 2024-12-31 10:00',
	'space before the offset': 'Space before the offset: 10:00:00 +0200',
};

/** Whether values that don't fit a column's type may do so in another format. */
export const mayFit = ({ misfits, choices }: ReviewedColumn): boolean =>
	misfits > 0 && choices.some(({ format, misfits: left }) => format !== null && left < misfits);

/** Formats for reading the values of a column whose type is fixed. */
export const formatsOf = ({ choices }: ReviewedColumn): { value: string; label: string }[] => [
	{ value: '', label: 'Choose the format…' },
	...[...new Set(choices.flatMap(({ format }) => format ?? []))].map((value) => ({
		value,
		label: formatLabels[value] ?? value,
	})),
];

/** The current type, types that fit most values, and the usual ones. */
export function typesOf(
	column: TypeChoice & Pick<ReviewedColumn, 'choices'>,
	decided: TypeChoice,
): { value: string; label: string }[] {
	const all: TypeChoice[] = [decided, column, ...column.choices, ...newTypes.map((type) => ({ type, format: null }))];
	const byKey = new Map(all.map((choice) => [typeKey(choice), typeLabel(choice)]));
	return [...byKey].map(([value, label]) => ({ value, label }));
}
