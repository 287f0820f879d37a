import type { CellValue, GridColumn, RowSource } from '../../source/row-source.ts';
import { timeOf } from './plain-values.ts';
import type { Role, RoleColumn } from './query.ts';

/** A chartable column, with facts from sampled rows. */
export interface SampledColumn extends RoleColumn {
	/** Whether all sampled values are distinct. */
	readonly isUnique: boolean;
	/** Whether it numbers or names rows, so sums make no sense. */
	readonly isKey: boolean;
	/** Minimum and maximum of numbers or times (ms since 1970): of all rows if the source knows them, otherwise of the sample. */
	readonly extent: readonly [number, number] | null;
	readonly distinct: number;
}

/** Rows sampled at the start, in the middle and at the end. */
const sampleSize = 150;

export async function sampleColumns(source: RowSource, signal: AbortSignal): Promise<SampledColumn[]> {
	const { rowCount } = source;
	const starts = [0, Math.floor((rowCount - sampleSize) / 2), rowCount - sampleSize];
	const windows = rowCount <= 3 * sampleSize ? [[0, rowCount]] : starts.map((start) => [start, start + sampleSize]);
	const pieces = await Promise.all(
		windows.map(async ([rowStart = 0, rowEnd = 0]) =>
			rowEnd === 0
				? []
				: await source.rows({ rowStart, rowEnd, columnStart: 0, columnEnd: source.columns.length }, signal),
		),
	);
	const rows = pieces.flat();
	return source.columns.flatMap((column, index) => {
		const values = rows.map((row) => row[index] ?? null);
		const role = roleOf(column, values);
		return role === null ? [] : [sampled(column, index, role, values)];
	});
}

/** How a column can be used in a chart, or null. */
export function roleOf({ kind, type }: GridColumn, values: readonly CellValue[]): Role | null {
	if (kind === 'json' || kind === 'blob') return null;
	if (kind === 'temporal') return /^TIME(\b|_NS)(?!STAMP)/i.test(type) ? 'category' : 'time';
	if (kind === 'text') return isTimeText(values) ? 'time' : 'category';
	return kind === 'boolean' ? 'category' : 'number';
}

const timeText = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}.*)?$/;

function isTimeText(values: readonly CellValue[]): boolean {
	const texts = values.filter((candidate) => candidate !== null && candidate !== '');
	return texts.length > 0 && texts.every((text) => typeof text === 'string' && timeText.test(text));
}

function sampled(column: GridColumn, index: number, role: Role, values: readonly CellValue[]): SampledColumn {
	const present = values.filter((candidate) => candidate !== null);
	const distinct = new Set(present.map(String)).size;
	const isUnique = distinct === present.length && present.length > 1;
	const isWhole = column.kind === 'integer' || column.kind === 'digits';
	return {
		name: column.name,
		index,
		role,
		distinct,
		isUnique,
		isKey: /(^|[^a-z])id$/i.test(column.name) || (role === 'number' && isWhole && isUnique && isCounting(present)),
		extent: role === 'category' ? null : extentOf([...(column.extremes ?? []), ...present], role),
	};
}

/** Whether values count up by 1, except between parts of the sample. */
const isCounting = (values: readonly CellValue[]): boolean =>
	values.filter((candidate, index) => index > 0 && Number(candidate) !== Number(values[index - 1]) + 1).length <= 2;

function extentOf(values: readonly CellValue[], role: Role): readonly [number, number] | null {
	const numbers = values.map((item) => (role === 'time' ? timeOf(item) : Number(item))).filter(Number.isFinite);
	return numbers.length === 0 ? null : [Math.min(...numbers), Math.max(...numbers)];
}
