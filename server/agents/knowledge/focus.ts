import { foldName } from '#contract/ids.ts';
import { textBetween, tokenize } from '../builtin/tokenize.ts';
import { graphOf } from '../offline/graph.ts';
import { type Mention, mentionsOf } from '../offline/link.ts';
import type { SchemaContext } from '../query/types.ts';

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

/** Whether a question names a dataset of a context by words that aren't a column's name in another context. */
export function namesDataset(question: string, context: SchemaContext, other: SchemaContext): boolean {
	const tokens = tokenize(question);
	const raw = (from: number, to: number) => textBetween(tokens, from, to);
	const namesIn = (of: SchemaContext) => mentionsOf(tokens, raw, graphOf(of)).filter(({ score }) => score === 1);
	const columns = namesIn(other).filter((mention) => mention.columns.length > 0);
	const meets = (a: Mention, b: Mention) => a.from < b.to && b.from < a.to;
	return namesIn(context).some(
		(mention) => mention.tables.length > 0 && !columns.some((column) => meets(mention, column)),
	);
}
