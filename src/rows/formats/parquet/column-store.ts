import type { CellValue } from '../../source/row-source.ts';
import type { CellStore } from '../../source/worker-table.ts';
import type { ColumnReader } from './schema.ts';

export interface ColumnStore extends CellStore {
	readonly length: number;
	/** Estimated memory use. */
	readonly bytes: number;
	/** @throws SourceError if they can't be decoded */
	value(index: number): CellValue;
}

/** Estimated bytes per value, for twelve-byte timestamps, which are objects. */
const bytesOfPlain = 40;

/** Keeps a nested column as trees: converting a whole row group to text would take longer than reading it. */
export function storeColumn(column: ColumnReader, chunks: readonly ArrayLike<unknown>[]): ColumnStore {
	const raw = flatten(chunks);
	const bytes = column.flat ? bytesOfPlain : bytesOfTree(column, raw);
	return { length: raw.length, bytes: raw.length * bytes, value: (index) => column.read(raw[index]) };
}

function bytesOfTree(column: ColumnReader, raw: ArrayLike<unknown>): number {
	const sampled = Math.min(raw.length, 64);
	let characters = 0;
	for (let index = 0; index < sampled; index += 1) characters += String(column.read(raw[index])).length;
	return 64 + (6 * characters) / Math.max(1, sampled);
}

function flatten(chunks: readonly ArrayLike<unknown>[]): ArrayLike<unknown> {
	const [first] = chunks;
	if (chunks.length === 1 && first !== undefined) return first;
	const all: unknown[] = [];
	for (const chunk of chunks) {
		for (let index = 0; index < chunk.length; index += 1) all.push(chunk[index]);
	}
	return all;
}
