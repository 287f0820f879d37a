import type { CallerContext } from '#contract/agents/artifacts.ts';
import type { AgentSkill } from '#contract/agents/card.ts';
import type { Model } from '../../models/model.ts';
import type { VisibleNamespace } from '../../platform/access/namespace-access.ts';
import type { Caller } from '../../platform/core/caller.ts';
import type { Platform } from '../../platform/state/platform.ts';
import type { SuggestionKind } from '../query/suggestions.ts';
import type { TaskReport } from './task.ts';

/** One question to an agent, with everything that is known before the work begins. */
export interface Request {
	readonly caller: Caller;
	readonly namespace: VisibleNamespace;
	readonly question: string;
	/** The language model that was chosen; null for the built-in writer. */
	readonly model: Model | null;
	/** Datasets that the caller looks at: what a question is about that names no other. */
	readonly datasets: readonly string[];
	readonly contextId: string | null;
	/** Tasks that the message refers to, the one that it goes on from last; empty: the newest of its context. */
	readonly referenceTaskIds: readonly string[];
	/** A UUID; an agent that keeps conversations takes it once in each. */
	readonly messageId: string;
	/** Whether rows are sent as data; else as a Markdown table. */
	readonly takesData: boolean;
	readonly callerContext: CallerContext['items'];
	/** Of the caller's context, the earlier questions that this one goes on from, oldest first; their titles are the questions. */
	readonly earlierTurns: CallerContext['items'];
}

export interface Begun {
	readonly contextId: string;
	/** A UUID, where the agent knows the task by it later. */
	readonly taskId?: string;
	/** Reports until its end. What it throws ends the task as failed. */
	run(report: TaskReport, signal: AbortSignal): Promise<void>;
}

export interface Agent {
	readonly name: string;
	readonly description: string;
	readonly skill: AgentSkill;
	/** What the extended card adds to the skill's description. */
	readonly details: string;
	/** The questions that it suggests, the first first. */
	readonly suggests: readonly SuggestionKind[];
	/** Whether it takes context that was established earlier. */
	readonly callerContext: boolean;
	/** Whether it keeps conversations, as trees. */
	readonly conversations: boolean;
	/** @throws RpcFailure where the request cannot be accepted */
	begin(platform: Platform, request: Request): Promise<Begun>;
}
