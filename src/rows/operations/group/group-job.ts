import type { JobContext } from '../../source/job.ts';
import { pieces } from '../../source/job.ts';
import { type CellKind, type GridColumn, type PlainValue, plainValue } from '../../source/row-source.ts';
import { exactText } from '../../values/cell-text.ts';
import { ExactSum } from '../summarize/exact-sum.ts';
import type { GroupInput, Groups } from './group-source.ts';

interface Counted {
	readonly value: PlainValue;
	rows: number;
	readonly sums: ExactSum[];
}

/** More different values than this are not told apart. */
const mostGroups = 1_000_000;

export async function groupJob(input: GroupInput, { table, signal, progress, pause }: JobContext): Promise<Groups> {
	const { by, sums, limit, order } = input;
	const sought = input.search.toLowerCase();
	const needed = [...new Set([by, ...sums])];
	const found = new Map<unknown, Counted>();
	for await (const { start, rows, stores } of table.scan(needed, signal)) {
		const keys = stores[needed.indexOf(by)];
		for (const [from, to] of pieces(rows)) {
			for (let row = from; row < to; row += 1) {
				const value = plainValue(keys?.value(row) ?? null);
				const key = value instanceof Uint8Array ? exactText(value) : value;
				let group = found.get(key);
				if (group === undefined) {
					if (sought !== '' && (value === null || !exactText(value).toLowerCase().includes(sought))) continue;
					if (found.size >= mostGroups)
						throw new Error(
							`There are more than ${mostGroups.toLocaleString('en-US')} different values. Filter first.`,
						);
					group = { value, rows: 0, sums: sums.map(() => new ExactSum()) };
					found.set(key, group);
				}
				group.rows += 1;
				for (const [at, index] of sums.entries()) {
					const summed = plainValue(stores[needed.indexOf(index)]?.value(row) ?? null);
					if (summed !== null) group.sums[at]?.add(summed as never);
				}
			}
			await pause();
		}
		progress(start + rows, table.rowCount);
	}
	const kind = table.columns[by]?.kind ?? 'text';
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
			sums: added.map((sum) => (sum.count === 0 ? null : sum.sum)),
		})),
		sumTypes: sums.map((index) => sumType(table.columns[index])),
	};
}

/** What the engine makes of sums. */
function sumType(column: GridColumn | undefined): string {
	if (column?.kind === 'integer') return 'HUGEINT';
	const scale = /^DECIMAL\(\d+,\s*(\d+)\)/.exec(column?.type ?? '')?.[1];
	return scale === undefined ? 'DOUBLE' : `DECIMAL(38,${scale})`;
}

/** Null last. */
function compareValues(a: PlainValue, b: PlainValue, kind: CellKind): number {
	if (a === null || b === null) return Number(a === null) - Number(b === null);
	if (kind === 'integer' || kind === 'float' || kind === 'decimal' || kind === 'digits') return Number(a) - Number(b);
	const [left, right] = [exactText(a), exactText(b)];
	return left < right ? -1 : left > right ? 1 : 0;
}
