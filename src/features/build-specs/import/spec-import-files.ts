import { readSpecFile, type SpecFile } from './spec-file.ts';
import { readTextFiles, type TextFile, type TextFileKind } from './text-files.ts';

/** Content of a file, or why it was rejected. */
export type ReadFile =
	| { readonly path: string; readonly file: SpecFile; readonly problem: null }
	| { readonly path: string; readonly file: null; readonly problem: NonNullable<TextFile['problem']> };

/** The longest code takes 3 MB in UTF-8. */
const kind: TextFileKind = {
	endings: /\.(sql|ya?ml)$/i,
	name: '.sql or .yaml',
	limits: { file: 8 * 1_024 * 1_024, total: 256 * 1_024 * 1_024, files: 20_000 },
};

export const readSpecFiles = async (files: readonly File[]): Promise<ReadFile[]> =>
	(await readTextFiles(files, kind)).map(({ path, text, problem }) =>
		text === null ? { path, file: null, problem } : { path, ...readSpecFile(text) },
	);
