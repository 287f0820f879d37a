import { Button } from '@mantine/core';
import { type QueryClient, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, type LoaderFunctionArgs, useLoaderData, useNavigate, useParams, useSearchParams } from 'react-router';
import { cancelRun, getRun, listRuns, startBuildRun, startPreviewRun } from '#contract/build-run.ts';
import { createBuildSpec } from '#contract/build-spec.ts';
import { formatCoordinate } from '#contract/dataset.ts';
import { errorFacts } from '../../../api/error-facts.ts';
import { useSteady } from '../../../lib/use-steady.ts';
import { paths } from '../../../routing/paths.ts';
import { watchDeleted } from '../../../storage/deleted-build-specs.ts';
import { useCommands } from '../../../ui/commands.ts';
import { CopyTextButton } from '../../../ui/copy-button.tsx';
import { loadMonaco } from '../../../ui/editor/load-monaco.ts';
import type { EditorPlace } from '../../../ui/editor/types.ts';
import { keyName } from '../../../ui/keys.ts';
import { Inline } from '../../../ui/primitives/layout.tsx';
import { Text } from '../../../ui/primitives/text.tsx';
import { saveFile } from '../../../ui/save-file.ts';
import { Notice } from '../../../ui/states.tsx';
import { BuildPanel } from '../../runs/build-panel.tsx';
import { offers } from '../../session/model.ts';
import { descriptionQuery, useScope } from '../../session/queries.ts';
import { isGitPipeline } from '../build/build-model.ts';
import { BuildSheet } from '../build/build-sheet.tsx';
import { useBuild } from '../build/use-build.ts';
import { DeleteDialog } from '../delete-dialog.tsx';
import { KeptDraft, SaveAsNew } from '../drafts/kept-draft-panel.tsx';
import { LeaveDialog } from '../drafts/leave-dialog.tsx';
import { findDeleted, isDeletion, recoverOwnDrafts } from '../drafts/recover-own-drafts.ts';
import { useLeaving } from '../drafts/use-leaving.ts';
import { readEdit } from '../edit-fields.ts';
import { MergeSheet } from '../merge/merge-sheet.tsx';
import { emptyText } from '../model.ts';
import { buildSpecQuery } from '../queries.ts';
import { overtakenBy, type Saved } from '../work.ts';
import { BenchMenu } from './bench-menu.tsx';
import { BuildButton, DraftNotices, PreviewButton, SaveButton } from './bench-parts.tsx';
import { useBench } from './use-bench.ts';
import { useSave } from './use-save.ts';
import classes from './workbench.module.css';
import { Workbench } from './workbench.tsx';
import { WriteProblem } from './write-problem.tsx';

/** Reads the BuildSpec before its page is drawn. Monaco, the largest part, begins to load at the same time. */
export const loadBuildSpec =
	(queryClient: QueryClient) =>
	async ({ params }: LoaderFunctionArgs) => {
		loadMonaco().catch(() => {});
		const id = params.buildSpecId ?? '';
		const [isDeleted] = await Promise.all([
			findDeleted(queryClient.ensureQueryData(buildSpecQuery(id)), id),
			recoverOwnDrafts(),
			queryClient.ensureQueryData(descriptionQuery),
		]);
		return { isDeleted };
	};

export function BuildSpecPage() {
	const { buildSpecId = '' } = useParams();
	const { isDeleted } = useLoaderData<Awaited<ReturnType<ReturnType<typeof loadBuildSpec>>>>();
	if (!isDeleted) return <ExistingBuildSpec key={buildSpecId} buildSpecId={buildSpecId} />;
	return (
		<KeptDraft key={buildSpecId} draftId={buildSpecId} title={deletedTitle}>
			{keptText}
		</KeptDraft>
	);
}

