import { randomUUID } from 'node:crypto';
import type { StreamEvent, Task } from '#contract/agents/events.ts';
import { createMeter } from '../models/meter.ts';
import { ModelError } from '../models/model.ts';
import { UnknownModelError, type WantedModel } from '../models/models.ts';
import type { VisibleNamespace } from '../platform/access/namespace-access.ts';
import type { Caller } from '../platform/core/caller.ts';
import { ServiceError } from '../platform/core/service-error.ts';
import { dayUse } from '../platform/models/day-use.ts';
import { modelRule, usualModel } from '../platform/models/namespace-models.ts';
import { QueryError } from '../platform/rows/query-rows.ts';
import type { Agents } from './agents.ts';
import type { Agent, Begun, Request } from './protocol/agent.ts';
import { extendedCard } from './protocol/cards.ts';
import {
	assertJson,
	assertVersion,
	EnvelopeFailure,
	failureText,
	type RpcCall,
	readCall,
	resultText,
} from './protocol/json-rpc.ts';
import { listTasks } from './protocol/list-tasks.ts';
import { type Message, readMessage } from './protocol/message.ts';
import { resolveNamespace } from './protocol/namespace.ts';
import { invalidParams, RpcFailure } from './protocol/rpc-error.ts';
import { eventStream } from './protocol/stream.ts';
import { collectTask, reportTo } from './protocol/task.ts';
import { AgentFailure } from './query/run-query.ts';

export interface Ends {
	readonly gone: AbortSignal;
	/** Aborts with a ServiceError when the caller's access is revoked. */
	readonly revoked: AbortSignal;
}

/** An HTTP request to an agent. */
export interface Posted extends Ends {
	readonly caller: Caller;
	readonly body: string;
	/** The media type of the body, unparsed. */
	readonly contentType: string;
	readonly versions: readonly (string | undefined)[];
	/** The public URL of the API. */
	readonly base: string;
}

export type Answer = { readonly json: string } | { readonly events: ReadableStream<Uint8Array> };

/** Answers a request to an agent. Every error becomes a JSON-RPC error. */
export async function answer(agents: Agents, agent: Agent, posted: Posted): Promise<Answer> {
	let id: RpcCall['id'] | null = null;
	try {
		assertJson(posted.contentType);
		const call = readCall(posted.body);
		id = call.id;
		assertVersion(posted.versions);
		return await perform(agents, agent, posted, call);
	} catch (error) {
		if (error instanceof EnvelopeFailure) return { json: failureText(error.id, error) };
		if (error instanceof RpcFailure) return { json: failureText(id, error) };
		if (posted.revoked.aborted) return { json: failureText(id, invalidParams(reasonOf(posted.revoked))) };
		posted.gone.throwIfAborted();
		agents.platform.log.error(`agent ${agent.name}: a request failed`, error);
		const message =
			'The service failed unexpectedly. Try again. If the problem persists, ask your admin to check the service log.';
		return { json: failureText(id, new RpcFailure('INTERNAL_ERROR', message)) };
	}
}

async function perform(agents: Agents, agent: Agent, posted: Posted, { id, method, params }: RpcCall): Promise<Answer> {
	switch (method) {
		case 'SendMessage': {
			const begun = await beginWith(agents, agent, posted.caller, readMessage(params, agent));
			return { json: resultText(id, { task: await runToEnd(agents, agent, begun, posted) }) };
		}
		case 'SendStreamingMessage': {
			const begun = await beginWith(agents, agent, posted.caller, readMessage(params, agent));
			const { revoked } = posted;
			const work = (send: (text: string) => Promise<void>, gone: AbortSignal) => {
				const emit = (event: StreamEvent) => send(resultText(id, event));
				return run(agents, agent, { begun, taskId: begun.taskId ?? randomUUID(), emit, gone, revoked });
			};
			return { events: eventStream(work, posted.gone, revoked) };
		}
		case 'GetExtendedAgentCard': {
			const examples = await agents.suggester.questions(posted.caller, agent.suggests);
			return { json: resultText(id, extendedCard(posted.base, agent, examples)) };
		}
		case 'ListTasks':
			return { json: resultText(id, listTasks(params)) };
		default:
			throw unoffered(method);
	}
}

