import { Button } from '@mantine/core';
import { type QueryClient, useMutation, useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { getIngestion, type IngestionDetail } from '#contract/ingest.ts';
import { errorFacts } from '../../api/error-facts.ts';
import { formatBytes, formatCount } from '../../lib/format.ts';
import { paths } from '../../routing/paths.ts';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { PageFrame } from '../../ui/page-frame.tsx';
import { Box, Inline, Stack } from '../../ui/primitives/layout.tsx';
import { SectionHeader } from '../../ui/primitives/section-header.tsx';
import { Muted } from '../../ui/primitives/text.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { StateChip } from '../../ui/state-chip.tsx';
import { LoadingRows, Notice } from '../../ui/states.tsx';
import { offers } from '../session/model.ts';
import { descriptionQuery } from '../session/queries.ts';
import classes from './ingest.module.css';
import { ingestionTone, ingestionWord, whyNotWritten } from './model.ts';
import { seenMutation } from './mutations.ts';
import { ingestionQuery } from './queries.ts';
import { SeenById } from './seen-by-id.tsx';

export const loadIngestion = (queryClient: QueryClient) => async () => {
	await queryClient.ensureQueryData(descriptionQuery);
	return null;
};

/** One ingestion: what it wrote, and the rows that it did not. */
export function IngestionPage() {
	const { ingestionId = '' } = useParams();
	const { data: description = null } = useQuery(descriptionQuery);
	const isOffered = offers(description, getIngestion);
	const found = useQuery({ ...ingestionQuery(ingestionId), enabled: isOffered });
	if (!isOffered) return <SeenById />;
	if (found.data !== undefined) return <Detail ingestion={found.data} />;
	return (
		<PageFrame title="Ingestion">
			{found.error === null ? (
				<LoadingRows />
			) : (
				<ErrorPanel
					title="The ingestion could not be read"
					error={errorFacts(found.error)}
					onRetry={() => void found.refetch()}
				/>
			)}
		</PageFrame>
	);
}

function intoWords(mode: string, state: string): string {
	if (state === 'committed') return mode === 'create' ? 'New dataset' : 'Added to the dataset';
	return mode === 'create' ? 'For a new dataset' : 'For the dataset as it is';
}

function Detail({ ingestion }: { ingestion: IngestionDetail }) {
	const { id, target, state, mode, rows, rejected, rejectedRows, bytes, by, updatedAt, seenAt, error } = ingestion;
	const marking = useMutation(seenMutation);
	const columns = ingestion.mapping.map(({ column }) => column);
	return (
		<PageFrame
			title={`Ingestion into ${target.datasetName}`}
			actions={
				<Button
					variant={seenAt === null ? 'filled' : 'default'}
					loading={marking.isPending}
					onClick={() => marking.mutate([id])}
				>
					{seenAt === null ? 'Mark as seen' : 'Mark as seen again'}
				</Button>
			}
		>
			<Stack gap={3}>
				{marking.error !== null && (
					<ErrorPanel title="The ingestion was not marked as seen" error={errorFacts(marking.error)} />
				)}
				{error !== null && (
					<Notice tone="error" isSilent title="Nothing was written">
						{whyNotWritten(error.message)} ({error.code})
					</Notice>
				)}
				<Inline component="ul" gap={[1, 3]} align="stretch" tone="muted">
					<li>
						<Link to={paths.dataset(target)}>
							{target.owner}/{target.namespace}/{target.datasetName}
						</Link>
					</li>
					<li>{intoWords(mode, state)}</li>
					<li>
						<StateChip tone={ingestionTone(state)}>{ingestionWord(state)}</StateChip>
					</li>
					<li>
						{formatCount(rows)} {rows === 1 ? 'row' : 'rows'}, {formatBytes(bytes)}
					</li>
					<li>
						<RelativeTime iso={updatedAt} /> by {by}
					</li>
					<li>
						{seenAt === null ? (
							'Not seen yet'
						) : (
							<>
								Seen <RelativeTime iso={seenAt} />
							</>
						)}
					</li>
				</Inline>
				{rejected > 0 && (
					<>
						<SectionHeader size="large">
							{formatCount(rejected)} skipped {rejected === 1 ? 'row' : 'rows'}
						</SectionHeader>
						{rejectedRows.length < rejected && (
							<Muted component="p">The first {formatCount(rejectedRows.length)} are kept.</Muted>
						)}
						<Box component="section" boxed scroll className={classes.scroll} aria-label="Skipped rows" tabIndex={0}>
							<table className={classes.table}>
								<thead>
									<tr>
										<th scope="col">Row</th>
										<th scope="col">Why</th>
										{columns.map((it) => (
											<th key={it} scope="col">
												{it}
											</th>
										))}
									</tr>
								</thead>
								<tbody>
									{rejectedRows.map(({ row, reasons, values }) => (
										<tr key={row}>
											<th scope="row">{formatCount(row)}</th>
											<td>{reasons.map((it) => `${it.column}: ${it.message}`).join(' ')}</td>
											{columns.map((it) => (
												<td key={it}>{values[it] ?? ''}</td>
											))}
										</tr>
									))}
								</tbody>
							</table>
						</Box>
					</>
				)}
			</Stack>
		</PageFrame>
	);
}
