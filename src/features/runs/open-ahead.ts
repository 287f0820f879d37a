import type { QueryClient } from '@tanstack/react-query';
import { warmUpFiles } from '../../rows/index.ts';
import { openAhead } from './open-output.ts';
import { shownOutput, toOutputItems } from './output-item.ts';
import { outputLinkQuery } from './output-link.ts';
import { latestPreviewQuery, outputsQuery } from './queries.ts';

/**
 * Opens the file of the output that the next page shows, while its code loads: both take about as long. For a hovered
 * link, only prepares: starts the file reader and requests the output's link. Errors appear on the page.
 * @param request of the page's loader
 */
export async function openOutputAhead(queryClient: QueryClient, buildRunId: string, request: Request): Promise<void> {
	await queryClient.prefetchQuery(outputsQuery(buildRunId));
	const items = toOutputItems(queryClient.getQueryData(outputsQuery(buildRunId).queryKey)?.items ?? []);
	const item = shownOutput(items, new URL(request.url).searchParams.get('output'));
	if (item === undefined) return;
	if (!request.headers.has('Purpose')) return openAhead(queryClient, buildRunId, item);
	warmUpFiles();
	await queryClient.prefetchQuery(outputLinkQuery(buildRunId, item));
}

/** Like `openOutputAhead`, for the latest preview of a BuildSpec. */
export async function openPreviewAhead(queryClient: QueryClient, buildSpecId: string, request: Request): Promise<void> {
	const latest = await queryClient.fetchQuery(latestPreviewQuery(buildSpecId)).catch(() => null);
	if (latest?.state === 'succeeded') await openOutputAhead(queryClient, latest.id, request);
}
