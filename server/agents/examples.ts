import type { DatasetSummary } from '#contract/dataset.ts';
import type { Caller } from '../platform/access.ts';
import { listDatasets } from '../platform/dataset-list.ts';
import { visibleNamespaces } from '../platform/namespace-access.ts';
import type { Platform } from '../platform/platform.ts';

const most = 6;
const namespaces = 3;

/** Questions over datasets that the caller may read, each said with its namespace. */
export async function exampleQuestions(platform: Platform, caller: Caller): Promise<string[]> {
	const visible = await visibleNamespaces(platform.catalog.db, caller);
	const examples: string[] = [];
	for (const { owner, name } of visible.slice(0, namespaces)) {
		const { items } = await listDatasets(platform, caller, { username: owner, namespace: name }, { limit: '2' });
		examples.push(...items.map((it) => question(it, `${owner}/${name}`)));
	}
	return examples.slice(0, most);
}

const question = ({ datasetName }: DatasetSummary, namespace: string): string =>
	`How many ${datasetName.replaceAll(/[_-]+/g, ' ')} are there? (namespace ${namespace})`;