function unoffered(method: string): RpcFailure {
	if (/^(GetTask|CancelTask|SubscribeToTask)$/.test(method)) {
		const message =
			'Tasks aren’t stored, so they can’t be read or canceled. To stop a running task, close its connection.';
		return new RpcFailure('TASK_NOT_FOUND', message);
	}
	if (/^(Create|Get|List|Delete)TaskPushNotificationConfigs?$/.test(method)) {
		return new RpcFailure(
			'PUSH_NOTIFICATION_NOT_SUPPORTED',
			'Push notifications aren’t supported. Use SendStreamingMessage instead.',
		);
	}
	const known = 'SendMessage, SendStreamingMessage, ListTasks, GetExtendedAgentCard';
	return new RpcFailure('METHOD_NOT_FOUND', `Unknown method "${method}". Use one of these: ${known}.`);
}

/** Starts the work a message asks for; reports everything that can be wrong before work begins. @throws RpcFailure */
export async function beginWith(agents: Agents, agent: Agent, caller: Caller, message: Message): Promise<Begun> {
	const { provider, model, ...rest } = message;
	// An unknown model is unknown in every namespace.
	known(() => agents.models.choose({ provider, model }));
	const namespace = await resolveNamespace(agents.platform, caller, message.namespace);
	const chosen = await choose(agents, caller, namespace, { provider, model });
	return agent.begin(agents.platform, { ...rest, caller, namespace, model: chosen });
}

/** The requested model, or else the namespace's default. @throws RpcFailure if the owner allows none */
async function choose(
	{ platform, models }: Agents,
	caller: Caller,
	namespace: VisibleNamespace,
	wanted: WantedModel,
): Promise<Request['model']> {
	const rule = await modelRule(platform.catalog.db, namespace.id);
	const isNamed = wanted.provider !== undefined || wanted.model !== undefined;
	const meter = createMeter(platform.settings.models, dayUse(platform, caller.userId));
	const chosen = models.choose(isNamed ? wanted : usualModel(platform, rule), meter);
	if (rule.isAllowed || chosen === null) return chosen;
	if (!isNamed) return null;
	const where = `${namespace.owner}/${namespace.name}`;
	throw invalidParams(`The owner of ${where} turned off language models. Leave out provider and model.`);
}

function known<T>(find: () => T): T {
	try {
		return find();
	} catch (error) {
		throw error instanceof UnknownModelError ? invalidParams(error.message) : error;
	}
}

const reasonOf = ({ reason }: AbortSignal): string => (reason instanceof Error ? reason.message : String(reason));

export async function runToEnd(agents: Agents, agent: Agent, begun: Begun, { gone, revoked }: Ends): Promise<Task> {
	const taskId = begun.taskId ?? randomUUID();
	const { task, add } = collectTask({ taskId, contextId: begun.contextId });
	await run(agents, agent, { begun, taskId, emit: add, gone, revoked });
	gone.throwIfAborted();
	revoked.throwIfAborted();
	return task;
}

interface Running extends Ends {
	readonly begun: Begun;
	readonly taskId: string;
	readonly emit: (event: StreamEvent) => Promise<void>;
}

/** Runs a task to its end. Never rejects: errors are reported as the task's failure, unless nobody is listening. */
async function run({ platform }: Agents, agent: Agent, running: Running): Promise<void> {
	const { begun, taskId, emit, gone, revoked } = running;
	const taskRef = { taskId, contextId: begun.contextId };
	const report = reportTo(taskRef, platform.now, emit);
	// Rows read before access was revoked aren't reported afterwards.
	const allowed = reportTo(taskRef, platform.now, async (event) => {
		revoked.throwIfAborted();
		await emit(event);
	});
	const stopping = platform.stopping.signal;
	try {
		await begun.run(allowed, AbortSignal.any([gone, revoked, stopping]));
	} catch (error) {
		if (gone.aborted) return;
		if (revoked.aborted) return report.failed(reasonOf(revoked));
		if (stopping.aborted)
			return report.failed('The service is shutting down, so this answer is incomplete. Ask again in a moment.');
		const isExpected = [AgentFailure, ModelError, QueryError, ServiceError].some(
			(candidate) => error instanceof candidate,
		);
		if (!isExpected) platform.log.error(`task ${taskId} of ${agent.name} failed`, error);
		const message = `The agent failed unexpectedly. Try again. If the problem persists, ask your admin to check the service log for task ${taskId}.`;
		await report.failed(isExpected ? (error as Error).message : message);
	}
}
