import { visibleNamespaces } from '../../platform/access/namespace-access.ts';
import type { Caller } from '../../platform/core/caller.ts';
import { listDatasets } from '../../platform/datasets/dataset-list.ts';
import type { Platform } from '../../platform/state/platform.ts';

const most = 6;
const namespaces = 3;

export interface Examples {
	/** Each with the namespace that it is about, as the caller may name it. */
	readonly questions: readonly { readonly text: string; readonly namespace: string }[];
	readonly namespaces: readonly string[];
}

/** @param ask makes a question of a dataset's name */
export async function exampleQuestions(
	platform: Platform,
	caller: Caller,
	ask: (dataset: string) => string,
): Promise<Examples> {
	const visible = await visibleNamespaces(platform.catalog.db, caller);
	const questions: Examples['questions'][number][] = [];
	for (const { owner, name, role } of visible.slice(0, namespaces)) {
		const { items } = await listDatasets(platform, caller, { username: owner, namespace: name }, { limit: '2' });
		const namespace = role === 'owner' ? name : `${owner}/${name}`;
		questions.push(...items.map((item) => ({ text: ask(item.datasetName.replaceAll(/[_-]+/g, ' ')), namespace })));
	}
	return {
		questions: questions.slice(0, most),
		namespaces: visible.slice(0, 20).map((namespace) => `${namespace.owner}/${namespace.name}`),
	};
}
