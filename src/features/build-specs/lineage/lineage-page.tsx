import { Button } from '@mantine/core';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { paths } from '../../../routing/paths.ts';
import { PageFrame } from '../../../ui/layout/page-frame.tsx';
import { EmptyState } from '../../../ui/states/states.tsx';
import { QueryErrorPanel } from '../../names/query-error-panel.tsx';
import { descriptionQuery } from '../../session/queries.ts';
import { SpecsState } from '../list/specs-state.tsx';
import type { SpecTargets } from '../model.ts';
import { useSpecTargets } from '../pipeline-queries.ts';
import { buildSpecsQuery } from '../queries.ts';
import { LineageView } from './lineage-view.tsx';

export const loadLineage = (queryClient: QueryClient) => async () => {
	void queryClient.prefetchQuery(buildSpecsQuery);
	await queryClient.ensureQueryData(descriptionQuery);
	return null;
};

const none: SpecTargets = new Map();

export function LineagePage() {
	const specs = useQuery(buildSpecsQuery);
	const { query, canSee, targets = none, unknown } = useSpecTargets(specs.data?.items);
	const [params] = useSearchParams();
	const isEmpty = specs.data?.items.length === 0 && specs.data.unreadable.length === 0;
	return (
		<PageFrame title="Lineage" fill>
			<SpecsState specs={specs} />
			{isEmpty && !params.get('focus') && (
				<EmptyState
					title="No BuildSpecs yet"
					action={
						<Button component={Link} to={paths.buildSpecs()}>
							Go to BuildSpecs
						</Button>
					}
				>
					Lineage shows which datasets your BuildSpecs read and build.
				</EmptyState>
			)}
			{query.isError && <QueryErrorPanel title="Couldn’t load the outputs of your pipelines" query={query} />}
			{specs.data !== undefined && (specs.data.items.length > 0 || params.get('focus')) && (
				<LineageView specs={specs.data.items} targets={targets} unknown={unknown} canSeeRuns={canSee} />
			)}
		</PageFrame>
	);
}
