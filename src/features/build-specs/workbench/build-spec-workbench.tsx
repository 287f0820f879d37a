import {
	IconCopy,
	IconDatabaseImport,
	IconDots,
	IconFileExport,
	IconFiles,
	IconHistory,
	IconMessage,
	IconRestore,
	IconSitemap,
	IconTrash,
	IconVersions,
} from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { cancelRun, getRun, listRuns, startBuildRun, startPreviewRun } from '#contract/build-run.ts';
import { type BuildSpec, createBuildSpec, describeBuildSpecVersion, undeleteBuildSpec } from '#contract/build-spec.ts';
import { formatCoordinate } from '#contract/dataset.ts';
import { errorFacts } from '../../../api/error-facts.ts';
import { copyText } from '../../../lib/browser/clipboard.ts';
import { keyName } from '../../../lib/browser/keys.ts';
import { useKeys } from '../../../lib/browser/use-keys.ts';
import { useCommands } from '../../../lib/commands.ts';
import { countOf } from '../../../lib/format.ts';
import { useSteady } from '../../../lib/use-steady.ts';
import { paths } from '../../../routing/paths.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import type { EditorLocation } from '../../../ui/editor/types.ts';
import { MenuButton } from '../../../ui/menu/menu-button.tsx';
import type { MenuEntry } from '../../../ui/menu/menu-entry.ts';
import { Bullets } from '../../../ui/primitives/bullets.tsx';
import { SecondaryButton } from '../../../ui/primitives/button.tsx';
import { Inline } from '../../../ui/primitives/layout.tsx';
import { Text } from '../../../ui/primitives/text.tsx';
import { Notice } from '../../../ui/states/states.tsx';
import { CopyTextButton } from '../../../ui/text/copy-button.tsx';
import { DatasetStatusPanel } from '../../names/dataset-status-panel.tsx';
import { statusSentence } from '../../names/status-model.ts';
import { useBuildSpecStatus } from '../../names/status-queries.ts';
import { BuildPanel } from '../../runs/build-panel.tsx';
import { useOffers, useScope } from '../../session/queries.ts';
import { BuildSheet } from '../build/build-sheet.tsx';
import { useBuild } from '../build/use-build.ts';
import { DeleteDialog } from '../delete-dialog.tsx';
import { DraftMark } from '../draft-mark.tsx';
import { SaveAsNew } from '../drafts/kept-draft-panel.tsx';
import { isDeletion } from '../drafts/recover-own-drafts.ts';
import { readEdit } from '../edit-fields.ts';
import { describeLocation } from '../markers.ts';
import { MergeSheet } from '../merge/merge-sheet.tsx';
import { emptyText } from '../model.ts';
import { undeleteMutation } from '../mutations.ts';
import { isGitPipeline } from '../pipeline-queries.ts';
import { buildSpecQuery } from '../queries.ts';
import { NoteDialog } from '../versions/note-dialog.tsx';
import { overtakenBy, type Saved } from '../work.ts';
import { useBlame } from './use-blame.ts';
import { useSave } from './use-save.ts';
import { useWorkbench } from './use-workbench.ts';
import { Workbench } from './workbench.tsx';
import { ActionButton, DraftNotices } from './workbench-parts.tsx';
import { WriteProblem } from './write-problem.tsx';

export const deletedTitle = 'This BuildSpec was deleted';
export const keptText = 'Your unsaved changes are kept in this browser.';

interface BuildSpecWorkbenchProps {
	readonly saved: Saved;
	readonly isMissing: boolean;
	readonly location: EditorLocation | null;
}

