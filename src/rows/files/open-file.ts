import warmUpFile from '../formats/parquet/warm-up.parquet?url';
import filesWorker from '../worker/files-worker.ts?worker&url';
import { connectFiles, type FileOptions, type OpenedFile } from './file-source.ts';
import { createWorkerStarter } from './start-worker.ts';

const startFiles = createWorkerStarter(
	filesWorker,
	'files',
	'The part of this page that reads files failed. Try again, or reload the page.',
	connectFiles,
);

/** Opens a file of any format in the page's one worker for files; resolves when its columns are known. @throws SourceError */
export const openFile = async (options: FileOptions): Promise<OpenedFile> => await startFiles().open(options);

/** Starts the worker early: starting takes longer than reading a small file. A failure is reported when a file is opened. */
export const startFilesWorker = (): void => void tryStart();

/** Has the worker read a small file of the console's own, once, so that its code is compiled when a person opens the first. For idle times. */
export const warmUpFiles = (): void => tryStart()?.warmUp(new URL(warmUpFile, document.baseURI).href);

/** Null where there are no workers, or none are allowed. */
function tryStart(): ReturnType<typeof startFiles> | null {
	try {
		return startFiles();
	} catch {
		return null;
	}
}
