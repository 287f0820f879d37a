import type { BuildRun } from '#contract/build-run.ts';
import type { BuildSpec } from '#contract/build-spec.ts';
import type { DatasetSummary } from '#contract/dataset.ts';
import type { LinkEnd, ListedLink } from '#contract/link.ts';
import { randomId } from '../../lib/random-id.ts';
import { type DraftScope, listDrafts, readDraft } from '../../storage/drafts.ts';
import { isInNamespace, renamedText } from '../../storage/namespace-renames.ts';
import { namesIn } from '../build-specs/model.ts';

/** A namespace by its owner's and its own name. */
export interface NamespaceName {
	readonly owner: string;
	readonly name: string;
}

export const fullName = ({ owner, name }: NamespaceName): string => `${owner}/${name}`;

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
		return namesIn(found.draft.text).some((name) => renamedText(name, rename, scope.user) !== name) ? [id] : [];
	});
}

export const runsNaming = (runs: readonly BuildRun[], { owner, name }: NamespaceName): BuildRun[] =>
	runs.filter(({ definition: { sources, destination } }) =>
		[...sources, ...(destination === undefined ? [] : [destination])].some((it) => isInNamespace(it, owner, name)),
	);

/**
 * The same for whoever wipes what was seen here: two requests of one person for the same content are one wipe.
 * @param datasets as they were gathered; undefined where they are not listed
 */
export function wipeKey(datasets: readonly DatasetSummary[] | undefined): string {
	if (datasets === undefined) return randomId();
	const sum = (of: (it: DatasetSummary) => number) => datasets.reduce((all, it) => all + of(it), 0);
	const latest =
		datasets
			.map((it) => it.updatedAt)
			.sort()
			.at(-1) ?? '';
	return ['wipe', datasets.length, sum((it) => it.rows), sum((it) => it.version), latest].join(' ');
}

/** What becomes of a BuildSpec that reads the namespace when its datasets go, and when they stay empty. */
export function consequenceFor(
	spec: BuildSpec,
	{ owner, name }: NamespaceName,
	deletes: boolean,
	isDone = false,
): string {
	const reads = spec.sources.filter((it) => isInNamespace(it, owner, name)).map((it) => it.datasetName);
	const which = reads.join(', ');
	return deletes
		? `breaks: ${which} ${isDone ? 'is not there any more' : 'will not be there'}`
		: `gets no rows of ${which}`;
}
