import { fileNameOf, saveFile } from '../../../lib/browser/save-file.ts';
import { ZipFile } from '../../../lib/zip/zip-file.ts';
import { listDrafts, readDraft, storeDraft } from '../../../storage/drafts.ts';
import type { Scope } from '../../../storage/web-storage.ts';
import { explainWorksheetName, worksheetDraftId, worksheetNames } from '../draft-ids.ts';
import { readTextFiles, type TextFileKind } from '../import/text-files.ts';
import { emptyText } from '../model.ts';

/** The line with a worksheet's sources, which isn't part of its code. */
const sourcesLine = /^-- sources: (.*)\r?\n/;

const fileText = ({ sources, payload }: { readonly sources: readonly string[]; readonly payload: string }): string =>
	`${sources.length === 0 ? '' : `-- sources: ${sources.join(', ')}\n`}${payload}`;

/** Reads a file from `fileText`, or any SQL. */
function readWorksheetFile(text: string): { sources: string[]; payload: string } {
	const found = sourcesLine.exec(text);
	const sources = (found?.[1] ?? '').split(', ').filter((source) => source.trim() !== '');
	return { sources, payload: found === null ? text : text.slice(found[0].length) };
}

export const exportWorksheet = (text: Parameters<typeof fileText>[0], fileName: string): void =>
	saveFile(fileName, fileText(text));

/** Downloads worksheets as a zip, in folders as in their names. @param at time for the file name */
export function exportWorksheets(scope: Scope, names: readonly string[], at: Date): void {
	const zip = new ZipFile();
	for (const name of names) {
		const found = readDraft(scope, worksheetDraftId(name));
		if (found.kind !== 'draft') continue;
		zip.addText(`${name.split('/').map(fileNameOf).join('/')}.sql`, fileText(found.draft.text));
	}
	saveFile(`worksheets-${at.toISOString().slice(0, 10)}.zip`, zip.finish());
}

const kind: TextFileKind = {
	endings: /\.sql$/i,
	name: '.sql',
	limits: { file: 4 * 1_024 * 1_024, total: 64 * 1_024 * 1_024, files: 2_000 },
};

export interface ImportedWorksheets {
	readonly names: readonly string[];
	/** Number already present with the same code and sources. */
	readonly same: number;
	/** What was skipped, and why. */
	readonly problems: readonly string[];
}

/** Creates a worksheet for each SQL file, including those in zips. Taken names get a number. */
export async function importWorksheets(scope: Scope, files: readonly File[]): Promise<ImportedWorksheets> {
	const names: string[] = [];
	let same = 0;
	const isTaken = ({ name }: File) => kind.endings.test(name) || /\.zip$/i.test(name);
	const problems = files
		.filter((file) => !isTaken(file))
		.map(({ name }) => `${name} can’t be imported. Choose .sql or .zip files.`);
	for (const { path, text, problem } of await readTextFiles(files.filter(isTaken), kind)) {
		if (text === null) {
			problems.push(`${path}: ${problem.message}`);
			continue;
		}
		// Folders in a zip become worksheet folders.
		const written = path.replace(/^.*\.zip: /i, '').replace(kind.endings, '');
		const read = readWorksheetFile(text);
		const there = readDraft(scope, worksheetDraftId(written));
		if (there.kind === 'draft' && fileText(there.draft.text) === fileText(read)) {
			same += 1;
			continue;
		}
		const name = freeNameLike(written, scope);
		const refusal = explainWorksheetName(name, scope);
		const draft = {
			text: { ...emptyText, ...read },
			baseVersion: null,
			baseEtag: null,
			at: Date.now(),
		};
		const kept = refusal === null ? storeDraft(scope, worksheetDraftId(name), draft) : null;
		if (refusal !== null) problems.push(`${path}: ${refusal}`);
		else if (kept?.kept === false) problems.push(`${path}: ${kept.message}`);
		else names.push(name);
	}
	return { names, same, problems };
}

/** "daily 2" if "daily" exists. */
function freeNameLike(name: string, scope: Scope): string {
	const taken = new Set(worksheetNames(listDrafts(scope)));
	let free = name;
	for (let number = 2; taken.has(free); number += 1) free = `${name} ${number}`;
	return free;
}
