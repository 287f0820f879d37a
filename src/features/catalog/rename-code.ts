import type { BuildSpec } from '#contract/build-spec.ts';
import { foldName } from '#contract/ids.ts';
import { isInNamespace, type NamespaceRename } from '../../storage/namespace-renames.ts';

/** A piece of SQL: a name, a dot, or anything between them that is no name. */
interface Piece {
	readonly kind: 'name' | 'dot' | 'blank' | 'other';
	readonly text: string;
}

/** Strings and comments are one piece each: what stands in them is never a name. */
const pieces =
	/(--[^\n]*|\/\*[\s\S]*?(?:\*\/|$))|('(?:[^']|'')*(?:'|$)|\$(\w*)\$[\s\S]*?(?:\$\3\$|$))|("(?:[^"]|"")*"|[\p{L}_][\p{L}\p{M}\p{N}_$]*)|(\.)|(\s+)|(\d[\w.]*|[\s\S])/gu;

function split(code: string): Piece[] {
	return [...code.matchAll(pieces)].map(([text, comment, , , name, dot, blank]) => {
		if (comment !== undefined || blank !== undefined) return { kind: 'blank', text };
		return { kind: name !== undefined ? 'name' : dot !== undefined ? 'dot' : 'other', text };
	});
}

const plainName = /^[a-z_][a-z0-9_]*$/i;
/** Words that SQL takes for its own where they stand without quotes. */
const reserved = new Set(
	'all analyse analyze and any array as asc asymmetric both case cast check collate column constraint create default deferrable desc describe distinct do else end except false fetch for foreign from group having in initially intersect into lambda lateral leading limit not null offset on only or order pivot placing primary qualify references returning select show some summarize symmetric table then to trailing true union unique unpivot using variadic when where window with'.split(
		' ',
	),
);

const unquoted = (text: string): string => (text.startsWith('"') ? text.slice(1, -1).replaceAll('""', '"') : text);

function quoted(name: string, like: string): string {
	const isPlain = plainName.test(name) && !reserved.has(name.toLowerCase());
	return isPlain && !like.startsWith('"') ? name : `"${name.replaceAll('"', '""')}"`;
}

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
		sources.filter((it) => isInNamespace(it, rename.owner, rename.from)).map((it) => foldName(it.datasetName)),
	);
	if (datasets.size === 0) return null;
	const all = split(code.payload);
	const words = all.flatMap((it, at) => (it.kind === 'blank' ? [] : [{ ...it, at }]));
	const texts = all.map((it) => it.text);
	let changed = false;
	for (const [index, word] of words.entries()) {
		if (word.kind !== 'name' || foldName(unquoted(word.text)) !== foldName(rename.from)) continue;
		const next = words[index + 2];
		if (words[index + 1]?.kind !== 'dot' || next?.kind !== 'name') continue;
		if (!datasets.has(foldName(unquoted(next.text)))) continue;
		const isQualified = words[index - 1]?.kind === 'dot';
		const owner = words[index - 2];
		if (isQualified && (owner?.kind !== 'name' || foldName(unquoted(owner.text)) !== foldName(rename.owner))) continue;
		if (isQualified && words[index - 3]?.kind === 'dot') continue;
		texts[word.at] = quoted(rename.to, word.text);
		changed = true;
	}
	return changed ? texts.join('') : null;
}

/** Whether a code has the name in it at all, as a word of its own: what cannot be changed safely is still to be looked at. */
export function namesNamespace(payload: string, namespace: string): boolean {
	const escaped = namespace.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
	return new RegExp(`(?<![\\p{L}\\p{N}_])${escaped}(?![\\p{L}\\p{N}_])`, 'iu').test(payload);
}
