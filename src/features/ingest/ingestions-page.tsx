import { Button, Checkbox } from '@mantine/core';
import { type QueryClient, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { listIngestions } from '#contract/ingest.ts';
import { errorFacts } from '../../api/error-facts.ts';
import { formatCount } from '../../lib/format.ts';
import { paths } from '../../routing/paths.ts';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { PageFrame } from '../../ui/page-frame.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { StateChip } from '../../ui/state-chip.tsx';
import { EmptyState, LoadingRows } from '../../ui/states.tsx';
import { offers } from '../session/model.ts';
import { descriptionQuery } from '../session/queries.ts';
import classes from './ingest.module.css';
import { seenMutation } from './mutations.ts';
import { ingestionsQuery } from './queries.ts';
import { SeenById } from './seen-by-id.tsx';

export const loadIngestions = (queryClient: QueryClient) => async () => {
	await queryClient.ensureQueryData(descriptionQuery);
	return null;
};

/** What came into datasets, with marks at what nobody looked at; by id where the service does not list it. */
export function IngestionsPage() {
	const { data: description = null } = useQuery(descriptionQuery);
	return offers(description, listIngestions) ? <Inbox /> : <SeenById />;
}

function Inbox() {
	const [unseen, setUnseen] = useState(false);
	const list = useQuery(ingestionsQuery(unseen));
	const marking = useMutation(seenMutation);
	const items = list.data?.items ?? [];
	const fresh = items.filter((it) => it.seenAt === null);
	return (
		<PageFrame
			title="Ingestions"
			count={list.data === undefined ? undefined : items.length}
			actions={
				<Button
					variant="default"
					disabled={fresh.length === 0}
					loading={marking.isPending}
					onClick={() => marking.mutate(fresh.map((it) => it.id))}
				>
					Mark all as seen
				</Button>
			}
		>
			<div className={classes.bench}>
				<Checkbox
					label="Only what nobody marked as seen"
					checked={unseen}
					onChange={(event) => setUnseen(event.currentTarget.checked)}
				/>
				{marking.error !== null && <ErrorPanel title="Not all were marked as seen" error={errorFacts(marking.error)} />}
				{list.isPending && <LoadingRows />}
				{list.data === undefined && list.error !== null && (
					<ErrorPanel
						title="The ingestions could not be listed"
						error={errorFacts(list.error)}
						onRetry={() => void list.refetch()}
					/>
				)}
				{list.data !== undefined && items.length === 0 && (
					<EmptyState title={unseen ? 'Everything was seen' : 'Nothing was ingested yet'}>
						Rows that are saved into your datasets are listed here.
					</EmptyState>
				)}
				{items.length > 0 && (
					<section className={classes.scroll} aria-label="Ingestions, newest first">
						<table className={classes.table}>
							<thead>
								<tr>
									<th scope="col">Dataset</th>
									<th scope="col">State</th>
									<th scope="col">Rows</th>
									<th scope="col">Changed</th>
									<th scope="col">Seen</th>
								</tr>
							</thead>
							<tbody>
								{items.map(({ id, target, state, rows, rejected, by, updatedAt, seenAt }) => (
									<tr key={id}>
										<td>
											<Link to={paths.ingestion(id)}>
												{target.owner}/{target.namespace}/{target.datasetName}
											</Link>
										</td>
										<td>{state}</td>
										<td>
											{formatCount(rows)}
											{rejected > 0 && `, ${formatCount(rejected)} rejected`}
										</td>
										<td>
											<RelativeTime iso={updatedAt} /> by {by}
										</td>
										<td>
											{seenAt === null ? (
												<span className={classes.pager}>
													<StateChip tone="info">Unseen</StateChip>
													<Button
														size="xs"
														variant="default"
														disabled={marking.isPending}
														aria-label={`Mark the ingestion into ${target.datasetName} as seen`}
														onClick={() => marking.mutate([id])}
													>
														Mark as seen
													</Button>
												</span>
											) : (
												<RelativeTime iso={seenAt} />
											)}
										</td>
									</tr>
								))}
							</tbody>
						</table>
					</section>
				)}
			</div>
		</PageFrame>
	);
}
