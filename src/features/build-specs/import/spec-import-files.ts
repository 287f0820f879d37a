import { readZip, ZipProblem } from '../../../lib/zip/read-zip.ts';
import { readSpecFile, type SpecFile } from './spec-file.ts';

/** A file that was chosen, or one out of a zip: what it holds, or why it is refused. */
export type ReadFile =
	| { readonly path: string; readonly file: SpecFile; readonly problem: null }
	| {
			readonly path: string;
			readonly file: null;
			/** `line` is null where the file as a whole is meant. */
			readonly problem: { readonly line: number | null; readonly message: string };
	  };

/** Most that one file, and all of a zip, may hold, bytes; and most files of a zip. The longest code is 3 MB of UTF-8. */
const limits = { file: 8 * 1_024 * 1_024, total: 256 * 1_024 * 1_024, files: 20_000 };
const endings = /\.(sql|ya?ml)$/i;

/** Reads files and zips. What is not a BuildSpec's file in a zip (a README, a folder's hidden files) is passed over. */
export async function readSpecFiles(files: readonly File[]): Promise<ReadFile[]> {
	const read: ReadFile[] = [];
	for (const file of files) {
		if (/\.zip$/i.test(file.name)) read.push(...(await readZipped(file)));
		else if (file.size > limits.file) read.push(refused(file.name, `It is larger than ${inMiB(limits.file)}.`));
		else {
			try {
				read.push(readBytes(file.name, new Uint8Array(await file.arrayBuffer())));
			} catch {
				read.push(refused(file.name, 'It cannot be read. A folder is taken as a zip, or by the files in it.'));
			}
		}
	}
	return read;
}

async function readZipped(zip: File): Promise<ReadFile[]> {
	const wanted = (path: string) => endings.test(path) && !/(^|\/)(__MACOSX\/|\.[^/]*$)/.test(path);
	try {
		const found: ReadFile[] = [];
		for await (const { path, bytes, problem } of readZip(zip, { wanted, limits })) {
			const whole = `${zip.name}: ${path}`;
			found.push(bytes === null ? refused(whole, problem) : readBytes(whole, bytes));
		}
		return found.length === 0 ? [refused(zip.name, 'There is no .sql or .yaml file in it.')] : found;
	} catch (error) {
		if (!(error instanceof ZipProblem)) throw error;
		return [refused(zip.name, error.message)];
	}
}

function readBytes(path: string, bytes: Uint8Array): ReadFile {
	let text: string;
	try {
		// Without the byte order mark that some editors put before everything.
		text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
	} catch {
		return { path, file: null, problem: { line: lineOfBadByte(bytes), message: 'It is not UTF-8 text.' } };
	}
	return { path, ...readSpecFile(text) };
}

/** The line with the first byte that is no UTF-8, from 1. */
function lineOfBadByte(bytes: Uint8Array): number {
	const decoder = new TextDecoder('utf-8', { fatal: true });
	let line = 1;
	for (let from = 0; from < bytes.length; line += 1) {
		const end = bytes.indexOf(10, from);
		const to = end < 0 ? bytes.length : end + 1;
		try {
			decoder.decode(bytes.subarray(from, to));
		} catch {
			return line;
		}
		from = to;
	}
	return line;
}

const refused = (path: string, message: string): ReadFile => ({ path, file: null, problem: { line: null, message } });
const inMiB = (bytes: number): string => `${bytes / 1_024 / 1_024} MiB`;