function ExistingBuildSpec({ buildSpecId }: { buildSpecId: string }) {
	const { data, error } = useSuspenseQuery(buildSpecQuery(buildSpecId));
	const { service } = useScope();
	const queryClient = useQueryClient();
	useEffect(
		() =>
			watchDeleted({ service, id: buildSpecId }, () => {
				void queryClient.invalidateQueries({ queryKey: buildSpecQuery(buildSpecId).queryKey });
			}),
		[service, buildSpecId, queryClient],
	);
	const [params] = useSearchParams();
	const place = readPlace(params);
	return (
		<BuildSpecBench
			key={`${buildSpecId} ${place?.line}:${place?.column}`}
			saved={data}
			isMissing={isDeletion(error)}
			place={place}
		/>
	);
}

const deletedTitle = 'This BuildSpec was deleted';
const keptText = 'Your unsaved changes are kept in this browser.';

/** Where in the code the cursor is to be, by the address; null where it names no place. */
function readPlace(params: URLSearchParams): EditorPlace | null {
	const line = Number(params.get('line') ?? '');
	const column = Number(params.get('column') ?? '1');
	return Number.isSafeInteger(line) && line > 0
		? { line, column: Number.isSafeInteger(column) ? Math.max(1, column) : 1 }
		: null;
}

interface BuildSpecBenchProps {
	readonly saved: Saved;
	/** The service doesn't have it any more. */
	readonly isMissing: boolean;
	readonly place: EditorPlace | null;
}

