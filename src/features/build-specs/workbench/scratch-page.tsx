import { useForm } from '@mantine/form';
import { IconSchema } from '@tabler/icons-react';
import type { QueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { startScratchRun } from '#contract/build-run.ts';
import { type BuildSpec, createBuildSpec } from '#contract/build-spec.ts';
import { useSteady } from '../../../lib/use-steady.ts';
import { paths } from '../../../routing/paths.ts';
import { useDrafts } from '../../../storage/use-drafts.ts';
import { useFocusBack } from '../../../ui/dialog/use-focus-back.ts';
import { loadMonaco } from '../../../ui/editor/load-monaco.ts';
import { PageFrame } from '../../../ui/layout/page-frame.tsx';
import { SecondaryButton } from '../../../ui/primitives/button.tsx';
import { FormDialog } from '../../../ui/primitives/form-dialog.tsx';
import { Box, Inline } from '../../../ui/primitives/layout.tsx';
import { Prose, Text } from '../../../ui/primitives/text.tsx';
import { EmptyState } from '../../../ui/states/states.tsx';
import { descriptionQuery, useOffers, useScope } from '../../session/queries.ts';
import { firstScratchName, freeScratchName, renameScratch, scratchDraftId, scratchNames } from '../draft-ids.ts';
import { KeptDraft } from '../drafts/kept-draft-panel.tsx';
import { recoverOwnDrafts } from '../drafts/recover-own-drafts.ts';
import { emptyText } from '../model.ts';
import { DestinationField } from './destination-field.tsx';
import { ScratchMenu } from './scratch-menu.tsx';
import { createdPage, useCreation } from './use-create.ts';
import { useSuggestions } from './use-suggestions.ts';
import { useWorkbench, type WorkbenchState } from './use-workbench.ts';
import { Workbench } from './workbench.tsx';
import { DraftNotices } from './workbench-parts.tsx';
import { WriteProblem } from './write-problem.tsx';

export const loadScratch = (queryClient: QueryClient) => async () => {
	loadMonaco().catch(() => {});
	await Promise.all([recoverOwnDrafts(), queryClient.ensureQueryData(descriptionQuery)]);
	return null;
};

/** Queries that belong to no BuildSpec. Which one is in the address; its text is kept in this browser. */
export function ScratchPage() {
	const [params] = useSearchParams();
	const isOffered = useOffers(startScratchRun);
	const scope = useScope();
	const names = scratchNames(useDrafts(scope));
	const [first] = useState(names[0] ?? firstScratchName);
	const name = params.get('name') ?? first;
	if (!isOffered) {
		const empty = <EmptyState title={notSupported} />;
		return (
			<KeptDraft
				key={name}
				draftId={scratchDraftId(name)}
				title={notSupported}
				otherwise={<PageFrame title="Scratch query">{empty}</PageFrame>}
			/>
		);
	}
	return <ScratchWorkbench key={name} name={name} names={names} />;
}

const notSupported = "This service doesn't support scratch queries";

function ScratchWorkbench({ name, names }: { name: string; names: readonly string[] }) {
	const scope = useScope();
	const navigate = useNavigate();
	const workbench = useWorkbench({ scope, draftId: scratchDraftId(name), saved: null, fresh: emptyText });
	const [making, setMaking] = useState(false);
	const canMake = useOffers(createBuildSpec);
	const fileName = `${name.replaceAll(/[^\p{L}\p{N}_-]/gu, '_')}.sql`;
	const go = (to: string) => void navigate(paths.scratch(to));
	// Steady, so that a key does not redraw what only calls these.
	const acts = useSteady({
		/** What was typed in another tab meanwhile stays a scratch query. */
		discardMade: (payload: string) => workbench.text.payload === payload && workbench.discard(),
		previewOf: workbench.previewScratch,
		make: () => canMake && setMaking(true),
	});

	return (
		<>
			<Workbench
				title={name}
				subtitle={
					<Inline gap={[1, 3]} style={{ minHeight: 20 }}>
						<span>{workbench.dirty ? 'Kept in this browser' : 'Nothing written yet'}</span>
					</Inline>
				}
				actions={
					<>
						{canMake && (
							<SecondaryButton leftSection={<IconSchema size={16} aria-hidden />} onClick={acts.make}>
								Make a BuildSpec
							</SecondaryButton>
						)}
						<ScratchMenu
							name={name}
							names={names}
							scope={scope}
							onOpen={go}
							onNew={() => go(freeScratchName(names))}
							onRename={(to) => {
								workbench.keepNow();
								renameScratch(scope, name, to);
								void navigate(paths.scratch(to), { replace: true });
							}}
							onDiscard={
								workbench.dirty
									? () => {
											workbench.discard();
											go(names.find((value) => value !== name) ?? firstScratchName);
										}
									: null
							}
						/>
					</>
				}
				notices={<DraftNotices workbench={workbench} fileName={fileName} isKeptByNature />}
				workbench={workbench}
				hasDestination={false}
				fileName={fileName}
				onPreview={acts.previewOf}
				onSave={acts.make}
			/>
			{making && (
				<MakeDialog
					workbench={workbench}
					onClose={() => setMaking(false)}
					onMade={(spec) => {
						acts.discardMade(spec.code.payload);
						void navigate(createdPage(spec, workbench.preview.runId));
					}}
				/>
			)}
		</>
	);
}

interface MakeDialogProps {
	readonly workbench: WorkbenchState;
	readonly onClose: () => void;
	readonly onMade: (spec: BuildSpec) => void;
}

function MakeDialog({ workbench, onClose, onMade }: MakeDialogProps) {
	useFocusBack();
	const form = useForm({ initialValues: { destination: '' } });
	const suggestions = useSuggestions();
	const creation = useCreation(form.setErrors, onMade);
	const create = form.onSubmit((values) => creation.create({ ...workbench.text, ...values }, workbench.me));
	const { destination: problem, ...others } = form.errors;

	return (
		<FormDialog
			title="Make a BuildSpec"
			submitLabel="Create BuildSpec"
			size="lg"
			pending={creation.isPending}
			disabled={creation.isAway}
			onClose={onClose}
			onSubmit={create}
		>
			<Prose>It gets this code and these sources. Which dataset does it build?</Prose>
			<Box>
				<DestinationField
					destination={form.values.destination}
					me={workbench.me}
					known={suggestions.known}
					problem={problem}
					onChange={(text) => {
						form.clearErrors();
						form.setFieldValue('destination', text);
					}}
					onFocus={suggestions.load}
					focused
				/>
			</Box>
			{Object.entries(others).map(([field, problem]) => (
				<Text key={field} component="p" tone="error" role="alert">
					{problem}
				</Text>
			))}
			{creation.error !== null && Object.keys(form.errors).length === 0 && (
				<WriteProblem
					error={creation.error}
					title="The BuildSpec was not created"
					verb="Create"
					onAgain={() => create()}
					onLook={creation.look}
				/>
			)}
		</FormDialog>
	);
}
