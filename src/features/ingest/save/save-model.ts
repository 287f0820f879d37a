import type { DescribedColumn } from '#contract/dataset.ts';
import { foldName } from '#contract/ids.ts';
import { columnTypePattern, type IngestRecord, type MappedColumn, metadataPrefix } from '#contract/ingest.ts';
import { formatCount } from '../../../lib/format.ts';
import { type ColumnMisfits, MisfitCounter, type Misfits } from '../../../rows/index.ts';
import type { ReadFile } from '../input/use-reading.ts';
import { namesOf, typesOf } from '../model.ts';

/** What can be saved: rows in memory, or a file. */
export type Saveable = {
	readonly fields: readonly string[];
	/** Types by field, if the source file has them. */
	readonly types: Readonly<Record<string, string>>;
	readonly total: number;
	readonly from: string;
} & ({ readonly records: readonly IngestRecord[] } | { readonly file: ReadFile });

export const saveableRecords = (
	records: readonly IngestRecord[],
	types: Saveable['types'],
	from: string,
): Saveable => ({
	records,
	types,
	from,
	fields: namesOf(records).filter((name) => !name.startsWith(metadataPrefix)),
	total: records.length,
});

export const saveableFile = (file: ReadFile): Saveable => {
	const { columns, rows } = file.inspection;
	return { file, types: typesOf(columns), from: file.name, fields: columns.map(({ name }) => name), total: rows };
};

/** A field's column; empty: skipped. */
export interface MappingRow {
	readonly from: string;
	readonly column: string;
	/** For a new dataset. Empty: detected from all values. */
	readonly type: string;
}

export const newTypes = [
	'VARCHAR',
	'BOOLEAN',
	'INTEGER',
	'BIGINT',
	'DOUBLE',
	'DECIMAL(18,2)',
	'DATE',
	'TIME',
	'TIMESTAMP',
	'TIMESTAMP WITH TIME ZONE',
	'UUID',
] as const;

/**
 * Maps each field to the column of the same name, or for a new dataset (`columns` null), to its own column.
 * @param types by field, from the file
 */
export function proposeMapping(
	fields: readonly string[],
	columns: readonly Pick<DescribedColumn, 'name'>[] | null,
	types: Readonly<Record<string, string>> = {},
): MappingRow[] {
	const plain = (name: string) => foldName(name).replace(/[\s_.-]+/g, '');
	return fields.map((from) => {
		if (columns === null) return { from, column: from.slice(0, 1_000), type: newTypeOf(types[from]) };
		const found =
			columns.find((column) => column.name === from) ?? columns.find((column) => plain(column.name) === plain(from));
		return { from, column: found?.name ?? '', type: '' };
	});
}

const widened: Readonly<Record<string, string>> = {
	TINYINT: 'INTEGER',
	SMALLINT: 'INTEGER',
	UTINYINT: 'INTEGER',
	USMALLINT: 'INTEGER',
	UINTEGER: 'BIGINT',
	UBIGINT: 'DECIMAL(20,0)',
	FLOAT: 'DOUBLE',
	FLOAT16: 'DOUBLE',
	TIMESTAMP_MS: 'TIMESTAMP',
	'TIMESTAMP_MS WITH TIME ZONE': 'TIMESTAMP WITH TIME ZONE',
	JSON: 'VARCHAR',
};

/** A column type that holds all values of a file's type, or empty. */
function newTypeOf(declared: string | undefined): string {
	const type = widened[declared ?? ''] ?? declared ?? '';
	return columnTypePattern.test(type) ? type : '';
}

export const mappingOf = (rows: readonly MappingRow[]): MappedColumn[] =>
	rows
		.filter((row) => row.column !== '')
		.map(({ from, column, type }) => ({ from, column, ...(type === '' ? {} : { type }) }));

/** Why a mapping can't be sent, or null. */
export function mappingProblem(rows: readonly MappingRow[]): string | null {
	const taken = new Set<string>();
	for (const { column } of mappingOf(rows)) {
		if (taken.has(column.toLowerCase()))
			return `Two fields are mapped to the column "${column}". Choose another column for one of the fields.`;
		taken.add(column.toLowerCase());
	}
	return taken.size === 0 ? 'No field is mapped to a column yet. Choose at least one column.' : null;
}

/** The type each field's values must fit; empty if any value fits or the file itself has that type. */
export function typesToFit(
	rows: readonly MappingRow[],
	columns: readonly Pick<DescribedColumn, 'name' | 'type'>[] | null,
	declared: Readonly<Record<string, string>>,
): string[] {
	return rows.map(({ from, column, type: chosen }) => {
		if (column === '') return '';
		const type = columns === null ? chosen : (columns.find(({ name }) => name === column)?.type ?? '');
		return type === declared[from] || type === newTypeOf(declared[from]) ? '' : type;
	});
}

/** Misfits in the records, found by checking every value before anything is sent. */
export function misfitsOf(
	records: readonly IngestRecord[],
	rows: readonly MappingRow[],
	types: readonly string[],
): Misfits {
	const counter = new MisfitCounter(types);
	for (const record of records) counter.observe(rows.map(({ from }) => record[from]));
	return counter.result();
}

/** "3 values don't fit: "late" in row 4,322, "late" in row 4,323 and 1 more" */
export function misfitText({ count, first }: ColumnMisfits): string {
	const examples = first.map(({ row, text }) => `"${text}" in row ${formatCount(row)}`).join(', ');
	const rest = count === first.length ? '' : ` and ${formatCount(count - first.length)} more`;
	return `${count === 1 ? '1 value doesn’t' : `${formatCount(count)} values don’t`} fit: ${examples}${rest}`;
}
