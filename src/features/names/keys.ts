import { coordinateKey, type DatasetCoordinate } from '#contract/dataset.ts';
import { foldName } from '#contract/ids.ts';

export const namespaceKey = (owner: string, name: string): string => `${foldName(owner)}/${foldName(name)}`;

export const nameKeys = {
	/** All that is listed of namespaces and of their datasets. */
	all: ['namespaces'] as const,
	namespaces: ['namespaces', 'list'] as const,
	namespace: (owner: string, name: string) => ['namespaces', 'one', namespaceKey(owner, name)] as const,
	datasets: (owner: string, name: string) => ['namespaces', 'datasets', namespaceKey(owner, name)] as const,
	schemas: ['schema'] as const,
	schema: ({ owner, namespace, datasetName }: DatasetCoordinate) =>
		['schema', coordinateKey({ owner, namespace, datasetName })] as const,
};
