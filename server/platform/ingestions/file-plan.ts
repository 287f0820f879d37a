import { type FileOptions, isNewType, type PlannedColumn } from '#contract/file-ingestion.ts';
import { columnTypes } from '#contract/ingest.ts';
import type { Problem } from '#contract/service/problem-codes.ts';
import type { FilePlan } from '../../store/catalog/schema/ingestions.ts';
import type { DatasetRow } from '../access/dataset-access.ts';
import { conflict, invalid } from '../core/service-error.ts';
import { unknownColumn } from '../rows/row-filter.ts';

/** The options of a plan that were detected with certainty, or chosen. */
export const sureOptions = ({ options, unsure = [] }: FilePlan): FileOptions =>
	Object.fromEntries(Object.entries(options).filter(([option]) => !unsure.includes(option)));

/** @param dataset whose columns are filled; null if it's to be created @throws ServiceError VALIDATION_FAILED */
export function assertPlan(
	columns: readonly PlannedColumn[],
	dataset: DatasetRow | null,
	key: readonly string[],
): void {
	const problems: Problem[] = [];
	const taken = new Map<string, number>();
	for (const [index, { column, type }] of columns.entries()) {
		const path = `columns.${index}`;
		const isKept = dataset?.columns.some(({ name }) => name === column) ?? false;
		if (type !== undefined && !isNewType(type) && !isKept) {
			const message = `A new column can’t have the type "${type}". Use ${columnTypes}.`;
			problems.push({ code: 'INVALID_VALUE', path: `${path}.type`, message });
		}
		if (column === '') continue;
		const before = taken.get(column.toLowerCase());
		if (before !== undefined) {
			const message = `Two columns in the file are saved as "${column}". Choose another name for one of them.`;
			problems.push({ code: 'DUPLICATE', path: `${path}.column`, message });
		}
		taken.set(column.toLowerCase(), index);
	}
	problems.push(...missingColumns(columns, dataset));
	for (const [index, name] of key.entries())
		if (dataset !== null && !dataset.columns.some((column) => column.name === name))
			problems.push(unknownColumn(`key.${index}`, name, dataset.columns));
	if (problems.length > 0) throw invalid(problems);
}

/** Columns that a dataset lacks although they aren't marked as new, or has although they are. */
function missingColumns(columns: readonly PlannedColumn[], dataset: DatasetRow | null): Problem[] {
	if (dataset === null) return [];
	return columns.flatMap(({ column, isNew = false }, index): Problem[] => {
		const path = `columns.${index}.column`;
		if (column === '' || dataset.columns.some(({ name }) => name === column)) return [];
		const other = dataset.columns.find(({ name }) => name.toLowerCase() === column.toLowerCase());
		if (!isNew) return [unknownColumn(path, column, dataset.columns)];
		if (other === undefined) return [];
		const message = `The dataset already has a column "${other.name}". Use that column, or choose another name.`;
		return [{ code: 'DUPLICATE', path, message }];
	});
}

/** Checked again when the rows are written, because the dataset's columns may have changed. @throws ServiceError CONFLICT */
export function assertStillFits(columns: readonly PlannedColumn[], dataset: DatasetRow | null): void {
	const [problem] = missingColumns(columns, dataset);
	if (problem !== undefined)
		throw conflict(
			`Nothing was written: the dataset’s columns changed in the meantime. ${problem.message} Review the file again.`,
		);
}
