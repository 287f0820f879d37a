import type { BuildSpec } from '#contract/build-spec.ts';
import { coordinateKey, type DatasetCoordinate } from '#contract/dataset.ts';
import type { Description } from '#contract/description.ts';
import type { Namespace } from '#contract/namespace.ts';
import type { Operation } from '#contract/operation.ts';
import { isInNamespace } from '../../storage/changes-elsewhere.ts';
import { type SpecTargets, writesOf } from '../build-specs/model.ts';
import { offers } from '../session/model.ts';

export type Role = Namespace['role'];

/** Describes a role in a namespace, and who can change it. */
export function accessLabel(role: Role, owner: string): string {
	if (role === 'owner') return 'Owner';
	if (role === 'editor') return `Editor (shared by ${owner})`;
	return `Viewer (shared by ${owner}, who can make you an editor)`;
}

export interface NamespaceRef {
	readonly owner: string;
	readonly namespace: string;
}

export interface CatalogRef extends NamespaceRef {
	readonly datasetName?: string | undefined;
}

export const fullName = ({ owner, namespace }: NamespaceRef): string => `${owner}/${namespace}`;

/** A BuildSpec, with its targets and sources within a namespace or dataset. */
export interface SpecUse {
	readonly spec: BuildSpec;
	readonly writes: readonly DatasetCoordinate[];
	readonly reads: readonly DatasetCoordinate[];
}

/** BuildSpecs that write to or read from a namespace or dataset, writers first. */
export function specUses(specs: readonly BuildSpec[], ref: CatalogRef, targets: SpecTargets): SpecUse[] {
	const { owner, namespace, datasetName } = ref;
	const key = datasetName === undefined ? null : coordinateKey({ owner, namespace, datasetName });
	const isThere = (coordinate: DatasetCoordinate) =>
		key === null ? isInNamespace(coordinate, owner, namespace) : coordinateKey(coordinate) === key;
	return specs
		.map((spec) => ({ spec, writes: writesOf(spec, targets).filter(isThere), reads: spec.sources.filter(isThere) }))
		.filter((use) => use.writes.length + use.reads.length > 0)
		.sort((a, b) => Number(b.writes.length > 0) - Number(a.writes.length > 0));
}

/** A page's views that the service supports, in title order. @param needs operations required by views */
export const offeredViews = <View extends string>(
	titles: Readonly<Record<View, string>>,
	needs: { readonly [Name in View]?: Operation },
	description: Description | null,
): readonly View[] =>
	(Object.keys(titles) as View[]).filter((view) => {
		const operation = needs[view];
		return operation === undefined || offers(description, operation);
	});

export const sumOf = <Item>(items: readonly Item[], value: (item: Item) => number): number =>
	items.reduce((sum, item) => sum + value(item), 0);
