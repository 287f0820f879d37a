import {
	type CellKind,
	type FilterOperator,
	type FilterTerm,
	type GridColumn,
	hasNull,
	needsValue,
} from '../../../rows/index.ts';

/** Label of an operator. Numbers and times have their own. */
export function operatorLabel(op: FilterOperator, kind: CellKind): string {
	const isTime = kind === 'temporal';
	const labels: Record<FilterOperator, string> = {
		'=': 'is',
		'!=': 'is not',
		'<': isTime ? 'is before' : 'is less than',
		'<=': isTime ? 'is at or before' : 'is at most',
		'>': isTime ? 'is after' : 'is greater than',
		'>=': isTime ? 'is at or after' : 'is at least',
		contains: 'contains',
		in: 'is one of',
		isNull: 'is null',
		notNull: 'is not null',
	};
	return labels[op];
}

export function filterLabel(term: FilterTerm, column: GridColumn | undefined): string {
	const labels = operatorLabel(term.op, column?.kind ?? 'text');
	if (!needsValue(term.op)) return `${term.column} ${labels}`;
	if (hasNull(term)) {
		const values = [term.value ?? ''].flat().filter((value) => value !== null);
		return `${term.column} is ${values.length === 0 ? '' : `${valuesLabel(values)} or `}null`;
	}
	return `${term.column} ${labels} ${valuesLabel(term.value ?? '')}`;
}

/** "7,043,545", as shown in a cell, becomes "7043545"; other text is unchanged. */
export const withoutGroups = (text: string): string =>
	/^[+-]?[1-9]\d{0,2}(,\d{3})+(\.\d*)?$/.test(text) ? text.replaceAll(',', '') : text;

const longest = 40;

function valuesLabel(value: string | readonly (string | null)[]): string {
	const text = typeof value === 'string' ? value : value.join(', ');
	if (text === '') return '""';
	return text.length > longest ? `${[...text].slice(0, longest).join('')}…` : text;
}
