import type { DescribedColumn } from '#contract/dataset.ts';
import { foldName } from '#contract/ids.ts';
import { columnTypePattern, type IngestRecord, type MappedColumn, metadataPrefix } from '#contract/ingest.ts';
import { formatCount } from '../../../lib/format.ts';
import { type ColumnMisfits, MisfitCounter, type Misfits } from '../../../rows/index.ts';
import type { ReadFile } from '../input/use-reading.ts';
import { namesOf, typesOf } from '../model.ts';

/** What can be saved: rows that are at hand, or a file that was read. */
export type Saveable = {
	readonly fields: readonly string[];
	/** Of fields, where the file that they came from says them. */
	readonly types: Readonly<Record<string, string>>;
	/** Rows in all. */
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

/** Where a field goes: a column's name, empty where it is left out. */
export interface MappingRow {
	readonly from: string;
	readonly column: string;
	/** For a new dataset; empty: detected from all values. */
	readonly type: string;
}

/** Types that a person may give to a column of a new dataset. */
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
 * Each field to the column of the same name; with `columns` null, of a new dataset, each to one of its own.
 * @param types of fields, as a file says them
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

/** The type of a new column that holds all values of a file's type; empty where there is none such. */
function newTypeOf(declared: string | undefined): string {
	const type = widened[declared ?? ''] ?? declared ?? '';
	return columnTypePattern.test(type) ? type : '';
}

/** What is sent of it. */
export const mappingOf = (rows: readonly MappingRow[]): MappedColumn[] =>
	rows
		.filter((row) => row.column !== '')
		.map(({ from, column, type }) => ({ from, column, ...(type === '' ? {} : { type }) }));

/** Why a mapping cannot be sent; null where it can. */
export function mappingProblem(rows: readonly MappingRow[]): string | null {
	const taken = new Set<string>();
	for (const { column } of mappingOf(rows)) {
		if (taken.has(column.toLowerCase())) return `Two fields go into ${column}. Choose another column for one of them.`;
		taken.add(column.toLowerCase());
	}
	return taken.size === 0 ? 'No field has a column yet. Choose at least one.' : null;
}

/** The type that each field's values must fit; empty where any does, or where the file says that type itself. */
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

/** What of the records doesn't fit, found in every value before anything is sent. */
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
