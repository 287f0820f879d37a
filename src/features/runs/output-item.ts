import type { BuildRunOutput } from '#contract/build-run.ts';
import { type DatasetCoordinate, formatCoordinate } from '#contract/dataset.ts';
import { refusedInFileNames } from '../../lib/file-name.ts';

/** An output of either kind of pipeline, as the console shows it. */
export interface OutputItem {
	/** Unique within its run. */
	readonly key: string;
	/** The dataset's name, or the produced file's, and what tells it from others; unique within its run. */
	readonly name: string;
	/** The produced file's name as the service says it; null for the output of a dataset, whose file it does not name. */
	readonly fileName: string | null;
	/** The dataset that it would become; null for a discovered output. */
	readonly target: DatasetCoordinate | null;
	/** Of a pipeline's output: `declared`, `computed` or `discovered`, or what the service calls it; else null. */
	readonly kind: string | null;
	/** An address to ask for the download address, or that address itself. */
	readonly link:
		| { readonly kind: 'href'; readonly href: string }
		| { readonly kind: 'direct'; readonly downloadUrl: string; readonly expiresAt: string };
}

/** Each under a name of its own: where several would have the same, their coordinates or numbers tell them apart. */
export function toOutputItems(outputs: readonly BuildRunOutput[]): OutputItem[] {
	const items = outputs.map(toOutputItem);
	const isShared = ({ name }: OutputItem) => items.filter((item) => item.name === name).length > 1;
	const names = items.map((item) => {
		if (item.target === null || !isShared(item)) return item.name;
		const coordinate = formatCoordinate(item.target);
		return item.fileName === null ? coordinate : `${item.fileName} (${coordinate})`;
	});
	const taken = new Set(names);
	return items.map((item, at) => {
		const name = names[at] as string;
		if (names.indexOf(name) === at) return { ...item, name };
		let number = 2;
		while (taken.has(`${name} (${number})`)) number += 1;
		taken.add(`${name} (${number})`);
		return { ...item, name: `${name} (${number})` };
	});
}

/** The output that is looked at: the one that the address names, else the first. */
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

/** The name of the downloaded file: the one that the service says, else the dataset's with an ending, empty for none. */
export const downloadName = ({ name, fileName }: Pick<OutputItem, 'name' | 'fileName'>, extension: string): string => {
	const safe = (fileName ?? name).replaceAll(refusedInFileNames, '_');
	const isWhole = fileName !== null || extension === '' || safe.toLowerCase().endsWith(`.${extension}`);
	return isWhole ? safe : `${safe}.${extension}`;
};
