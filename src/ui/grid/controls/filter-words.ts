import type { CellKind, CellValue, FilterOperator, FilterTerm, GridColumn } from '../../../rows/source/row-source.ts';
import { isChanged, isMissing } from '../../../rows/source/row-source.ts';
import { exactText } from '../../../rows/values/cell-text.ts';

/** An operator in words; those of numbers and times are told as such. */
export function operatorWords(op: FilterOperator, kind: CellKind): string {
	const isTime = kind === 'temporal';
	const words: Record<FilterOperator, string> = {
		'=': 'is',
		'!=': 'is not',
		'<': isTime ? 'is before' : 'is less than',
		'<=': isTime ? 'is at or before' : 'is at most',
		'>': isTime ? 'is after' : 'is more than',
		'>=': isTime ? 'is at or after' : 'is at least',
		contains: 'contains',
		in: 'is one of',
		isNull: 'is null',
		notNull: 'is not null',
	};
	return words[op];
}

const compared: readonly FilterOperator[] = ['=', '!=', '<', '<=', '>', '>=', 'in', 'contains', 'isNull', 'notNull'];
const texts: readonly FilterOperator[] = ['contains', '=', '!=', 'in', '<', '<=', '>', '>=', 'isNull', 'notNull'];
const states: readonly FilterOperator[] = ['=', '!=', 'isNull', 'notNull'];
const contents: readonly FilterOperator[] = ['contains', '=', '!=', 'isNull', 'notNull'];
const bytes: readonly FilterOperator[] = ['isNull', 'notNull'];

/** The operators that make sense for a column, the likeliest first. */
export function operatorsFor(kind: CellKind): readonly FilterOperator[] {
	switch (kind) {
		case 'text':
			return texts;
		case 'boolean':
			return states;
		case 'json':
			return contents;
		case 'blob':
			return bytes;
		default:
			return compared;
	}
}

export const needsValue = (op: FilterOperator): boolean => op !== 'isNull' && op !== 'notNull';

/** "delay is more than 15" */
export function filterWords(term: FilterTerm, column: GridColumn | undefined): string {
	const words = operatorWords(term.op, column?.kind ?? 'text');
	if (!needsValue(term.op)) return `${term.column} ${words}`;
	return `${term.column} ${words} ${valueWords(term.value ?? '')}`;
}

const longest = 40;

function valueWords(value: string | readonly string[]): string {
	const text = typeof value === 'string' ? value : value.join(', ');
	if (text === '') return '“”';
	return text.length > longest ? `${[...text].slice(0, longest).join('')}…` : text;
}

/** The filter that keeps, or leaves out, the rows whose cell is like this one; null where there is none. */
export function filterLike(column: GridColumn, value: CellValue, exclude: boolean): FilterTerm | null {
	if (isChanged(value) || value instanceof Uint8Array) return null;
	if (value === null || isMissing(value)) return { column: column.name, op: exclude ? 'notNull' : 'isNull' };
	return { column: column.name, op: exclude ? '!=' : '=', value: exactText(value) };
}
