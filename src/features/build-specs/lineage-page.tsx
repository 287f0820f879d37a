import { Button } from '@mantine/core';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { errorFacts } from '../../api/error-facts.ts';
import { paths } from '../../routing/paths.ts';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { PageFrame } from '../../ui/page-frame.tsx';
import { EmptyState, LoadingRows } from '../../ui/states.tsx';
import { descriptionQuery, useReachable } from '../session/queries.ts';
import { LineageView } from './lineage-view.tsx';
import { buildSpecsQuery } from './queries.ts';
import { UnreadableItems } from './unreadable-items.tsx';

export const loadLineage = (queryClient: QueryClient) => async () => {
	void queryClient.prefetchQuery(buildSpecsQuery);
	await queryClient.ensureQueryData(descriptionQuery);
	return null;
};

/** What BuildSpecs make of what, as a graph and as a list. */
export function LineagePage() {
	const specs = useQuery(buildSpecsQuery);
	const away = useReachable() === false;
	return (
		<PageFrame title="Lineage" fill>
			{specs.isPending && <LoadingRows />}
			{specs.isError && !(away && specs.data !== undefined) && (
				<ErrorPanel
					title={specs.data === undefined ? 'The BuildSpecs could not be listed' : 'The list could not be refreshed'}
					error={errorFacts(specs.error)}
					onRetry={() => void specs.refetch()}
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
			{specs.data !== undefined && specs.data.items.length > 0 && <LineageView specs={specs.data.items} />}
		</PageFrame>
	);
}
