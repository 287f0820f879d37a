import { isNewType, type PlannedColumn } from '#contract/file-ingestion.ts';
import type { Problem } from '#contract/service/problem-codes.ts';
import type { DatasetRow } from '../access/dataset-access.ts';
import { invalid } from '../core/service-error.ts';
import { unknownColumn } from '../rows/row-filter.ts';

/** @param dataset whose columns are filled; null where they are made. @throws ServiceError VALIDATION_FAILED */
export function assertPlan(
	columns: readonly PlannedColumn[],
	dataset: DatasetRow | null,
	key: readonly string[],
): void {
	const problems: Problem[] = [];
	const taken = new Map<string, number>();
	for (const [index, { column, type, isNew = false }] of columns.entries()) {
		const path = `columns.${index}`;
		const isKept = dataset?.columns.some(({ name }) => name === column) ?? false;
		if (type !== undefined && !isNewType(type) && !isKept) {
			const message = `“${type}” isn't a type that a new column can have.`;
			problems.push({ code: 'INVALID_VALUE', path: `${path}.type`, message });
		}
		if (column === '') continue;
		const before = taken.get(column.toLowerCase());
		if (before !== undefined) {
			const message = `Two columns of the file go into “${column}”. Choose another column for one of them.`;
			problems.push({ code: 'DUPLICATE', path: `${path}.column`, message });
		}
		taken.set(column.toLowerCase(), index);
		if (dataset === null || isKept) continue;
		const other = dataset.columns.find(({ name }) => name.toLowerCase() === column.toLowerCase());
		if (!isNew) problems.push(unknownColumn(`${path}.column`, column, dataset.columns));
		else if (other !== undefined) {
			const message = `The dataset has a column “${other.name}” already. Choose it, or another name.`;
			problems.push({ code: 'DUPLICATE', path: `${path}.column`, message });
		}
	}
	for (const [index, name] of key.entries())
		if (dataset !== null && !dataset.columns.some((column) => column.name === name))
			problems.push(unknownColumn(`key.${index}`, name, dataset.columns));
	if (problems.length > 0) throw invalid(problems);
}
