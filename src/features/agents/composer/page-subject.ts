import { useQuery } from '@tanstack/react-query';
import { useMatch } from 'react-router';
import type { DatasetCoordinate } from '#contract/dataset.ts';
import { buildSpecQuery } from '../../build-specs/queries.ts';
import { useScope } from '../../session/queries.ts';

/** What a page is about, as agents take it. */
export interface PageSubject {
	/** The person's own bare, others' with their owner. */
	readonly namespace: string;
	/** Datasets that the page shows: of the namespace bare, others with theirs. */
	readonly datasets: readonly string[];
}

/** What the page beside a question shows: a namespace, a dataset, or a BuildSpec with its sources; null of other pages. */
export function usePageSubject(): PageSubject | null {
	const { user } = useScope();
	const inNamespace = useMatch('/namespaces/:owner/:namespace/:dataset?/*')?.params;
	const buildSpecId = useMatch('/build-specs/:buildSpecId/*')?.params.buildSpecId ?? '';
	// The page reads it; before it did there is nothing to ask about.
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
