import { foldSql } from '#lib/sql/quoting.ts';
import functions from '#lib/sql/spark-functions.json' with { type: 'json' };
import { EngineError } from '../errors.ts';
import type { EngineSource } from '../types.ts';
import { problemAt, type SparkToken, sparkName, tokenizeSpark } from './tokens.ts';

/** A source, and the session view that replaces it. */
export interface SourceView {
	readonly source: EngineSource;
	readonly view: string;
}

export interface GuardedStatement {
	/** One query without a semicolon, with views in place of sources. Every line and column number stays the same. */
	readonly sql: string;
	readonly views: readonly SourceView[];
	readonly named: readonly EngineSource[];
}

const refusal = 'The code must be a single SELECT over the sources';
const beginnings = new Set(['select', 'with', 'from', 'values', 'table', '(']);
const allowed: ReadonlySet<string> = new Set(functions.map(({ name }) => name));

/** Keywords of Spark that a parenthesis may follow although they aren't functions. */
const structural = new Set(
	`all and any array as between by case char character cross cube dec distinct distribute else end escape except exists extend
	filter for from full group grouping having in inner intersect interval is join json_table lateral like limit map match_condition
	materialized measure minus natural not nulls numeric offset on or order outer over partition pivot qualify recursive repeatable
	rlike rollup row select semi set sets sort struct table tablesample then timestampadd timestampdiff try_cast union unnest unpivot using values varchar
	void when where window with within
	broadcast broadcastjoin mapjoin mergejoin rebalance repartition repartition_by_range shuffle_hash shuffle_merge
	shuffle_replicate_nl`.split(/\s+/),
);
/** Keywords that may precede an expression, so that a name after them is a function and not an alias. */
const beforeExpression = new Set([
	...structural,
	...`add after always apply aggregate asof at both cluster collate cost date day days default div do drop exclude execute fetch
	first following full global hour identifier if ignore ilike include into last leading left local map max minute month nearest next
	only option options outer percent preceding range reduce regexp respect return right rows second similarity some stream substr
	substring system temporary time timestamp timestamp_ltz timestamp_ntz to trailing transform update use user var variable view
	view week year call macro script`.split(/\s+/),
]);
/** Never allowed, not even as a possible alias: these give access to files, the machine, the network or other users' functions. */
const dangerous =
	/^(reflect|try_reflect|java_method|input_file_\w+|(from|to)_(avro|protobuf)|from_xml|schema_of_xml|read_\w+|python_\w+|ai_\w+|http_\w+|secret|try_secret|vector_search|cloud_files_state|remote_query|identifier|list_secrets|event_log|xpath\w*)$/;

/**
 * Checks that a statement is one query that calls only Spark's built-in functions, and replaces its sources with views.
 * @param taken view names that aren't sources @throws EngineError
 */
