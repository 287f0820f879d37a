import { startWorker } from '../../lib/start-worker.ts';
import warmUpFile from '../formats/parquet/warm-up.parquet?url';
import { SourceError } from '../source/source-error.ts';
import type { Request } from '../worker/file-protocol.ts';
import filesWorker from '../worker/files-worker.ts?worker&url';
import { connectFiles, type OpenedFile, type OpenFile } from './file-source.ts';

let started: { readonly worker: Worker; readonly open: OpenFile; isWarm: boolean } | null = null;

/** Opens a file of any format in the page's one worker for files; resolves when its columns are known. @throws SourceError */
export const openFile: OpenFile = async (options): Promise<OpenedFile> => await startFiles().open(options);

/**
 * Starts the worker, if none runs, for what will soon show rows: starting takes longer than reading a small file, and a
 * worker that stays has its code compiled. A failure is told when a file is opened.
 */
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
		const files = startFiles();
		if (files.isWarm) return;
		files.isWarm = true;
		const request: Request = { kind: 'warmUp', url: new URL(warmUpFile, document.baseURI).href };
		files.worker.postMessage(request);
	} catch {
		// no workers here, or none allowed
	}
}

function startFiles(): NonNullable<typeof started> {
	if (started !== null) return started;
	const worker = startWorker(filesWorker, 'files');
	const { open, fail } = connectFiles(worker);
	worker.addEventListener('error', (event) => {
		event.preventDefault();
		// the next file gets a new one
		started = null;
		worker.terminate();
		fail(
			new SourceError('UNSUPPORTED', 'The part of this page that reads files failed. Try again, or reload the page.'),
		);
	});
	started = { worker, open, isWarm: false };
	return started;
}
