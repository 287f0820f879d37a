import { IconDots } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { startBuildRun } from '#contract/build-run.ts';
import { formatCoordinate } from '#contract/dataset.ts';
import { startPreviewRun } from '#contract/preview-run.ts';
import { useSteady } from '../../../lib/use-steady.ts';
import { paths } from '../../../routing/paths.ts';
import type { EditorLocation } from '../../../ui/editor/types.ts';
import { MenuButton } from '../../../ui/menu/menu-button.tsx';
import { SecondaryButton } from '../../../ui/primitives/button.tsx';
import { Inline } from '../../../ui/primitives/layout.tsx';
import { Text } from '../../../ui/primitives/text.tsx';
import { QueryErrorPanel } from '../../names/query-error-panel.tsx';
import { useOffers, useReachable, useScope } from '../../session/queries.ts';
import { BuildSheet } from '../build/build-sheet.tsx';
import { useBuild } from '../build/use-build.ts';
import { DeleteDialog } from '../delete-dialog.tsx';
import { DraftMark } from '../draft-mark.tsx';
import { isDeletion } from '../drafts/recover-own-drafts.ts';
import { readEdit } from '../edit-fields.ts';
import { MergeSheet } from '../merge/merge-sheet.tsx';
import { emptyText } from '../model.ts';
import { isGitPipeline } from '../pipeline-queries.ts';
import { buildSpecQuery } from '../queries.ts';
import { overtakenBy, type Saved } from '../work.ts';
import { BuildSpecNotices, deletedTitle } from './build-spec-notices.tsx';
import { DestinationStatus } from './destination-status.tsx';
import { SaveQuestions, useSaveQuestions } from './save-questions.tsx';
import { useBlame } from './use-blame.ts';
import { useBuildSpecMenu } from './use-build-spec-menu.ts';
import { useSave } from './use-save.ts';
import { useWorkbench } from './use-workbench.ts';
import classes from './workbench.module.css';
import { Workbench } from './workbench.tsx';
import { ActionButton } from './workbench-parts.tsx';
import { WriteProblem } from './write-problem.tsx';

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
	const reading = useQuery({ ...buildSpecQuery(spec.id), enabled: false });
	const { refetch } = reading;
	const isReachable = useReachable() !== false;
	const [deleting, setDeleting] = useState(false);
	const [isRefused, setRefused] = useState(false);
	const build = useBuild(spec.id, spec.version);
	const canBuild = useOffers(startBuildRun);
	const canPreview = useOffers(startPreviewRun);
	const name = formatCoordinate(spec.destination);
	const fileName = fileNameOf(spec.destination.datasetName);
	const isDeleted = isMissing || isDeletion(save.error);
	const gone = isDeleted ? `${deletedTitle}.` : null;
	const cannotPreview = gone ?? workbench.preview.disabledReason;
	// A build started now would use the previous version.
	const cannotBuild = gone ?? (save.pending ? 'Wait until your changes are saved.' : build.disabledReason);
	const cannotSave =
		gone ?? (workbench.dirty ? save.disabledReason : `Nothing has changed since version ${spec.version}.`);
	const errors = workbench.markers.filter(({ severity }) => severity === 'error');
	const questions = useSaveQuestions({ dirty: workbench.dirty, errors, onSave: save.save });

	const previewOf = (payload: string, upTo?: string) => {
		if (isDeleted) return;
		const read = readEdit({ ...workbench.text, payload }, workbench.me);
		workbench.setProblems(read.problems);
		if (read.edit === null) return;
		const parts = { isPart: payload !== workbench.text.payload, upTo, checks: workbench.work.checks };
		workbench.preview.startOf(spec.id, read.edit, parts);
	};
	const begin = (how: 'save' | 'message') => (isDeleted ? setRefused(true) : questions.begin(how));
	// Stable, so typing doesn't rerender components that only call these.
	const acts = useSteady({
		previewOf,
		preview: () => previewOf(workbench.text.payload),
		save: () => begin('save'),
		saveWithMessage: () => begin('message'),
		build: build.open,
		discard: workbench.discard,
		remove: () => setDeleting(true),
	});
	const { previewOf: _, ...actions } = acts;
	const entries = useBuildSpecMenu({
		...actions,
		spec,
		dirty: workbench.dirty,
		isDeleted,
		cannotPreview,
		cannotSave,
		cannotBuild,
		cannotRemove: gone,
	});
	const problem = (onAgain: () => void) =>
		save.error !== null && (
			<WriteProblem
				error={save.error}
				title="Your changes weren’t saved"
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
	const says = workbench.dirty && !save.pending && save.statusMessage !== save.disabledReason ? '' : save.statusMessage;

	return (
		<>
			<Workbench
				title={name}
				subtitle={
					<Inline gap={[1, 3]} className={classes.state}>
						<Text to={paths.versions(spec.id)} component={Link} mono title="Versions of this BuildSpec">
							v{spec.version}
						</Text>
						{isGitPipeline(workbench.text.payload) && (
							<span className={classes.kind} title="Runs the steps in a Git repository’s manifest">
								Git pipeline
							</span>
						)}
						<DestinationStatus spec={spec} />
						{workbench.dirty && <DraftMark />}
						<span role="status">{isDeleted ? isRefused && `${deletedTitle}, so it can’t be saved.` : says}</span>
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
							label="Actions for this BuildSpec"
							size="lg"
							icon={<IconDots size={16} aria-hidden />}
							entries={entries}
						/>
					</>
				}
				notices={
					<>
						{!isDeleted && isReachable && <QueryErrorPanel title="Couldn’t refresh this BuildSpec" query={reading} />}
						<BuildSpecNotices
							spec={spec}
							workbench={workbench}
							save={save}
							build={build}
							isDeleted={isDeleted}
							problem={save.theirs === null && problem(() => save.save())}
							overtaken={workbench.dirty && !save.pending ? overtakenBy(workbench.work, saved) : null}
							fileName={fileName}
							onUndeleted={() => void refetch()}
						/>
					</>
				}
				workbench={workbench}
				saved={saved}
				blame={blame}
				fileName={fileName}
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
			<SaveQuestions questions={questions} version={spec.version + 1} errors={errors} />
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

const fileNameOf = (datasetName: string): string => `${datasetName.replaceAll(/[^\p{L}\p{N}_-]/gu, '_')}.txt`;
