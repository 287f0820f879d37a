import { Button } from '@mantine/core';
import { IconSchema } from '@tabler/icons-react';
import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { startScratchRun } from '#contract/build-run.ts';
import { createBuildSpec } from '#contract/build-spec.ts';
import { useSteady } from '../../../lib/use-steady.ts';
import { paths } from '../../../routing/paths.ts';
import { readDraft } from '../../../storage/drafts.ts';
import { useDrafts } from '../../../storage/use-drafts.ts';
import { loadMonaco } from '../../../ui/editor/load-monaco.ts';
import { PageFrame } from '../../../ui/page-frame.tsx';
import { Inline } from '../../../ui/primitives/layout.tsx';
import { saveFile } from '../../../ui/save-file.ts';
import { EmptyState } from '../../../ui/states.tsx';
import { offers } from '../../session/model.ts';
import { descriptionQuery, useScope } from '../../session/queries.ts';
import { KeptDraft } from '../drafts/kept-draft-panel.tsx';
import { LeaveDialog } from '../drafts/leave-dialog.tsx';
import { recoverOwnDrafts } from '../drafts/recover-own-drafts.ts';
import { useLeaving } from '../drafts/use-leaving.ts';
import { noProblems } from '../edit-fields.ts';
import { emptyText, readDefinition } from '../model.ts';
import { firstScratchName, freeScratchName, renameScratch, scratchDraftId, scratchNames } from '../scratch-drafts.ts';
import { MakeDialog } from './make-dialog.tsx';
import { ScratchMenu } from './scratch-menu.tsx';
import { useWorkbench } from './use-workbench.ts';
import classes from './workbench.module.css';
import { Workbench } from './workbench.tsx';
import { DraftNotices, PreviewButton } from './workbench-parts.tsx';

export const loadScratch = (queryClient: QueryClient) => async () => {
	loadMonaco().catch(() => {});
	await Promise.all([recoverOwnDrafts(), queryClient.ensureQueryData(descriptionQuery)]);
	return null;
};

/** Queries that belong to no BuildSpec. Which one is in the address; its text is kept in this browser. */
export function ScratchPage() {
	const [params] = useSearchParams();
	const { data: description } = useSuspenseQuery(descriptionQuery);
	const scope = useScope();
	const names = scratchNames(useDrafts(scope));
	const [first] = useState(names[0] ?? firstScratchName);
	const name = params.get('name') ?? first;
	if (!offers(description, startScratchRun)) {
		return readDraft(scope, scratchDraftId(name)).kind !== 'none' ? (
			<KeptDraft key={name} draftId={scratchDraftId(name)} title={notSupported} />
		) : (
			<PageFrame title="Scratch query">
				<EmptyState title={notSupported} />
			</PageFrame>
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
	const canMake = offers(workbench.description, createBuildSpec);
	const blocker = useLeaving(workbench.dirty, workbench.keepNow);
	const fileName = `${name.replaceAll(/[^\p{L}\p{N}_-]/gu, '_')}.sql`;

	const previewOf = (payload: string) => {
		const read = readDefinition({ ...workbench.text, payload }, workbench.me);
		workbench.setProblems(read.problems ?? noProblems);
		if (read.definition === null) return;
		const { destination: _, ...definition } = read.definition;
		workbench.preview.startScratch(definition, payload !== workbench.text.payload);
	};
	const go = (to: string) => void navigate(paths.scratch(to));
	// A key draws none of what only calls these.
	const acts = useSteady({
		/** What was typed in another tab meanwhile stays a scratch query. */
		discardMade: (payload: string) => workbench.text.payload === payload && workbench.discard(),
		previewOf,
		preview: () => previewOf(workbench.text.payload),
		make: () => canMake && setMaking(true),
	});

	return (
		<>
			<Workbench
				title={name}
				subtitle={
					<Inline gap={[1, 3]} className={classes.identity}>
						<span>{workbench.dirty ? 'Kept in this browser' : 'Nothing written yet'}</span>
					</Inline>
				}
				actions={
					<>
						<PreviewButton pending={workbench.preview.pending} waits={workbench.preview.waits} onClick={acts.preview} />
						{canMake && (
							<Button variant="default" leftSection={<IconSchema size={16} aria-hidden />} onClick={acts.make}>
								Make a BuildSpec
							</Button>
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
											go(names.find((it) => it !== name) ?? firstScratchName);
										}
									: null
							}
						/>
					</>
				}
				notices={<DraftNotices workbench={workbench} fileName={fileName} isKeptByNature />}
				workbench={workbench}
				hasDestination={false}
				onPreview={acts.previewOf}
				onSave={acts.make}
			/>
			{making && (
				<MakeDialog
					workbench={workbench}
					onClose={() => setMaking(false)}
					onMade={(spec) => {
						acts.discardMade(spec.code.payload);
						const run = workbench.preview.runId === null ? '' : `?run=${encodeURIComponent(workbench.preview.runId)}`;
						void navigate(`${paths.buildSpec(spec.id)}${run}`);
					}}
				/>
			)}
			<LeaveDialog
				blocker={blocker}
				name={name}
				notKept={workbench.notKept}
				onDiscard={workbench.discard}
				onDownload={() => saveFile(fileName, workbench.text.payload)}
			/>
		</>
	);
}
