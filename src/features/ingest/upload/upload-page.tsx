import { Button, FileButton } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { formatCoordinate, splitNames } from '#contract/dataset.ts';
import { startFileIngestion } from '#contract/file-ingestion.ts';
import type { IngestionDetail } from '#contract/ingest.ts';
import { useFileDrop } from '../../../lib/browser/use-file-drop.ts';
import { countOf, formatBytes, formatCount } from '../../../lib/format.ts';
import { useAddressParams } from '../../../lib/use-address-params.ts';
import { paths } from '../../../routing/paths.ts';
import { PageFrame } from '../../../ui/layout/page-frame.tsx';
import { LinkButton, SecondaryButton } from '../../../ui/primitives/button.tsx';
import { Inline, Stack } from '../../../ui/primitives/layout.tsx';
import { Muted } from '../../../ui/primitives/text.tsx';
import { EmptyState, Notice } from '../../../ui/states/states.tsx';
import { QueryErrorPanel } from '../../names/query-error-panel.tsx';
import { useOffers, useScope } from '../../session/queries.ts';
import { Pane, Working } from '../parts.tsx';
import { DestinationForm } from './destination-form.tsx';
import { type Destination, destinationProblem, targetOf } from './model.ts';
import { ReviewPane } from './review-pane.tsx';
import { useUpload } from './use-upload.ts';

/** From a file to a dataset: where it goes, what the service finds in it, and what is decided about that. */
export function UploadPage() {
	const canUpload = useOffers(startFileIngestion);
	if (canUpload) return <UploadForm />;
	return (
		<PageFrame title="Upload data">
			<EmptyState title="This service doesn’t take files" action={<Link to={paths.ingest()}>Go to Ingest</Link>}>
				Ingest reads files in this browser.
			</EmptyState>
		</PageFrame>
	);
}

function UploadForm() {
	const { user } = useScope();
	const [params] = useAddressParams();
	const [owner, namespace = '', datasetName = ''] = splitNames(params.get('to') ?? '');
	const [destination, setDestination] = useState<Destination>({
		owner: owner || user,
		namespace,
		datasetName,
		isNewNamespace: false,
	});
	const [file, setFile] = useState<File | null>(null);
	const { uploading, send, decide, save, again } = useUpload(() =>
		setDestination((now) => ({ ...now, isNewNamespace: false })),
	);
	// A file that was dropped or pasted on any page comes with the address; a reload reads it again.
	const { state, key } = useLocation();
	const dropped: unknown = Object(state).file;
	const take = (chosen: File | null) => {
		if (chosen === null) return;
		const target = targetOf(destination, chosen);
		setFile(chosen);
		if (destinationProblem(target) === null) void send(chosen, target);
	};
	const takeDropped = useEffectEvent(take);
	// biome-ignore lint/correctness/useExhaustiveDependencies: the same file may be dropped again
	useEffect(() => {
		if (dropped instanceof File) takeDropped(dropped);
	}, [dropped, key]);
	const dropping = useFileDrop(([first = null]) => take(first));
	const target = file === null ? destination : targetOf(destination, file);
	const problem = destinationProblem(target);
	return (
		<PageFrame
			title="Upload data"
			subtitle="CSV, TSV, JSON, NDJSON, Parquet or Excel, also as gzip. Nothing is saved before you’ve seen it."
		>
			<Stack gap={3}>
				{uploading.state === 'choosing' && (
					<>
						<Pane id="upload-file" title="File" {...dropping}>
							<DestinationForm destination={destination} onChange={setDestination} />
							<Inline gap={[2, 3]} align="center">
								<FileButton onChange={take}>
									{(props) => (
										<Button {...props} leftSection={<IconFileUpload size={16} aria-hidden />}>
											Choose file
										</Button>
									)}
								</FileButton>
								<Muted>or drop it here, or paste it.</Muted>
							</Inline>
							{file !== null && (
								<Inline gap={3}>
									<span>
										{file.name}, {formatBytes(file.size)}
									</span>
									<SecondaryButton
										aria-disabled={problem !== null}
										onClick={() => {
											if (problem === null) void send(file, target);
										}}
									>
										Upload {file.name}
									</SecondaryButton>
									{problem !== null && <Muted role="status">{problem}</Muted>}
								</Inline>
							)}
						</Pane>
						<QueryErrorPanel title="The file wasn’t uploaded" query={{ error: uploading.error }} />
					</>
				)}
				{uploading.state === 'sending' && (
					<Working onStop={again}>
						Uploading {uploading.file.name}: {formatBytes(uploading.bytes)} of {formatBytes(uploading.file.size)}…
					</Working>
				)}
				{(uploading.state === 'reviewing' || uploading.state === 'saving') && (
					<ReviewPane
						reviewed={uploading}
						isSaving={uploading.state === 'saving'}
						onDecide={(decisions, anew) => void decide(uploading, decisions, anew)}
						onSave={() => void save(uploading)}
						onCancel={again}
					/>
				)}
				{uploading.state === 'done' && <Done ingestion={uploading.ingestion} onAgain={again} />}
			</Stack>
		</PageFrame>
	);
}

function Done({ ingestion, onAgain }: { ingestion: IngestionDetail; onAgain: () => void }) {
	const { target, rows, rejected, state, error, effect } = ingestion;
	if (state !== 'committed') {
		return (
			<Notice
				tone="error"
				title="Nothing was saved"
				action={<SecondaryButton onClick={onAgain}>Start again</SecondaryButton>}
			>
				{error?.message}
			</Notice>
		);
	}
	return (
		<Notice
			tone="success"
			title={`${countOf(rows, 'row')} saved in ${formatCoordinate(target)}`}
			action={
				<Inline component="span" gap={2}>
					<LinkButton to={paths.dataset(target)}>Open dataset</LinkButton>
					<SecondaryButton onClick={onAgain}>Upload another file</SecondaryButton>
				</Inline>
			}
		>
			{effect && effect.changed + effect.unchanged > 0
				? `${formatCount(effect.added)} new, ${formatCount(effect.changed)} changed, ${formatCount(effect.unchanged)} unchanged. `
				: ''}
			{rejected > 0 && (
				<Link to={paths.ingestion(ingestion.id)}>{`${countOf(rejected, 'row was', 'rows were')} left out`}</Link>
			)}
		</Notice>
	);
}
