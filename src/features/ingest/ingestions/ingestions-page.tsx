import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { listIngestions } from '#contract/ingest.ts';
import { formatCount } from '../../../lib/format.ts';
import { paths } from '../../../routing/paths.ts';
import { PageFrame } from '../../../ui/layout/page-frame.tsx';
import { Box } from '../../../ui/primitives/layout.tsx';
import { EmptyState, LoadingRows } from '../../../ui/states/states.tsx';
import { UnreadableNotice } from '../../names/notice-panel.tsx';
import { ListErrorPanel, QueryErrorPanel } from '../../names/query-error-panel.tsx';
import { loadDescription, useOffers, useScope } from '../../session/queries.ts';
import { seenMutation } from '../mutations.ts';
import { ingestionsQuery } from '../queries.ts';
import { isSettled, isUnseen, unfinishedOf } from '../status-model.ts';
import { UnfinishedUploadsPanel } from '../unfinished-uploads-panel.tsx';
import { DiscardUnfinished } from './discard-unfinished.tsx';
import { IngestionList } from './ingestion-list.tsx';
import { SeenById } from './seen-by-id.tsx';

export const loadIngestions = loadDescription;

/** Ingestions with unseen ones marked. By id if the service doesn't list them. */
export function IngestionsPage() {
	return useOffers(listIngestions) ? <Inbox /> : <SeenById />;
}

function Inbox() {
	const list = useQuery(ingestionsQuery(false));
	const marking = useMutation(seenMutation);
	const { user } = useScope();
	const items = list.data?.items ?? [];
	const fresh = items.filter(isUnseen);
	return (
		<PageFrame
			title="Ingestions"
			count={list.data === undefined ? undefined : items.filter(isSettled).length}
			fill
			actions={
				<>
					<DiscardUnfinished uploads={unfinishedOf(items, user)} />
					<Button
						variant="default"
						disabled={fresh.length === 0}
						loading={marking.isPending}
						onClick={() => marking.mutate(fresh.map((item) => item.id))}
					>
						{fresh.length < 2 ? 'Mark all as seen' : `Mark all ${formatCount(fresh.length)} as seen`}
					</Button>
				</>
			}
		>
			{marking.error !== null && (
				<Box pb={3}>
					<QueryErrorPanel title="Couldn’t mark ingestions as seen" query={marking} />
				</Box>
			)}
			<UnfinishedUploadsPanel pb={3} />
			{list.isPending && <LoadingRows />}
			<ListErrorPanel title="Couldn’t load ingestions" query={list} />
			<UnreadableNotice count={list.data?.unreadable.length ?? 0} of="ingestion" />
			{list.data !== undefined && items.length === 0 && (
				<EmptyState
					title="No ingestions yet"
					action={
						<Button component={Link} to={paths.ingest()}>
							Ingest rows
						</Button>
					}
				>
					Ingestions write rows from files or records to your datasets.
				</EmptyState>
			)}
			{items.length > 0 && <IngestionList items={items} isMarking={marking.isPending} onSeen={marking.mutate} />}
		</PageFrame>
	);
}
