import { randomUUID } from 'node:crypto';
import { unsupportedMember } from '#contract/agents/artifacts.ts';
import type { Question } from '#contract/agents/ask.ts';
import type { Artifact } from '#contract/agents/events.ts';
import { stringifyJson } from '#lib/exact-json/stringify.ts';
import type { Caller } from '../platform/core/caller.ts';
import { ServiceError } from '../platform/core/service-error.ts';
import type { Agents } from './agents.ts';
import { beginWith, type Ends, runToEnd } from './dispatch.ts';
import { RpcFailure } from './protocol/rpc-error.ts';

/** Asks the assistant and waits for the complete answer, as JSON text with exact numbers. @throws ServiceError VALIDATION_FAILED, FORBIDDEN */
export async function askOnce(agents: Agents, caller: Caller, question: Question, ends: Ends): Promise<string> {
	const agent = agents.all.find((agent) => agent.name === 'assistant');
	if (agent === undefined) throw new Error('The assistant agent is missing.');
	const begun = await beginWith(agents, agent, caller, {
		question: question.question.trim(),
		namespace: question.namespace,
		provider: question.provider,
		model: question.model,
		contextId: question.contextId ?? null,
		referenceTaskIds: [],
		takesData: true,
		messageId: randomUUID(),
		datasets: [],
		callerContext: [],
		earlierTurns: [],
	}).catch((error: unknown) => {
		throw error instanceof RpcFailure ? new ServiceError('VALIDATION_FAILED', error.message) : error;
	});
	const { status, artifacts = [] } = await runToEnd(agents, agent, begun, ends);
	const statusText = status.message?.parts[0]?.text ?? null;
	const failed = status.state === 'TASK_STATE_FAILED';
	const answer = artifacts.find((artifact) => artifact.artifactId === 'answer');
	return stringifyJson({
		contextId: begun.contextId,
		answer: answer?.parts[0]?.text ?? null,
		unsupportedFigures: answer?.metadata?.[unsupportedMember] ?? [],
		refusal: failed ? null : statusText,
		failure: failed ? statusText : null,
		steps: artifacts.filter((artifact) => artifact.artifactId.startsWith('step-')).map(stepOf),
	});
}

function stepOf({ metadata, parts: [query, rows] }: Artifact) {
	return { ...metadata, query: query?.text, ...Object(rows?.data) };
}
