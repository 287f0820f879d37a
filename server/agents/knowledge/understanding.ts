import {
	type Understanding,
	type UnknownTerm,
	understandingMember,
	unknownTermMember,
} from '#contract/agents/artifacts.ts';
import { type DatasetCoordinate, formatCoordinate } from '#contract/dataset.ts';
import type { QueryWriter, SchemaContext, Written } from '../query/types.ts';
import { assumptionsOf } from './assumptions.ts';
import { wordMarks } from './word-marks.ts';

type Query = Extract<Written, { kind: 'query' }>;

interface Asked {
	readonly question: string;
	readonly context: SchemaContext;
	/** The reader used to try similar questions; null if a language model wrote the query. */
	readonly writer: QueryWriter | null;
	readonly signal: AbortSignal;
}

export async function understandingOf(query: Query, { question, context, writer, signal }: Asked) {
	const understanding: Understanding = {
		words: wordMarks(question, query, context),
		assumptions: writer === null ? [] : await assumptionsOf(question, query, context, writer, signal),
		definitions: (query.definitions ?? []).map(({ term, meaning, condition, dataset, column }) => ({
			...{ term, meaning: `${meaning} ${condition}`.trim(), dataset: formatCoordinate(dataset), column },
		})),
	};
	return { reading: query.reading, [understandingMember]: understanding };
}

/** Maximum number of datasets suggested as a place to define a word. */
const most = 3;

/** Where an owner can define the word that a refusal is about, as members of a message's metadata; none for other refusals. */
export function unknownTermOf(refused: Extract<Written, { kind: 'refused' }>, { namespace, datasets }: SchemaContext) {
	const { about, isUnknown, dataset } = refused;
	if (isUnknown !== true || about === undefined) return undefined;
	const isHome = (of: DatasetCoordinate) => of.owner === namespace.owner && of.namespace === namespace.name;
	const near = [...(dataset === undefined ? [] : [dataset]), ...datasets.map(({ coordinate }) => coordinate)].filter(
		isHome,
	);
	const names = [...new Set(near.map(formatCoordinate))].slice(0, most);
	const unknown: UnknownTerm = { term: about, datasets: names };
	return names.length === 0 ? undefined : { [unknownTermMember]: unknown };
}
