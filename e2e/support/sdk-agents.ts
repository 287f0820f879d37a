import type { ServerResponse } from 'node:http';
import { AgentCard, Message, Task, TaskArtifactUpdateEvent, TaskStatusUpdateEvent } from '@a2a-js/sdk';
import {
	AgentEvent,
	type AgentExecutor,
	DefaultRequestHandler,
	InMemoryTaskStore,
	JsonRpcTransportHandler,
	ServerCallContext,
} from '@a2a-js/sdk/server';
import type { AgentHandle } from './scripted-agents.ts';

/** An agent that makes a task: the task first, states with words, an artifact in pieces, and rows. */
const tasks: AgentExecutor = {
	async execute({ taskId, contextId, userMessage }, bus) {
		const place = { taskId, contextId };
		const status = (state: string, text?: string) =>
			bus.publish(
				AgentEvent.statusUpdate(
					TaskStatusUpdateEvent.fromJSON({
						...place,
						status: {
							state,
							...(text === undefined
								? {}
								: { message: { messageId: `${taskId} ${text}`, role: 'ROLE_AGENT', parts: [{ text }] } }),
						},
					}),
				),
			);
		const piece = (artifactId: string, part: object, append: boolean, lastChunk: boolean) =>
			bus.publish(
				AgentEvent.artifactUpdate(
					TaskArtifactUpdateEvent.fromJSON({ ...place, artifact: { artifactId, parts: [part] }, append, lastChunk }),
				),
			);
		bus.publish(
			AgentEvent.task(
				Task.fromJSON({
					id: taskId,
					contextId,
					status: { state: 'TASK_STATE_SUBMITTED' },
					history: [Message.toJSON(userMessage)],
				}),
			),
		);
		status('TASK_STATE_WORKING', 'Reading the shelves');
		piece('result-data', { data: { rows: [{ book: 'Emma', price: 7.5 }] } }, false, false);
		piece('result-data', { data: { rows: [{ book: 'Persuasion', price: 9 }] } }, true, true);
		piece('answer', { text: 'There are ' }, false, false);
		piece('answer', { text: '**two** books.' }, true, true);
		status('TASK_STATE_COMPLETED');
		bus.finished();
	},
	cancelTask: async () => {},
};

/** An agent that answers with a message and makes no task. */
const messages: AgentExecutor = {
	async execute({ contextId }, bus) {
		const parts = [{ text: 'Just **words**.' }, { data: { mood: 'calm' } }];
		bus.publish(AgentEvent.message(Message.fromJSON({ messageId: 'm1', contextId, role: 'ROLE_AGENT', parts })));
		bus.finished();
	},
	cancelTask: async () => {},
};

/** An agent that asks which year is meant before it answers, and goes on with the same task. */
const asking: AgentExecutor = {
	async execute({ taskId, contextId, userMessage, task }, bus) {
		const place = { taskId, contextId };
		const status = (state: string, text?: string) => {
			const parts = [{ text }];
			const message = { messageId: `${taskId} ${state}`, role: 'ROLE_AGENT', parts, ...place };
			const said = text === undefined ? {} : { message };
			bus.publish(AgentEvent.statusUpdate(TaskStatusUpdateEvent.fromJSON({ ...place, status: { state, ...said } })));
		};
		if (task === undefined) {
			const history = [Message.toJSON(userMessage)];
			const submitted = { id: taskId, contextId, status: { state: 'TASK_STATE_SUBMITTED' }, history };
			bus.publish(AgentEvent.task(Task.fromJSON(submitted)));
			status('TASK_STATE_INPUT_REQUIRED', 'Of which year?');
		} else {
			// The task as it stood: still in the state in which it asked.
			bus.publish(AgentEvent.task(task));
			const [part] = userMessage.parts;
			const year = part?.content?.$case === 'text' ? part.content.value : 'an unknown year';
			const artifact = { artifactId: 'answer', parts: [{ text: `12 loans in ${year}.` }] };
			bus.publish(AgentEvent.artifactUpdate(TaskArtifactUpdateEvent.fromJSON({ ...place, artifact, lastChunk: true })));
			status('TASK_STATE_COMPLETED');
		}
		bus.finished();
	},
	cancelTask: async () => {},
};

/** `whole` and `asking-whole` do not stream. */
const executors: Readonly<Record<string, AgentExecutor>> = {
	tasks,
	messages,
	asking,
	whole: tasks,
	'asking-whole': asking,
};
const capabilitiesOf = (name: string) => ({ streaming: !name.endsWith('whole') });
export const sdkAgentNames = Object.keys(executors);

/** Answers calls as the protocol's own implementation does. */
export function sdkAgents(): AgentHandle {
	const handlers = new Map(Object.entries(executors).map(([name, executor]) => [name, handlerOf(name, executor)]));
	return {
		card: (agent) => ({ capabilities: capabilitiesOf(agent) }),
		answer(agent, body, request, response) {
			const handler = handlers.get(agent);
			if (handler === undefined) throw new Error(`There is no agent ${agent}.`);
			const version = request.headers['a2a-version'];
			const context = new ServerCallContext(typeof version === 'string' ? { requestedVersion: version } : {});
			void serve(handler, body, context, response);
		},
	};
}

function handlerOf(name: string, executor: AgentExecutor): JsonRpcTransportHandler {
	const card = AgentCard.fromJSON({
		name,
		description: name,
		version: '1.0.0',
		capabilities: capabilitiesOf(name),
		supportedInterfaces: [{ protocolBinding: 'JSONRPC', url: 'http://unused.example', protocolVersion: '1.0' }],
	});
	return new JsonRpcTransportHandler(new DefaultRequestHandler(card, new InMemoryTaskStore(), executor));
}

async function serve(
	handler: JsonRpcTransportHandler,
	body: string,
	context: ServerCallContext,
	response: ServerResponse,
): Promise<void> {
	const result = await handler.handle(body, context);
	if (!(Symbol.asyncIterator in result)) {
		response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(result));
		return;
	}
	response.writeHead(200, { 'Content-Type': 'text/event-stream' });
	for await (const it of result) response.write(`data: ${JSON.stringify(it)}\n\n`);
	response.end();
}
