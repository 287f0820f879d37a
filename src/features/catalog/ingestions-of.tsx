import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { countOf, formatCount } from '../../lib/format.ts';
import { paths } from '../../routing/paths.ts';
import { Box } from '../../ui/primitives/layout.tsx';
import { Muted, Text } from '../../ui/primitives/text.tsx';
import { EmptyState, LoadingRows } from '../../ui/states/states.tsx';
import { RelativeTime } from '../../ui/text/relative-time.tsx';
import { ingestionState } from '../ingest/model.ts';
import { QueryErrorPanel } from '../names/query-error-panel.tsx';
import { LinkTable } from './link-table.tsx';
import type { CatalogRef } from './model.ts';
import { ingestionsOfQuery } from './queries.ts';

/** The ingestions of a namespace or a dataset; drawn where the service lists them. */
export function IngestionsOf(ref: CatalogRef) {
	const ingestions = useQuery(ingestionsOfQuery(ref));
	const what = ref.datasetName === undefined ? 'namespace' : 'dataset';
	if (ingestions.isPending) return <LoadingRows rows={4} />;
	if (ingestions.data === undefined)
		return <QueryErrorPanel title="The ingestions could not be listed" query={ingestions} />;
	const { items } = ingestions.data;
	return (
		<Box fill scroll pb={5}>
			{items.length === 0 ? (
				<EmptyState title={`Nothing was ingested into this ${what}`}>Ingested rows are listed here.</EmptyState>
			) : (
				<LinkTable label={`Ingestions of this ${what}`} columns={['Dataset', 'State', 'Rows', 'Changed']}>
					{items.map(({ id, target, state, rows, rejected, by, updatedAt, seenAt }) => (
						<tr key={id}>
							<Text component="td" mono>
								<Link to={paths.dataset(target)}>{target.datasetName}</Link>
							</Text>
							<td>
								<Link to={paths.ingestion(id)}>{ingestionState(state).label}</Link>
								{seenAt === null && ' · unseen'}
							</td>
							<td>
								{countOf(rows, 'row')}
								{rejected > 0 && `, ${formatCount(rejected)} skipped`}
							</td>
							<Muted component="td">
								<RelativeTime iso={updatedAt} /> by {by}
							</Muted>
						</tr>
					))}
				</LinkTable>
			)}
		</Box>
	);
}