export function BuildSpecWorkbench({ saved, isMissing, location }: BuildSpecWorkbenchProps) {
	const spec = saved.value;
	const scope = useScope();
	const navigate = useNavigate();
	const workbench = useWorkbench({ scope, draftId: spec.id, saved, fresh: emptyText });
	const save = useSave(workbench, spec.id, scope);
	const blame = useBlame(saved, workbench.text.payload);
	const { refetch } = useQuery({ ...buildSpecQuery(spec.id), enabled: false });
	const undeleting = useMutation(undeleteMutation());
	const [deleting, setDeleting] = useState(false);
	const [isRefused, setRefused] = useState(false);
	const build = useBuild(spec.id, spec.version);
	const canBuild = useOffers(startBuildRun);
	const canDuplicate = useOffers(createBuildSpec);
	const canListRuns = useOffers(listRuns);
	const canReadRuns = useOffers(getRun);
	const canCancelRuns = useOffers(cancelRun);
	const name = formatCoordinate(spec.destination);
	const overtaken = workbench.dirty && !save.pending ? overtakenBy(workbench.work, saved) : null;
	const canPreview = useOffers(startPreviewRun);
	const isDeleted = isMissing || isDeletion(save.error);
	const gone = isDeleted ? `${deletedTitle}.` : null;
	const cannotPreview = gone ?? workbench.preview.disabledReason;
	const cannotBuild = gone ?? build.disabledReason;
	const cannotSave =
		gone ?? (workbench.dirty ? save.disabledReason : `Nothing has changed since version ${spec.version}.`);

	const previewOf = (payload: string, upTo?: string) => {
		if (isDeleted) return;
		const read = readEdit({ ...workbench.text, payload }, workbench.me);
		workbench.setProblems(read.problems);
		if (read.edit !== null) workbench.preview.startOf(spec.id, read.edit, payload !== workbench.text.payload, upTo);
	};
	const problem = (onAgain: () => void) =>
		save.error !== null && (
			<WriteProblem
				error={save.error}
				title="Your changes weren't saved"
				verb="Save"
				onAgain={onAgain}
				onLook={save.look}
			>
				{save.theirs === null && (
					<SecondaryButton
						onClick={() => {
							save.forgetError();
							void refetch();
						}}
					>
						Show saved version
					</SecondaryButton>
				)}
			</WriteProblem>
		);
	const canDescribe = useOffers(describeBuildSpecVersion);
	const canUndelete = useOffers(undeleteBuildSpec);
	const [asking, setAsking] = useState<'message' | 'errors' | 'errors, then message' | null>(null);
	const errors = workbench.markers.filter(({ severity }) => severity === 'error');
	const errorKey = errors.map(({ message }) => message).join('\n');
	/** The errors that a warning was given of: they are saved without another one. */
	const [warned, setWarned] = useState('');
	const begin = (how: 'save' | 'message') => {
		if (isDeleted) return setRefused(true);
		if (workbench.dirty && errorKey !== '' && errorKey !== warned) {
			return setAsking(how === 'message' ? 'errors, then message' : 'errors');
		}
		if (how === 'message' && workbench.dirty) return setAsking('message');
		save.save();
	};
	// A key draws none of what only calls these.
	const acts = useSteady({
		previewOf,
		preview: () => previewOf(workbench.text.payload),
		save: () => begin('save'),
		saveWithMessage: () => begin('message'),
		build: build.open,
	});
	useKeys({ 'Mod+Shift+KeyS': canDescribe ? acts.saveWithMessage : undefined });

	useCommands([
		...(canPreview
			? [{ id: 'preview', label: 'Preview', keys: keyName('Enter'), run: acts.preview, disabledReason: cannotPreview }]
			: []),
		{ id: 'save', label: 'Save', keys: keyName('S'), run: acts.save, disabledReason: cannotSave },
		...(canDescribe
			? [
					{
						id: 'save-message',
						label: 'Save with message…',
						keys: keyName('Shift S'),
						run: acts.saveWithMessage,
						disabledReason: cannotSave,
					},
				]
			: []),
		...(canBuild ? [{ id: 'build', label: 'Build…', run: build.open, disabledReason: cannotBuild }] : []),
		{ id: 'lineage', label: 'Lineage', run: () => void navigate(paths.lineage(name)) },
		{ id: 'versions', label: 'Versions', run: () => void navigate(paths.versions(spec.id)) },
		...(workbench.dirty ? [{ id: 'discard', label: 'Discard draft', run: workbench.discard }] : []),
		{ id: 'delete', label: 'Delete…', run: () => setDeleting(true), disabledReason: gone },
	]);

	const exportSaved = () => void import('../import/spec-export.ts').then(({ exportSpec }) => exportSpec(spec));
	const entries: readonly (MenuEntry | false)[] = [
		canDescribe &&
			!isDeleted &&
			workbench.dirty && {
				label: `Save with message… (${keyName('Shift S')})`,
				icon: IconMessage,
				onClick: acts.saveWithMessage,
			},
		canListRuns && { label: 'Runs', icon: IconHistory, to: paths.runs(spec.id) },
		canBuild && !isDeleted && { label: 'Build…', icon: IconDatabaseImport, onClick: build.open },
		canDuplicate && { label: 'Duplicate', icon: IconFiles, to: paths.newBuildSpec(spec.id) },
		{ label: 'Versions', icon: IconVersions, to: paths.versions(spec.id) },
		{ label: 'Lineage', icon: IconSitemap, to: paths.lineage(name) },
		{ label: 'Export saved version', icon: IconFileExport, onClick: exportSaved },
		{ label: 'Copy id', icon: IconCopy, onClick: () => void copyText(spec.id) },
		workbench.dirty && { label: 'Discard draft', icon: IconRestore, onClick: workbench.discard },
		!isDeleted && { label: 'Delete…', icon: IconTrash, onClick: () => setDeleting(true), danger: true },
	];

	return (
		<>
			<Workbench
				title={name}
				subtitle={
					<Inline gap={[1, 3]} style={{ minHeight: 20 }}>
						<Text to={paths.versions(spec.id)} component={Link} mono title="Versions of this BuildSpec">
							v{spec.version}
						</Text>
						{isGitPipeline(workbench.text.payload) && (
							<span title="Runs the steps of a repository, as its manifest says">GitPipeline</span>
						)}
						<DestinationStatus spec={spec} />
						{workbench.dirty && <DraftMark />}
						<span role="status">
							{isDeleted
								? isRefused && `${deletedTitle}, so it can't be saved.`
								: workbench.dirty && !save.pending && save.statusMessage !== save.disabledReason
									? ''
									: save.statusMessage}
						</span>
					</Inline>
				}
				actions={
					<>
						{canBuild && (
							<ActionButton action="build" label="Build…" disabledReason={cannotBuild} onClick={acts.build} />
						)}
						<ActionButton
							action="save"
							label="Save"
							pending={save.pending}
							disabledReason={cannotSave}
							onClick={acts.save}
						/>
						<MenuButton
							label="More"
							size="lg"
							icon={<IconDots size={16} aria-hidden />}
							entries={entries.filter((entry) => entry !== false)}
						/>
					</>
				}
				notices={
					<>
						{isDeleted ? (
							<Notice
								tone="warning"
								title={deletedTitle}
								action={
									<>
										{canUndelete && (
											<SecondaryButton
												loading={undeleting.isPending}
												onClick={() => undeleting.mutate(spec.id, { onSuccess: () => void refetch() })}
											>
												Restore BuildSpec
											</SecondaryButton>
										)}
										<CopyTextButton text={() => workbench.text.payload}>Copy code</CopyTextButton>
										<SaveAsNew
											scope={scope}
											text={{ ...workbench.text, sources: [...workbench.text.sources] }}
											onSaved={workbench.discard}
										/>
									</>
								}
							>
								{undeleting.error !== null && (
									<Text component="p" tone="error" role="alert">
										{errorFacts(undeleting.error).message}
									</Text>
								)}
								{workbench.dirty && keptText}
							</Notice>
						) : (
							save.theirs === null && problem(() => save.save())
						)}
						{save.checksError !== null && !isDeleted && (
							<WriteProblem
								error={save.checksError}
								title={`Version ${spec.version} is saved, but its checks aren’t`}
								verb="Save checks"
								onAgain={() => save.save()}
								onLook={save.lookForChecks}
							/>
						)}
						{save.raced !== null && (
							<Notice tone="warning" title={`Someone saved version ${save.raced - 1} just before you`}>
								Your version {save.raced} replaced it, and this service doesn't list earlier versions. Check with them
								if their changes matter.
							</Notice>
						)}
						{build.runId !== null && canReadRuns && (
							<section
								key={build.runId}
								aria-label="Build"
								tabIndex={-1}
								style={{ outline: 'none' }}
								ref={build.startedId === build.runId ? takeFocus : undefined}
							>
								<BuildPanel buildRunId={build.runId} canCancel={canCancelRuns} onDismiss={build.dismiss} />
							</section>
						)}
						<DraftNotices workbench={workbench} fileName={fileName(spec.destination.datasetName)} />
						{overtaken !== null && (
							<Notice tone="info" title={`Version ${overtaken} was saved while you were editing`}>
								This text began on version {workbench.work.base.version}. Saving asks before it overwrites anything.
							</Notice>
						)}
					</>
				}
				workbench={workbench}
				saved={saved}
				blame={blame}
				fileName={fileName(spec.destination.datasetName)}
				previewDisabledReason={cannotPreview}
				onPreview={canPreview ? acts.previewOf : null}
				onSave={acts.save}
				location={location}
			/>
			{canBuild && (
				<BuildSheet
					opened={build.isOpen && save.theirs === null}
					spec={spec}
					dirty={workbench.dirty}
					errors={workbench.dirty ? 0 : errors.length}
					onSave={acts.save}
					saving={save.pending}
					build={build}
				/>
			)}
			{asking === 'message' && (
				<NoteDialog
					title={`Save version ${spec.version + 1}`}
					submitLabel="Save version"
					onClose={() => setAsking(null)}
					onSubmit={(note) => {
						setAsking(null);
						save.save(note);
					}}
				/>
			)}
			<ConfirmDialog
				opened={asking === 'errors' || asking === 'errors, then message'}
				title={`Save with ${countOf(errors.length, 'error')}?`}
				confirmLabel="Save anyway"
				onClose={() => setAsking(null)}
				onConfirm={() => {
					setWarned(errorKey);
					setAsking(asking === 'errors' ? null : 'message');
					if (asking === 'errors') save.save();
				}}
			>
				<Bullets breaks>
					{errors.slice(0, 5).map((error) => (
						<li key={`${error.line}:${error.column}:${error.message}`}>
							{describeLocation(error)}: {error.message}
						</li>
					))}
				</Bullets>
				<p>A build of this version would fail. You aren't asked again until the errors change.</p>
			</ConfirmDialog>
			<MergeSheet
				theirs={save.theirs}
				base={workbench.work.base}
				mine={workbench.text}
				scope={scope}
				language={workbench.language}
				saving={save.pending}
				onSaveMine={save.saveMine}
				onSaveMerged={save.saveMerged}
				problem={problem}
				onTakeTheirs={save.takeTheirs}
				onClose={save.closeConflict}
			/>
			<DeleteDialog
				spec={deleting ? spec : null}
				scope={scope}
				onClose={() => setDeleting(false)}
				onDeleted={async () => void (await navigate(paths.buildSpecs()))}
			/>
		</>
	);
}

/** What tells how the build goes follows the dialog that started it. */
const takeFocus = (element: HTMLElement | null) => element?.focus({ preventScroll: true });

/** How far the BuildSpec has got with its saved destination; it leads to that. */
function DestinationStatus({ spec }: { readonly spec: Pick<BuildSpec, 'id' | 'destination'> }) {
	const status = useBuildSpecStatus(spec);
	if (status === null) return null;
	const dataset = spec.destination;
	return (
		<Text
			to={paths.dataset(dataset)}
			component={Link}
			clip
			aria-label={`${formatCoordinate(dataset)}: ${statusSentence(status)}`}
		>
			<DatasetStatusPanel status={status} place="title" />
		</Text>
	);
}

const fileName = (datasetName: string): string => `${datasetName.replaceAll(/[^\p{L}\p{N}_-]/gu, '_')}.txt`;
