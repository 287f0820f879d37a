import type { CellValue, GridColumn, RowSource } from '../../source/row-source.ts';
import { timeOf } from './plain-values.ts';
import type { Role, RoleColumn } from './query.ts';

/** A column that can be drawn, with what its first rows say. */
export interface SampledColumn extends RoleColumn {
	/** No two of the sampled values are equal. */
	readonly isUnique: boolean;
	/** It numbers or names rows: nothing that one would add up. */
	readonly isKey: boolean;
	/** Smallest and largest, of numbers (times in ms since 1970): of all rows where the source knows it, else of the sample. */
	readonly extent: readonly [number, number] | null;
	readonly distinct: number;
}

/** Rows that are read to know the columns, at the beginning, in the middle and at the end. */
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

/** How a column can be used; null for what cannot be drawn. */
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

/** 1, 2, 3 and so on, but for where a piece of the sample ends. */
const isCounting = (values: readonly CellValue[]): boolean =>
	values.filter((candidate, index) => index > 0 && Number(candidate) !== Number(values[index - 1]) + 1).length <= 2;

function extentOf(values: readonly CellValue[], role: Role): readonly [number, number] | null {
	const numbers = values.map((item) => (role === 'time' ? timeOf(item) : Number(item))).filter(Number.isFinite);
	return numbers.length === 0 ? null : [Math.min(...numbers), Math.max(...numbers)];
}
