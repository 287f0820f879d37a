import type { CallerContext, UnsupportedFigure } from '#contract/agents/artifacts.ts';
import type { Column, DatasetCoordinate } from '#contract/dataset.ts';
import type { QueriedRows } from '../../platform/rows/query-rows.ts';
import type { Attached } from '../attached/attached-rows.ts';
import type { Query, QueryWork } from '../query/run-query.ts';
import type { SchemaContext, Turn, Written } from '../query/types.ts';

export type Refused = Extract<Written, { kind: 'refused' }>;

export interface PlannedStep {
	readonly instruction: string;
	readonly reasoning: string;
	/** The query where the plan knows it already; else the instruction is what the writer makes one of. */
	readonly query?: Query;
	/** What the step is for, so that the answer can say it in its own words. */
	readonly role: 'look' | 'find' | 'answer' | 'compare' | 'part';
	readonly by?: string;
}

export interface Plan {
	readonly kind: 'plan';
	/** The question with what it takes over from earlier ones. */
	readonly question: string;
	readonly steps: readonly PlannedStep[];
	/** What the answer begins with where the plan knows it. */
	readonly about?: string;
	/** What its queries read where that is not the context that was asked about. */
	readonly reads?: SchemaContext;
}

export interface DoneStep {
	/** Counts from 1 in the plan. */
	readonly index: number;
	readonly step: PlannedStep;
	readonly query: Query;
	readonly rows: QueriedRows;
}

/** A turn of the conversation, with what it was run over. */
export interface EarlierTurn extends Turn {
	readonly datasets: readonly DatasetCoordinate[];
	readonly columns: readonly Column[];
}

export const hasQuery = (turn: EarlierTurn): boolean => turn.sql !== null;

export interface PlannerInput {
	readonly question: string;
	/** Whether the asker gets the rows of steps as data, and shows them itself. */
	readonly takesData: boolean;
	readonly context: SchemaContext;
	/** Names of its datasets that the caller looks at. */
	readonly datasets: readonly string[];
	readonly earlier: readonly EarlierTurn[];
	readonly callerContext: CallerContext['items'];
	/** The rows of the caller's context, without a language model: a model reads them as they are. */
	readonly attached: Attached;
	/** The last turn that was answered where that was from attached rows that did not come with this question. */
	readonly gone: EarlierTurn | null;
	readonly work: QueryWork;
}

/** A step that gave nothing, and why, in words. */
export interface FailedStep {
	readonly step: PlannedStep;
	readonly why: string;
}

/** The steps that are left to do, and how they differ from those that were; null where they don't. */
export interface Revision {
	readonly steps: readonly PlannedStep[];
	readonly change: string | null;
}

/** The end of an answer. */
export interface Answer {
	/** Markdown. Every figure in it comes from a step and says from which. */
	readonly text: string;
	/** Figures of the whole answer that are in no step. */
	readonly unsupported: readonly UnsupportedFigure[];
	/** Whether the text is the whole answer, and stands in the place of what was shown of it. */
	readonly isWhole: boolean;
}

/** How the assistant thinks: with a language model, or by itself. */
export interface Planner {
	plan(input: PlannerInput): Promise<Plan | Refused>;
	/** Called after each step by a planner that learns from it. */
	revise?(
		input: PlannerInput,
		done: readonly DoneStep[],
		failed: readonly FailedStep[],
		waiting: readonly PlannedStep[],
	): Promise<Revision>;
	/** @param onText called with the pieces of an answer that comes in some, and the figures so far that are in no step where they are others now */
	answer(
		input: PlannerInput,
		plan: Plan,
		steps: readonly DoneStep[],
		onText: (piece: string, unsupported?: readonly UnsupportedFigure[]) => Promise<void>,
	): Promise<Answer>;
}
