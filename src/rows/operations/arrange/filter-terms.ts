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

/** Operators that make sense for a column, likeliest first. */
export const operatorsFor = (kind: CellKind): readonly FilterOperator[] => operators[kind] ?? compared;

export const needsValue = (op: FilterOperator): boolean => op !== 'isNull' && op !== 'notNull';

export const hasNull = ({ value }: FilterTerm): boolean => Array.isArray(value) && value.includes(null);

/** The filter that keeps or excludes rows with a cell's value, or null. */
export function filterLike(column: GridColumn, value: CellValue, exclude: boolean): FilterTerm | null {
	if (isChanged(value) || value instanceof Uint8Array) return null;
	if (value === null || isMissing(value)) return { column: column.name, op: exclude ? 'notNull' : 'isNull' };
	return { column: column.name, op: exclude ? '!=' : '=', value: exactText(value) };
}
