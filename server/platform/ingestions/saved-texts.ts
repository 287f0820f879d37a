import { quoted, quotedPath } from '#lib/sql/quoting.ts';
import type { Caller } from '../core/caller.ts';
import { conflict } from '../core/service-error.ts';
import { proseLength } from '../ingest/normalize/plan-column.ts';
import { QueryError, queryRows } from '../rows/query-rows.ts';
import type { Platform } from '../state/platform.ts';
import type { Loading } from './load-rows.ts';

/** Enough to show in which form a column's values are written. */
const [readRows, mostTexts] = [2_000, 40];

/** Some texts of each of a dataset's columns, if rows are added to it. */
export async function savedTexts(
	platform: Platform,
	caller: Caller,
	{ found: { row, target }, before, signal }: Loading,
	wanted: readonly { readonly column: string }[],
): Promise<ReadonlyMap<string, readonly string[]>> {
	const isWanted = (name: string) => wanted.some(({ column }) => column === name);
	const names = (before?.columns ?? []).flatMap(({ name, type }) =>
		type === 'VARCHAR' && isWanted(name) ? [name] : [],
	);
	if (before === null || row.mode === 'replace' || names.length === 0) return new Map();
	const source = { coordinate: target, namespaceId: before.namespaceId, sha256: before.sha256 };
	const lists = names.map((name, index) => {
		const isShort = `length(${quoted(name)}) <= ${proseLength}`;
		return `list_distinct(list(${quoted(name)}) FILTER (WHERE ${isShort}))[1:${mostTexts}] AS c${index}`;
	});
	const table = quotedPath([target.owner, target.namespace, target.datasetName]);
	const first = `(SELECT ${names.map(quoted).join(', ')} FROM ${table} LIMIT ${readRows})`;
	const { rows } = await queryRows(platform, caller, {
		sources: [source],
		sql: `SELECT ${lists.join(', ')} FROM ${first}`,
		signal,
	}).catch((error: unknown) => {
		throw error instanceof QueryError ? conflict(error.message) : error;
	});
	const [texts] = rows.map((text): Record<string, string[] | null> => JSON.parse(text));
	return new Map(names.map((name, index) => [name, texts?.[`c${index}`] ?? []]));
}
