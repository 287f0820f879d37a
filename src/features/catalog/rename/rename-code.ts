import type { BuildSpec } from '#contract/build-spec.ts';
import { coordinateKey } from '#contract/dataset.ts';
import { foldName } from '#contract/ids.ts';
import { is, isName, nameOf, type Token, tokenizeCode } from '#lib/sql/lexer.ts';
import { quoted, sqlName } from '#lib/sql/quoting.ts';
import { escapePattern } from '#lib/text/escape-pattern.ts';
import { isInNamespace, type Rename } from '../../../storage/changes-elsewhere.ts';

const quotedLike = (name: string, like: Token): string => (like.kind === 'quoted' ? quoted(name) : sqlName(name));

/**
 * Renames a namespace in SQL: `from.dataset` and `owner.from.dataset`, if the dataset is one of the sources in that
 * namespace. Strings, comments and other names don't change.
 * @returns null if nothing changes
 */
export function renameInSql(
	{ sources, code }: Pick<BuildSpec, 'sources' | 'code'>,
	rename: Omit<Rename, 'service'>,
): string | null {
	if (rename.namespace !== undefined)
		return renameDatasetInSql({ sources, code }, { ...rename, namespace: rename.namespace });
	const datasets = new Set(
		sources
			.filter((source) => isInNamespace(source, rename.owner, rename.from))
			.map((source) => foldName(source.datasetName)),
	);
	if (datasets.size === 0) return null;
	const tokens = tokenizeCode(code.payload);
	const isNamed = (token: Token | undefined, name: string) =>
		isName(token) && foldName(nameOf(token)) === foldName(name);
	let text = '';
	let done = 0;
	for (const [index, token] of tokens.entries()) {
		if (!isNamed(token, rename.from) || !is(tokens[index + 1], '.')) continue;
		const dataset = tokens[index + 2];
		if (!isName(dataset) || !datasets.has(foldName(nameOf(dataset)))) continue;
		const isQualified = is(tokens[index - 1], '.');
		if (isQualified && (!isNamed(tokens[index - 2], rename.owner) || is(tokens[index - 3], '.'))) continue;
		text += code.payload.slice(done, token.start) + quotedLike(rename.to, token);
		done = token.end;
	}
	return done === 0 ? null : text + code.payload.slice(done);
}

/**
 * Renames a dataset: `namespace.from`, `owner.namespace.from`, and column references `from.column` if no other table
 * has that name.
 */
function renameDatasetInSql(
	{ sources, code: { payload } }: Pick<BuildSpec, 'sources' | 'code'>,
	{ owner, namespace, from, to }: Omit<Rename, 'service' | 'namespace'> & { readonly namespace: string },
): string | null {
	const key = coordinateKey({ owner, namespace, datasetName: from });
	if (!sources.some((source) => coordinateKey(source) === key)) return null;
	const tokens = tokenizeCode(payload);
	const isNamed = (token: Token | undefined, name: string) =>
		isName(token) && foldName(nameOf(token)) === foldName(name);
	const isDataset = (index: number): boolean => {
		if (!is(tokens[index - 1], '.') || !isNamed(tokens[index - 2], namespace)) return false;
		return !is(tokens[index - 3], '.') || (isNamed(tokens[index - 4], owner) && !is(tokens[index - 5], '.'));
	};
	const named = tokens.flatMap((token, index) => (isNamed(token, from) ? [{ token, index }] : []));
	const datasets = named.filter(({ index }) => isDataset(index));
	if (datasets.length === 0) return null;
	// If the table has an alias, `from.` refers to something else.
	const hasAlias = datasets.some(({ index }) => isAlias(tokens[index + 1]));
	const columns = named.filter(({ index }) => is(tokens[index + 1], '.') && !is(tokens[index - 1], '.'));
	const isOther = named.some(({ index }) => !is(tokens[index + 1], '.') && !is(tokens[index - 1], '.'));
	const changed = [...datasets, ...(hasAlias || isOther ? [] : columns)].sort((a, b) => a.index - b.index);
	let text = '';
	let done = 0;
	for (const { token } of changed) {
		text += payload.slice(done, token.start) + quotedLike(to, token);
		done = token.end;
	}
	return text + payload.slice(done);
}

const afterTable =
	/^(where|join|inner|left|right|full|cross|on|using|group|order|limit|union|having|natural|asof|positional|semi|anti|window|qualify|except|intersect|offset|sample|tablesample|fetch)$/i;

const isAlias = (next: Token | undefined): boolean => isName(next) && !afterTable.test(nameOf(next));

/** Whether code contains the name as a word, so that what can't be changed safely can be reviewed. */
export function namesWord(payload: string, name: string): boolean {
	return new RegExp(`(?<![\\p{L}\\p{N}_])${escapePattern(name)}(?![\\p{L}\\p{N}_])`, 'iu').test(payload);
}
