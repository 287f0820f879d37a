import { type CellValue, cellFace, exactText, type GridColumn } from '../../../rows/index.ts';
import { isInternal, type ResultTable } from './result-table.ts';

/** Columns of a result that are its own, and where they are. */
export const visibleOf = ({ columns }: ResultTable): { readonly column: GridColumn; readonly index: number }[] =>
	columns.flatMap((column, index) => (isInternal(column.name) ? [] : [{ column, index }]));

/** Names of columns that say what was counted: "flights", and not "total_delays". */
const isCounted = /^(?!(avg|average|mean|sum|total|min|max|median|count|number|n)(_|$))[a-z_]*s$/i;

/** The value of a result that is only one, rounded as it is read and with all of its digits; null of any other result. */
export function figureOf(table: ResultTable): { readonly text: string; readonly exact: string } | null {
	const [row, ...others] = table.rows;
	const [only, ...more] = visibleOf(table);
	if (row === undefined || only === undefined || others.length + more.length > 0) return null;
	const value = row[only.index] ?? null;
	const { text, look } = cellFace(value, only.column.kind);
	if (look !== 'value' || only.column.kind === 'json' || only.column.kind === 'blob') return null;
	const counted = only.column.kind === 'integer' && isCounted.test(only.column.name) ? only.column.name : '';
	return {
		text: `${rounded(value, only.column) ?? text} ${counted.replaceAll('_', ' ')}`.trim(),
		exact: exactText(value),
	};
}

/** At most two decimals, or three digits of what is smaller than one; null of what needs no rounding. */
function rounded(value: CellValue, { kind }: GridColumn): string | null {
	if (kind !== 'float' && kind !== 'decimal') return null;
	const number = Number(exactText(value));
	// A JavaScript number would change digits that are read.
	if (!Number.isFinite(number) || Math.abs(number) >= 1e15) return null;
	return number.toLocaleString(
		'en-US',
		Math.abs(number) < 1 ? { maximumSignificantDigits: 3 } : { maximumFractionDigits: 2 },
	);
}
