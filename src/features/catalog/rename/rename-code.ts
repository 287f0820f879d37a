import type { BuildSpec } from '#contract/build-spec.ts';
import { foldName } from '#contract/ids.ts';
import { is, isName, nameOf, type Token, tokenizeCode } from '#lib/sql/lexer.ts';
import { quoted, sqlName } from '#lib/sql/quoting.ts';
import { escapePattern } from '#lib/text/escape-pattern.ts';
import { isInNamespace, type NamespaceRename } from '../../../storage/changes-elsewhere.ts';

const quotedLike = (name: string, like: Token): string => (like.kind === 'quoted' ? quoted(name) : sqlName(name));

/**
 * SQL as it must be after a rename: `from.dataset` and `owner.from.dataset` are changed where the dataset is one of the
 * sources in that namespace. Strings, comments and every other name stay.
 * @returns null where nothing is to be changed
 */
export function renameInSql(
	{ sources, code }: Pick<BuildSpec, 'sources' | 'code'>,
	rename: Pick<NamespaceRename, 'owner' | 'from' | 'to'>,
): string | null {
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

/** Whether a code has the name in it at all, as a word of its own: what cannot be changed safely is still to be looked at. */
export function namesNamespace(payload: string, namespace: string): boolean {
	return new RegExp(`(?<![\\p{L}\\p{N}_])${escapePattern(namespace)}(?![\\p{L}\\p{N}_])`, 'iu').test(payload);
}
