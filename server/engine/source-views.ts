import type { RunnerSource } from './messages.ts';
import { literal, quoted, tokens, written } from './sql-text.ts';

/** The catalogue of names that belong to no owner. It is no valid owner name, so it cannot be one. */
export const ownCatalog = '~';

/** DuckDB attaches nothing under these names. */
const reservedCatalogs = new Set(['main', 'system', 'temp']);
/** Schemas that every catalogue has and that take no views. */
const reservedSchemas = new Set(['information_schema', 'pg_catalog']);

/** DuckDB compares names by their ASCII letters alone. */
const fold = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());

/** A sign that stands in no owner's name and may begin an identifier without quotes. */
const standIn = '¤';

/** The catalogue that stands for an owner. A reserved name gives its first letter to the sign, so that its length stays. */
const catalogOf = (owner: string): string =>
	reservedCatalogs.has(fold(owner)) ? standIn + fold(owner).slice(1) : owner;

/** A text of the engine's with the stand-ins read as the owners that the person knows. */
export const withRealOwners = (text: string): string =>
	text.replaceAll(
		/¤(ain|ystem|emp)\b/g,
		(_, rest: string) => ({ ain: 'main', ystem: 'system', emp: 'temp' })[rest] ?? rest,
	);

export const fullName = (it: RunnerSource): string => [it.owner, it.namespace, it.datasetName].map(written).join('.');
const shortName = (it: RunnerSource): string => [it.namespace, it.datasetName].map(written).join('.');

interface View {
	readonly catalog: string;
	readonly schema: string;
	readonly name: string;
	readonly select: string;
}

const view = (it: View): string[] => {
	const schema = `${quoted(it.catalog)}.${quoted(it.schema)}`;
	return [`CREATE SCHEMA IF NOT EXISTS ${schema}`, `CREATE VIEW ${schema}.${quoted(it.name)} AS ${it.select}`];
};

/**
 * The statements that make every source readable as owner.namespace.dataset (catalogue, schema, table) and, where one
 * source alone bears that name, as namespace.dataset.
 *
 * A schema that is called like an attached catalogue makes `a.b` ambiguous for DuckDB. There the short name is made in
 * that catalogue's `main` schema instead, where `a.b` finds it.
 */
export function sourceViews(sources: readonly RunnerSource[]): { statements: string[]; warnings: string[] } {
	const usable = sources.filter((it) => !reservedSchemas.has(fold(it.namespace)));
	const owners = new Map(usable.map((it) => [fold(catalogOf(it.owner)), catalogOf(it.owner)]));
	const catalogFor = (it: RunnerSource) => owners.get(fold(catalogOf(it.owner))) ?? it.owner;
	const statements = [
		...[...owners.values()].map((owner) => `ATTACH ':memory:' AS ${quoted(owner)}`),
		...usable.flatMap((it) =>
			view({
				catalog: catalogFor(it),
				schema: it.namespace,
				name: it.datasetName,
				select: `SELECT * FROM read_parquet(${literal(it.file)}, hive_partitioning = false)`,
			}),
		),
	];
	const taken = new Set(usable.map((it) => [catalogFor(it), it.namespace, it.datasetName].map(fold).join('/')));
	for (const it of usable) {
		if (!hasShortName(it, usable)) continue;
		const catalog = owners.get(fold(it.namespace));
		const schema = catalog === undefined ? it.namespace : 'main';
		if (taken.has([catalog ?? ownCatalog, schema, it.datasetName].map(fold).join('/'))) continue;
		const select = `SELECT * FROM ${[catalogFor(it), it.namespace, it.datasetName].map(quoted).join('.')}`;
		statements.push(...view({ catalog: catalog ?? ownCatalog, schema, name: it.datasetName, select }));
	}
	const warnings = sources
		.filter((it) => reservedSchemas.has(fold(it.namespace)))
		.map(
			(it) =>
				`The source ${fullName(it)} cannot be read: the engine keeps the namespace name "${it.namespace}" for itself.`,
		);
	return { statements, warnings };
}

/** Whether namespace.dataset means this source alone. DuckDB's own catalogues hide schemas that are called like them. */
function hasShortName(it: RunnerSource, sources: readonly RunnerSource[]): boolean {
	const same = (a: string, b: string) => fold(a) === fold(b);
	const bearers = sources.filter(
		(that) => same(that.namespace, it.namespace) && same(that.datasetName, it.datasetName),
	);
	return bearers.length === 1 && !['system', 'temp'].includes(fold(it.namespace));
}

/** The statement with reserved owners written as the catalogue that stands for them. Every offset stays. */
export function withUsableOwners(sql: string, sources: readonly RunnerSource[]): string {
	const reserved = sources.filter((it) => reservedCatalogs.has(fold(it.owner)));
	if (reserved.length === 0) return sql;
	const known = new Set(reserved.map((it) => [it.owner, it.namespace, it.datasetName].map(fold).join('/')));
	const all = tokens(sql);
	let text = sql;
	for (const [index, token] of all.entries()) {
		const parts = all.slice(index, index + 5);
		if (parts[1]?.text !== '.' || parts[3]?.text !== '.') continue;
		const names = [parts[0], parts[2], parts[4]].map((it) => fold(nameIn(it?.text ?? '')));
		if (!known.has(names.join('/'))) continue;
		const stand = token.text.replace(/^("?)./, `$1${standIn}`);
		text = text.slice(0, token.start) + stand + text.slice(token.end);
	}
	return text;
}

const nameIn = (text: string): string => (text.startsWith('"') ? text.slice(1, -1).replaceAll('""', '"') : text);

/**
 * Turns a name that DuckDB offers (parts joined by dots, unquoted) into how the person writes it; names of DuckDB's own
 * are no offer. A name without a dot is a column, a function or an alias.
 */
export function offerFrom(sources: readonly RunnerSource[], missing: string): (name: string) => string | null {
	const all = sources.flatMap((it) => [
		[it, fullName(it), `${it.owner}.${it.namespace}.${it.datasetName}`] as const,
		...(hasShortName(it, sources) ? [[it, shortName(it), `${it.namespace}.${it.datasetName}`] as const] : []),
	]);
	return (name) => {
		const source = all.find(([it, , joined]) => joined === name || (missing === 'Table' && it.datasetName === name));
		if (source) return source[1];
		return missing === 'Table' || /^(information_schema|pg_catalog|main|~|duckdb_)/.test(name) ? null : written(name);
	};
}
