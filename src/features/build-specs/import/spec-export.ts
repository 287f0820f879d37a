import type { BuildSpec } from '#contract/build-spec.ts';
import { foldName } from '#contract/ids.ts';
import { fileNameOf, saveFile } from '../../../lib/browser/save-file.ts';
import { ZipFile } from '../../../lib/zip/zip-file.ts';
import { writeSpecFile } from './spec-file.ts';

export function exportSpec(spec: BuildSpec): void {
	const { ending, text } = writeSpecFile(spec);
	saveFile(`${fileNameOf(spec.destination.datasetName)}${ending}`, text);
}

/** Downloads BuildSpecs as a zip with a folder per owner and namespace. @param at time for the file name */
export function exportSpecs(specs: readonly BuildSpec[], at: Date): void {
	saveFile(`build-specs-${at.toISOString().slice(0, 10)}.zip`, zipSpecs(specs));
}

/** @returns a zip of `owner/namespace/dataset.sql`, with part of the id to make duplicate names unique */
export function zipSpecs(specs: readonly BuildSpec[]): Blob {
	const zip = new ZipFile();
	const taken = new Set<string>();
	for (const spec of specs) {
		const { ending, text } = writeSpecFile(spec);
		const { owner, namespace, datasetName } = spec.destination;
		const path = [owner, namespace, datasetName].map(fileNameOf).join('/');
		zip.addText(freeName(path, spec.id, ending, taken), text);
	}
	return zip.finish();
}

/** File systems may ignore case and Unicode composition in names. */
function freeName(path: string, id: string, ending: string, taken: Set<string>): string {
	const own = fileNameOf(id);
	const names = [path, `${path}.${own.slice(0, 8)}`, `${path}.${own}`];
	let name = names.find((name) => !taken.has(foldName(name + ending)));
	for (let number = 2; name === undefined; number += 1) {
		const next = `${path}.${own}.${number}`;
		if (!taken.has(foldName(next + ending))) name = next;
	}
	taken.add(foldName(name + ending));
	return name + ending;
}
