import { Button, Checkbox } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Ingestion } from '#contract/ingest.ts';
import { countOf, formatCount } from '../../lib/format.ts';
import { paths } from '../../routing/paths.ts';
import { Box, Inline } from '../../ui/primitives/layout.tsx';
import { Muted, Text } from '../../ui/primitives/text.tsx';
import { EmptyState, LoadingRows } from '../../ui/states/states.tsx';
import { RelativeTime } from '../../ui/text/relative-time.tsx';
import { seenMutation } from '../ingest/mutations.ts';
import { effectText, hasDataset, ingestionState, isSettled, isUnseen, unseenFirst } from '../ingest/status-model.ts';
import { QueryErrorPanel } from '../names/query-error-panel.tsx';
import type { CatalogRef } from './model.ts';
import { ingestionsOfQuery } from './queries.ts';
import { LinkTable } from './related-lists.tsx';

/** Ingestions into a namespace or dataset, unseen ones first. */
export function IngestionsOf(ref: CatalogRef) {
	const ingestions = useQuery(ingestionsOfQuery(ref));
	const marking = useMutation(seenMutation);
	const [showsUnfinished, setShowsUnfinished] = useState(false);
	const isOfNamespace = ref.datasetName === undefined;
	const what = isOfNamespace ? 'namespace' : 'dataset';
	if (ingestions.isPending) return <LoadingRows rows={4} />;
	if (ingestions.data === undefined) return <QueryErrorPanel title="Couldn’t load ingestions" query={ingestions} />;
	const all = ingestions.data.items;
	const settled = all.filter(isSettled);
	const unseen = settled.filter(isUnseen);
	const shown = unseenFirst(showsUnfinished ? all : settled);
	const columns = [...(isOfNamespace ? ['Dataset'] : []), 'Status', 'Rows', 'Effect', 'Version', 'Updated', 'Seen'];
	return (
		<Box fill scroll pb={5}>
			<Inline gap={[2, 3]} pb={2}>
				{settled.length > 0 && (
					<Button
						variant="default"
						disabled={unseen.length === 0}
						loading={marking.isPending}
						onClick={() => marking.mutate(unseen.map(({ id }) => id))}
					>
						{unseen.length < 2 ? 'Mark all as seen' : `Mark all ${formatCount(unseen.length)} as seen`}
					</Button>
				)}
				{settled.length < all.length && (
					<Checkbox
						label={`Show unfinished and canceled (${formatCount(all.length - settled.length)})`}
						checked={showsUnfinished}
						onChange={(event) => setShowsUnfinished(event.currentTarget.checked)}
					/>
				)}
			</Inline>
			<QueryErrorPanel title="Couldn’t mark ingestions as seen" query={marking} />
			{shown.length === 0 ? (
				<EmptyState
					title={
						all.length === 0 ? `No ingestions into this ${what} yet` : `No finished ingestions into this ${what} yet`
					}
				>
					Ingestions write rows from files or records.
				</EmptyState>
			) : (
				<LinkTable label={`Ingestions into this ${what}`} columns={columns}>
					{shown.map((ingestion) => (
						<IngestionRow
							key={ingestion.id}
							ingestion={ingestion}
							isOfNamespace={isOfNamespace}
							isMarking={marking.isPending}
							onSeen={() => marking.mutate([ingestion.id])}
						/>
					))}
				</LinkTable>
			)}
		</Box>
	);
}

interface IngestionRowProps {
	readonly ingestion: Ingestion;
	readonly isOfNamespace: boolean;
	readonly isMarking: boolean;
	readonly onSeen: () => void;
}

function IngestionRow({ ingestion, isOfNamespace, isMarking, onSeen }: IngestionRowProps) {
	const { id, target, mode, state, rows, rejected, version, by, updatedAt, seenAt } = ingestion;
	return (
		<tr>
			{isOfNamespace && (
				<Text component="td" mono>
					{hasDataset({ mode, state }) ? (
						<Link to={paths.dataset(target)}>{target.datasetName}</Link>
					) : (
						target.datasetName
					)}
				</Text>
			)}
			<td>
				<Link to={paths.ingestion(id)}>{ingestionState(ingestion).label}</Link>
				{isUnseen(ingestion) && ' · new'}
			</td>
			<td>
				{countOf(rows, 'row')}
				{rejected > 0 && `, ${formatCount(rejected)} skipped`}
			</td>
			<td>{effectText(ingestion)}</td>
			<td>
				{version !== null && <Link to={paths.datasetVersion(target, version)}>Version {formatCount(version)}</Link>}
			</td>
			<Muted component="td">
				<RelativeTime iso={updatedAt} /> by {by}
			</Muted>
			<td>
				{isUnseen(ingestion) && (
					<Button size="compact-xs" variant="default" disabled={isMarking} onClick={onSeen}>
						Mark as seen
					</Button>
				)}
				{seenAt !== null && (
					<Muted>
						<RelativeTime iso={seenAt} />
					</Muted>
				)}
			</td>
		</tr>
	);
}
