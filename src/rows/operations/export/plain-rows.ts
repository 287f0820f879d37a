import { type CellValue, isChanged, isMissing, type RowSource } from '../../source/row-source.ts';
import { base64 } from '../../values/base64.ts';
import { exactText } from '../../values/cell-text.ts';

export interface PlainRows {
	readonly names: readonly string[];
	readonly rows: readonly (readonly unknown[])[];
}

const step = 2_000;

export async function readPlainRows(
	source: RowSource,
	columns: readonly number[],
	most: number,
	signal: AbortSignal,
): Promise<PlainRows> {
	const end = Math.min(most, source.rowCount);
	const [columnStart, columnEnd] = [Math.min(...columns), Math.max(...columns) + 1];
	const rows: unknown[][] = [];
	for (let from = 0; from < end; from += step) {
		const window = { rowStart: from, rowEnd: Math.min(end, from + step), columnStart, columnEnd };
		for (const row of await source.rows(window, signal)) {
			rows.push(columns.map((column) => toPlain(row[column - columnStart] ?? null)));
		}
	}
	return { names: columns.map((column) => source.columns[column]?.name ?? ''), rows };
}

/** Numbers JSON can't represent become text; bytes become base64, as the service expects. */
function toPlain(value: CellValue): unknown {
	if (isMissing(value)) return undefined;
	if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
	if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
	if (value instanceof Uint8Array) return base64(value);
	return isChanged(value) ? exactText(value) : value;
}
