import { coordinateKey } from '#contract/dataset.ts';
import {
	type Branch,
	branchTurns,
	type ConversationTurn,
	findBranch,
	findConversation,
} from '../../platform/conversations/conversations.ts';
import type { Platform } from '../../platform/state/platform.ts';
import type { Request } from '../protocol/agent.ts';
import { invalidParams, RpcFailure } from '../protocol/rpc-error.ts';
import type { AgentTools, ContextDataset, QueryWriter } from '../query/types.ts';
import { understand } from './builtin-planner.ts';
import { type EarlierTurn, hasQuery, type PlannerInput } from './plan.ts';
import { isOfAttached, readings } from './readings.ts';

/** The branch a question continues; null if it starts a conversation. @throws RpcFailure if the branch doesn't exist */
export async function goOnFrom(
	platform: Platform,
	{ caller, contextId: given, referenceTaskIds: tasks }: Request,
): Promise<Branch | null> {
	if (given === null && tasks.length === 0) return null;
	const by = given === null ? { turnIds: tasks } : { contextId: given };
	const contextId = await findConversation(platform, caller, by);
	if (given !== null && contextId === null) {
		throw invalidParams(
			`There is no conversation with the contextId "${given}". Leave out contextId to start a new conversation.`,
		);
	}
	const branch = contextId === null ? null : await findBranch(platform, contextId, tasks);
	if (branch !== null) return branch;
	throw new RpcFailure(
		'TASK_NOT_FOUND',
		`The task "${tasks.at(-1)}" in params.message.referenceTaskIds wasn’t found. Leave it out, and send the earlier questions as caller context.`,
	);
}

/** The earlier turns whose datasets exist. Without a model: none, if the last one was about attached rows that are gone. */
export function earlierOf(
	turns: readonly ConversationTurn[],
	datasets: readonly ContextDataset[],
	model: Request['model'],
): Pick<PlannerInput, 'earlier' | 'gone'> {
	const readable = new Set(datasets.map((dataset) => coordinateKey(dataset.coordinate)));
	const isKnown = (turn: EarlierTurn) => turn.datasets.every((of) => readable.has(coordinateKey(of)));
	const last = turns.findLast(hasQuery);
	const isGone = model === null && last !== undefined && isOfAttached(last) && !isKnown(last);
	if (isGone) return { earlier: [], gone: last };
	return { earlier: turns.filter(isKnown), gone: null };
}

/** Earlier questions sent by the caller, as turns of this conversation. */
export async function sentTurns(
	tools: AgentTools,
	model: Request['model'],
	earlierTurns: Request['earlierTurns'],
	input: PlannerInput,
): Promise<ConversationTurn[]> {
	const sent: ConversationTurn[] = [];
	for (const { title: question } of earlierTurns.slice(-branchTurns)) {
		const none = unanswered(question, '');
		const read =
			model === null
				? await understandAny(tools.writerFor(null), {
						...{ ...input, question },
						earlier: [...input.earlier, ...sent.filter(hasQuery)],
					})
				: null;
		if (read?.kind !== 'query') sent.push(none);
		else {
			const { sql, reading, understood = null, datasets } = read;
			sent.push({ ...none, question: read.question, sql, reading, understood, datasets: [...datasets] });
		}
	}
	return sent;
}

/** Reads an earlier question in the first context where it makes sense. */
export async function understandAny(writer: QueryWriter, input: PlannerInput) {
	for (const reading of readings(input)) {
		const read = await understand(writer, reading, reading.question);
		if (read.kind === 'query') return read;
	}
	return null;
}

export const unanswered = (question: string, reading: string): ConversationTurn => ({
	...{ question, sql: null, reading, unclear: null, understood: null, columns: [], datasets: [] },
});
