import { startWorker } from '../../workers.ts';
import { connectFiles, type OpenedFile, type OpenFile } from './file-source.ts';
import { SourceError } from './source-error.ts';

let started: OpenFile | null = null;

/** Opens a file of any format in the page's one worker for files; resolves when its columns are known. @throws SourceError */
export const openFile: OpenFile = async (options): Promise<OpenedFile> => await startFiles()(options);

/**
 * Starts the worker, if none runs, for what will soon show rows: starting takes longer than reading a small file, and a
 * worker that stays has its code compiled. A failure is told when a file is opened.
 */
export function warmFiles(): void {
	try {
		startFiles();
	} catch {
		// no workers here, or none allowed
	}
}

function startFiles(): OpenFile {
	if (started !== null) return started;
	const worker = startWorker('files', 'files');
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
	started = open;
	return open;
}