function BuildSpecBench({ saved, isMissing, place }: BuildSpecBenchProps) {
	const spec = saved.value;
	const scope = useScope();
	const navigate = useNavigate();
	const bench = useBench({ scope, draftId: spec.id, saved, fresh: emptyText });
	const save = useSave(bench, spec.id, scope);
	const blocker = useLeaving(bench.dirty, bench.keepNow);
	const { refetch } = useQuery({ ...buildSpecQuery(spec.id), enabled: false });
	const [deleting, setDeleting] = useState(false);
	const [isRefused, setRefused] = useState(false);
	const build = useBuild(spec.id, spec.version);
	const canBuild = offers(bench.description, startBuildRun);
	const name = formatCoordinate(spec.destination);
	const overtaken = bench.dirty && !save.pending ? overtakenBy(bench.work, saved) : null;
	const canPreview = offers(bench.description, startPreviewRun);
	const isDeleted = isMissing || isDeletion(save.error);
	const gone = isDeleted ? `${deletedTitle}.` : null;
	const previewWaits = gone ?? bench.preview.waits;
	const buildWaits = gone ?? build.waits;
	const idle = gone ?? (bench.dirty ? save.waits : `Nothing has changed since version ${spec.version}.`);

	const previewOf = (payload: string) => {
		if (isDeleted) return;
		const read = readEdit({ ...bench.text, payload }, bench.me);
		bench.setProblems(read.problems ?? {});
		if (read.edit !== null) bench.preview.startOf(spec.id, read.edit, payload !== bench.text.payload);
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
					<Button
						variant="default"
						onClick={() => {
							save.forgetError();
							void refetch();
						}}
					>
						Show saved version
					</Button>
				)}
			</WriteProblem>
		);
	// A key draws none of what only calls these.
	const acts = useSteady({
		previewOf,
		preview: () => previewOf(bench.text.payload),
		save: () => (isDeleted ? setRefused(true) : save.save()),
		build: build.ask,
		export: () => void import('../import/spec-export.ts').then(({ exportSpec }) => exportSpec(spec)),
		delete: () => setDeleting(true),
	});

	useCommands([
		...(canPreview
			? [{ id: 'preview', label: 'Preview', keys: keyName('Enter'), run: acts.preview, waits: previewWaits }]
			: []),
		{
			id: 'save',
			label: 'Save',
			keys: keyName('S'),
			run: save.save,
			waits: idle,
		},
		...(canBuild ? [{ id: 'build', label: 'Build…', run: build.ask, waits: buildWaits }] : []),
		{ id: 'lineage', label: 'Lineage', run: () => void navigate(paths.lineage(name)) },
		{ id: 'versions', label: 'Versions', run: () => void navigate(paths.versions(spec.id)) },
		...(bench.dirty ? [{ id: 'discard', label: 'Discard draft', run: bench.discard }] : []),
		{ id: 'delete', label: 'Delete…', run: () => setDeleting(true), waits: gone },
	]);

	return (
		<>
			<Workbench
				title={name}
				subtitle={
					<Inline gap={[1, 3]} className={classes.identity}>
						<Text to={paths.versions(spec.id)} component={Link} mono title="Versions of this BuildSpec">
							v{spec.version}
						</Text>
						{isGitPipeline(bench.text.payload) && (
							<span title="Runs the steps of a repository, as its manifest says">GitPipeline</span>
						)}
						{bench.dirty && (
							<Text tone="warning" className={classes.mark}>
								draft
							</Text>
						)}
						<span role="status">
							{isDeleted
								? isRefused && `${deletedTitle}, so it can't be saved.`
								: bench.dirty && !save.pending && save.told !== save.waits
									? ''
									: save.told}
						</span>
					</Inline>
				}
				actions={
					<>
						{canPreview && (
							<PreviewButton pending={bench.preview.pending} waits={previewWaits} onClick={acts.preview} />
						)}
						{canBuild && <BuildButton waits={buildWaits} onClick={acts.build} />}
						<SaveButton label="Save" pending={save.pending} idle={idle} onClick={acts.save} />
						<BenchMenu
							buildSpecId={spec.id}
							name={name}
							onExport={acts.export}
							onBuild={canBuild && !isDeleted ? acts.build : null}
							canListRuns={offers(bench.description, listRuns)}
							canDuplicate={offers(bench.description, createBuildSpec)}
							onDiscard={bench.dirty ? bench.discard : null}
							onDelete={isDeleted ? null : acts.delete}
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
										<CopyTextButton text={() => bench.text.payload}>Copy code</CopyTextButton>
										<SaveAsNew
											scope={scope}
											text={{ ...bench.text, sources: [...bench.text.sources] }}
											onSaved={bench.discard}
										/>
									</>
								}
							>
								{bench.dirty && keptText}
							</Notice>
						) : (
							save.theirs === null && problem(save.save)
						)}
						{save.raced !== null && (
							<Notice tone="warning" title={`Someone saved version ${save.raced - 1} just before you`}>
								Your version {save.raced} replaced it, and this service doesn't list earlier versions. Check with them
								if their changes matter.
							</Notice>
						)}
						{build.runId !== null && offers(bench.description, getRun) && (
							<BuildPanel
								key={build.runId}
								buildRunId={build.runId}
								canCancel={offers(bench.description, cancelRun)}
								onDismiss={build.dismiss}
							/>
						)}
						<DraftNotices bench={bench} fileName={fileName(spec.destination.datasetName)} />
						{overtaken !== null && (
							<Notice tone="info" title={`Version ${overtaken} was saved meanwhile`}>
								This text began on version {bench.work.base.version}. Saving asks before it overwrites anything.
							</Notice>
						)}
					</>
				}
				bench={bench}
				saved={saved}
				onPreview={canPreview ? acts.previewOf : null}
				onSave={acts.save}
				place={place}
			/>
			{canBuild && (
				<BuildSheet
					opened={build.isAsked && save.theirs === null}
					spec={spec}
					description={bench.description}
					dirty={bench.dirty}
					onSave={save.save}
					saving={save.pending}
					onBuild={build.start}
					pending={build.pending}
					error={build.error === null ? null : errorFacts(build.error)}
					onClose={build.close}
				/>
			)}
			<MergeSheet
				theirs={save.theirs}
				base={bench.work.base}
				mine={bench.text}
				scope={scope}
				description={bench.description}
				language={bench.language}
				saving={save.pending}
				onSaveMine={save.saveMine}
				onSaveMerged={save.saveMerged}
				problem={problem}
				onTakeTheirs={save.takeTheirs}
				onClose={save.closeConflict}
			/>
			<LeaveDialog
				blocker={blocker}
				name={name}
				notKept={bench.notKept}
				onDiscard={bench.discard}
				onDownload={() => saveFile(fileName(spec.destination.datasetName), bench.text.payload)}
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

const fileName = (datasetName: string): string => `${datasetName.replaceAll(/[^\p{L}\p{N}_-]/gu, '_')}.txt`;
