import type { BuildRunOutput } from '#contract/build-run.ts';
import { type DatasetCoordinate, formatCoordinate } from '#contract/dataset.ts';
import { refusedInFileNames } from '../../lib/file-name.ts';
import { uniqueNames } from '../../rows/index.ts';

/** An output of either kind of pipeline, as the console shows it. */
export interface OutputItem {
	/** Unique within its run. */
	readonly key: string;
	/** The dataset's name, or the produced file's; unique within its run. */
	readonly name: string;
	/** The dataset that it would become; null for a discovered output. */
	readonly target: DatasetCoordinate | null;
	/** Of a pipeline's output: `declared`, `computed` or `discovered`, or what the service calls it; else null. */
	readonly kind: string | null;
	/** An address to ask for the download address, or that address itself. */
	readonly link:
		| { readonly kind: 'href'; readonly href: string }
		| { readonly kind: 'direct'; readonly downloadUrl: string; readonly expiresAt: string };
}

/** Each under a name of its own: where several would have the same, they go by their coordinates. */
export function toOutputItems(outputs: readonly BuildRunOutput[]): OutputItem[] {
	const items = outputs.map(toOutputItem);
	const isShared = ({ name }: OutputItem) => items.filter((item) => item.name === name).length > 1;
	const names = items.map((item) =>
		item.target !== null && isShared(item) ? formatCoordinate(item.target) : item.name,
	);
	return uniqueNames(names).map((unique, at) => {
		const name = names[at] as string;
		// The end of a file's name says what it is.
		return {
			...(items[at] as OutputItem),
			name: name.replace(/(\.[a-z0-9]{1,8})?$/i, `${unique.slice(name.length)}$1`),
		};
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
		target,
		kind: null,
		link: { kind: 'href', href },
	};
}

/** The name of the downloaded file; `extension` is for names that have none. */
export const fileName = ({ name }: Pick<OutputItem, 'name'>, extension = 'parquet'): string => {
	const safe = name.replaceAll(refusedInFileNames, '_');
	return /\.[a-z0-9]{1,8}$/i.test(safe) || extension === '' ? safe : `${safe}.${extension}`;
};
