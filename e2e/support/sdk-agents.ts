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

/** An agent that creates a task: the task first, states with messages, an artifact in pieces, and rows. */
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

/** An agent that answers with a message, without a task. */
const messages: AgentExecutor = {
	async execute({ contextId }, bus) {
		const parts = [{ text: 'Just **words**.' }, { data: { mood: 'calm' } }];
		bus.publish(AgentEvent.message(Message.fromJSON({ messageId: 'm1', contextId, role: 'ROLE_AGENT', parts })));
		bus.finished();
	},
	cancelTask: async () => {},
};

/** An agent that asks which year is meant before it answers, and continues the same task. */
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
			// The task in its earlier state, in which it asked.
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

/** Asks which year is meant, then answers with text, rows, other data and a file. */
const clerk: AgentExecutor = {
	async execute({ taskId, contextId, userMessage, task }, bus) {
		const ids = { taskId, contextId };
		const status = (state: string, text?: string) => {
			const message = { messageId: `${taskId} ${state}`, role: 'ROLE_AGENT', parts: [{ text }], ...ids };
			const said = text === undefined ? {} : { message };
			bus.publish(AgentEvent.statusUpdate(TaskStatusUpdateEvent.fromJSON({ ...ids, status: { state, ...said } })));
		};
		const artifact = (artifactId: string, name: string, parts: readonly object[]) =>
			bus.publish(
				AgentEvent.artifactUpdate(
					TaskArtifactUpdateEvent.fromJSON({ ...ids, artifact: { artifactId, name, parts }, lastChunk: true }),
				),
			);
		if (task === undefined) {
			const history = [Message.toJSON(userMessage)];
			bus.publish(
				AgentEvent.task(Task.fromJSON({ id: taskId, contextId, status: { state: 'TASK_STATE_SUBMITTED' }, history })),
			);
			status('TASK_STATE_INPUT_REQUIRED', 'Of which year?');
		} else {
			const [part] = userMessage.parts;
			const year = part?.content?.$case === 'text' ? part.content.value : 'an unknown year';
			bus.publish(AgentEvent.task(task));
			status('TASK_STATE_WORKING', 'Counting the cards');
			artifact('summary', 'Summary', [{ text: `Two branches lent books in **${year}**.` }]);
			artifact('loans', 'Loans by branch', [{ data: { rows: loans } }]);
			artifact('method', 'How it was counted', [{ data: { source: 'cards', checked: true, years: [2023, 2024] } }]);
			const raw = Buffer.from('branch,loans\nHarbour,120\nHill,80\n').toString('base64');
			artifact('file', 'The same as a file', [{ raw, filename: `loans-${year}.csv`, mediaType: 'text/csv' }]);
			status('TASK_STATE_COMPLETED');
		}
		bus.finished();
	},
	cancelTask: async () => {},
};
const loans = [
	{ branch: 'Harbour', loans: 120 },
	{ branch: 'Hill', loans: 80 },
];

/** Starts, and ends only on request. */
const endless: AgentExecutor = {
	async execute({ taskId, contextId, userMessage }, bus) {
		const history = [Message.toJSON(userMessage)];
		const status = (state: string) => ({ taskId, contextId, status: { state } });
		const submitted = { id: taskId, contextId, status: { state: 'TASK_STATE_SUBMITTED' }, history };
		bus.publish(AgentEvent.task(Task.fromJSON(submitted)));
		bus.publish(AgentEvent.statusUpdate(TaskStatusUpdateEvent.fromJSON(status('TASK_STATE_WORKING'))));
		await new Promise<void>((resolve) => canceling.set(taskId, resolve));
		bus.publish(AgentEvent.statusUpdate(TaskStatusUpdateEvent.fromJSON(status('TASK_STATE_CANCELED'))));
		bus.finished();
	},
	cancelTask: async (taskId) => canceling.get(taskId)?.(),
};
/** Ends tasks that don't end by themselves, by task. */
const canceling = new Map<string, () => void>();

/** Ends its task as canceled, as if someone else had canceled it. */
const canceled: AgentExecutor = {
	async execute({ taskId, contextId, userMessage }, bus) {
		const history = [Message.toJSON(userMessage)];
		const submitted = { id: taskId, contextId, status: { state: 'TASK_STATE_SUBMITTED' }, history };
		bus.publish(AgentEvent.task(Task.fromJSON(submitted)));
		const message = { messageId: `${taskId} end`, role: 'ROLE_AGENT', parts: [{ text: 'The desk has closed.' }] };
		const status = { state: 'TASK_STATE_CANCELED', message };
		bus.publish(AgentEvent.statusUpdate(TaskStatusUpdateEvent.fromJSON({ taskId, contextId, status })));
		bus.finished();
	},
	cancelTask: async () => {},
};

/** `whole` and `asking-whole` don't stream. */
const executors: Readonly<Record<string, AgentExecutor>> = {
	tasks,
	messages,
	asking,
	whole: tasks,
	'asking-whole': asking,
	clerk,
	canceled,
	endless,
};
const capabilitiesOf = (name: string) => ({ streaming: !name.endsWith('whole') });
export const sdkAgentNames = Object.keys(executors);

/** Answers calls with the protocol's official implementation. */
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

/** A server of the protocol's official implementation for one of the agents above. */
export function sdkHandler(name: string): JsonRpcTransportHandler {
	const executor = executors[name];
	if (executor === undefined) throw new Error(`There is no agent ${name}.`);
	return handlerOf(name, executor);
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

export async function serve(
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
	for await (const event of result) response.write(`data: ${JSON.stringify(event)}\n\n`);
	response.end();
}
