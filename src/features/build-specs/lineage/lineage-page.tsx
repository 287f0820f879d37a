import { Button } from '@mantine/core';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatCoordinate } from '#contract/dataset.ts';
import { paths } from '../../../routing/paths.ts';
import { PageFrame } from '../../../ui/layout/page-frame.tsx';
import { EmptyState, LoadingRows, Notice } from '../../../ui/states/states.tsx';
import { QueryErrorPanel } from '../../names/query-error-panel.tsx';
import { descriptionQuery, useReachable } from '../../session/queries.ts';
import { UnreadableItems } from '../list/unreadable-items.tsx';
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
	const away = useReachable() === false;
	const { query, canSee, targets = none, unknown } = useSpecTargets(specs.data?.items);
	return (
		<PageFrame title="Lineage" fill>
			{specs.isPending && <LoadingRows />}
			{specs.isError && !(away && specs.data !== undefined) && (
				<QueryErrorPanel
					title={specs.data === undefined ? 'The BuildSpecs could not be listed' : 'The list could not be refreshed'}
					query={specs}
				/>
			)}
			{specs.data !== undefined && <UnreadableItems items={specs.data.unreadable} others={specs.data.items.length} />}
			{specs.data?.items.length === 0 && specs.data.unreadable.length === 0 && (
				<EmptyState
					title="No BuildSpecs yet"
					action={
						<Button component={Link} to={paths.buildSpecs()}>
							Go to BuildSpecs
						</Button>
					}
				>
					A BuildSpec derives one dataset from others. Here is then seen what is made of what.
				</EmptyState>
			)}
			{query.isError && <QueryErrorPanel title="Couldn't load the outputs of your pipelines" query={query} />}
			{unknown.length > 0 && (
				<Notice tone="info" isSilent title="Some pipeline outputs are missing here">
					{canSee
						? `Preview or build ${unknown.map(({ destination }) => formatCoordinate(destination)).join(', ')} to see them.`
						: "This service doesn't list runs, which show what a pipeline writes."}
				</Notice>
			)}
			{specs.data !== undefined && specs.data.items.length > 0 && (
				<LineageView specs={specs.data.items} targets={targets} />
			)}
		</PageFrame>
	);
}
