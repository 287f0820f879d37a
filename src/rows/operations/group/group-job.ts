import type { JobContext } from '../../source/job.ts';
import { pieces } from '../../source/job.ts';
import { type CellKind, type GridColumn, type PlainValue, plainValue } from '../../source/row-source.ts';
import { exactText } from '../../values/cell-text.ts';
import { kindOfType, readText } from '../../values/cell-values.ts';
import { compareCodePoints } from '../../values/code-points.ts';
import { compareDecimals, decimalOf } from '../../values/decimal.ts';
import { ExactSum } from '../summarize/exact-sum.ts';
import type { GroupInput, GroupMeasure, Groups } from './group-source.ts';

interface Counted {
	readonly value: PlainValue;
	rows: number;
	/** One per measured column. */
	readonly sums: ExactSum[];
}

/** Maximum distinct values. */
const maxGroups = 1_000_000;

export async function groupJob(input: GroupInput, { table, signal, progress, pause }: JobContext): Promise<Groups> {
	const { by, measures, limit, order } = input;
	const columns = [...new Set(measures.map(({ column }) => column))];
	const sought = input.search.toLowerCase();
	const needed = [...new Set([by, ...columns])];
	const found = new Map<unknown, Counted>();
	for await (const { start, rows, stores } of table.scan(needed, signal)) {
		const keys = stores[needed.indexOf(by)];
		for (const [from, to] of pieces(rows)) {
			for (let row = from; row < to; row += 1) {
				const cell = plainValue(keys?.value(row) ?? null);
				// Both zeros are one group.
				const value = cell === 0 ? 0 : cell;
				const key = value instanceof Uint8Array ? exactText(value) : value;
				let group = found.get(key);
				if (group === undefined) {
					if (sought !== '' && (value === null || !exactText(value).toLowerCase().includes(sought))) continue;
					if (found.size >= maxGroups)
						throw new Error(
							`There are more than ${maxGroups.toLocaleString('en-US')} distinct values. Filter the rows first.`,
						);
					group = { value, rows: 0, sums: columns.map(() => new ExactSum()) };
					found.set(key, group);
				}
				group.rows += 1;
				for (const [at, index] of columns.entries()) {
					const summed = plainValue(stores[needed.indexOf(index)]?.value(row) ?? null);
					if (summed !== null) group.sums[at]?.add(summed as never);
				}
			}
			await pause();
		}
		progress(start + rows, table.rowCount);
	}
	const kind = table.columns[by]?.kind ?? 'text';
	const types = measures.map(({ column, measure }) => typeOf(table.columns[column], measure));
	const groups = [...found.values()].sort((a, b) =>
		order === 'count'
			? b.rows - a.rows || compareValues(a.value, b.value, kind)
			: compareValues(a.value, b.value, kind),
	);
	return {
		total: groups.length,
		groups: groups.slice(0, limit).map(({ value, rows, sums: added }) => ({
			value,
			rows,
			measured: measures.map((measure, index) => {
				const sum = added[columns.indexOf(measure.column)];
				const text = sum === undefined || sum.count === 0 ? null : measured(sum, measure.measure);
				return text === null ? null : readText(text, kindOfType(types[index] ?? ''));
			}),
		})),
		types,
	};
}

/** A measure's exact text, for at least one number. */
function measured(sum: ExactSum, measure: GroupMeasure['measure']): string {
	if (measure === 'sum') return sum.sum;
	if (measure === 'mean') return String(Number(sum.sum) / sum.count);
	const [least, most] = sum.extremes ?? ['', ''];
	return measure === 'min' ? least : most;
}

const typeOf = (column: GridColumn | undefined, measure: GroupMeasure['measure']): string =>
	measure === 'sum' ? sumType(column) : measure === 'mean' ? 'DOUBLE' : (column?.type ?? 'DOUBLE');

function sumType(column: GridColumn | undefined): string {
	if (column?.kind === 'integer') return 'HUGEINT';
	const scale = /^DECIMAL\(\d+,\s*(\d+)\)/.exec(column?.type ?? '')?.[1];
	return scale === undefined ? 'DOUBLE' : `DECIMAL(38,${scale})`;
}

/** Null last. */
function compareValues(a: PlainValue, b: PlainValue, kind: CellKind): number {
	if (a === null || b === null) return Number(a === null) - Number(b === null);
	if (typeof a !== 'string' && typeof b !== 'string' && (kind === 'integer' || kind === 'float')) {
		// NaN is the greatest.
		return a < b ? -1 : a > b ? 1 : Number(Number.isNaN(a)) - Number(Number.isNaN(b));
	}
	const [left, right] = [exactText(a), exactText(b)];
	const [one, other] = kind === 'decimal' || kind === 'digits' ? [decimalOf(left), decimalOf(right)] : [null, null];
	return one !== null && other !== null ? compareDecimals(one, other) : compareCodePoints(left, right);
}
