import type { SchemaContext } from '../query/types.ts';
import { linkNames } from './link-names.ts';
import { readSchema } from './schema.ts';
import { tokenize } from './tokenize.ts';

/** Surely a name: a word of it in another form counts, one that only means about the same does not. */
const sure = 0.9;

/** Whether a question names a dataset of a context by words that are no column's name in another context. */
export function namesDataset(question: string, context: SchemaContext, other: SchemaContext): boolean {
	const tokens = tokenize(question);
	const [schema, otherSchema] = [readSchema(context), readSchema(other)];
	return tokens.some((_, at) => {
		const isNamed = linkNames(tokens, at, schema).some(
			({ link }) => link.kind === 'table' && link.head && link.score >= sure,
		);
		const isColumn = () => linkNames(tokens, at, otherSchema).some(({ link }) => link.kind === 'column' && link.whole);
		return isNamed && !isColumn();
	});
}
