import type { DescribedColumn } from '#contract/dataset.ts';
import { foldName } from '#contract/ids.ts';
import { columnTypePattern, type IngestRecord, type MappedColumn, metadataPrefix } from '#contract/ingest.ts';
import { formatCount } from '../../lib/format.ts';
import type { FoundColumn, ValueType } from '../../ui/table-files/how.ts';
import { fits } from './column-fit.ts';
import { textOf } from './model.ts';
import type { ReadFile } from './use-reading.ts';

/** What can be saved: rows that are at hand, or a file that was read. */
export type Saveable =
	| {
			readonly kind: 'records';
			readonly records: readonly IngestRecord[];
			/** Of fields, where the file that they came from says them. */
			readonly types: Readonly<Record<string, string>>;
			readonly from: string;
	  }
	| { readonly kind: 'file'; readonly file: ReadFile; readonly from: string };

/** Where a field goes: a column's name, empty where it is left out. */
export interface MappingRow {
	readonly from: string;
	readonly column: string;
	/** For a new dataset; empty: told from all values. */
	readonly type: string;
}

/** Types that a person may give to a column of a new dataset. */
export const newTypes = [
	'VARCHAR',
	'BOOLEAN',
	'INTEGER',
	'BIGINT',
	'DOUBLE',
	'DATE',
	'TIME',
	'TIMESTAMP',
	'TIMESTAMP WITH TIME ZONE',
	'UUID',
] as const;

/** The fields that records have, without notes. */
export const fieldsOf = (records: readonly IngestRecord[]): string[] => [
	...new Set(records.flatMap((it) => Object.keys(it).filter((name) => !name.startsWith(metadataPrefix)))),
];

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
		const found = columns.find((it) => it.name === from) ?? columns.find((it) => plain(it.name) === plain(from));
		return { from, column: found?.name ?? '', type: '' };
	});
}

/** The types that a file says of its columns, by their names. */
export const typesOf = (columns: readonly FoundColumn[]): Record<string, string> =>
	Object.fromEntries(columns.flatMap((it) => (it.declared === null ? [] : [[it.name, it.declared]])));

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
		.filter((it) => it.column !== '')
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

/** Values of a field that do not fit its column. */
export interface Conflict {
	readonly from: string;
	readonly column: string;
	readonly type: string;
	readonly words: string;
}

/** What of the records does not fit the columns, told from every value, before anything is sent. */
export function conflictsOf(
	records: readonly IngestRecord[],
	rows: readonly MappingRow[],
	typeOf: (column: string) => string | undefined,
): { readonly conflicts: readonly Conflict[]; readonly records: number } {
	const bad = new Set<number>();
	const conflicts = rows.flatMap(({ from, column, type: chosen }) => {
		const type = typeOf(column) ?? chosen;
		if (column === '' || type === '') return [];
		let [count, first] = [0, -1];
		for (const [index, record] of records.entries()) {
			if (fits(record[from], type) !== false) continue;
			bad.add(index);
			count += 1;
			if (first === -1) first = index;
		}
		if (count === 0) return [];
		const example = `“${textOf(records[first]?.[from]).slice(0, 60)}” in row ${formatCount(first + 1)}`;
		const rest = count === 1 ? '' : ` and ${formatCount(count - 1)} more`;
		return [{ from, column, type, words: `${example}${rest}` }];
	});
	return { conflicts, records: bad.size };
}

const accepted: Readonly<Record<ValueType, RegExp>> = {
	empty: /./,
	integer: /^(U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|DOUBLE|FLOAT|DECIMAL.*|VARCHAR)$/,
	number: /^(DOUBLE|FLOAT|DECIMAL.*|VARCHAR)$/,
	boolean: /^(BOOLEAN|VARCHAR)$/,
	date: /^(DATE|TIMESTAMP.*|VARCHAR)$/,
	timestamp: /^(TIMESTAMP.*|VARCHAR)$/,
	text: /^(VARCHAR|TIME|UUID|BLOB|BOOLEAN)$/,
	// Of what is inside the console knows nothing: the service tells which rows do not fit.
	nested: /^(VARCHAR|JSON|STRUCT.*|MAP.*|.*\])$/,
};

/** As `conflictsOf`, for a file whose columns' types were told while it was read. */
export function fileConflicts(
	columns: readonly FoundColumn[],
	rows: readonly MappingRow[],
	typeOf: (column: string) => string | undefined,
): Conflict[] {
	return rows.flatMap(({ from, column, type: chosen }) => {
		const type = typeOf(column) ?? chosen;
		const found = columns.find((it) => it.name === from);
		if (column === '' || type === '' || found === undefined || accepted[found.type].test(type)) return [];
		return [{ from, column, type, words: `the file has ${found.type === 'text' ? 'texts' : `${found.type}s`} there` }];
	});
}
