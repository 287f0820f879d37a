import type { CallerContext } from '#contract/agents/artifacts.ts';
import type { AgentSkill } from '#contract/agents/card.ts';
import type { Model } from '../../models/model.ts';
import type { VisibleNamespace } from '../../platform/access/namespace-access.ts';
import type { Caller } from '../../platform/core/caller.ts';
import type { Platform } from '../../platform/state/platform.ts';
import type { SuggestionKind } from '../query/suggestions.ts';
import type { TaskReport } from './task.ts';

/** One question to an agent, with everything known before work begins. */
export interface Request {
	readonly caller: Caller;
	readonly namespace: VisibleNamespace;
	readonly question: string;
	/** The chosen language model; null for the built-in writer. */
	readonly model: Model | null;
	/** Datasets that the caller is looking at: the subject of a question that names no other. */
	readonly datasets: readonly string[];
	readonly contextId: string | null;
	/** Tasks that the message refers to, with the one it continues last; empty: the newest of its context. */
	readonly referenceTaskIds: readonly string[];
	/** A UUID; agents that keep conversations accept it once per conversation. */
	readonly messageId: string;
	/** Whether the client takes rows as data; otherwise it gets a Markdown table. */
	readonly takesData: boolean;
	readonly callerContext: CallerContext['items'];
	/** From the caller's context: the earlier questions that this one continues, oldest first; their titles are the questions. */
	readonly earlierTurns: CallerContext['items'];
}

export interface Begun {
	readonly contextId: string;
	/** A UUID, if the agent must recognize the task later. */
	readonly taskId?: string;
	/** Reports until it's done. Throwing ends the task as failed. */
	run(report: TaskReport, signal: AbortSignal): Promise<void>;
}

export interface Agent {
	readonly name: string;
	readonly description: string;
	readonly skill: AgentSkill;
	/** Appended to the skill's description in the extended card. */
	readonly details: string;
	readonly suggests: readonly SuggestionKind[];
	readonly callerContext: boolean;
	/** Whether it keeps conversations, as trees. */
	readonly conversations: boolean;
	/** @throws RpcFailure if the request can't be accepted */
	begin(platform: Platform, request: Request): Promise<Begun>;
}
