import type { QueryClient } from '@tanstack/react-query';
import { viewRows } from '#contract/rows/queries.ts';
import type { QueriedSource } from '#contract/rows/selection.ts';
import { closedWith } from '../../data-views/use-task.ts';
import { type OpenedFile, openFile, type Progress, type ReadAs, startFilesWorker } from '../../rows/index.ts';
import { offers } from '../session/model.ts';
import { descriptionQuery } from '../session/queries.ts';
import type { OutputItem } from './output-item.ts';
import { outputLinkQuery } from './output-link.ts';

export interface OpeningFile {
	/** Rejects with AbortError after `leave`. */
	readonly file: Promise<OpenedFile>;
	/** Called now and then while a text is read. */
	onProgress: (progress: Progress) => void;
	/** Ends reading a text; what was read becomes the rows. */
	readonly stop: () => void;
	/** Ends opening it, or closes it. */
	readonly leave: () => void;
}

/** Asks for an output's link and opens its file. @param as how to read its text, where a person decided */
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
		const opened = closedWith(leaving.signal, await file);
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

/** What the service's engine knows an output by; null where it has no engine. */
export function queriedOutput(queryClient: QueryClient, runId: string, { link }: OutputItem): QueriedSource | null {
	const description = queryClient.getQueryData(descriptionQuery.queryKey) ?? null;
	if (link.kind !== 'href' || !offers(description, viewRows)) return null;
	const [segment = ''] = link.href.split(/[?#]/);
	return { kind: 'output', runId, output: decodeURIComponent(segment.split('/').at(-1) ?? '') };
}

/** How long a file that was opened ahead is kept open, ms. */
const longestWait = 5_000;

/** The file that was opened before its page. */
let ahead: {
	readonly name: string;
	readonly opening: OpeningFile;
	readonly timer: ReturnType<typeof setTimeout>;
} | null = null;

/** Opens the file that will be shown next while its page loads, if it isn't shown already: both take about as long. */
export function openAhead(queryClient: QueryClient, buildRunId: string, item: OutputItem): void {
	const name = nameOf(buildRunId, item);
	if (ahead?.name === name || shown.has(name)) return;
	dropAhead();
	const opening = openOutput(queryClient, buildRunId, item, null);
	// The page that shows the file reports the error.
	opening.file.catch(() => {});
	ahead = { name, opening, timer: setTimeout(dropAhead, longestWait) };
}

/** Names of the files that are shown. */
const shown = new Set<string>();

/** Opens a file to be shown until `signal` is aborted, or takes the one that was opened ahead. @param isAgain whether that one is of no use */
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

/** The file that was opened ahead, if it is this one; the caller has to close it. */
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
