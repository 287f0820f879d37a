import { fileNameOf, saveFile } from '../../../lib/browser/save-file.ts';
import { ZipFile } from '../../../lib/zip/zip-file.ts';
import { keepDraft, listDrafts, readDraft } from '../../../storage/drafts.ts';
import type { Scope } from '../../../storage/web-storage.ts';
import { explainWorksheetName, worksheetDraftId, worksheetNames } from '../draft-ids.ts';
import { readTextFiles, type TextFileKind } from '../import/text-files.ts';
import { emptyText } from '../model.ts';

/** The line of a file that holds a worksheet's sources, which are no part of its code. */
const sourcesLine = /^-- sources: (.*)\r?\n/;

const fileText = ({ sources, payload }: { readonly sources: readonly string[]; readonly payload: string }): string =>
	`${sources.length === 0 ? '' : `-- sources: ${sources.join(', ')}\n`}${payload}`;

/** Reads what `fileText` wrote, or any SQL. */
function readWorksheetFile(text: string): { sources: string[]; payload: string } {
	const found = sourcesLine.exec(text);
	const sources = (found?.[1] ?? '').split(', ').filter((source) => source.trim() !== '');
	return { sources, payload: found === null ? text : text.slice(found[0].length) };
}

export const exportWorksheet = (text: Parameters<typeof fileText>[0], fileName: string): void =>
	saveFile(fileName, fileText(text));

/** Hands out worksheets as a zip, in folders as their names have them. @param at when, for the zip's name */
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
	/** How many were there already, with the same code and sources. */
	readonly same: number;
	/** What was left out, and why. */
	readonly problems: readonly string[];
}

/** Makes a worksheet of each SQL file and of those in zips; one whose name is taken by another gets a number. */
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
		// In a zip, folders are folders of worksheets.
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
		const kept = refusal === null ? keepDraft(scope, worksheetDraftId(name), draft) : null;
		if (refusal !== null) problems.push(`${path}: ${refusal}`);
		else if (kept?.kept === false) problems.push(`${path}: ${kept.message}`);
		else names.push(name);
	}
	return { names, same, problems };
}

/** "daily 2" where there is a "daily". */
function freeNameLike(name: string, scope: Scope): string {
	const taken = new Set(worksheetNames(listDrafts(scope)));
	let free = name;
	for (let number = 2; taken.has(free); number += 1) free = `${name} ${number}`;
	return free;
}
