import type { MappedColumn } from '#contract/ingest.ts';
import { stringifyJson } from '#lib/exact-json/stringify.ts';
import type { Choices, OpenTableFile } from '../../rows/index.ts';
import type { SaveRows } from '../../storage/ingest-saves.ts';

/** The rows of a save as JSON texts, any number of times the same. */
export interface SaveSource {
	/** Rows `from` to `from + count`, fewer at the end. @throws TableProblem, AbortError */
	lines(from: number, count: number, signal: AbortSignal): Promise<readonly string[]>;
	close(): void;
}

/** A record's mapped fields as one line of NDJSON. */
export const lineOf = (record: Readonly<Record<string, unknown>>, mapping: readonly MappedColumn[]): string =>
	stringifyJson(
		Object.fromEntries(mapping.flatMap(({ from }) => (record[from] === undefined ? [] : [[from, record[from]]]))),
	);

/** @param open reads a file; @throws TableProblem, AbortError */
export async function openSaveSource(
	rows: SaveRows,
	mapping: readonly MappedColumn[],
	open: OpenTableFile,
	signal: AbortSignal,
): Promise<SaveSource> {
	if (rows.kind === 'records') {
		return { lines: async (from, count) => rows.lines.slice(from, from + count), close: () => {} };
	}
	const table = await open(rows.file, rows.how as Choices, signal, () => {});
	const names = table.inspection.columns.map((it) => it.name);
	return {
		lines: async (from, count, left) =>
			(await table.rows(from, count, left)).map((row) =>
				lineOf(Object.fromEntries(names.map((name, index) => [name, row[index]])), mapping),
			),
		close: () => table.close(),
	};
}
