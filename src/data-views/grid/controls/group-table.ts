import {
	type CellValue,
	type GridColumn,
	type GroupMeasure,
	type Groups,
	kindOfType,
	memorySource,
	type RowSource,
} from '../../../rows/index.ts';

const labels: Readonly<Record<GroupMeasure['measure'], string>> = { sum: 'Sum', mean: 'Mean', min: 'Min', max: 'Max' };

export const measureName = (measure: GroupMeasure['measure']): string => labels[measure];

/** Groups as rows: their value, row count and measures. */
export function groupTable(
	{ groups, types }: Groups,
	columns: readonly GridColumn[],
	by: GridColumn,
	measures: readonly GroupMeasure[],
): RowSource {
	const { name, type, kind, nested } = by;
	const taken = new Set([name]);
	const free = (wanted: string): string => {
		let found = wanted;
		for (let number = 2; taken.has(found); number += 1) found = `${wanted} (${number})`;
		taken.add(found);
		return found;
	};
	const shown: GridColumn[] = [
		{ name, type, kind, ...(nested !== undefined && { nested }) },
		{ name: free('Rows'), type: 'BIGINT', kind: 'integer' },
		...measures.map(({ measure, column }, index): GridColumn => {
			const measured = types[index] ?? 'DOUBLE';
			const label = free(`${labels[measure]} of ${columns[column]?.name ?? ''}`);
			const isComputed = kindOfType(measured) === 'float' && (measure === 'sum' || measure === 'mean');
			return { name: label, type: measured, kind: kindOfType(measured), ...(isComputed && { isRounded: true }) };
		}),
	];
	return memorySource(
		shown,
		groups.map(({ value, rows, measured }): CellValue[] => [value, BigInt(rows), ...measured]),
	);
}
