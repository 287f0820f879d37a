import { type QueryClient, useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { type LoaderFunctionArgs, useNavigate, useSearchParams } from 'react-router';
import { startScratchRun } from '#contract/build-run.ts';
import { type BuildSpec, createBuildSpec } from '#contract/build-spec.ts';
import { isApiError } from '../../api/api-error.ts';
import { useSteady } from '../../lib/use-steady.ts';
import { paths } from '../../routing/paths.ts';
import { removeDraft } from '../../storage/drafts.ts';
import { loadMonaco } from '../../ui/code-editor/load-monaco.ts';
import { PageFrame } from '../../ui/page-frame.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { EmptyState } from '../../ui/states.tsx';
import { offers } from '../session/model.ts';
import { descriptionQuery, useReachable, useScope } from '../session/queries.ts';
import { DraftNotices, PreviewButton, SaveButton } from './bench-parts.tsx';
import { isHandedOver, newDraftId } from './draft-id.ts';
import { noProblems, problemsOf, readEdit } from './edit-fields.ts';
import { LeaveDialog } from './leave-dialog.tsx';
import { emptyText, readDefinition, textOf, type WorkText } from './model.ts';
import { type CreateInput, createBuildSpecMutation } from './mutations.ts';
import { buildSpecQuery, buildSpecsQuery } from './queries.ts';
import { recoverOwnDrafts } from './recover-own-drafts.ts';
import { useBench } from './use-bench.ts';
import { useLeaving } from './use-leaving.ts';
import classes from './workbench.module.css';
import { Workbench } from './workbench.tsx';
import { WriteProblem } from './write-problem.tsx';

/** Reads the BuildSpec that is duplicated, if any, before the page is drawn. */
export const loadNewBuildSpec =
	(queryClient: QueryClient) =>
	async ({ request }: LoaderFunctionArgs) => {
		loadMonaco().catch(() => {});
		const from = new URL(request.url).searchParams.get('from');
		await Promise.all([
			recoverOwnDrafts(),
			queryClient.ensureQueryData(descriptionQuery),
			from === null || isHandedOver(from) ? null : queryClient.ensureQueryData(buildSpecQuery(from)),
		]);
		return null;
	};

export function NewBuildSpecPage() {
	const [params] = useSearchParams();
	const from = params.get('from');
	const { data: description } = useSuspenseQuery(descriptionQuery);
	const original = useQuery({
		...buildSpecQuery(from ?? ''),
		enabled: from !== null && !isHandedOver(from),
		staleTime: Number.POSITIVE_INFINITY,
	});
	if (!offers(description, createBuildSpec)) {
		return (
			<PageFrame title="New BuildSpec">
				<EmptyState title="This service does not offer creating BuildSpecs">
					BuildSpecs that exist can be opened and changed.
				</EmptyState>
			</PageFrame>
		);
	}
	if (from !== null && !isHandedOver(from) && original.data === undefined) return null;
	return <NewBench key={from ?? ''} from={from} original={original.data?.value ?? null} />;
}

function NewBench({ from, original }: { from: string | null; original: BuildSpec | null }) {
	const scope = useScope();
	const navigate = useNavigate();
	const draftId = newDraftId(from);
	const bench = useBench({ scope, draftId, saved: null, fresh: original === null ? emptyText : copyOf(original) });
	const queryClient = useQueryClient();
	const away = useReachable() === false;
	const creation = useMutation(createBuildSpecMutation());
	const creating = useRef(false);
	const { blocker, release } = useLeaving(bench.dirty);
	const canPreview = offers(bench.description, startScratchRun);
	const creationProblems = isApiError(creation.error) ? problemsOf(creation.error.subErrors).fields : noProblems;

	const create = () => {
		const read = readEdit(bench.text, bench.me);
		bench.setProblems(read.problems ?? noProblems);
		// A second click may come before the first one is drawn as pending.
		if (read.edit === null || creating.current || away) return;
		const known = queryClient.getQueryData(buildSpecsQuery.queryKey)?.items.map((it) => it.id) ?? null;
		settle({ edit: read.edit, known, at: Date.now() });
	};
	const settle = (input: CreateInput) => {
		creating.current = true;
		creation.mutate(input, {
			onSuccess: ({ value: spec }) => {
				bench.discard();
				removeDraft(scope, draftId);
				release();
				const run = bench.preview.runId === null ? '' : `?run=${encodeURIComponent(bench.preview.runId)}`;
				void navigate(`${paths.buildSpec(spec.id)}${run}`, { replace: true });
			},
			onError: (error) => bench.setProblems(isApiError(error) ? problemsOf(error.subErrors).fields : noProblems),
			onSettled: () => {
				creating.current = false;
			},
		});
	};
	const previewOf = (payload: string) => {
		const read = readDefinition({ ...bench.text, payload }, bench.me);
		bench.setProblems(read.problems ?? noProblems);
		if (read.definition !== null) bench.preview.startScratch(read.definition, payload !== bench.text.payload);
	};
	// A key draws none of what only calls these.
	const acts = useSteady({ create, previewOf, preview: () => previewOf(bench.text.payload) });

	return (
		<>
			<Workbench
				title="New BuildSpec"
				subtitle={
					<div className={classes.identity}>
						<span>{original === null ? 'Not created yet' : 'A duplicate, not created yet'}</span>
						{bench.dirty && <span className={classes.mark}>draft</span>}
					</div>
				}
				actions={
					<>
						{canPreview && (
							<PreviewButton pending={bench.preview.pending} waits={bench.preview.waits} onClick={acts.preview} />
						)}
						<SaveButton
							label="Create BuildSpec"
							pending={creation.isPending}
							idle={away ? 'The service does not answer.' : null}
							onClick={acts.create}
						/>
					</>
				}
				notices={
					<>
						{creation.error !== null && Object.keys(creationProblems).length === 0 && (
							<WriteProblem
								error={creation.error}
								title="The BuildSpec was not created"
								verb="Create"
								onAgain={create}
								onLook={() => creation.variables && settle({ ...creation.variables, onlyLook: true })}
							/>
						)}
						<DraftNotices bench={bench} fileName="new-build-spec.txt" />
					</>
				}
				bench={bench}
				onPreview={canPreview ? acts.previewOf : null}
				onSave={acts.create}
			/>
			<LeaveDialog
				blocker={blocker}
				name="New BuildSpec"
				notKept={bench.notKept}
				onDiscard={bench.discard}
				onDownload={() => saveFile('new-build-spec.txt', bench.text.payload)}
			/>
		</>
	);
}

/** A duplicate begins with everything but the destination's name: two BuildSpecs that build one dataset would fight. */
function copyOf(spec: BuildSpec): WorkText {
	const text = textOf(spec);
	return { ...text, destination: `${text.destination}_copy` };
}
