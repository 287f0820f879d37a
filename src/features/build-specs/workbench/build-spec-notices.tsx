import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { cancelRun, getRun } from '#contract/build-run.ts';
import { type BuildSpec, undeleteBuildSpec } from '#contract/build-spec.ts';
import { errorFacts } from '../../../api/error-facts.ts';
import { SecondaryButton } from '../../../ui/primitives/button.tsx';
import { Text } from '../../../ui/primitives/text.tsx';
import { Notice } from '../../../ui/states/states.tsx';
import { CopyTextButton } from '../../../ui/text/copy-button.tsx';
import { BuildPanel } from '../../runs/build-panel.tsx';
import { useOffers, useScope } from '../../session/queries.ts';
import type { useBuild } from '../build/use-build.ts';
import { OpenAsNew } from '../drafts/stored-draft-panel.tsx';
import { undeleteMutation } from '../mutations.ts';
import type { useSave } from './use-save.ts';
import type { WorkbenchState } from './use-workbench.ts';
import { DraftNotices } from './workbench-parts.tsx';
import { WriteProblem } from './write-problem.tsx';

export const deletedTitle = 'This BuildSpec was deleted';
export const unsavedChangesText = 'Your unsaved changes stay in this browser.';

interface BuildSpecNoticesProps {
	readonly spec: BuildSpec;
	readonly workbench: WorkbenchState;
	readonly save: ReturnType<typeof useSave>;
	readonly build: ReturnType<typeof useBuild>;
	readonly isDeleted: boolean;
	/** Why the last save was rejected, unless it's shown at a field. */
	readonly problem: ReactNode;
	/** The version someone saved during this edit, or null. */
	readonly overtaken: number | null;
	readonly fileName: string;
	readonly onUndeleted: () => void;
}

export function BuildSpecNotices(props: BuildSpecNoticesProps) {
	const { spec, workbench, save, build, isDeleted, problem, overtaken, fileName, onUndeleted } = props;
	const canReadRuns = useOffers(getRun);
	const canCancelRuns = useOffers(cancelRun);
	return (
		<>
			{isDeleted ? <DeletedNotice spec={spec} workbench={workbench} onUndeleted={onUndeleted} /> : problem}
			{save.checksError !== null && !isDeleted && (
				<WriteProblem
					error={save.checksError}
					title={`Version ${spec.version} was saved, but its checks weren’t`}
					verb="Save checks"
					onAgain={() => save.save()}
					onLook={save.lookForChecks}
				/>
			)}
			{save.raced !== null && (
				<Notice tone="warning" title={`Someone saved version ${save.raced - 1} just before you`}>
					Your version {save.raced} replaced theirs, and this service doesn’t list earlier versions. Ask the other
					person whether they lost changes.
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
			<DraftNotices workbench={workbench} fileName={fileName} />
			{overtaken !== null && (
				<Notice tone="info" title={`Version ${overtaken} was saved while you were editing`}>
					Your draft is based on version {workbench.work.base.version}. You can merge the changes when you save.
				</Notice>
			)}
		</>
	);
}

type DeletedNoticeProps = Pick<BuildSpecNoticesProps, 'spec' | 'workbench' | 'onUndeleted'>;

function DeletedNotice({ spec, workbench, onUndeleted }: DeletedNoticeProps) {
	const scope = useScope();
	const canUndelete = useOffers(undeleteBuildSpec);
	const undeleting = useMutation(undeleteMutation());
	return (
		<Notice
			tone="warning"
			title={deletedTitle}
			action={
				<>
					{canUndelete && (
						<SecondaryButton
							loading={undeleting.isPending}
							onClick={() => undeleting.mutate(spec.id, { onSuccess: onUndeleted })}
						>
							Restore BuildSpec
						</SecondaryButton>
					)}
					<CopyTextButton text={() => workbench.text.payload}>Copy code</CopyTextButton>
					<OpenAsNew
						scope={scope}
						text={{ ...workbench.text, sources: [...workbench.text.sources] }}
						onOpened={workbench.discard}
					/>
				</>
			}
		>
			{undeleting.error !== null && (
				<Text component="p" tone="error" role="alert">
					{errorFacts(undeleting.error).message}
				</Text>
			)}
			{workbench.dirty && unsavedChangesText}
		</Notice>
	);
}

/** The build's progress gets the focus from the closed dialog. */
const takeFocus = (element: HTMLElement | null) => element?.focus({ preventScroll: true });
