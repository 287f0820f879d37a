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
	/** The query, if the plan already has it; otherwise the writer writes one from the instruction. */
	readonly query?: Query;
	/** Purpose of the step, so that the answer can be phrased accordingly. */
	readonly role: 'look' | 'find' | 'answer' | 'compare' | 'part';
	readonly by?: string;
}

export interface Plan {
	readonly kind: 'plan';
	/** The question, completed with what it inherits from earlier ones. */
	readonly question: string;
	readonly steps: readonly PlannedStep[];
	/** Beginning of the answer, if the plan knows it. */
	readonly about?: string;
	/** Context of its queries, if it isn't the requested one. */
	readonly reads?: SchemaContext;
}

export interface DoneStep {
	/** 1-based, within the plan. */
	readonly index: number;
	readonly step: PlannedStep;
	readonly query: Query;
	readonly rows: QueriedRows;
}

export interface EarlierTurn extends Turn {
	readonly datasets: readonly DatasetCoordinate[];
	readonly columns: readonly Column[];
}

export const hasQuery = (turn: EarlierTurn): boolean => turn.sql !== null;

export interface PlannerInput {
	readonly question: string;
	/** Whether the client gets the rows of steps as data and shows them itself. */
	readonly takesData: boolean;
	readonly context: SchemaContext;
	/** Names of the datasets the caller is looking at. */
	readonly datasets: readonly string[];
	readonly earlier: readonly EarlierTurn[];
	readonly callerContext: CallerContext['items'];
	/** The rows of the caller's context as datasets, if no model is used: a model reads them directly. */
	readonly attached: Attached;
	/** The last answered turn, if it was about attached rows that weren't sent again. */
	readonly gone: EarlierTurn | null;
	readonly work: QueryWork;
}

/** A step without a result, with the reason for people. */
export interface FailedStep {
	readonly step: PlannedStep;
	readonly why: string;
}

/** The remaining steps, and how they differ from the previous plan; null if they don't. */
export interface Revision {
	readonly steps: readonly PlannedStep[];
	readonly change: string | null;
}

export interface Answer {
	/** Markdown. Every figure comes from a step and names it. */
	readonly text: string;
	/** Figures of the complete answer that no step contains. */
	readonly unsupported: readonly UnsupportedFigure[];
	/** Whether the text is the complete answer and replaces the part already shown. */
	readonly isWhole: boolean;
}

/** How the assistant plans and answers: with a language model, or built in. */
export interface Planner {
	plan(input: PlannerInput): Promise<Plan | Refused>;
	/** Called after each step by planners that adapt. */
	revise?(
		input: PlannerInput,
		done: readonly DoneStep[],
		failed: readonly FailedStep[],
		waiting: readonly PlannedStep[],
	): Promise<Revision>;
	/** @param onText called with each piece of an answer, and with the unsupported figures so far if they changed */
	answer(
		input: PlannerInput,
		plan: Plan,
		steps: readonly DoneStep[],
		onText: (piece: string, unsupported?: readonly UnsupportedFigure[]) => Promise<void>,
	): Promise<Answer>;
}
