import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { listRuns } from '#contract/build-run.ts';
import { listDatasets } from '#contract/dataset.ts';
import { listIngestions } from '#contract/ingest.ts';
import { listLinks } from '#contract/link.ts';
import { listShares } from '#contract/permission.ts';
import { useDrafts } from '../../storage/use-drafts.ts';
import { sharesQuery } from '../access/queries.ts';
import { useSpecTargets } from '../build-specs/pipeline-queries.ts';
import { buildSpecsQuery } from '../build-specs/queries.ts';
import { datasetsQuery } from '../names/queries.ts';
import { runsQuery } from '../runs/queries.ts';
import { offers } from '../session/model.ts';
import { descriptionQuery, useScope } from '../session/queries.ts';
import { ingestionsOfQuery } from './ingestions-slot.tsx';
import { specsAround } from './model.ts';
import { linksOfQuery } from './queries.ts';
import { draftsNaming, type NamespaceName, runsNaming } from './wipe-radius.ts';

/** All that can be seen of what a wipe hits. `undefined`: not known yet; a query's error says why it stays so. */
export function useWipeFacts(namespace: NamespaceName) {
	const { owner, name } = namespace;
	const { data: description = null } = useQuery(descriptionQuery);
	const scope = useScope();
	const sees = {
		datasets: offers(description, listDatasets),
		links: offers(description, listLinks),
		runs: offers(description, listRuns),
		shares: offers(description, listShares),
		ingestions: offers(description, listIngestions),
	};
	const datasets = useQuery({ ...datasetsQuery(owner, name), staleTime: 0, enabled: sees.datasets });
	const links = useQuery({ ...linksOfQuery({ owner, namespace: name }), enabled: sees.links });
	const shares = useQuery({ ...sharesQuery(owner, name), staleTime: 0, enabled: sees.shares });
	const ingestions = useQuery({ ...ingestionsOfQuery({ owner, namespace: name }), enabled: sees.ingestions });
	const specs = useQuery({ ...buildSpecsQuery, staleTime: 0 });
	const runs = useQuery({ ...runsQuery(), enabled: sees.runs });
	const marks = useDrafts(scope);
	// The marks change when the drafts do.
	const drafts = useMemo(
		() => (marks.length === 0 ? [] : draftsNaming(scope, { owner, name })),
		[marks, scope, owner, name],
	);
	const specsData = specs.data?.items;
	const { query: written, targets } = useSpecTargets(specsData);
	const around = useMemo(
		() => (specsData === undefined ? undefined : specsAround(specsData, { owner, namespace: name }, new Map())),
		[specsData, owner, name],
	);
	return {
		description,
		sees,
		datasets,
		links,
		shares,
		ingestions,
		specs,
		/** The BuildSpecs that name it. */
		around,
		/** Those, and the pipelines that write to it without naming it. */
		hit: {
			query: specsData === undefined ? specs : { ...written, data: targets },
			around: specsAround(specsData ?? [], { owner, namespace: name }, targets ?? new Map()),
		},
		runs: { query: runs, naming: runs.data === undefined ? undefined : runsNaming(runs.data.items, namespace) },
		drafts,
		/** Whether everything that can be seen was read, or cannot be. */
		isGathered:
			!specs.isPending &&
			!written.isLoading &&
			(!sees.datasets || !datasets.isPending) &&
			(!sees.links || !links.isPending) &&
			(!sees.shares || !shares.isPending) &&
			(!sees.ingestions || !ingestions.isPending) &&
			(!sees.runs || !runs.isPending),
	};
}

export type WipeFacts = ReturnType<typeof useWipeFacts>;
