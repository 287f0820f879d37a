import { type QueryClient, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type LoaderFunctionArgs, useLoaderData, useParams, useSearchParams } from 'react-router';
import { listRuns } from '#contract/build-run.ts';
import type { BuildSpec } from '#contract/build-spec.ts';
import { getSchema } from '#contract/dataset.ts';
import type { Description } from '#contract/description.ts';
import { watchDeleted } from '../../../storage/changes-elsewhere.ts';
import { loadMonaco } from '../../../ui/editor/load-monaco.ts';
import type { EditorLocation } from '../../../ui/editor/types.ts';
import { schemaQuery } from '../../names/queries.ts';
import { openPreviewAhead } from '../../runs/open-ahead.ts';
import { offers } from '../../session/model.ts';
import { descriptionQuery, useScope } from '../../session/queries.ts';
import { findDeleted, hasOwnDraft, isDeletion, recoverOwnDrafts } from '../drafts/recover-own-drafts.ts';
import { StoredDraft } from '../drafts/stored-draft-panel.tsx';
import { buildSpecQuery, fillFromList } from '../queries.ts';
import { deletedTitle, unsavedChangesText } from './build-spec-notices.tsx';
import { BuildSpecWorkbench } from './build-spec-workbench.tsx';

/** Loads the BuildSpec before rendering its page. Monaco, the largest chunk, starts loading in parallel. */
export const loadBuildSpec =
	(queryClient: QueryClient) =>
	async ({ params, request }: LoaderFunctionArgs) => {
		loadMonaco().catch(() => {});
		const id = params.buildSpecId ?? '';
		if (!hasOwnDraft(id)) fillFromList(queryClient, id);
		void queryClient.prefetchQuery(buildSpecQuery(id));
		const spec = queryClient.ensureQueryData(buildSpecQuery(id));
		const description = queryClient.ensureQueryData(descriptionQuery);
		void Promise.all([spec, description]).then(
			([{ value }, description]) => loadSidePane(queryClient, value, description, request),
			() => {},
		);
		const [isDeleted] = await Promise.all([findDeleted(spec, id), recoverOwnDrafts(), description]);
		return { isDeleted };
	};

/** Requests what is shown next to the code: the columns of the sources, and the latest preview. The page doesn't wait for it. */
function loadSidePane(
	queryClient: QueryClient,
	{ id, sources }: BuildSpec,
	description: Description | null,
	request: Request,
): void {
	if (offers(description, listRuns)) void openPreviewAhead(queryClient, id, request);
	if (!offers(description, getSchema)) return;
	for (const source of sources) void queryClient.prefetchQuery({ ...schemaQuery(source), staleTime: 30_000 });
}

export function BuildSpecPage() {
	const { buildSpecId = '' } = useParams();
	const { isDeleted } = useLoaderData<Awaited<ReturnType<ReturnType<typeof loadBuildSpec>>>>();
	if (!isDeleted) return <ExistingBuildSpec key={buildSpecId} buildSpecId={buildSpecId} />;
	return (
		<StoredDraft key={buildSpecId} draftId={buildSpecId} title={deletedTitle}>
			{unsavedChangesText}
		</StoredDraft>
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
	const location = readLocation(params);
	return (
		<BuildSpecWorkbench
			key={`${buildSpecId} ${location?.line}:${location?.column}`}
			saved={data}
			isMissing={isDeletion(error)}
			location={location}
		/>
	);
}

/** Cursor position from the URL, or null. */
function readLocation(params: URLSearchParams): EditorLocation | null {
	const line = Number(params.get('line') ?? '');
	const column = Number(params.get('column') ?? '1');
	return Number.isSafeInteger(line) && line > 0
		? { line, column: Number.isSafeInteger(column) ? Math.max(1, column) : 1 }
		: null;
}
