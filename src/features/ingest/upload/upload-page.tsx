import { useEffect, useEffectEvent, useState } from 'react';
import { Link } from 'react-router';
import { splitNames } from '#contract/dataset.ts';
import { cleanFile } from '#contract/file-cleaning.ts';
import type { ReviewRequest } from '#contract/file-ingestion.ts';
import { startFileIngestion } from '#contract/file-start.ts';
import { ProgressLine } from '../../../data-views/progress-line.tsx';
import { useKeptFocus } from '../../../lib/browser/use-kept-focus.ts';
import { formatBytes } from '../../../lib/format.ts';
import { useAddressParams } from '../../../lib/use-address-params.ts';
import { paths } from '../../../routing/paths.ts';
import { PageFrame } from '../../../ui/layout/page-frame.tsx';
import { SecondaryButton } from '../../../ui/primitives/button.tsx';
import { Inline, Stack } from '../../../ui/primitives/layout.tsx';
import { EmptyState, Notice } from '../../../ui/states/states.tsx';
import { QueryErrorPanel } from '../../names/query-error-panel.tsx';
import { useOffers, useScope } from '../../session/queries.ts';
import { UnfinishedUploadsPanel } from '../unfinished-uploads-panel.tsx';
import { ChooseFile } from './choose-file.tsx';
import { useExisting } from './destination-form.tsx';
import { type FilePart, targetOfPart } from './file-parts.ts';
import { FileReading } from './file-reading.tsx';
import { LeaveUpload } from './leave-upload.tsx';
import { type Destination, destinationProblem, isDecided, listNames, targetOf, withoutMode } from './model.ts';
import { ReviewPane } from './review-pane.tsx';
import { UploadDone } from './upload-done.tsx';
import type { Uploading } from './upload-flow.ts';
import { useDropped } from './use-dropped.ts';
import { useLastNamespace } from './use-last-namespace.ts';
import { useUpload } from './use-upload.ts';

export function UploadPage() {
	const canUpload = useOffers(startFileIngestion);
	if (canUpload) return <UploadForm />;
	return (
		<PageFrame title="Upload data">
			<EmptyState title="This service doesn’t support uploads" action={<Link to={paths.ingest()}>Go to Ingest</Link>}>
				You can read files in this browser with Ingest instead.
			</EmptyState>
		</PageFrame>
	);
}

