import type { Column, DatasetCoordinate } from '#contract/dataset.ts';
import type { Model } from '../../models/model.ts';
import type { VisibleNamespace } from '../../platform/access/namespace-access.ts';
import type { Caller } from '../../platform/core/caller.ts';
import type { ServiceError } from '../../platform/core/service-error.ts';
import type { DescribedLink } from '../../platform/namespaces/dataset-context.ts';
import type { RowsSource } from '../../platform/rows/query-rows.ts';
import type { Platform } from '../../platform/state/platform.ts';

export interface ContextColumn {
	readonly name: string;
	/** The engine's name of it, for example `BIGINT` or `VARCHAR`. */
	readonly type: string;
	readonly description: string;
	/** Some of its values as text, the most frequent first; empty where none were looked at. */
	readonly samples: readonly string[];
	/** How many different values it has, at most roughly; null where that is not known. */
	readonly distinct: number | null;
	/** Every different value as text, where there are few enough of them and they are text; else null. */
	readonly values: readonly string[] | null;
	/** The smallest and largest value as text, of numbers, dates and times; else null. */
	readonly min: string | null;
	readonly max: string | null;
	readonly nulls: number;
	/** What a column of text really holds; null where it is text, or has another type. */
	readonly textOf: 'number' | 'date' | null;
}

export interface ContextDataset {
	readonly coordinate: DatasetCoordinate;
	readonly description: string;
	readonly rows: number;
	readonly columns: readonly ContextColumn[];
	/** Sets of one or two columns whose values together name one row. */
	readonly keys: readonly (readonly string[])[];
	/** What a query that reads it is run with. */
	readonly source: RowsSource;
}

interface LinkEnd {
	readonly dataset: DatasetCoordinate;
	readonly column: string;
}

export interface ContextLink extends Omit<DescribedLink, 'from' | 'to'> {
	readonly from: LinkEnd;
	readonly to: LinkEnd;
}

/** What an agent may read: one namespace, and datasets one declared link away that the caller may read. */
export interface SchemaContext {
	readonly namespace: { readonly owner: string; readonly name: string };
	readonly datasets: readonly ContextDataset[];
	readonly links: readonly ContextLink[];
	/** Why datasets of it could not be looked at: their data is corrupt. A query that reads one fails with it too. */
	readonly unreadable?: readonly ServiceError[];
}

/** What was asked and answered before, oldest first. */
export interface Turn {
	readonly question: string;
	/** The last query that was run for it; null where it was refused. */
	readonly sql: string | null;
	/** How the question was read, or why it was refused. */
	readonly reading: string;
	/** What the writer understood (`Written.understood`), to be handed back as it came; JSON. */
	readonly understood?: unknown;
	/** What the query gave, for "why?" and "the first of them". */
	readonly columns: readonly Column[];
	/** What the query was run over, where that is known. */
	readonly datasets?: readonly DatasetCoordinate[];
}

/** A term that an owner defined in a description. */
export interface Definition {
	/** As it is written there: "turnover". */
	readonly term: string;
	/** What stands for it in a question: "total amount". */
	readonly meaning: string;
	/** A condition that goes with it: "where status is paid"; empty where there is none. */
	readonly condition: string;
	/** Whether it is a figure that is computed, and no name alone. */
	readonly isFormula: boolean;
	readonly dataset: DatasetCoordinate;
	/** The column whose description it is; null for the dataset's. */
	readonly column: string | null;
}

export type Written =
	| {
			readonly kind: 'query';
			/** One SELECT over datasets of the context, each addressed as owner.namespace.dataset. */
			readonly sql: string;
			readonly reading: string;
			readonly datasets: readonly DatasetCoordinate[];
			/** What a follow-up question builds on; JSON that only the writer reads. */
			readonly understood?: unknown;
			/** Terms of the question that owners defined. */
			readonly definitions?: readonly Definition[];
	  }
	| {
			readonly kind: 'refused';
			/** Why, in words, with a question back where that helps. */
			readonly message: string;
			/** The word that could not be linked, or that means several things. */
			readonly about?: string;
			/** Whether nothing is called by that word. */
			readonly isUnknown?: true;
			/** The dataset that the question was read of. */
			readonly dataset?: DatasetCoordinate;
			/** What could be meant or asked instead. */
			readonly suggestions?: readonly string[];
	  };

export interface WriteOptions {
	readonly signal: AbortSignal;
	readonly earlier?: readonly Turn[];
	/** The query that was written first, and what the engine says of it. */
	readonly repair?: { readonly sql: string; readonly error: string };
}

export interface QueryWriter {
	write(question: string, context: SchemaContext, options: WriteOptions): Promise<Written>;
}

export interface AgentTools {
	/** What the agent may read for a caller in a namespace; of much, what the question is about. */
	readContext(
		platform: Platform,
		caller: Caller,
		namespace: VisibleNamespace,
		about: { question: string; signal: AbortSignal },
	): Promise<SchemaContext>;
	/** The writer that works with a model, or without one. */
	writerFor(model: Model | null): QueryWriter;
}
