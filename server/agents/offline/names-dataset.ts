import { tokenize } from '../builtin/tokenize.ts';
import type { SchemaContext } from '../query/types.ts';
import { graphOf } from './graph.ts';
import { type Mention, mentionsOf } from './link.ts';

/** Whether a question names a dataset of a context by words that aren't a column's name in another context. */
export function namesDataset(question: string, context: SchemaContext, other: SchemaContext): boolean {
	const tokens = tokenize(question);
	const raw = (from: number, to: number) =>
		tokens
			.slice(from, to)
			.map(({ text }) => text)
			.join(' ');
	const namesIn = (of: SchemaContext) => mentionsOf(tokens, raw, graphOf(of)).filter(({ score }) => score === 1);
	const columns = namesIn(other).filter((mention) => mention.columns.length > 0);
	const meets = (a: Mention, b: Mention) => a.from < b.to && b.from < a.to;
	return namesIn(context).some(
		(mention) => mention.tables.length > 0 && !columns.some((column) => meets(mention, column)),
	);
}
