import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Store, Table } from './data.ts';
import { frame } from './framing.ts';
import { empty, type Freedom } from './freedom.ts';
import { isObject, isUuid } from './refuse.ts';

type Agent = 'nl2ql' | 'assistant';
type Event = Readonly<Record<string, unknown>>;

export const isAgent = (name: string | undefined): name is Agent => name === 'nl2ql' || name === 'assistant';

const descriptions: Record<Agent, string> = {
	nl2ql: 'Turns a question into a query and runs it.',
	assistant: 'Plans several queries, runs them and writes an answer.',
};

export const agentList = (api: string): object[] =>
	(['nl2ql', 'assistant'] as const).map((name) => ({
		name,
		url: `${api}/a2a/${name}`,
		agentCard: `${api}/a2a/${name}/.well-known/agent-card.json`,
	}));

/** @param extended the card for signed-in users */
export const cardOf = (name: Agent, api: string, freedom: Freedom, extended: boolean): object => ({
	name,
	description: descriptions[name],
	version: '4.1.0',
	capabilities: {
		streaming: freedom.agents !== 'no-streaming',
		pushNotifications: false,
		extendedAgentCard: true,
		...empty(freedom, 'extensions'),
	},
	defaultInputModes: ['text'],
	defaultOutputModes: ['text', 'data'],
	skills: [
		{
			id: name,
			name: name === 'nl2ql' ? 'Query' : 'Answer',
			description: `${descriptions[name]}${extended ? ' Knows planets and moons.' : ''}`,
			tags: name === 'nl2ql' ? ['query', 'nl2ql'] : ['assistant', 'rag', 'query'],
			...(extended ? { examples: ['How many moons were discovered by year?'] } : empty(freedom, 'examples')),
			...empty(freedom, 'inputModes', 'outputModes'),
		},
	],
	securitySchemes: { bearer: { httpAuthSecurityScheme: { bearerFormat: 'JWT', scheme: 'bearer' } } },
	securityRequirements: [{ schemes: { bearer: { list: [] } } }],
	supportedInterfaces: [{ protocolBinding: 'JSONRPC', url: `${api}/a2a/${name}`, protocolVersion: '1.0' }],
	preferredTransport: 'JSONRPC',
	...empty(freedom, 'iconUrl', 'documentationUrl', 'provider', 'signatures'),
});

export interface Talk {
	readonly messages: Set<string>;
	readonly contexts: Set<string>;
}

class ProtocolError extends Error {
	readonly code: number;
	constructor(code: number, message: string) {
		super(message);
		this.code = code;
	}
}

const invalidParams = (message: string): ProtocolError => new ProtocolError(-32_602, message);

interface Call {
	readonly id: unknown;
	readonly method: string;
	readonly question: string;
	readonly contextId: string;
}

/** Parses a JSON-RPC request as strictly as the interface specifies it. */
function readCall(agent: Agent, body: string, { messages, contexts }: Talk, known: (name: string) => boolean): Call {
	let call: unknown;
	try {
		call = JSON.parse(body);
	} catch {
		throw new ProtocolError(-32_700, 'The body is not JSON.');
	}
	if (!isObject(call) || call.jsonrpc !== '2.0' || typeof call.id !== 'string' || typeof call.method !== 'string')
		throw new ProtocolError(-32_600, 'A request has jsonrpc 2.0, a text as id, and a method.');
	const { id, method, params } = call;
	if (method === 'GetTask' || method === 'CancelTask') throw new ProtocolError(-32_001, 'There are no tasks here.');
	if (method === 'GetExtendedAgentCard') return { id, method, question: '', contextId: '' };
	if (method !== 'SendMessage' && method !== 'SendStreamingMessage')
		throw new ProtocolError(-32_601, `There is no method ${method}.`);
	const message = isObject(params) ? params.message : undefined;
	if (!isObject(message)) throw invalidParams('params.message is missing.');
	const allowed = ['messageId', 'role', 'parts', 'metadata', 'contextId'];
	const unknown = Object.keys(message).find((name) => !allowed.includes(name));
	if (unknown !== undefined) throw invalidParams(`params.message.${unknown} is not known.`);
	if (!isUuid(message.messageId)) throw invalidParams('params.message.messageId must be a uuid.');
	if (messages.has(message.messageId)) throw invalidParams('params.message.messageId was used before.');
	messages.add(message.messageId);
	if (message.role !== 'ROLE_USER') throw invalidParams('params.message.role must be ROLE_USER.');
	const parts = message.parts;
	if (!Array.isArray(parts) || parts.length === 0) throw invalidParams('params.message.parts must be an array.');
	if (parts.some((part) => !isObject(part) || typeof part.text !== 'string' || Object.keys(part).length > 1))
		throw invalidParams('Each of params.message.parts has a text, and nothing else.');
	const metadata = message.metadata;
	if (!isObject(metadata) || typeof metadata.namespace !== 'string')
		throw invalidParams('params.message.metadata.namespace is missing.');
	if (!known(metadata.namespace)) throw invalidParams(`There is no namespace ${metadata.namespace}.`);
	const contextId = message.contextId;
	if (contextId !== undefined) {
		if (agent !== 'assistant') throw invalidParams('params.message.contextId is for assistant only.');
		if (typeof contextId !== 'string' || !contexts.has(contextId)) throw invalidParams('There is no such contextId.');
	}
	const next = typeof contextId === 'string' ? contextId : randomUUID();
	contexts.add(next);
	return { id, method, question: String((parts[0] as { text: string }).text), contextId: next };
}

