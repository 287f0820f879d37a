import * as z from 'zod/mini';

/** One step of a plan, in the `steps` of the plan's data part; `index` counts from 1. */
export const PlanStep = z.looseObject({ index: z.number(), instruction: z.string(), reasoning: z.string() });
export type PlanStep = z.infer<typeof PlanStep>;

/** Member of a plan's data part that marks it as a revision of the previous plan. The value says what changed, in a sentence. */
export const revisedMember = 'revised';

/** A number in an answer that doesn't appear in the rows the answer cites, with its position in the text in UTF-16 code units. */
export const UnsupportedFigure = z.looseObject({
	start: z.number(),
	end: z.number(),
	text: z.string(),
	reason: z.string(),
});
export type UnsupportedFigure = z.infer<typeof UnsupportedFigure>;
/** Member of an answer's `metadata` that lists these numbers. A later piece's list replaces an earlier one's. */
export const unsupportedMember = 'unsupportedFigures';

export const RowsData = z.looseObject({
	/** At most 1,000. Members whose names begin with `__` describe the row, such as `__metadata.score`. */
	rows: z.array(z.record(z.string(), z.unknown())),
	truncated: z.optional(z.literal(true)),
	total: z.optional(z.number()),
});
export type RowsData = z.infer<typeof RowsData>;

/** `metadata.extension` of a data part that carries context established earlier. */
export const callerContextUri = 'urn:dataset-platform:caller-context:1';
/** Member of that part's `metadata`: `true` if its items are the titles of the conversation's earlier questions, oldest first. */
export const earlierTurnsMember = 'earlierTurns';
/**
 * An agent that keeps conversations as trees. The last of a message's `referenceTaskIds` is the task that the message
 * continues, in that task's context. Without them, it continues the context's newest task.
 */
export const conversationTreesUri = 'urn:dataset-platform:conversation-trees:1';
/**
 * Member of a message's `metadata`: datasets the user is looking at, as `dataset`, `namespace/dataset` or
 * `owner/namespace/dataset`. A question that names no other dataset is about them. Agents that don't know the member
 * answer about the namespace.
 */
export const datasetsMember = 'datasets';
/** Maximum caller context in one message, in bytes of UTF-8 JSON. */
export const maxCallerContextBytes = 65_536;

export const CallerContext = z.object({
	items: z.array(
		z.object({
			title: z.string(),
			text: z.optional(z.string()),
			rows: z.optional(z.array(z.record(z.string(), z.unknown()))),
		}),
	),
});
export type CallerContext = z.infer<typeof CallerContext>;

/** Words of a question and the ranges of its reading they correspond to, in UTF-16 code units. */
export const WordMark = z.looseObject({
	start: z.number(),
	end: z.number(),
	/** For example "column delay of flights". */
	meaning: z.string(),
	places: z.array(z.object({ start: z.number(), end: z.number() })),
});
export type WordMark = z.infer<typeof WordMark>;

/** Something the question left open, the interpretation used (`"largest" by area`), and questions that ask for another. */
export const Assumption = z.looseObject({
	text: z.string(),
	alternatives: z.array(z.looseObject({ label: z.string(), question: z.string() })),
});
export type Assumption = z.infer<typeof Assumption>;

export const UsedDefinition = z.looseObject({
	term: z.string(),
	meaning: z.string(),
	/** The described dataset, or the dataset of the described column, as `owner/namespace/dataset`. */
	dataset: z.string(),
	column: z.nullable(z.string()),
});

/** How a question was understood. Sent with `reading` in the `metadata` of a query's artifact. */
export const Understanding = z.looseObject({
	words: z._default(z.array(WordMark), []),
	assumptions: z._default(z.array(Assumption), []),
	definitions: z._default(z.array(UsedDefinition), []),
});
export type Understanding = z.infer<typeof Understanding>;
export const understandingMember = 'understanding';

/** The model that wrote an answer or its query, in an artifact's `metadata`. Null: the built-in reader. */
export const AnsweredBy = z.nullable(z.looseObject({ provider: z.string(), model: z.string() }));
export type AnsweredBy = z.infer<typeof AnsweredBy>;
export const answeredByMember = 'answeredBy';

/** An unknown word, with the datasets (`owner/namespace/dataset`) whose owner can define it. Sent with a refusal. */
export const UnknownTerm = z.looseObject({ term: z.string(), datasets: z.array(z.string()) });
export type UnknownTerm = z.infer<typeof UnknownTerm>;
export const unknownTermMember = 'unknownTerm';
