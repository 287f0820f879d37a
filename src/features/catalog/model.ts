import type { BuildSpec } from '#contract/build-spec.ts';
import { coordinateKey, type DatasetCoordinate } from '#contract/dataset.ts';
import { foldName } from '#contract/ids.ts';
import type { Namespace } from '#contract/namespace.ts';
import { sqlPath } from '#lib/sql/quoting.ts';

export type Role = Namespace['role'];

/** What a person is in a namespace, and who could change that. */
export function roleSentence(role: Role, owner: string): string {
	if (role === 'owner') return 'It is yours.';
	if (role === 'editor') return `Shared with you by ${owner}: you may change its datasets.`;
	return `Shared with you by ${owner}: you may read it. ${owner} can make you an editor.`;
}

/** What is looked around: a whole namespace, or one dataset of it. */
export interface Place {
	readonly owner: string;
	readonly namespace: string;
	readonly datasetName?: string | undefined;
}

/** How a BuildSpec has to do with a place. */
export interface Around {
	readonly spec: BuildSpec;
	readonly writes: boolean;
	/** Those of its sources that lie there. */
	readonly reads: readonly DatasetCoordinate[];
}

/** The BuildSpecs that write to a place or read from it, those that write first. */
export function specsAround(specs: readonly BuildSpec[], place: Place): Around[] {
	const isThere = createIsThere(place);
	return specs
		.map((spec) => ({ spec, writes: isThere(spec.destination), reads: spec.sources.filter(isThere) }))
		.filter((it) => it.writes || it.reads.length > 0)
		.sort((a, b) => Number(b.writes) - Number(a.writes));
}

function createIsThere({ owner, namespace, datasetName }: Place): (it: DatasetCoordinate) => boolean {
	if (datasetName !== undefined) {
		const key = coordinateKey({ owner, namespace, datasetName });
		return (it) => coordinateKey(it) === key;
	}
	const key = foldName(`${owner}/${namespace}`);
	return (it) => foldName(`${it.owner}/${it.namespace}`) === key;
}

/** A query for all rows of a dataset, as the embedded service runs it. */
export const selectAll = ({ owner, namespace, datasetName }: DatasetCoordinate): string =>
	`select *\nfrom ${sqlPath([owner, namespace, datasetName])}\n`;
