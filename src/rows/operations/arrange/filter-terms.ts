import {
	type CellKind,
	type CellValue,
	type FilterOperator,
	type FilterTerm,
	type GridColumn,
	isChanged,
	isMissing,
} from '../../source/row-source.ts';
import { exactText } from '../../values/cell-text.ts';

const compared: readonly FilterOperator[] = ['=', '!=', '<', '<=', '>', '>=', 'in', 'contains', 'isNull', 'notNull'];
const operators: Partial<Record<CellKind, readonly FilterOperator[]>> = {
	text: ['contains', '=', '!=', 'in', '<', '<=', '>', '>=', 'isNull', 'notNull'],
	boolean: ['=', '!=', 'isNull', 'notNull'],
	json: ['contains', '=', '!=', 'isNull', 'notNull'],
	blob: ['isNull', 'notNull'],
};

/** The operators that make sense for a column, the likeliest first. */
export const operatorsFor = (kind: CellKind): readonly FilterOperator[] => operators[kind] ?? compared;

export const needsValue = (op: FilterOperator): boolean => op !== 'isNull' && op !== 'notNull';

/** Whether null is one of the values that a filter keeps. */
export const hasNull = ({ value }: FilterTerm): boolean => Array.isArray(value) && value.includes(null);

/** The filter that keeps, or leaves out, the rows whose cell is like this one; null where there is none. */
export function filterLike(column: GridColumn, value: CellValue, exclude: boolean): FilterTerm | null {
	if (isChanged(value) || value instanceof Uint8Array) return null;
	if (value === null || isMissing(value)) return { column: column.name, op: exclude ? 'notNull' : 'isNull' };
	return { column: column.name, op: exclude ? '!=' : '=', value: exactText(value) };
}
