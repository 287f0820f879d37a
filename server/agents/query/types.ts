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
	readonly type: string;
	readonly description: string;
	/** Sample values as text, most frequent first; empty if none were read. */
	readonly samples: readonly string[];
	/** Number of distinct values, possibly approximate; null if unknown. */
	readonly distinct: number | null;
	/** All distinct values of a text column, if there are few enough; else null. */
	readonly values: readonly string[] | null;
	/** Minimum and maximum as text, for numbers, dates and times; else null. */
	readonly min: string | null;
	readonly max: string | null;
	readonly nulls: number;
	/** The real type of a text column's values; null if they are text, or for other column types. */
	readonly textOf: 'number' | 'date' | null;
}

export interface ContextDataset {
	readonly coordinate: DatasetCoordinate;
	readonly description: string;
	readonly rows: number;
	readonly columns: readonly ContextColumn[];
	/** Sets of one or two columns whose values identify a row. */
	readonly keys: readonly (readonly string[])[];
	/** The source for queries that read it. */
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
	/** Datasets that couldn't be read because their data is corrupt. A query that reads one fails with the same error. */
	readonly unreadable?: readonly ServiceError[];
}

export interface Turn {
	readonly question: string;
	/** The last query run for it; null if it was refused. */
	readonly sql: string | null;
	/** The reading of the question, or why it was refused. */
	readonly reading: string;
	/** What the writer understood (`Written.understood`), to be passed back unchanged; JSON. */
	readonly understood?: unknown;
	/** Columns of the result, for "why?" and "the first of them". */
	readonly columns: readonly Column[];
	readonly datasets?: readonly DatasetCoordinate[];
}

export interface Definition {
	/** As written: "turnover". */
	readonly term: string;
	/** Its replacement in a question: "total amount". */
	readonly meaning: string;
	/** An additional condition: "where status is paid"; empty if there is none. */
	readonly condition: string;
	/** Whether it's a computed figure, not just a name. */
	readonly isFormula: boolean;
	readonly dataset: DatasetCoordinate;
	/** The column whose description defines it; null for the dataset's. */
	readonly column: string | null;
}

export type Written =
	| {
			readonly kind: 'query';
			/** One SELECT over datasets of the context, each named owner.namespace.dataset. */
			readonly sql: string;
			readonly reading: string;
			readonly datasets: readonly DatasetCoordinate[];
			/** State for follow-up questions; JSON that only the writer interprets. */
			readonly understood?: unknown;
			readonly definitions?: readonly Definition[];
			/** The question whose answer it goes on from, if later ones weren't answered. */
			readonly follows?: string;
	  }
	| {
			readonly kind: 'refused';
			readonly message: string;
			/** The word that is unknown or ambiguous. */
			readonly about?: string;
			readonly isUnknown?: true;
			readonly dataset?: DatasetCoordinate;
			/** Whether it asks which of the suggestions is meant: the question isn't read in other ways. */
			readonly asks?: true;
			/** Possible meanings, or questions to ask instead. */
			readonly suggestions?: readonly string[];
	  };

export interface WriteOptions {
	readonly signal: AbortSignal;
	readonly earlier?: readonly Turn[];
	/** The first query, and the engine's error for it. */
	readonly repair?: { readonly sql: string; readonly error: string };
}

export interface QueryWriter {
	write(question: string, context: SchemaContext, options: WriteOptions): Promise<Written>;
}

export interface AgentTools {
	/** What the agent may read for a caller in a namespace; if that's a lot, the part relevant to the question. */
	readContext(
		platform: Platform,
		caller: Caller,
		namespace: VisibleNamespace,
		about: { question: string; signal: AbortSignal },
	): Promise<SchemaContext>;
	writerFor(model: Model | null): QueryWriter;
}
