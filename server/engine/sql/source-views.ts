import { tokenizeCode } from '#lib/sql/lexer.ts';
import { foldSql, literal, quoted, quotedPath, sqlName, sqlPath, unquoted } from '#lib/sql/quoting.ts';
import type { EngineSource } from '../types.ts';

/** The catalog for names without an owner. Not a valid owner name, so it can't collide with one. */
export const ownCatalog = '~';

/** DuckDB can't attach databases under the first three names; every catalog has built-in schemas named like the others and `main`. */
const reserved = ['main', 'system', 'temp', 'information_schema', 'pg_catalog'];
/** A character that occurs in no valid name and may start an unquoted identifier. */
const sign = '¤';

/** Replaces the first letter of a reserved name with that character, which keeps the length; other names stay as they are. */
export const usable = (name: string): string => (reserved.includes(foldSql(name)) ? sign + name.slice(1) : name);

/** Restores the reserved names, as the user wrote them, in a message of the engine. */
export const withRealNames = (text: string): string =>
	reserved.reduce((all, name) => all.replaceAll(new RegExp(sign + name.slice(1), 'gi'), name), text);

export const fullName = (source: Omit<EngineSource, 'files'>): string =>
	sqlPath([source.owner, source.namespace, source.datasetName]);
const shortName = (source: EngineSource): string => sqlPath([source.namespace, source.datasetName]);

export const parquetOf = ({ files }: Pick<EngineSource, 'files'>): string =>
	`read_parquet([${files.map(literal).join(', ')}], hive_partitioning = false)`;

const key = (...names: string[]): string => names.map(foldSql).join('\n');

const view = (catalog: string, schema: string, name: string, select: string): string[] => {
	const path = quotedPath([catalog, schema]);
	return [`CREATE SCHEMA IF NOT EXISTS ${path}`, `CREATE VIEW ${path}.${quoted(name)} AS ${select}`];
};

/**
 * Statements that make each source readable as owner.namespace.dataset and, if unambiguous, as namespace.dataset.
 * A schema named like an attached catalog makes `a.b` ambiguous for DuckDB, so the short name is then created in that catalog's `main`.
 */
export function sourceViews(sources: readonly EngineSource[]): string[] {
	const catalogs = new Map(sources.map((source) => [foldSql(usable(source.owner)), usable(source.owner)]));
	return [
		...[...catalogs.values()].map((catalog) => `ATTACH ':memory:' AS ${quoted(catalog)}`),
		...sources.flatMap((source) =>
			view(usable(source.owner), usable(source.namespace), source.datasetName, `SELECT * FROM ${parquetOf(source)}`),
		),
		...sources.filter(hasShortName(sources)).flatMap((source) => {
			const names = [usable(source.owner), usable(source.namespace), source.datasetName];
			const catalog = catalogs.get(foldSql(usable(source.namespace)));
			const [home, schema] = catalog === undefined ? [ownCatalog, usable(source.namespace)] : [catalog, 'main'];
			return view(home, schema, source.datasetName, `SELECT * FROM ${quotedPath(names)}`);
		}),
	];
}

/** Whether namespace.dataset refers only to this source. */
function hasShortName(sources: readonly EngineSource[]): (source: EngineSource) => boolean {
	const bearers = new Map<string, number>();
	for (const source of sources) {
		const name = key(source.namespace, source.datasetName);
		bearers.set(name, (bearers.get(name) ?? 0) + 1);
	}
	return (source) => bearers.get(key(source.namespace, source.datasetName)) === 1;
}

/** Replaces reserved names of sources in the statement with their substitutes. Every UTF-16 offset stays the same. */
export function withUsableNames(sql: string, sources: readonly EngineSource[]): string {
	const touched = sources.filter(
		(source) => usable(source.owner) !== source.owner || usable(source.namespace) !== source.namespace,
	);
	if (touched.length === 0) return sql;
	const known = new Set(
		touched.flatMap((source) => [
			key(source.owner, source.namespace, source.datasetName),
			key(source.namespace, source.datasetName),
		]),
	);
	const all = tokenizeCode(sql);
	const nameAt = (index: number) => unquoted(all[index]?.text ?? '');
	const isDot = (index: number) => all[index]?.text === '.';
	let text = sql;
	for (const index of all.keys()) {
		if (isDot(index - 1) || !isDot(index + 1)) continue;
		const names = [index, index + 2, ...(isDot(index + 3) ? [index + 4] : [])];
		const parts = [names, names.slice(0, 2)].find((candidate) => known.has(key(...candidate.map(nameAt))));
		for (const part of parts?.slice(0, -1) ?? []) {
			const token = all[part];
			if (token === undefined || usable(nameAt(part)) === nameAt(part)) continue;
			text = text.slice(0, token.start) + token.text.replace(/^("?)./, `$1${sign}`) + text.slice(token.end);
		}
	}
	return text;
}

/** Converts a name that DuckDB suggests (dotted, unquoted) to the form that users write; null for DuckDB's internal names. */
export function offerFrom(
	sources: readonly EngineSource[],
	missing: 'Table' | 'other',
): (name: string) => string | null {
	const isShort = hasShortName(sources);
	const all = sources.flatMap((source) => [
		{ source, as: fullName(source), joined: `${source.owner}.${source.namespace}.${source.datasetName}` },
		...(isShort(source)
			? [{ source, as: shortName(source), joined: `${source.namespace}.${source.datasetName}` }]
			: []),
	]);
	return (name) => {
		const found = all.find(
			(candidate) => candidate.joined === name || (missing === 'Table' && candidate.source.datasetName === name),
		);
		if (found) return found.as;
		return missing === 'Table' || /^(information_schema|pg_catalog|main|~|duckdb_)/.test(name) ? null : sqlName(name);
	};
}
