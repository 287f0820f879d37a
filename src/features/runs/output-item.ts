import type { BuildRunOutput } from '#contract/build-run.ts';
import { type DatasetCoordinate, formatCoordinate } from '#contract/dataset.ts';
import { refusedInFileNames } from '../../lib/file-name.ts';

/** An output of a code blob or a GitPipeline, for display. */
export interface OutputItem {
	/** Unique within its run. */
	readonly key: string;
	/** Dataset or file name, with a suffix if needed to be unique within its run. */
	readonly name: string;
	/** The file name from the service; null for a dataset's output, whose file has none. */
	readonly fileName: string | null;
	/** Target dataset; null for a discovered output. */
	readonly target: DatasetCoordinate | null;
	/** For a pipeline: `declared`, `computed`, `discovered`, or another kind from the service; otherwise null. */
	readonly kind: string | null;
	/** A URL that returns the download URL, or the download URL itself. */
	readonly link:
		| { readonly kind: 'href'; readonly href: string }
		| { readonly kind: 'direct'; readonly downloadUrl: string; readonly expiresAt: string };
}

/** Gives outputs unique names: duplicates get their coordinates or a number. */
export function toOutputItems(outputs: readonly BuildRunOutput[]): OutputItem[] {
	const items = outputs.map(toOutputItem);
	const isShared = ({ name }: OutputItem) => items.filter((item) => item.name === name).length > 1;
	const names = items.map((item) => {
		if (item.target === null || !isShared(item)) return item.name;
		const coordinate = formatCoordinate(item.target);
		return item.fileName === null ? coordinate : `${item.fileName} (${coordinate})`;
	});
	const taken = new Set(names);
	return items.map((item, index) => {
		const name = names[index] as string;
		if (names.indexOf(name) === index) return { ...item, name };
		let number = 2;
		while (taken.has(`${name} (${number})`)) number += 1;
		taken.add(`${name} (${number})`);
		return { ...item, name: `${name} (${number})` };
	});
}

/** The output named in the URL, or else the first. */
export const shownOutput = (items: readonly OutputItem[], name: string | null): OutputItem | undefined =>
	items.find((item) => item.name === name) ?? items[0];

function toOutputItem(output: BuildRunOutput, index: number): OutputItem {
	const { downloadUrl, expiresAt, name } = output;
	if (typeof downloadUrl === 'string' && typeof name === 'string') {
		const target = 'target' in output ? (output.target as DatasetCoordinate | undefined) : undefined;
		return {
			key: `${index}:${name}`,
			name,
			fileName: name,
			target: target ?? null,
			kind: typeof output.kind === 'string' ? output.kind : target === undefined ? 'discovered' : null,
			link: { kind: 'direct', downloadUrl, expiresAt: String(expiresAt ?? '') },
		};
	}
	const { owner, namespace, datasetName, href } = output as Extract<BuildRunOutput, { href: string }>;
	const target = { owner, namespace, datasetName };
	return {
		key: `${index}:${formatCoordinate(target)}`,
		name: datasetName,
		fileName: null,
		target,
		kind: null,
		link: { kind: 'href', href },
	};
}

/** File name for a download: from the service, or else the dataset's name with an extension, if any. */
export const downloadName = ({ name, fileName }: Pick<OutputItem, 'name' | 'fileName'>, extension: string): string => {
	const safe = (fileName ?? name).replaceAll(refusedInFileNames, '_');
	const isWhole = fileName !== null || extension === '' || safe.toLowerCase().endsWith(`.${extension}`);
	return isWhole ? safe : `${safe}.${extension}`;
};
