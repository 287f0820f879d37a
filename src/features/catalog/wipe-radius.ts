import { queryOptions } from '@tanstack/react-query';
import type { BuildRun } from '#contract/build-run.ts';
import type { BuildSpec } from '#contract/build-spec.ts';
import { foldName } from '#contract/ids.ts';
import { type LinkEnd, type ListedLink, listLinks } from '#contract/link.ts';
import { call } from '../../api/http.ts';
import { type DraftScope, listDrafts, readDraft } from '../../storage/drafts.ts';
import { isInNamespace, renamedText } from '../../storage/namespace-renames.ts';
import { nameKeys } from '../names/queries.ts';

/** A namespace by its owner's and its own name. */
export interface NamespaceName {
	readonly owner: string;
	readonly name: string;
}

export const fullName = ({ owner, name }: NamespaceName): string => `${owner}/${name}`;

/** Every link with an end in a namespace, whichever its direction. */
export const namespaceLinksQuery = ({ owner, name }: NamespaceName) =>
	queryOptions({
		queryKey: [...nameKeys.all, 'links', foldName(`${owner}/${name}`)] as const,
		queryFn: async ({ signal }): Promise<ListedLink[]> => {
			const links: ListedLink[] = [];
			let cursor: string | null = null;
			do {
				const query = { username: owner, namespace: name, limit: '1000', ...(cursor === null ? {} : { cursor }) };
				const page: { items: ListedLink[]; nextCursor: string | null } = await call(listLinks, { query }, { signal });
				links.push(...page.items);
				cursor = page.nextCursor === cursor ? null : page.nextCursor;
			} while (cursor !== null);
			return links;
		},
		staleTime: 0,
	});

/** How a link lies to a namespace: with both ends in it, or leading out of it or into it. */
export function linkDirection({ from, to }: ListedLink, { owner, name }: NamespaceName): 'within' | 'out' | 'in' {
	const isThere = (it: LinkEnd) => isInNamespace({ ...it, owner: it.username, datasetName: it.dataset }, owner, name);
	if (isThere(from)) return isThere(to) ? 'within' : 'out';
	return 'in';
}

/** Ids of the drafts in this browser whose coordinates lie in a namespace. */
export function draftsNaming(scope: DraftScope, { owner, name }: NamespaceName): string[] {
	// a text that would follow a rename is one that names it
	const rename = { service: scope.service, owner, from: name, to: `${name}-` };
	return listDrafts(scope).flatMap(({ id }) => {
		const found = readDraft(scope, id);
		if (found.kind !== 'draft') return [];
		const texts = [...found.draft.text.sources, found.draft.text.destination];
		return texts.some((it) => renamedText(it, rename, scope.user) !== it) ? [id] : [];
	});
}

export const runsNaming = (runs: readonly BuildRun[], { owner, name }: NamespaceName): BuildRun[] =>
	runs.filter(({ definition: { sources, destination } }) =>
		[...sources, ...(destination === undefined ? [] : [destination])].some((it) => isInNamespace(it, owner, name)),
	);

/** What becomes of a BuildSpec that reads the namespace when its datasets go, and when they stay empty. */
export function consequenceFor(spec: BuildSpec, { owner, name }: NamespaceName, deletes: boolean): string {
	const reads = spec.sources.filter((it) => isInNamespace(it, owner, name)).map((it) => it.datasetName);
	const which = reads.join(', ');
	return deletes ? `breaks: ${which} will not be there` : `gets no rows of ${which}`;
}
