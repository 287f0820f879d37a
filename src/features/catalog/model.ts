import type { BuildSpec } from '#contract/build-spec.ts';
import { coordinateKey, type DatasetCoordinate } from '#contract/dataset.ts';
import { foldName } from '#contract/ids.ts';
import type { Namespace } from '#contract/namespace.ts';
import { sqlPath } from '#lib/sql/quoting.ts';
import { type SpecTargets, writesOf } from '../build-specs/model.ts';

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
	/** Those of the datasets it writes that lie there. */
	readonly writes: readonly DatasetCoordinate[];
	/** Those of its sources that lie there. */
	readonly reads: readonly DatasetCoordinate[];
}

/** The BuildSpecs that write to a place or read from it, those that write first. */
export function specsAround(specs: readonly BuildSpec[], place: Place, targets: SpecTargets): Around[] {
	const isThere = createIsThere(place);
	return specs
		.map((spec) => ({ spec, writes: writesOf(spec, targets).filter(isThere), reads: spec.sources.filter(isThere) }))
		.filter((it) => it.writes.length + it.reads.length > 0)
		.sort((a, b) => Number(b.writes.length > 0) - Number(a.writes.length > 0));
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
