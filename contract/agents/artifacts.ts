import * as z from 'zod/mini';

/** One step of a plan, in the `steps` of the plan's data part; `index` counts from 1. */
export const PlanStep = z.looseObject({ index: z.number(), instruction: z.string(), reasoning: z.string() });
export type PlanStep = z.infer<typeof PlanStep>;

/** A member of a plan's data part that stands in the place of the one before: what changed, in a sentence. */
export const revisedMember = 'revised';

/** A figure of an answer that is not in the rows that it says it is from; its place in the text in UTF-16 units. */
export const UnsupportedFigure = z.looseObject({
	start: z.number(),
	end: z.number(),
	text: z.string(),
	/** Why, in words. */
	reason: z.string(),
});
export type UnsupportedFigure = z.infer<typeof UnsupportedFigure>;
/** The member of an answer's `metadata` that lists them; a later piece's list stands in the place of an earlier one's. */
export const unsupportedMember = 'unsupportedFigures';

export const RowsData = z.looseObject({
	/** 1,000 at most. Members whose names begin with `__` are about the row, such as `__metadata.score`. */
	rows: z.array(z.record(z.string(), z.unknown())),
	truncated: z.optional(z.literal(true)),
	/** How many rows there are, where `rows` is truncated. */
	total: z.optional(z.number()),
});
export type RowsData = z.infer<typeof RowsData>;

/** Context that was established earlier, sent along as a data part whose `metadata.extension` is this. */
export const callerContextUri = 'urn:dataset-platform:caller-context:1';
/** A member of such a part's `metadata`: `true` where its items are the conversation's earlier questions, oldest first, each as a title. */
export const earlierTurnsMember = 'earlierTurns';
/**
 * An agent that keeps conversations as trees: of a message's `referenceTaskIds` the last names the task that it goes on from, in the
 * context of that task. Without them it goes on from the newest task of its context.
 */
export const conversationTreesUri = 'urn:dataset-platform:conversation-trees:1';
/**
 * A member of a message's `metadata`: names of datasets that the person looks at, in the namespace or with theirs before them. A
 * question that names no other dataset is about them. Agents that don't know it answer about the namespace.
 */
export const datasetsMember = 'datasets';
/** Most bytes of caller context in one message, as JSON in UTF-8. */
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

/** Words of a question, and the places in its reading that they became; all in UTF-16 units. */
export const WordMark = z.looseObject({
	start: z.number(),
	end: z.number(),
	/** What they mean, in words: "column delay of flights". */
	meaning: z.string(),
	places: z.array(z.object({ start: z.number(), end: z.number() })),
});
export type WordMark = z.infer<typeof WordMark>;

/** What a question left open, as it was taken (`"largest" by area`), and questions that say it otherwise. */
export const Assumption = z.looseObject({
	text: z.string(),
	alternatives: z.array(z.looseObject({ label: z.string(), question: z.string() })),
});
export type Assumption = z.infer<typeof Assumption>;

/** A term that an owner defined in a description, as it was used. */
export const UsedDefinition = z.looseObject({
	term: z.string(),
	meaning: z.string(),
	/** `owner/namespace/dataset` whose description it is, or that of its column. */
	dataset: z.string(),
	column: z.nullable(z.string()),
});

/** How a question was understood; beside `reading` in the `metadata` of a query's artifact. */
export const Understanding = z.looseObject({
	words: z._default(z.array(WordMark), []),
	assumptions: z._default(z.array(Assumption), []),
	definitions: z._default(z.array(UsedDefinition), []),
});
export type Understanding = z.infer<typeof Understanding>;
export const understandingMember = 'understanding';

/** Who wrote an answer or its query: a model, or null for the built-in reader; in an artifact's `metadata`. */
export const AnsweredBy = z.nullable(z.looseObject({ provider: z.string(), model: z.string() }));
export type AnsweredBy = z.infer<typeof AnsweredBy>;
export const answeredByMember = 'answeredBy';

/** A word that nothing here is called by, and datasets (`owner/namespace/dataset`) whose owner can define it; of a refusal's message. */
export const UnknownTerm = z.looseObject({ term: z.string(), datasets: z.array(z.string()) });
export type UnknownTerm = z.infer<typeof UnknownTerm>;
export const unknownTermMember = 'unknownTerm';