function UploadForm() {
	const { user } = useScope();
	const [params, setParams] = useAddressParams();
	const canClean = useOffers(cleanFile);
	const named = params.get('upload');
	const [owner = '', namespace = '', datasetName = ''] = splitNames(params.get('to') ?? '');
	const { last = { owner: user, namespace: '' }, keepLast } = useLastNamespace();
	const usual = namespace === '' ? last : { owner, namespace };
	const [changed, setDestination] = useState<Destination | null>(null);
	const destination = changed ?? { ...usual, datasetName, isNewNamespace: false };
	const existing = useExisting(destination);
	const [chosen, setChosen] = useState<readonly File[]>([]);
	/** Parts of the chosen file that no upload saved yet; null before the first one. */
	const [unsaved, setUnsaved] = useState<readonly FilePart[] | null>(null);
	/** A file waiting for confirmation to replace the current one. */
	const [waiting, setWaiting] = useState<File | null>(null);
	const {
		uploading,
		send,
		resume,
		decide,
		clean,
		stopCleaning,
		discardCleaning,
		applyRecipe,
		forgetRecipe,
		moveTo,
		listRejects,
		save,
		later,
		again,
	} = useUpload(named, () => setDestination((now) => now && { ...now, isNewNamespace: false }));
	const upload = (file: File, decided: ReviewRequest | null = null) => {
		setWaiting(null);
		// What the form shows is what happens. Until it's current, the service decides by the last file.
		const mode = destination.mode ?? (existing.isCurrent ? existing.mode : null);
		const shown = existing.dataset === undefined || mode === null ? {} : { mode };
		const target = targetOf({ ...destination, ...shown }, file);
		if (destinationProblem(target) === null) void send(file, target, decided);
	};
	const uploadPart = (file: File, part: FilePart) =>
		void send(file, targetOfPart(destination, part), { options: { [part.option]: part.name } });
	const choose = (files: readonly File[]) => {
		setChosen(files);
		setUnsaved(null);
	};
	const take = (files: readonly File[], decided: ReviewRequest | null = null) => {
		const [file] = files;
		if (file === undefined) return;
		const { state } = uploading;
		const isBusy =
			state === 'sending' || state === 'saving' || (state === 'reviewing' && isDecided(uploading.decisions));
		if (isBusy) return setWaiting(file);
		choose(files);
		upload(file, decided);
	};
	// The upload is in the URL, so a reload resumes it.
	const begun = 'upload' in uploading ? uploading.upload.id : null;
	const isIdle = uploading.state === 'choosing' || uploading.state === 'done';
	/** The upload to resume, from the URL or the list of unfinished ones. */
	const [resumed, setResumed] = useState(named);
	const goOn = (id: string) => {
		setResumed(id);
		void resume(id);
	};
	const onLoad = useEffectEvent(() => {
		if (named !== null) goOn(named);
	});
	useEffect(() => onLoad(), []);
	const onUpload = useEffectEvent((id: string | null) => {
		const next = new URLSearchParams(params);
		if (id === null) next.delete('upload');
		else next.set('upload', id);
		setParams(next, { replace: true });
	});
	useEffect(() => {
		if (begun !== null || isIdle) onUpload(begun);
	}, [begun, isIdle]);
	const forgetDropped = useDropped(take);
	const isDone = uploading.state === 'done';
	const onDone = useEffectEvent(() => {
		forgetDropped();
		if (uploading.state === 'done') {
			keepLast(uploading.ingestion.target);
			const { others = [] } = uploading;
			setUnsaved(others.filter(({ name }) => unsaved === null || unsaved.some((part) => part.name === name)));
		}
		setDestination(withoutMode(destination));
	});
	useEffect(() => {
		if (isDone) onDone();
	}, [isDone]);
	const startAgain = () => {
		forgetDropped();
		choose([]);
		again();
	};
	const goOnLater = () => {
		forgetDropped();
		choose([]);
		later();
	};
	return (
		<PageFrame
			title="Upload data"
			subtitle="CSV, TSV, JSON, NDJSON, Parquet, Arrow or Excel files, optionally gzipped or zipped. You review the data before it’s saved."
		>
			<Stack gap={3} {...useKeptFocus()}>
				{chosen.length > 1 && uploading.state !== 'done' && (
					<Notice tone="info" title={`${chosen[0]?.name} is the first of ${chosen.length} files`}>
						Once it’s saved, continue with the rest: {listNames(chosen.slice(1).map(({ name }) => name))}.
					</Notice>
				)}
				{waiting !== null && (
					<Waiting
						name={waiting.name}
						uploading={uploading}
						onUpload={() => {
							if (uploading.state === 'reviewing') later();
							choose([waiting]);
							upload(waiting);
						}}
						onForget={() => setWaiting(null)}
					/>
				)}
				{uploading.state === 'choosing' && (
					<>
						<UnfinishedUploadsPanel onResume={goOn} />
						<ChooseFile
							destination={destination}
							file={chosen[0] ?? null}
							onDestination={setDestination}
							onFiles={(files) => take(files)}
							onUpload={upload}
						/>
						<QueryErrorPanel title="Couldn’t upload the file" query={{ error: uploading.error }} />
					</>
				)}
				{uploading.state === 'sending' && (
					<>
						<LeaveUpload {...uploading} />
						<Inline gap={[2, 3]} role="group" aria-label="Uploading">
							<span role="status">Uploading {uploading.file.name}…</span>
							<ProgressLine
								label="Uploading"
								value={uploading.bytes}
								max={uploading.file.size}
								action="Cancel upload"
								onCancel={again}
							>
								{formatBytes(uploading.bytes)} of {formatBytes(uploading.file.size)}
							</ProgressLine>
						</Inline>
					</>
				)}
				{uploading.state === 'resuming' && resumed !== null && (
					<FileReading id={resumed} onStop={again}>
						Reading the uploaded file again…
					</FileReading>
				)}
				{uploading.state === 'interrupted' && (
					<>
						<QueryErrorPanel
							title="Couldn’t continue the upload"
							query={{ error: uploading.error, refetch: () => resumed !== null && resume(resumed) }}
						>
							The service keeps the file for a day.
						</QueryErrorPanel>
						<Inline>
							<SecondaryButton onClick={startAgain}>Choose another file</SecondaryButton>
						</Inline>
					</>
				)}
				{(uploading.state === 'reviewing' || uploading.state === 'saving') && (
					<ReviewPane
						reviewed={uploading}
						isSaving={uploading.state === 'saving'}
						onDecide={(decisions, anew) => void decide(uploading, decisions, anew)}
						onClean={canClean ? () => void clean(uploading) : undefined}
						onStopCleaning={() => void stopCleaning(uploading)}
						onDiscardCleaning={() => void discardCleaning(uploading)}
						onRecipe={(recipe) => void applyRecipe(uploading, recipe)}
						onRecipeDeleted={() => forgetRecipe(uploading)}
						onDestination={(next) => {
							// The name is for this file. The next one gets its own.
							setDestination({ ...withoutMode(next), datasetName: '' });
							void moveTo(uploading, next);
						}}
						onList={() => listRejects(uploading)}
						onSave={() => void save(uploading)}
						onLater={goOnLater}
						onDiscard={startAgain}
					/>
				)}
				{uploading.state === 'done' && (
					<UploadDone
						ingestion={uploading.ingestion}
						next={chosen[1]?.name}
						onAgain={chosen.length > 1 ? () => take(chosen.slice(1)) : startAgain}
						file={chosen[0]}
						others={unsaved ?? uploading.others}
						onPart={uploadPart}
					/>
				)}
			</Stack>
		</PageFrame>
	);
}

interface WaitingProps {
	readonly name: string;
	readonly uploading: Uploading;
	readonly onUpload: () => void;
	readonly onForget: () => void;
}

/** A file that arrived during work on another. */
function Waiting({ name, uploading, onUpload, onForget }: WaitingProps) {
	const isSaving = uploading.state === 'saving';
	return (
		<Notice
			tone="info"
			title={isSaving ? `${name} is waiting until ${uploading.upload.name} is saved` : `Upload ${name}?`}
			action={
				<Inline component="span" gap={2}>
					{!isSaving && <SecondaryButton onClick={onUpload}>Upload {name}</SecondaryButton>}
					<SecondaryButton onClick={onForget}>Don’t upload</SecondaryButton>
				</Inline>
			}
		>
			{uploading.state === 'sending' && `This stops the upload of ${uploading.file.name}.`}
			{uploading.state === 'reviewing' && `You can continue with ${uploading.upload.name} later.`}
		</Notice>
	);
}
