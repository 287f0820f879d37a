import { foldName } from '#contract/ids.ts';
import type { SchemaContext } from '../query/types.ts';
import { namesDataset } from './names-dataset.ts';

/** The part of a context that a question is about, if it's asked next to a page about some of its datasets; null if it's about the whole context. */
export function focusOn(question: string, context: SchemaContext, names: readonly string[]): SchemaContext | null {
	if (names.length === 0) return null;
	const { owner, name: namespace } = context.namespace;
	const wanted = new Set(names.map((name) => [owner, namespace, ...name.split('/')].slice(-3).map(foldName).join('/')));
	const isWanted = ({ coordinate }: SchemaContext['datasets'][number]): boolean =>
		wanted.has([coordinate.owner, coordinate.namespace, coordinate.datasetName].map(foldName).join('/'));
	const [inside, outside] = [context.datasets.filter(isWanted), context.datasets.filter((of) => !isWanted(of))];
	if (inside.length === 0 || outside.length === 0) return null;
	const focused = { ...context, datasets: inside };
	return namesDataset(question, { ...context, datasets: outside }, focused) ? null : focused;
}
