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
export function startFilesWorker(): void {
	try {
		startFiles();
	} catch {
		// no workers here, or none allowed
	}
}

/** Has the worker read a small file of the console's own, once, so that the first that a person opens does not wait for code to be compiled. For idle times. */
export function warmUpFiles(): void {
	try {
		startFiles().warmUp(new URL(warmUpFile, document.baseURI).href);
	} catch {
		// no workers here, or none allowed
	}
}
