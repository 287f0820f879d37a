import type { Job, JobContext } from '../../source/job.ts';
import type { TableShape } from '../../source/row-source.ts';
import type { WorkerTable } from '../../source/worker-table.ts';
import { alignColumns } from './aligned-columns.ts';
import { compareTables, type Sides } from './compare-tables.ts';
import { ComparedRows } from './compared-rows.ts';
import type { Comparison, ComparisonView } from './comparison.ts';
import type { Reading } from './match-rows.ts';
import { type ProposedKey, proposeKey } from './propose-key.ts';

interface OtherSide {
	/** Table number of the before rows; the job runs on the after rows. */
	readonly before: number;
}

export interface CompareInput extends OtherSide {
	readonly key: readonly string[] | null;
	readonly view: ComparisonView;
	/** Table number for the comparison's rows. */
	readonly table: number;
}

export interface CompareResult extends TableShape {
	readonly comparison: Comparison;
}

/** Suggested key of the after rows, kept for the following comparison. */
const proposed = new WeakMap<WorkerTable, ProposedKey & Pick<Sides, 'before'>>();

/** A key that holds on both sides, checked over all rows, or null. */
export const proposeKeyJob: Job<OtherSide, readonly string[] | null> = async ({ before }, context) => {
	const tables = sidesOf(context, before);
	const found = await proposeKey(tables, readingOf(context, tables.before.rowCount + tables.after.rowCount));
	if (found !== null) proposed.set(tables.after, { ...found, before: tables.before });
	return found?.names ?? null;
};

/** Compares rows with the before rows, and stores the comparison's rows. */
export const compareJob: Job<CompareInput, CompareResult> = async ({ before, key, view, table }, context) => {
	const tables = sidesOf(context, before);
	const { shared } = alignColumns(tables.before.columns, tables.after.columns);
	const known = proposed.get(tables.after);
	proposed.delete(tables.after);
	const isKnown = known?.before === tables.before && known.names.join('\0') === key?.join('\0');
	const matched = isKnown ? 0 : (key?.length ?? shared.length);
	const cells = (tables.before.rowCount + tables.after.rowCount) * (shared.length + matched);
	const compared = await compareTables(tables, key, readingOf(context, cells), isKnown ? known.numbers : null);
	const rows = new ComparedRows(compared, view);
	context.keep(table, rows);
	return { comparison: compared.comparison, columns: rows.columns, rowCount: rows.rowCount };
};

/** Another view of a comparison. Runs on the comparison's rows. */
export const compareViewJob: Job<Pick<CompareInput, 'view' | 'table'>, TableShape> = async (
	{ view, table },
	context,
) => {
	if (!(context.table instanceof ComparedRows)) throw new Error('These rows aren’t a comparison.');
	const rows = new ComparedRows(context.table.compared, view);
	context.keep(table, rows);
	return { columns: rows.columns, rowCount: rows.rowCount };
};

const sidesOf = ({ table, other }: JobContext, before: number): Sides => ({ before: other(before), after: table });

/** @param total approximate number of cells to read */
function readingOf({ signal, progress, pause }: JobContext, total: number): Reading {
	let done = 0;
	return {
		signal,
		pause,
		advance: (cells) => {
			done += cells;
			progress(Math.min(done, total), total);
		},
	};
}
