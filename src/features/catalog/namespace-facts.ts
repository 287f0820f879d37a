import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { listRuns } from '#contract/build-run.ts';
import { listDatasets } from '#contract/dataset.ts';
import { listIngestions } from '#contract/ingest.ts';
import { listLinks } from '#contract/link.ts';
import { listShares } from '#contract/permission.ts';
import { isInNamespace, renamedText } from '../../storage/changes-elsewhere.ts';
import { listDrafts, readDraft } from '../../storage/drafts.ts';
import { useDrafts } from '../../storage/use-drafts.ts';
import type { Scope } from '../../storage/web-storage.ts';
import { sharesQuery } from '../access/queries.ts';
import { namesIn } from '../build-specs/model.ts';
import { useSpecTargets } from '../build-specs/pipeline-queries.ts';
import { buildSpecsQuery } from '../build-specs/queries.ts';
import { linksQuery } from '../links/queries.ts';
import { datasetsQuery } from '../names/queries.ts';
import { runsQuery } from '../runs/queries.ts';
import { offers } from '../session/model.ts';
import { descriptionQuery, useScope } from '../session/queries.ts';
import { type NamespaceRef, specUses } from './model.ts';
import { ingestionsOfQuery } from './queries.ts';

/** Everything visible that a wipe or rename affects. `undefined`: not known yet, or failed. */
export function useNamespaceFacts({ owner, namespace }: NamespaceRef) {
	const { data: description = null } = useQuery(descriptionQuery);
	const scope = useScope();
	const sees = {
		datasets: offers(description, listDatasets),
		links: offers(description, listLinks),
		runs: offers(description, listRuns),
		shares: offers(description, listShares),
		ingestions: offers(description, listIngestions),
	};
	const listed = {
		datasets: useQuery({ ...datasetsQuery(owner, namespace), staleTime: 0, enabled: sees.datasets }),
		links: useQuery({ ...linksQuery({ owner, namespace }), staleTime: 0, enabled: sees.links }),
		shares: useQuery({ ...sharesQuery(owner, namespace), staleTime: 0, enabled: sees.shares }),
		ingestions: useQuery({ ...ingestionsOfQuery({ owner, namespace }), enabled: sees.ingestions }),
		runs: useQuery({ ...runsQuery(), enabled: sees.runs }),
	};
	const specs = useQuery({ ...buildSpecsQuery, staleTime: 0 });
	const draftList = useDrafts(scope);
	const drafts = useMemo(
		() => (draftList.length === 0 ? [] : draftsNaming(scope, { owner, namespace })),
		[draftList, scope, owner, namespace],
	);
	const items = specs.data?.items;
	const { query: targetsQuery, targets } = useSpecTargets(items);
	return {
		description,
		sees,
		...listed,
		specs,
		uses: useMemo(() => items && specUses(items, { owner, namespace }, new Map()), [items, owner, namespace]),
		/** BuildSpecs that name it, plus pipelines that write to it without naming it. */
		affected: {
			query: items === undefined ? specs : { ...targetsQuery, data: targets },
			uses: specUses(items ?? [], { owner, namespace }, targets ?? new Map()),
		},
		runsNaming: listed.runs.data?.items.filter(({ definition: { sources, destination } }) =>
			[...sources, ...(destination === undefined ? [] : [destination])].some((coordinate) =>
				isInNamespace(coordinate, owner, namespace),
			),
		),
		/** Ids of drafts in this browser that name it. */
		drafts,
		/** Whether everything readable has been read. */
		isGathered:
			!specs.isPending &&
			!targetsQuery.isLoading &&
			(['datasets', 'links', 'shares', 'ingestions', 'runs'] as const).every(
				(name) => !sees[name] || !listed[name].isPending,
			),
	};
}

export type NamespaceFacts = ReturnType<typeof useNamespaceFacts>;

function draftsNaming(scope: Scope, { owner, namespace }: NamespaceRef): string[] {
	// A name that a rename would change belongs to this namespace.
	const rename = { service: scope.service, owner, from: namespace, to: `${namespace}-` };
	return listDrafts(scope).flatMap(({ id }) => {
		const found = readDraft(scope, id);
		if (found.kind !== 'draft') return [];
		return namesIn(found.draft.text).some((name) => renamedText(name, rename, scope.user) !== name) ? [id] : [];
	});
}
