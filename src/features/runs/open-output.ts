import type { QueryClient } from '@tanstack/react-query';
import { viewRows } from '#contract/rows/queries.ts';
import type { QueriedSource } from '#contract/rows/selection.ts';
import { closeOnAbort } from '../../data-views/use-task.ts';
import { type OpenedFile, openFile, type Progress, type ReadAs, startFilesWorker } from '../../rows/index.ts';
import { offers } from '../session/model.ts';
import { descriptionQuery } from '../session/queries.ts';
import type { OutputItem } from './output-item.ts';
import { outputLinkQuery } from './output-link.ts';

export interface OpeningFile {
	/** Rejects with AbortError after `leave`. */
	readonly file: Promise<OpenedFile>;
	/** Called periodically while reading a text file. */
	onProgress: (progress: Progress) => void;
	/** Stops reading a text file; the rows read so far are used. */
	readonly stop: () => void;
	/** Aborts opening, or closes the file. */
	readonly leave: () => void;
}

/** Requests an output's link and opens its file. @param as format options chosen by the user */
export function openOutput(
	queryClient: QueryClient,
	buildRunId: string,
	item: OutputItem,
	as: ReadAs | null,
): OpeningFile {
	const leaving = new AbortController();
	const stopping = new AbortController();
	const query = outputLinkQuery(buildRunId, item);
	const open = async (): Promise<OpenedFile> => {
		startFilesWorker();
		const { downloadUrl } = await queryClient.fetchQuery(query);
		const file = openFile({
			url: downloadUrl,
			renew: async () => (await queryClient.fetchQuery({ ...query, staleTime: 0 })).downloadUrl,
			signal: leaving.signal,
			stop: stopping.signal,
			onProgress: (progress) => opening.onProgress(progress),
			as,
		});
		const opened = closeOnAbort(leaving.signal, await file);
		const rows = queriedOutput(queryClient, buildRunId, item);
		if (opened.source === null || rows === null || opened.content.format !== 'Parquet') return opened;
		const { inEngine } = await import('./row-queries.ts');
		return { ...opened, source: inEngine(opened.source, rows) };
	};
	const opening: OpeningFile = {
		file: open(),
		onProgress: () => {},
		stop: () => stopping.abort(),
		leave: () => leaving.abort(),
	};
	return opening;
}

/** The output as the service's engine identifies it; null without an engine. */
export function queriedOutput(queryClient: QueryClient, runId: string, { link }: OutputItem): QueriedSource | null {
	const description = queryClient.getQueryData(descriptionQuery.queryKey) ?? null;
	if (link.kind !== 'href' || !offers(description, viewRows)) return null;
	const [segment = ''] = link.href.split(/[?#]/);
	return { kind: 'output', runId, output: decodeURIComponent(segment.split('/').at(-1) ?? '') };
}

/** How long a preloaded file stays open, in ms. */
const longestWait = 5_000;

/** The file preloaded for the next page. */
let ahead: {
	readonly name: string;
	readonly opening: OpeningFile;
	readonly timer: ReturnType<typeof setTimeout>;
} | null = null;

/** Opens a file for the next page, unless it's shown already. */
export function openAhead(queryClient: QueryClient, buildRunId: string, item: OutputItem): void {
	const name = nameOf(buildRunId, item);
	if (ahead?.name === name || shown.has(name)) return;
	dropAhead();
	const opening = openOutput(queryClient, buildRunId, item, null);
	// The page that shows the file reports the error.
	opening.file.catch(() => {});
	ahead = { name, opening, timer: setTimeout(dropAhead, longestWait) };
}

/** Names of the files on screen. */
const shown = new Set<string>();

/** Opens a file until `signal` aborts, or takes over the preloaded one. @param isAgain ignores the preloaded one */
export function openShown(
	queryClient: QueryClient,
	buildRunId: string,
	item: OutputItem,
	{ as, isAgain }: { readonly as: ReadAs | null; readonly isAgain: boolean },
	signal: AbortSignal,
): OpeningFile {
	const name = nameOf(buildRunId, item);
	const opening = (isAgain ? null : takeAhead(name)) ?? openOutput(queryClient, buildRunId, item, as);
	shown.add(name);
	const leave = () => {
		shown.delete(name);
		opening.leave();
	};
	signal.addEventListener('abort', leave, { once: true });
	return opening;
}

/** The preloaded file if it has this name; the caller must close it. */
function takeAhead(name: string): OpeningFile | null {
	if (ahead?.name !== name) return null;
	const { opening, timer } = ahead;
	clearTimeout(timer);
	ahead = null;
	return opening;
}

function dropAhead(): void {
	if (ahead === null) return;
	clearTimeout(ahead.timer);
	ahead.opening.leave();
	ahead = null;
}

const nameOf = (buildRunId: string, { key }: OutputItem): string => `${buildRunId} ${key}`;
