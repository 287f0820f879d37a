import { coordinateKey } from '#contract/dataset.ts';
import type { VisibleNamespace } from '../../platform/access/namespace-access.ts';
import { closedToModels } from '../../platform/models/namespace-models.ts';
import { namespaceIdOf } from '../../platform/namespaces/namespaces.ts';
import type { Platform } from '../../platform/state/platform.ts';
import type { SchemaContext } from './types.ts';

/** A context without datasets of namespaces whose owners don't let language models read them. */
export async function openToModels(
	{ catalog: { db } }: Platform,
	asked: VisibleNamespace,
	context: SchemaContext,
): Promise<SchemaContext> {
	const keyOf = ({ owner, namespace }: { owner: string; namespace: string }) => JSON.stringify([owner, namespace]);
	const others = new Map<string, string>();
	for (const { coordinate } of context.datasets) {
		const key = keyOf(coordinate);
		if (others.has(key) || (coordinate.owner === asked.owner && coordinate.namespace === asked.name)) continue;
		others.set(key, (await namespaceIdOf(db, coordinate)) ?? '');
	}
	const closed = await closedToModels(
		db,
		[...others.values()].filter((id) => id !== ''),
	);
	if (closed.size === 0) return context;
	const datasets = context.datasets.filter(({ coordinate }) => !closed.has(others.get(keyOf(coordinate)) ?? ''));
	const open = new Set(datasets.map(({ coordinate }) => coordinateKey(coordinate)));
	const links = context.links.filter(({ from, to }) => [from, to].every((end) => open.has(coordinateKey(end.dataset))));
	return { ...context, datasets, links };
}
