import type { DuckDBConnection } from '@duckdb/node-api';
import { literal } from '#lib/sql/quoting.ts';
import type { FileValues } from '../answers.ts';
import type { RunnerRequest } from '../messages.ts';
import { type Condition, type Constant, type NamedTable, namedTables, sameNames } from '../sql/statement-tree.ts';
import type { KnownSource } from '../types.ts';
import type { Session } from './session.ts';

type Request = Extract<RunnerRequest, { kind: 'relevant' }>;

/** The files of each source that a statement can need. The engine compares bounds with constants; the statement doesn't run. */
export async function relevant({ connection }: Session, { sql, sources }: Request): Promise<number[][]> {
	const parsed = `json_serialize_sql(CAST(${literal(sql)} AS VARCHAR), skip_default := true)`;
	const [tree] = await textsOf(connection, `SELECT CAST(${parsed} AS VARCHAR)`);
	const tables = namedTables(JSON.parse(tree ?? 'null'));
	const constants = await writtenConstants(connection, parsed, tables);
	const found: number[][] = [];
	for (const source of sources) found.push(await filesOf(connection, source, tables, constants));
	return found;
}

async function filesOf(
	connection: DuckDBConnection,
	source: KnownSource,
	tables: readonly NamedTable[],
	constants: ReadonlyMap<string, string>,
): Promise<number[]> {
	const all = [...source.files.keys()];
	const full = [source.owner, source.namespace, source.datasetName];
	const places = tables.filter(({ names }) => names.length > 1 && sameNames(names, full.slice(-names.length)));
	// If this analysis doesn't find where a source is read, all of its files are needed.
	if (places.length === 0) return all;
	const needed = new Set<number>();
	for (const { conditions } of places) {
		const tests = source.files.map(({ columns }) =>
			conditions
				.flatMap((condition) => testOf(condition, columns, constants))
				.map((value) => `coalesce(${value}, true)`),
		);
		if (tests.every((test) => test.length === 0)) return all;
		const each = tests.map((test) => (test.length === 0 ? 'true' : test.join(' AND ')));
		const meets = await connection.run(`SELECT unnest([${each.join(', ')}])`);
		for (const [index, [met]] of (await meets.getRows()).entries()) if (met === true) needed.add(index);
	}
	return all.filter((value) => needed.has(value));
}

/** SQL conditions for whether values within the bounds can satisfy a condition; none if that is unknown. */
function testOf(
	{ column, comparison, constants: wanted }: Condition,
	columns: Readonly<Record<string, FileValues>>,
	constants: ReadonlyMap<string, string>,
): string[] {
	const name = Object.keys(columns).find((key) => sameNames([key], [column]));
	const values = name === undefined ? undefined : columns[name];
	if (values === undefined || !wanted.every((constant) => isComparable(values.type, constant))) return [];
	// NaN sorts above every number and isn't part of the bounds.
	if (isFloat(values.type) && comparison.startsWith('>')) return [];
	const [min, max] = [values.min, values.max].map((value) => `CAST(${literal(value)} AS ${values.type})`);
	const tests = wanted.map((item) => {
		const constant = constants.get(item.path);
		if (comparison === '=') return `(${min} <= ${constant} AND ${max} >= ${constant})`;
		return `(${comparison.startsWith('<') ? min : max} ${comparison} ${constant})`;
	});
	return [`(${tests.join(' OR ')})`];
}

const isFloat = (type: string): boolean => type === 'FLOAT' || type === 'DOUBLE';

/** Whether the comparison uses the sort order of the bounds. */
function isComparable(type: string, { kind }: Constant): boolean {
	if (type === 'VARCHAR') return kind === 'text';
	return isFloat(type) ? kind === 'number' : true;
}

/** Each constant in SQL, as the engine writes it. */
async function writtenConstants(
	connection: DuckDBConnection,
	parsed: string,
	tables: readonly NamedTable[],
): Promise<Map<string, string>> {
	const paths = [
		...new Set(
			tables.flatMap((table) => table.conditions.flatMap((one) => one.constants.map((constant) => constant.path))),
		),
	];
	if (paths.length === 0) return new Map();
	const [before = '', after = ''] = selectOfOne.split('?');
	const each = paths.map(
		(path) =>
			`json_deserialize_sql(CAST(${literal(before)} || CAST(json_extract(tree, ${literal(path)}) AS VARCHAR) || ${literal(after)} AS JSON))`,
	);
	const selects = await textsOf(connection, `SELECT unnest([${each.join(', ')}]) FROM (SELECT ${parsed} AS tree)`);
	return new Map(paths.map((path, index) => [path, `(${(selects[index] ?? '').replace(/^SELECT /, '')})`]));
}

/** The tree of `SELECT ?`, as DuckDB serializes it. */
const selectOfOne =
	'{"error":false,"statements":[{"node":{"type":"SELECT_NODE","modifiers":[],"cte_map":{"map":[]},"select_list":[?],"from_table":{"type":"EMPTY","alias":"","sample":null},"where_clause":null,"group_expressions":[],"group_sets":[],"aggregate_handling":"STANDARD_HANDLING","having":null,"sample":null,"qualify":null}}]}';

async function textsOf(connection: DuckDBConnection, sql: string): Promise<string[]> {
	return (await (await connection.run(sql)).getRows()).map(([value]) => String(value));
}
