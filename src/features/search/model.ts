import { formatCoordinate, joinNames } from '#contract/dataset.ts';
import { type SearchKind, type SearchResult, searchKinds } from '#contract/search.ts';
import { highlightParts } from '#lib/search/highlight.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { paths } from '../../routing/paths.ts';

export const kindLabels: Readonly<Record<SearchKind, string>> = {
	namespace: 'Namespaces',
	dataset: 'Datasets',
	column: 'Columns',
	'build-spec': 'BuildSpecs',
	link: 'Links',
};

export const kindLabel: Readonly<Record<SearchKind, string>> = {
	namespace: 'Namespace',
	dataset: 'Dataset',
	column: 'Column',
	'build-spec': 'BuildSpec',
	link: 'Link',
};

/** A parsed search: words, and filters such as `type:column` and `owner:me`. */
export interface ParsedSearch {
	readonly words: string;
	/** Null: all. */
	readonly kinds: readonly SearchKind[] | null;
	readonly owner: string | null;
	/** Whether only the docs are searched: `type:docs`. */
	readonly isDocs: boolean;
}

const kindNames: ReadonlyMap<string, SearchKind> = new Map([
	...searchKinds.flatMap((kind) => [kind, `${kind}s`].map((name) => [name, kind] as const)),
	['buildspec', 'build-spec'],
	['buildspecs', 'build-spec'],
	['table', 'dataset'],
	['field', 'column'],
]);

/** @param user the user for `owner:me` */
export function parseSearch(text: string, user: string): ParsedSearch {
	const words: string[] = [];
	const kinds = new Set<SearchKind>();
	let owner: string | null = null;
	let isDocs = false;
	for (const word of text.split(/\s+/)) {
		const [, name, value = ''] = /^(type|kind|owner):(.+)$/i.exec(word) ?? [];
		const kind = kindNames.get(value.toLowerCase());
		if (name === undefined) words.push(word);
		else if (name.toLowerCase() === 'owner') owner = value.toLowerCase() === 'me' ? user : value;
		else if (/^(docs?|guides?|help)$/i.test(value)) isDocs = true;
		else if (kind === undefined) words.push(word);
		else kinds.add(kind);
	}
	return { words: words.join(' ').trim(), kinds: kinds.size === 0 ? null : [...kinds], owner, isDocs };
}

/** Describes the filters: "columns or links owned by ann". */
export function filteredText({ kinds, owner }: Pick<ParsedSearch, 'kinds' | 'owner'>): string {
	const names = (kinds ?? []).map((kind) =>
		kind === 'build-spec' ? kindLabels[kind] : kindLabels[kind].toLowerCase(),
	);
	const what = names.length === 0 ? 'results' : names.join(' or ');
	return owner === null ? what : `${what} owned by ${owner}`;
}

/** A result's title: the column name, or the full name of anything else. */
export function resultName(result: SearchResult): string {
	const { kind, owner, namespace, datasetName, columnName, linkedTo } = result;
	if (kind === 'namespace' || datasetName === null) return joinNames([owner, namespace]);
	if (kind === 'column') return columnName ?? '';
	if (kind === 'link' && linkedTo !== null)
		return `${datasetName}.${columnName} → ${linkedTo.dataset}.${linkedTo.columnName}`;
	return formatCoordinate({ owner, namespace, datasetName });
}

/** Location and type of a column or link; empty for others. */
export function resultContext({ kind, owner, namespace, datasetName, columnType }: SearchResult): string {
	if (datasetName === null) return '';
	if (kind === 'column') return `${formatCoordinate({ owner, namespace, datasetName })} · ${columnType}`;
	return kind === 'link' ? joinNames([owner, namespace]) : '';
}

export const markedParts = (text: string, words: readonly string[]) => highlightParts(visibleText(text), words);

export function resultPath(result: SearchResult): string {
	const { kind, owner, namespace, datasetName, buildSpecId, linkId, excerpt } = result;
	if (kind === 'build-spec' && buildSpecId !== null) {
		const line = excerpt?.line ?? null;
		return paths.buildSpec(buildSpecId, line === null ? undefined : { line, column: 1 });
	}
	if (kind === 'link' && linkId !== null) return paths.links({ link: linkId });
	if (datasetName === null) return paths.namespace(owner, namespace);
	return paths.dataset({ owner, namespace, datasetName }, kind === 'column' ? 'columns' : undefined);
}
