import warmUpFile from '../formats/parquet/warm-up.parquet?url';
import type { JobRunner } from '../source/row-source.ts';
import filesWorker from '../worker/files-worker.ts?worker&url';
import { connectFiles, type FileOptions, type OpenedFile } from './file-source.ts';
import { createWorkerStarter } from './start-worker.ts';

const failure = 'The file reader failed. Try again, or reload the page.';
const startFiles = createWorkerStarter(filesWorker, 'files', failure, connectFiles);
/** A second worker, to share work with the first. */
const startSecond = createWorkerStarter(filesWorker, 'files, second', failure, connectFiles);

/** Opens a file of any format in the page's file worker. Resolves when its columns are known. @throws SourceError */
export async function openFile(options: FileOptions): Promise<OpenedFile> {
	const opened = await startFiles().open(options);
	const { source } = opened;
	if (source?.jobs === undefined || opened.content.format !== 'Parquet') return opened;
	const closing = new AbortController();
	let second: Promise<JobRunner | null> | null = null;
	const beside = () => {
		second ??= openSecond(options, closing.signal).catch(() => null);
		return second;
	};
	const close = () => {
		closing.abort();
		opened.close();
	};
	return { ...opened, source: { ...source, jobs: { ...source.jobs, beside } }, close };
}

async function openSecond(options: FileOptions, signal: AbortSignal): Promise<JobRunner | null> {
	const { source, close } = await startSecond().open({ ...options, signal, fromBeginning: false });
	if (signal.aborted) close();
	else signal.addEventListener('abort', close, { once: true });
	return source?.jobs ?? null;
}

/**
 * Starts the worker early, since starting takes longer than reading a small file. Failures are reported when a file is
 * opened.
 */
export const startFilesWorker = (): void => void tryStart();

/**
 * Makes the worker read one of the console's own small files in idle time, so its code is compiled before the user
 * opens a file.
 */
export const warmUpFiles = (): void => tryStart()?.warmUp(new URL(warmUpFile, document.baseURI).href);

/** Null if workers are unavailable or not allowed. */
function tryStart(): ReturnType<typeof startFiles> | null {
	try {
		return startFiles();
	} catch {
		return null;
	}
}