export function guardStatement(
	sql: string,
	sources: readonly EngineSource[],
	taken: readonly string[] = [],
): GuardedStatement {
	const tokens = tokenizeSpark(sql);
	const [first] = tokens;
	if (first === undefined || first.text === ';') throw problemAt(sql, 0, 'The statement is empty. Write a SELECT.');
	const variable = sql.search(/\$\{/);
	if (variable >= 0)
		throw problemAt(sql, variable, 'Spark variables aren’t available here. Replace the variable with a value.');
	let last = tokens.length;
	while (tokens[last - 1]?.text === ';') last -= 1;
	const statement = tokens.slice(0, last);
	const semicolon = statement.findIndex(({ text }) => text === ';');
	if (semicolon >= 0)
		throw problemAt(sql, statement[semicolon + 1]?.start ?? 0, `${refusal}. A second statement starts here.`);
	if (!beginnings.has(key(first)))
		throw problemAt(sql, first.start, `${refusal}. ${first.text.toUpperCase()} isn’t available.`);
	assertBalanced(sql, statement);
	assertCalls(sql, statement);
	const { views, text, named } = withViews(sql, statement, sources, taken);
	return { sql: text.slice(0, statement.at(-1)?.end).padEnd(sql.length), views, named };
}

const key = (token: SparkToken | undefined): string =>
	token === undefined || token.kind === 'quoted' || token.kind === 'string' ? '' : token.text.toLowerCase();
const isName = (token: SparkToken | undefined): token is SparkToken =>
	token?.kind === 'word' || token?.kind === 'quoted';

/** Maximum nesting depth; Spark's parser runs out of memory at a few times as many levels. */
const deepest = 300;

/** The statement is wrapped in parentheses for Spark, so it must not close them itself. */
function assertBalanced(sql: string, tokens: readonly SparkToken[]): void {
	let depth = 0;
	for (const { text, start } of tokens) {
		if (text === '(') depth += 1;
		if (text === ')') depth -= 1;
		if (depth < 0)
			throw problemAt(
				sql,
				start,
				'This closing parenthesis has no matching opening parenthesis. Remove it, or add the opening one.',
			);
		if (depth > deepest)
			throw problemAt(
				sql,
				start,
				`Parentheses are nested more than ${deepest} levels deep. Split the statement into smaller ones.`,
			);
	}
}

function assertCalls(sql: string, tokens: readonly SparkToken[]): void {
	for (const [index, token] of tokens.entries()) {
		const isCall = key(tokens[index + 1]) === '(';
		if (key(token) === 'using' && !isCall)
			throw problemAt(
				sql,
				token.start,
				`${refusal}. USING is only available in a JOIN, before columns in parentheses.`,
			);
		if (!isCall || !isName(token)) continue;
		const name = sparkName(token).toLowerCase();
		const before = tokens[index - 1];
		const refuse = () => problemAt(sql, token.start, `The function "${name}" isn’t available here.`);
		if (dangerous.test(name)) throw refuse();
		if (key(before) === '.')
			throw problemAt(
				sql,
				token.start,
				'Only Spark’s built-in functions are available. Write their names without a prefix.',
			);
		if (allowed.has(name) || (token.kind === 'word' && structural.has(name))) continue;
		if (isAlias(before) || isCteName(tokens, index)) continue;
		throw refuse();
	}
}

/** Whether a name followed by columns, as in `FROM x AS t(a, b)`, can only be an alias. */
function isAlias(before: SparkToken | undefined): boolean {
	if (before === undefined) return false;
	if (before.kind === 'quoted' || key(before) === ')' || key(before) === 'as') return true;
	return before.kind === 'word' && !/^\d/.test(before.text) && !beforeExpression.has(key(before));
}

/** `t(a, b) AS (`, or `t AS (`. */
function isCteName(tokens: readonly SparkToken[], index: number): boolean {
	let at = index + 1;
	if (key(tokens[at]) === '(') {
		for (let depth = 0; at < tokens.length; at++) {
			if (key(tokens[at]) === '(') depth += 1;
			if (key(tokens[at]) === ')') depth -= 1;
			if (depth === 0) break;
		}
		at += 1;
	}
	return key(tokens[at]) === 'as' && ['(', 'materialized', 'not'].includes(key(tokens[at + 1]));
}

export const cteNames = (tokens: readonly SparkToken[]): string[] =>
	tokens.filter((token, index) => isName(token) && isCteName(tokens, index)).map((token) => foldSql(sparkName(token)));

const pathKey = (...names: string[]): string => names.map(foldSql).join('\n');

/**
 * Replaces owner.namespace.dataset and namespace.dataset with the name of a view: the dataset's own name if nothing else has it, so that columns can be
 * qualified with it. The replacement ends where the original name ended, padded with spaces before it.
 */
function withViews(
	sql: string,
	tokens: readonly SparkToken[],
	sources: readonly EngineSource[],
	taken: readonly string[],
) {
	const others = new Set([...taken.map(foldSql), ...cteNames(tokens)]);
	const bearers = (name: string) => sources.filter(({ datasetName }) => foldSql(datasetName) === foldSql(name)).length;
	const views = sources.map((source, index) => {
		const { datasetName } = source;
		const isOwn =
			/^[\p{L}\d_ -]+$/u.test(datasetName) && bearers(datasetName) === 1 && !others.has(foldSql(datasetName));
		let free = `_s${index}`;
		while (others.has(free)) free = `_${free}`;
		return { source, view: isOwn ? datasetName : free };
	});
	const found = new Map<string, SourceView>();
	for (const view of views) {
		const { owner, namespace, datasetName } = view.source;
		found.set(pathKey(owner, namespace, datasetName), view);
		const isShort =
			sources.filter((s) => pathKey(s.namespace, s.datasetName) === pathKey(namespace, datasetName)).length === 1;
		if (isShort) found.set(pathKey(namespace, datasetName), view);
	}
	let text = sql;
	const readSources = new Set<EngineSource>();
	for (const index of tokens.keys()) {
		if (key(tokens[index - 1]) === '.' || key(tokens[index + 1]) !== '.') continue;
		const chain = [
			tokens[index],
			tokens[index + 2],
			key(tokens[index + 3]) === '.' ? tokens[index + 4] : undefined,
		].filter(isName);
		const length = [3, 2].find((n) => chain.length >= n && found.has(pathKey(...chain.slice(0, n).map(sparkName))));
		const named = length === undefined ? undefined : found.get(pathKey(...chain.slice(0, length).map(sparkName)));
		const [from, to] = [chain[0], chain[(length ?? 0) - 1]];
		if (named === undefined || from === undefined || to === undefined) continue;
		readSources.add(named.source);
		const own = named.view === named.source.datasetName ? to.text : named.view;
		const gap = sql.slice(from.start, to.end - own.length).replaceAll(/[^\n]/g, ' ');
		text = text.slice(0, from.start) + gap + own + text.slice(to.end);
	}
	return { views, text, named: [...readSources] };
}

/** Plan lines that name a table of a catalog: a session view has no catalog, and so no dot. */
const catalogTable = /SubqueryAlias ([^\n,]*?[.][^\n,]*)/;

/** Functions that reveal Spark's account or catalog; a statement can call them without parentheses. */
const ofAccount = /\b(current_(?:user|path|catalog|database|schema)|session_user|user)\(\)/;

/** Refuses a statement whose plan reads anything but the views of its session. @param plan complete, as Spark explains it @throws EngineError */
export function assertPlan(plan: string): void {
	const [, table] = catalogTable.exec(plan) ?? [];
	if (table !== undefined)
		throw new EngineError(
			'NOT_ONE_SELECT',
			`Only the sources can be read, not "${table.trim()}". If this is an alias, use one without a dot.`,
		);
	const [, name] = ofAccount.exec(plan) ?? [];
	if (name !== undefined) throw new EngineError('NOT_ONE_SELECT', `The function "${name}" isn’t available here.`);
}
