import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { getIngestion, type IngestionDetail } from '#contract/ingest.ts';
import { isApiError } from '../../../api/api-error.ts';
import { countOf, formatBytes } from '../../../lib/format.ts';
import { paths } from '../../../routing/paths.ts';
import { PageFrame } from '../../../ui/layout/page-frame.tsx';
import { LinkButton } from '../../../ui/primitives/button.tsx';
import { Inline, Stack } from '../../../ui/primitives/layout.tsx';
import { StateChip } from '../../../ui/states/state-chip.tsx';
import { EmptyState, LoadingRows, Notice } from '../../../ui/states/states.tsx';
import { RelativeTime } from '../../../ui/text/relative-time.tsx';
import { QueryErrorPanel } from '../../names/query-error-panel.tsx';
import { UndoVersionPanel } from '../../names/undo-version-panel.tsx';
import { loadDescription, useOffers, useScope } from '../../session/queries.ts';
import { seenMutation } from '../mutations.ts';
import { ingestionQuery } from '../queries.ts';
import {
	effectText,
	hasDataset,
	ingestionState,
	isResumable,
	isUnseen,
	undoText,
	whyNotWritten,
} from '../status-model.ts';
import { SavedDetails } from './saved-details.tsx';
import { SeenById } from './seen-by-id.tsx';
import { SkippedRows } from './skipped-rows.tsx';

export const loadIngestion = loadDescription;

export function IngestionPage() {
	const { ingestionId = '' } = useParams();
	const isOffered = useOffers(getIngestion);
	const found = useQuery({ ...ingestionQuery(ingestionId), enabled: isOffered });
	if (!isOffered) return <SeenById key={ingestionId} known={ingestionId} />;
	if (found.data !== undefined) return <Detail ingestion={found.data} />;
	const isMissing = isApiError(found.error) && found.error.status === 404;
	return (
		<PageFrame title="Ingestion">
			{found.error === null && <LoadingRows />}
			{isMissing ? (
				<EmptyState title="Ingestion not found" action={<Link to={paths.ingestions()}>Show all ingestions</Link>}>
					The ID may be wrong, or the namespace may have been deleted or may not be shared with you.
				</EmptyState>
			) : (
				<QueryErrorPanel title="Couldn’t load the ingestion" query={found} />
			)}
		</PageFrame>
	);
}

const writtenAs: Readonly<Record<string, string | undefined>> = {
	create: 'Created dataset',
	append: 'Added rows',
	upsert: 'Added or updated rows by key',
	replace: 'Replaced all rows',
};

function intoWords(mode: string, state: string): string {
	if (state === 'committed') return writtenAs[mode] ?? mode;
	return mode === 'create' ? 'New dataset' : 'Existing dataset';
}

function Detail({ ingestion }: { ingestion: IngestionDetail }) {
	const { id, target, state, mode, rows, rejected, bytes, by, updatedAt, seenAt, error, version } = ingestion;
	const { isUndone = false } = ingestion;
	const undoes = undoText(ingestion);
	const [effect, name] = [effectText(ingestion), `${target.owner}/${target.namespace}/${target.datasetName}`];
	const marking = useMutation(seenMutation);
	const { user } = useScope();
	return (
		<PageFrame
			title={`Ingestion into ${target.datasetName}`}
			actions={
				<>
					{isResumable(ingestion, user) && <LinkButton to={paths.resumeUpload(id)}>Continue upload</LinkButton>}
					{(isUnseen(ingestion) || seenAt !== null) && (
						<Button
							variant={seenAt === null ? 'filled' : 'default'}
							loading={marking.isPending}
							onClick={() => marking.mutate([id])}
						>
							{seenAt === null ? 'Mark as seen' : 'Mark as seen again'}
						</Button>
					)}
				</>
			}
		>
			<Stack gap={3}>
				<QueryErrorPanel title="Couldn’t mark the ingestion as seen" query={marking} />
				{error !== null && (
					<Notice tone="error" isSilent title="No rows were written">
						{whyNotWritten(error.message)} ({error.code})
					</Notice>
				)}
				<Inline component="ul" gap={[1, 3]} align="stretch" tone="muted">
					<li>{hasDataset(ingestion) ? <Link to={paths.dataset(target)}>{name}</Link> : name}</li>
					<li>{intoWords(mode, state)}</li>
					<li>
						<StateChip tone={ingestionState(ingestion).tone}>{ingestionState(ingestion).label}</StateChip>
					</li>
					<li>
						{countOf(rows, 'row')}
						{effect !== '' && ` (${effect})`}, {formatBytes(bytes)}
					</li>
					<li>
						<RelativeTime iso={updatedAt} /> by {by}
					</li>
					{isUnseen(ingestion) && <li>Not seen yet</li>}
					{seenAt !== null && (
						<li>
							Seen <RelativeTime iso={seenAt} />
						</li>
					)}
				</Inline>
				{version !== null && (
					<Inline gap={3}>
						<LinkButton to={paths.datasetVersion(target, version)}>Open dataset version {version}</LinkButton>
						<UndoVersionPanel
							what="ingestion"
							wrote={{ coordinate: target, version }}
							explains={!isUndone}
							{...(undoes === undefined ? {} : { effect: undoes })}
						/>
					</Inline>
				)}
				<SavedDetails ingestion={ingestion} />
				{rejected > 0 && <SkippedRows ingestion={ingestion} />}
			</Stack>
		</PageFrame>
	);
}
