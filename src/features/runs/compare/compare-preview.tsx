import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { BuildRun } from '#contract/build-run.ts';
import { coordinateKey, type DatasetCoordinate } from '#contract/dataset.ts';
import { getDatasetStatuses } from '#contract/dataset-status.ts';
import { InPaneBar } from '../../../ui/layout/pane-bar.tsx';
import { Box } from '../../../ui/primitives/layout.tsx';
import { EmptyState, LoadingRows } from '../../../ui/states/states.tsx';
import { statusesQuery } from '../../names/status-queries.ts';
import { useOffers } from '../../session/queries.ts';
import { CompareDestination } from './compare-destination.tsx';
import { ComparePrevious } from './compare-panes.tsx';
import { type ComparedWith, useCompareSearch } from './compare-search.ts';

interface ComparePreviewProps {
	readonly run: BuildRun;
	/** The previous preview; null: none, undefined: loading. */
	readonly earlier: BuildRun | null | undefined;
	/** Null if there is none or the service can't compare with it. */
	readonly destination: DatasetCoordinate | null;
}

const labels: Readonly<Record<ComparedWith, string>> = {
	previous: 'with previous preview',
	destination: 'with destination',
};

export function ComparePreview({ run, earlier, destination }: ComparePreviewProps) {
	const [search, change] = useCompareSearch();
	const hasStatuses = useOffers(getDatasetStatuses);
	const statuses = useQuery({ ...statusesQuery, enabled: hasStatuses });
	if (earlier === undefined || (hasStatuses && statuses.isPending)) return <LoadingRows rows={6} />;
	// What a build would change comes first, if the destination exists.
	const isThere = destination !== null && statuses.data?.byKey.get(coordinateKey(destination))?.version != null;
	const order: readonly ComparedWith[] = isThere ? ['destination', 'previous'] : ['previous', 'destination'];
	const choices = order.filter((choice) => (choice === 'previous' ? earlier : destination) !== null);
	const [first] = choices;
	const chosen = choices.find((choice) => choice === search.with) ?? first;
	if (chosen === undefined)
		return (
			<Box px={5}>
				<EmptyState title="No preview to compare with yet">
					The next preview is compared with this one, row by row.
				</EmptyState>
			</Box>
		);
	return (
		<>
			<InPaneBar slot="choices">
				<NativeSelect
					size="xs"
					style={{ flex: 'none' }}
					aria-label="Compare"
					title={
						chosen === 'previous' ? 'Before: the previous preview' : 'Before: the current data. Nothing is written.'
					}
					value={chosen}
					data={choices.map((value) => ({ value, label: labels[value] }))}
					onChange={({ currentTarget }) =>
						change({ with: choices.find((choice) => choice === currentTarget.value) ?? null })
					}
				/>
			</InPaneBar>
			{chosen === 'previous' && earlier !== null && <ComparePrevious key={earlier.id} before={earlier} after={run} />}
			{chosen === 'destination' && destination !== null && <CompareDestination run={run} destination={destination} />}
		</>
	);
}