/** Answers one call of an agent. Protocol violations are also reported to `refused`. */
export async function answerAgent(
	response: ServerResponse,
	agent: Agent,
	body: string,
	{
		api,
		freedom,
		store,
		talk,
		refused,
	}: { api: string; freedom: Freedom; store: Store; talk: Talk; refused(problem: string): void },
): Promise<void> {
	const json = (value: unknown) =>
		response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(value));
	let call: Call;
	try {
		call = readCall(agent, body, talk, (name) =>
			store.tables.some((table) => [table.namespace, `${table.owner}/${table.namespace}`].includes(name)),
		);
	} catch (error) {
		if (!(error instanceof ProtocolError)) throw error;
		refused(error.message);
		return void json({ jsonrpc: '2.0', id: null, error: { code: error.code, message: error.message } });
	}
	const { id, method, question, contextId } = call;
	if (method === 'GetExtendedAgentCard')
		return void json({ jsonrpc: '2.0', id, result: cardOf(agent, api, freedom, true) });
	const taskId = randomUUID();
	const events = eventsOf(agent, question, { taskId, contextId }, store, freedom);
	if (method === 'SendMessage')
		return void json({ jsonrpc: '2.0', id, result: { task: taskFrom(events, taskId, contextId) } });
	response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
	for (const [index, event] of events.entries()) {
		const result = JSON.stringify({ jsonrpc: '2.0', id, result: event, ...empty(freedom, 'error') });
		for (const piece of frame(result, index, freedom.framing)) {
			const isCut = freedom.agents === 'cut-off' && index === events.length - 1;
			await new Promise((resolve) => response.write(isCut ? piece.subarray(0, 40) : piece, resolve));
			// The connection closes in the middle of an event.
			if (isCut) return void response.destroy();
			await new Promise((resolve) => setTimeout(resolve, 30));
		}
	}
	response.end();
}

/** The query and rows for a question: the table that it names, and the rows of it that it names. */
function run(question: string, tables: readonly Table[]): { query: string; rows: Table['rows']; table: Table } | null {
	const words: string[] = question.toLowerCase().match(/[\p{L}\d_]+/gu) ?? [];
	const table = tables.toReversed().find(({ topic }) => words.includes(topic));
	if (table === undefined) return null;
	const named = table.rows.filter((row) =>
		Object.values(row).some((value) => words.includes(String(value).toLowerCase())),
	);
	const rows = named.length > 0 ? named : table.rows;
	const where = named.length > 0 ? ` | where any in (${words.join(', ')})` : '';
	return { query: `${table.namespace}.${table.datasetName}${where}`, rows, table };
}

