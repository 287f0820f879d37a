import {
	type FileOptions,
	type FileReview,
	isNewType,
	type PlannedColumn,
	type ReviewRequest,
} from '#contract/file-ingestion.ts';
import { columnTypes } from '#contract/ingest.ts';
import type { Problem } from '#contract/service/problem-codes.ts';
import { cut } from '../../engine/format.ts';
import type { FilePlan } from '../../store/catalog/schema/ingestions.ts';
import type { DatasetRow } from '../access/dataset-access.ts';
import { conflict, invalid } from '../core/service-error.ts';
import { unknownColumn } from '../rows/row-filter.ts';

/** The options of a plan that were detected with certainty, or chosen. */
export const sureOptions = ({ options, unsure = [] }: FilePlan): FileOptions =>
	Object.fromEntries(Object.entries(options).filter(([option]) => !unsure.includes(option)));

/** What nobody has chosen yet. How one part of a file is read doesn't apply to the part that will be chosen. */
export function unsureOptions({ doubts = [], options }: FileReview, chosen: FileOptions): string[] {
	const asked = doubts.flatMap(({ option }) => option ?? []);
	const isOfPart = asked.some((option) => option === 'entry' || option === 'sheet');
	const detected = Object.keys(options).filter((option) => !(option in chosen));
	return isOfPart ? [...new Set([...asked, ...detected])] : asked;
}

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

/** @throws ServiceError VALIDATION_FAILED if two corrections of the same column, value or line differ */
export function assertCorrections({ columns = [], fixedLines = [] }: ReviewRequest): void {
	const problems: Problem[] = [];
	const names = new Set<string>();
	for (const [index, { from, fixes = [] }] of columns.entries()) {
		if (names.has(from))
			problems.push({
				code: 'DUPLICATE',
				path: `columns.${index}.from`,
				message: `The column "${from}" is listed twice. List each column of the file once.`,
			});
		names.add(from);
		const known = new Map<string, string>();
		for (const [at, { value, to }] of fixes.entries()) {
			if ((known.get(value) ?? to) !== to)
				problems.push({
					code: 'DUPLICATE',
					path: `columns.${index}.fixes.${at}.value`,
					message: `Column "${from}" has two corrections for "${shortened(value)}": "${shortened(known.get(value) ?? '')}" and "${shortened(to)}". Send only one.`,
				});
			known.set(value, to);
		}
	}
	const texts = new Map<number, string>();
	for (const [index, { line, text }] of fixedLines.entries()) {
		if ((texts.get(line) ?? text) !== text)
			problems.push({
				code: 'DUPLICATE',
				path: `fixedLines.${index}.line`,
				message: `Line ${line.toLocaleString('en')} has two different corrections. Send only one.`,
			});
		texts.set(line, text);
	}
	if (problems.length > 0) throw invalid(problems);
}

/**
 * Corrections that a review adds must apply to something; those of an earlier one may have lost it to another decision.
 * @throws ServiceError VALIDATION_FAILED
 */
export function assertUsed(
	{ columns = [], fixedLines = [] }: ReviewRequest,
	earlier: FilePlan | null,
	unused: { readonly lines: readonly number[]; readonly values: readonly { from: string; value: string }[] },
): void {
	const before = new Map((earlier?.wanted ?? earlier?.columns)?.map(({ from, fixes = [] }) => [from, fixes]));
	const ofValues = columns.flatMap(({ from, fixes = [] }, index) =>
		fixes.flatMap(({ value }, at): Problem[] => {
			const isKnown = before.get(from)?.some((fix) => fix.value === value) ?? false;
			if (isKnown || !unused.values.some((item) => item.from === from && item.value === value)) return [];
			const message = `Column "${from}" has no value "${shortened(value)}" to correct. Send values exactly as the review lists them.`;
			return [{ code: 'NOT_FOUND', path: `columns.${index}.fixes.${at}.value`, message }];
		}),
	);
	const ofLines = fixedLines.flatMap(({ line }, index): Problem[] => {
		const isKnown = earlier?.fixedLines?.some((fixed) => fixed.line === line) ?? false;
		if (isKnown || !unused.lines.includes(line)) return [];
		const message = `Line ${line.toLocaleString('en')} has no problem to correct, or doesn’t exist. Correct only lines that the review lists.`;
		return [{ code: 'NOT_FOUND', path: `fixedLines.${index}.line`, message }];
	});
	const problems = [...ofValues, ...ofLines];
	if (problems.length > 0) throw invalid(problems);
}

const shortened = (text: string): string => (text.length > 100 ? `${cut(text, 100)}…` : text);

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
