import {
	IconBook,
	IconFolders,
	IconHistory,
	IconHome,
	IconKey,
	IconLink,
	IconMessages,
	IconPlayerPlay,
	IconSchema,
	IconSitemap,
	IconTableImport,
	IconTerminal2,
	type TablerIcon,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { listRuns, startScratchRun } from '#contract/build-run.ts';
import { offers } from '../features/session/model.ts';
import { descriptionQuery } from '../features/session/queries.ts';
import { paths } from '../routing/paths.ts';

export interface Destination {
	readonly label: string;
	readonly to: string;
	readonly icon: TablerIcon;
}

export function useDestinations(): readonly Destination[] {
	const { data: description = null } = useQuery(descriptionQuery);
	return [
		{ label: 'Home', to: paths.home(), icon: IconHome },
		{ label: 'BuildSpecs', to: paths.buildSpecs(), icon: IconSchema },
		{ label: 'Lineage', to: paths.lineage(), icon: IconSitemap },
		...(offers(description, startScratchRun)
			? [{ label: 'Worksheets', to: paths.worksheet(), icon: IconTerminal2 }]
			: []),
		// Outputs are core: without a list of runs, a run with a known id can still be viewed.
		{
			label: offers(description, listRuns) ? 'Runs' : 'Outputs by run ID',
			to: paths.runs(),
			icon: IconPlayerPlay,
		},
		{ label: 'Namespaces', to: paths.namespaces(), icon: IconFolders },
		{ label: 'Links', to: paths.links(), icon: IconLink },
		{ label: 'Ingest', to: paths.ingest(), icon: IconTableImport },
		{ label: 'Agents', to: paths.agents(), icon: IconMessages },
		{ label: 'Access', to: paths.access(), icon: IconKey },
		{ label: 'Activity', to: paths.activity(), icon: IconHistory },
		{ label: 'Docs', to: paths.docs(), icon: IconBook },
	];
}