function eventsOf(
	agent: Agent,
	question: string,
	ids: { taskId: string; contextId: string },
	{ tables }: Store,
	freedom: Freedom,
): Event[] {
	const whole = (part: object): object => ({
		...empty(freedom, 'text', 'data', 'raw', 'url', 'filename', 'metadata'),
		...part,
	});
	const status = (state: string, ...parts: object[]): Event => ({
		statusUpdate: {
			...ids,
			status: {
				state,
				timestamp: new Date().toISOString(),
				...(parts.length > 0
					? { message: { role: 'ROLE_AGENT', messageId: randomUUID(), parts: parts.map(whole) } }
					: empty(freedom, 'message')),
			},
		},
	});
	const artifact = (artifactId: string, parts: object[], more: object = {}): Event => ({
		artifactUpdate: {
			...ids,
			...empty(freedom, 'append', 'lastChunk', 'metadata'),
			artifact: {
				artifactId,
				name: artifactId,
				parts: parts.map(whole),
				...empty(freedom, 'description', 'extensions', 'metadata'),
				...more,
			},
		},
	});
	const task = (state: string): Event => ({
		task: {
			id: ids.taskId,
			contextId: ids.contextId,
			status: { state, ...empty(freedom, 'message', 'timestamp') },
			artifacts: [],
			history: [],
			...empty(freedom, 'metadata'),
		},
	});
	const found = run(question, tables);
	const number = (value: number) => (freedom.numbers === 'text' ? String(value) : value);
	const rows =
		found?.rows.map((row) => ({
			...Object.fromEntries(
				Object.entries(row).map(([name, value]) => [name, typeof value === 'number' ? number(value) : value]),
			),
			__metadata: { score: number(1) },
		})) ?? [];
	const first: Event[] = agent === 'assistant' || freedom.agents === 'task-first' ? [task('TASK_STATE_SUBMITTED')] : [];
	const working = status('TASK_STATE_WORKING');
	if (found === null) {
		const text = 'I know planets and moons. Which of them do you mean?';
		return freedom.agents === 'asks-back'
			? [...first, working, status('TASK_STATE_INPUT_REQUIRED', { text })]
			: [...first, working, status('TASK_STATE_COMPLETED', { text })];
	}
	const query = { text: found.query };
	const data = { data: { rows } };
	const results =
		agent === 'nl2ql'
			? [artifact('generated-query', [query]), ...inPieces(freedom, artifact, 'result-data', rows, data)]
			: [
					status(
						'TASK_STATE_WORKING',
						{ text: 'One step.' },
						{
							data: {
								steps: [
									{
										index: number(1),
										instruction: `Read ${found.table.datasetName}`,
										reasoning: 'It is what was asked for.',
									},
								],
							},
						},
					),
					status('TASK_STATE_WORKING', { text: `Read ${found.table.datasetName}` }),
					artifact('step-1', [query, data], {
						metadata: {
							index: number(1),
							instruction: `Read ${found.table.datasetName}`,
							reasoning: 'It is what was asked for.',
						},
					}),
				];
	if (freedom.agents === 'fails-midway')
		return [...first, working, ...results.slice(0, 1), status('TASK_STATE_FAILED', { text: 'The engine went away.' })];
	const answer =
		agent === 'assistant'
			? [artifact('answer', [{ text: `There are ${rows.length} ${found.table.datasetName}.` }])]
			: [];
	return [...first, working, ...results, ...answer, status('TASK_STATE_COMPLETED')];
}

function inPieces(
	freedom: Freedom,
	artifact: (id: string, parts: object[]) => Event,
	id: string,
	rows: readonly object[],
	whole: object,
): Event[] {
	if (freedom.agents !== 'in-pieces') return [artifact(id, [whole])];
	const half = Math.ceil(rows.length / 2);
	return [rows.slice(0, half), rows.slice(half)].map((piece, index) => {
		const { artifactUpdate } = artifact(id, [{ data: { rows: piece } }]) as { artifactUpdate: object };
		return { artifactUpdate: { ...artifactUpdate, append: index > 0, lastChunk: index > 0 } };
	});
}

function taskFrom(events: readonly Event[], id: string, contextId: string): object {
	const artifacts = events.flatMap(({ artifactUpdate }) =>
		artifactUpdate === undefined ? [] : [(artifactUpdate as { artifact: object }).artifact],
	);
	const last = events.findLast(({ statusUpdate }) => statusUpdate !== undefined);
	const { status } = (last?.statusUpdate ?? {}) as { status?: object };
	return { id, contextId, status, artifacts, history: [] };
}
