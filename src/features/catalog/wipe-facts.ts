import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { listRuns } from '#contract/build-run.ts';
import { listDatasets } from '#contract/dataset.ts';
import { listLinks } from '#contract/link.ts';
import { useDrafts } from '../../storage/use-drafts.ts';
import { buildSpecsQuery } from '../build-specs/queries.ts';
import { datasetsQuery } from '../names/queries.ts';
import { runsQuery } from '../runs/queries.ts';
import { offers } from '../session/model.ts';
import { descriptionQuery, useScope } from '../session/queries.ts';
import { specsAround } from './model.ts';
import { draftsNaming, type NamespaceName, namespaceLinksQuery, runsNaming } from './wipe-radius.ts';

/** All that can be seen of what a wipe hits. `undefined`: not known yet; a query's error says why it stays so. */
export function useWipeFacts(namespace: NamespaceName) {
	const { owner, name } = namespace;
	const { data: description = null } = useQuery(descriptionQuery);
	const scope = useScope();
	const sees = {
		datasets: offers(description, listDatasets),
		links: offers(description, listLinks),
		runs: offers(description, listRuns),
	};
	const datasets = useQuery({ ...datasetsQuery(owner, name), staleTime: 0, enabled: sees.datasets });
	const links = useQuery({ ...namespaceLinksQuery(namespace), enabled: sees.links });
	const specs = useQuery({ ...buildSpecsQuery, staleTime: 0 });
	const runs = useQuery({ ...runsQuery(), enabled: sees.runs });
	const marks = useDrafts(scope);
	// The marks change when the drafts do.
	const drafts = useMemo(
		() => (marks.length === 0 ? [] : draftsNaming(scope, { owner, name })),
		[marks, scope, owner, name],
	);
	const specsData = specs.data?.items;
	const around = useMemo(
		() => (specsData === undefined ? undefined : specsAround(specsData, { owner, namespace: name })),
		[specsData, owner, name],
	);
	return {
		description,
		sees,
		datasets,
		links,
		specs,
		around,
		runs: { query: runs, naming: runs.data === undefined ? undefined : runsNaming(runs.data.items, namespace) },
		drafts,
		/** Whether everything that can be seen was read, or cannot be. */
		isGathered:
			!specs.isPending &&
			(!sees.datasets || !datasets.isPending) &&
			(!sees.links || !links.isPending) &&
			(!sees.runs || !runs.isPending),
	};
}

export type WipeFacts = ReturnType<typeof useWipeFacts>;
