import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { foldName } from '#contract/ids.ts';
import { type Ingestion, listIngestions } from '#contract/ingest.ts';
import { errorFacts } from '../../api/error-facts.ts';
import { call } from '../../api/http.ts';
import { formatCount } from '../../lib/format.ts';
import { paths } from '../../routing/paths.ts';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Box } from '../../ui/primitives/layout.tsx';
import { SimpleTable } from '../../ui/primitives/simple-table.tsx';
import { Muted, Text } from '../../ui/primitives/text.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { EmptyState, LoadingRows } from '../../ui/states.tsx';
import { ingestionWord } from '../ingest/model.ts';
import { readWhole, type Whole } from '../names/queries.ts';
import classes from './around-build-specs.module.css';
import type { Place } from './model.ts';

/** The ingestions into a namespace or a dataset that the caller may see, newest first. */
export const ingestionsOfQuery = ({ owner, namespace, datasetName: dataset }: Place) =>
	queryOptions({
		queryKey: [
			'ingestions',
			'of',
			[owner, namespace, ...(dataset === undefined ? [] : [dataset])].map(foldName),
		] as const,
		queryFn: ({ signal }): Promise<Whole<Ingestion>> => {
			const place = { username: owner, namespace, ...(dataset === undefined ? {} : { dataset }) };
			return readWhole((page) => call(listIngestions, { query: { ...place, ...page } }, { signal }));
		},
		staleTime: 0,
	});

/** The ingestions of a namespace or a dataset; drawn where the service lists them. */
export function IngestionsSlot(place: Place) {
	const ingestions = useQuery(ingestionsOfQuery(place));
	const what = place.datasetName === undefined ? 'namespace' : 'dataset';
	if (ingestions.isPending) return <LoadingRows rows={4} />;
	if (ingestions.data === undefined) {
		return (
			<ErrorPanel
				title="The ingestions could not be listed"
				error={errorFacts(ingestions.error)}
				onRetry={() => void ingestions.refetch()}
			/>
		);
	}
	const { items } = ingestions.data;
	return (
		<Box fill scroll pb={5}>
			{items.length === 0 ? (
				<EmptyState title={`Nothing was ingested into this ${what}`}>Ingested rows are listed here.</EmptyState>
			) : (
				<SimpleTable hover cards="lines" className={classes.table} aria-label={`Ingestions of this ${what}`}>
					<thead>
						<tr>
							<th scope="col">Dataset</th>
							<th scope="col">State</th>
							<th scope="col">Rows</th>
							<th scope="col">Changed</th>
						</tr>
					</thead>
					<tbody>
						{items.map(({ id, target, state, rows, rejected, by, updatedAt, seenAt }) => (
							<tr key={id}>
								<Text component="td" mono>
									<Link to={paths.dataset(target)}>{target.datasetName}</Link>
								</Text>
								<td>
									<Link to={paths.ingestion(id)}>{ingestionWord(state)}</Link>
									{seenAt === null && ' · unseen'}
								</td>
								<td>
									{formatCount(rows)} {rows === 1 ? 'row' : 'rows'}
									{rejected > 0 && `, ${formatCount(rejected)} skipped`}
								</td>
								<Muted component="td">
									<RelativeTime iso={updatedAt} /> by {by}
								</Muted>
							</tr>
						))}
					</tbody>
				</SimpleTable>
			)}
		</Box>
	);
}
