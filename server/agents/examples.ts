import type { Caller } from '../platform/access.ts';
import { listDatasets } from '../platform/dataset-list.ts';
import { visibleNamespaces } from '../platform/namespace-access.ts';
import type { Platform } from '../platform/platform.ts';

const most = 6;
const namespaces = 3;

/** What a caller may ask about: questions over datasets of its own, and the namespaces that they are in. */
export interface Examples {
	readonly questions: readonly string[];
	/** Each as owner/name. */
	readonly namespaces: readonly string[];
}

/** @param ask makes a question of a dataset's name */
export async function exampleQuestions(
	platform: Platform,
	caller: Caller,
	ask: (dataset: string) => string,
): Promise<Examples> {
	const visible = await visibleNamespaces(platform.catalog.db, caller);
	const questions: string[] = [];
	for (const { owner, name } of visible.slice(0, namespaces)) {
		const { items } = await listDatasets(platform, caller, { username: owner, namespace: name }, { limit: '2' });
		questions.push(...items.map((it) => ask(it.datasetName.replaceAll(/[_-]+/g, ' '))));
	}
	return {
		questions: questions.slice(0, most),
		namespaces: visible.slice(0, 20).map((it) => `${it.owner}/${it.name}`),
	};
}
