import { is, nameOf, type Token } from '#lib/sql/lexer.ts';
import { foldSql } from '#lib/sql/quoting.ts';
import { pathAt, type ReadSql } from '../../../lib/sql/cursor.ts';
import { itemsAt, positionIn, type ScopeItem } from '../../../lib/sql/scope.ts';
import { callText, type SqlFunction } from './functions.ts';
import type { SqlColumn, SqlDataset, SqlKnowledge } from './knowledge.ts';
import { type KnownScope, readScope } from './read-scope.ts';

/** Description of a name in the text; offsets in UTF-16 code units. */
export interface Described {
	readonly start: number;
	readonly end: number;
	/** Markdown, one paragraph each. */
	readonly paragraphs: readonly string[];
}

const maxColumns = 12;
const maxCalls = 4;

/** Describes the name at an offset, or returns null. */
export async function describeAt(
	sql: ReadSql,
	offset: number,
	knowledge: SqlKnowledge,
	functions: readonly SqlFunction[],
): Promise<Described | null> {
	const path = pathAt(sql.tokens, offset);
	const named = path?.names[path.at];
	if (path === null || named === undefined) return null;
	const { start, end } = named;
	const isCall = is(sql.tokens[sql.tokens.indexOf(named) + 1], '(');
	if (isCall && path.names.length === 1) {
		const fn = functions.find((fn) => fn.name === named.key);
		return fn === undefined ? null : { start, end, paragraphs: describeFunction(fn) };
	}
	const position = positionIn(sql.queries, start);
	if (position === null) return null;
	const scope = await readScope(sql, knowledge);
	const items = itemsAt(position, scope.columnsOf);
	const read = items.find(({ item }) => item.path !== null && item.start <= start && end <= item.end);
	if (read !== undefined) return whole(path.names, describeItem(read, scope));
	const names = path.names.slice(0, path.at + 1).map(nameOf);
	const column = await describeColumn(names, items, scope, knowledge);
	if (column !== null) return { start, end, paragraphs: column };
	const owner = names.length === 1 ? items.find((item) => sameName(item.name, names[0])) : undefined;
	return owner === undefined ? null : { start, end, paragraphs: describeItem(owner, scope) };
}

const sameName = (a: string | null | undefined, b: string | undefined): boolean =>
	a != null && b !== undefined && foldSql(a) === foldSql(b);

const whole = (names: readonly Token[], paragraphs: readonly string[]): Described => ({
	start: names[0]?.start ?? 0,
	end: names.at(-1)?.end ?? 0,
	paragraphs,
});

const fullName = ({ owner, namespace, datasetName }: SqlDataset): string => `${owner}/${namespace}/${datasetName}`;

function describeItem({ item, name, columns }: ScopeItem, scope: KnownScope): string[] {
	const dataset = item.path === null ? null : scope.datasetOf(item.path);
	const what = dataset === null ? plain(item.path?.join('.') ?? name ?? 'subquery') : plain(fullName(dataset));
	const place = dataset === null ? '' : dataset.isSource ? ' · source' : ' · not a source';
	const kind = dataset?.state === undefined ? place : `${place} · ${dataset.state}`;
	if (columns === null) return [`**${what}**${kind}`, 'Its columns are unknown.'];
	const more = columns.length > maxColumns ? [`and ${columns.length - maxColumns} more`] : [];
	const listed = columns
		.slice(0, maxColumns)
		.map((column) => `${code(column.name)}${column.type === null ? '' : ` ${plain(column.type)}`}`);
	return [`**${what}**${kind}`, [...listed, ...more].join(', ')];
}

async function describeColumn(
	names: readonly string[],
	items: readonly ScopeItem[],
	scope: KnownScope,
	knowledge: SqlKnowledge,
): Promise<string[] | null> {
	const name = names.at(-1);
	const owner = names.at(-2);
	const from = owner === undefined ? items : items.filter((item) => sameName(item.name, owner));
	const found = from.flatMap((item) => item.columns ?? []).find((column) => sameName(column.name, name));
	const [first] = scope.sources.flatMap(({ dataset, columns }) =>
		columns.filter((column) => sameName(column.name, name)).map((column) => ({ dataset, column })),
	);
	if (found === undefined) {
		// Before a FROM is typed, a name probably belongs to a source.
		return items.length > 0 || owner !== undefined || first === undefined
			? null
			: await describeDatasetColumn(first.dataset, first.column, first.column.name, knowledge);
	}
	const dataset = found.origin === null ? null : scope.datasetOf(found.origin.path);
	if (dataset === null || found.origin === null) {
		return [`${code(found.name)} ${plain(found.type ?? '')}`, 'Result of an expression in this code.'];
	}
	const { name: original } = found.origin;
	const known = (await knowledge.columnsOf(dataset))?.find((column) => column.name === original);
	return describeDatasetColumn(dataset, known ?? { name: original, type: found.type }, found.name, knowledge);
}

async function describeDatasetColumn(
	dataset: SqlDataset,
	column: SqlColumn,
	as: string,
	knowledge: SqlKnowledge,
): Promise<string[]> {
	const values = await knowledge.valuesOf(dataset, column.name);
	return [
		`**${code(as)}** ${plain(column.type ?? '')}`,
		...(column.description ? [plain(column.description)] : []),
		...(values === null || values === '' ? [] : [plain(values)]),
		`${as === column.name ? '' : `${code(column.name)} `}of ${plain(fullName(dataset))}`,
	];
}

export function describeFunction(fn: SqlFunction): string[] {
	const calls = fn.calls.slice(0, maxCalls).map((call) => callText(fn.name, call).text);
	const rest = fn.calls.length - maxCalls;
	const more = rest > 0 ? [`${rest} more ${rest === 1 ? 'overload' : 'overloads'}`] : [];
	return [
		fence(calls.join('\n')),
		...more,
		...(fn.about === undefined ? [] : [plain(fn.about)]),
		...(fn.example === undefined ? [] : [fence(fn.example)]),
	];
}

/** Escapes Markdown, since names and descriptions come from other users. */
export const plain = (text: string): string =>
	text.replaceAll(/\s+/g, ' ').replaceAll(/[\\`*_{}[\]()#+\-.!~|<>&:@/]/g, '\\$&');

const code = (text: string): string => (text.includes('`') ? plain(text) : `\`${text.replaceAll(/\s+/g, ' ')}\``);
const fence = (text: string): string => `\`\`\`sql\n${text}\n\`\`\``;
