import { useQuery } from '@tanstack/react-query';
import { useMatch } from 'react-router';
import type { DatasetCoordinate } from '#contract/dataset.ts';
import { buildSpecQuery } from '../../build-specs/queries.ts';
import { useScope } from '../../session/queries.ts';

/** What a page is about, in the form agents take. */
export interface PageSubject {
	/** Without an owner if it's the user's own. */
	readonly namespace: string;
	/** Datasets on the page, relative to the namespace. */
	readonly datasets: readonly string[];
}

/** Subject of the page: a namespace, a dataset, or a BuildSpec with its sources; null for other pages. */
export function usePageSubject(): PageSubject | null {
	const { user } = useScope();
	const inNamespace = useMatch('/namespaces/:owner/:namespace/:dataset?/*')?.params;
	const buildSpecId = useMatch('/build-specs/:buildSpecId/*')?.params.buildSpecId ?? '';
	// The page loads it; until then there is nothing to ask about.
	const { data: spec } = useQuery({ ...buildSpecQuery(buildSpecId), enabled: false });
	const { owner, namespace, dataset } = inNamespace ?? {};
	if (owner !== undefined && namespace !== undefined) {
		return { namespace: nameOf({ owner, namespace }, user), datasets: dataset === undefined ? [] : [dataset] };
	}
	if (buildSpecId === '' || spec === undefined) return null;
	const { destination, sources } = spec.value;
	const datasets = [...sources, destination].map((of) => datasetName(of, destination));
	return { namespace: nameOf(destination, user), datasets: [...new Set(datasets)] };
}

const nameOf = ({ owner, namespace }: Pick<DatasetCoordinate, 'owner' | 'namespace'>, user: string): string =>
	owner === user ? namespace : `${owner}/${namespace}`;

const datasetName = (of: DatasetCoordinate, near: DatasetCoordinate): string =>
	of.owner === near.owner && of.namespace === near.namespace
		? of.datasetName
		: `${of.owner}/${of.namespace}/${of.datasetName}`;
