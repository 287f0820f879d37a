import { readZip, ZipProblem } from '../../../lib/zip/read-zip.ts';

/** A chosen file or one from a zip: its text, or why it was rejected. */
export type TextFile =
	| { readonly path: string; readonly text: string; readonly problem: null }
	| {
			readonly path: string;
			readonly text: null;
			/** `line` is null for the file as a whole. */
			readonly problem: { readonly line: number | null; readonly message: string };
	  };

export interface TextFileKind {
	/** Extensions of files in a zip. */
	readonly endings: RegExp;
	/** "There is no … file in it." */
	readonly name: string;
	/** Maximum bytes per file and per zip, and maximum files per zip. */
	readonly limits: { readonly file: number; readonly total: number; readonly files: number };
}

/** Reads files and zips. Other files in a zip (README, hidden files) are skipped. */
export async function readTextFiles(files: readonly File[], kind: TextFileKind): Promise<TextFile[]> {
	const read: TextFile[] = [];
	for (const file of files) {
		if (/\.zip$/i.test(file.name)) read.push(...(await readZipped(file, kind)));
		else if (file.size > kind.limits.file) {
			read.push(
				refused(file.name, `The file is larger than the limit of ${inMiB(kind.limits.file)}. Choose a smaller file.`),
			);
		} else {
			try {
				read.push(readBytes(file.name, new Uint8Array(await file.arrayBuffer())));
			} catch {
				read.push(
					refused(file.name, 'The file can’t be read. To import a folder, choose its files, or zip the folder first.'),
				);
			}
		}
	}
	return read;
}

async function readZipped(zip: File, { endings, name, limits }: TextFileKind): Promise<TextFile[]> {
	const wanted = (path: string) => endings.test(path) && !/(^|\/)(__MACOSX\/|\.[^/]*$)/.test(path);
	try {
		const found: TextFile[] = [];
		for await (const { path, bytes, problem } of readZip(zip, { wanted, limits })) {
			const whole = `${zip.name}: ${path}`;
			found.push(bytes === null ? refused(whole, problem) : readBytes(whole, bytes));
		}
		return found.length === 0
			? [refused(zip.name, `The zip file contains no ${name} files. Choose another file.`)]
			: found;
	} catch (error) {
		if (!(error instanceof ZipProblem)) throw error;
		return [refused(zip.name, error.message)];
	}
}

function readBytes(path: string, bytes: Uint8Array): TextFile {
	try {
		// Decoding drops the byte order mark some editors add.
		return { path, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), problem: null };
	} catch {
		return {
			path,
			text: null,
			problem: { line: lineOfBadByte(bytes), message: 'The file isn’t UTF-8 text. Save it as UTF-8.' },
		};
	}
}

/** The 1-based line with the first invalid UTF-8 byte. */
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

const refused = (path: string, message: string): TextFile => ({
	path,
	text: null,
	problem: { line: null, message },
});
const inMiB = (bytes: number): string => `${bytes / 1_024 / 1_024} MiB`;
