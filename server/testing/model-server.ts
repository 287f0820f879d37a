import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { limitsOf } from '../settings/read-models.ts';
import type { ModelSettings, ProviderSettings } from '../settings/settings.ts';

export interface ModelRequest {
	readonly path: string;
	readonly authorization: string | undefined;
	readonly model: string;
	readonly messages: readonly { role: string; content: unknown }[];
	readonly stream?: boolean;
	readonly max_tokens?: number;
	readonly response_format?: { type: string; json_schema?: { name: string; schema: object } };
	/** All of its messages as one text. */
	readonly text: string;
}

/** A piece of a streamed text, or something to wait for. */
type Piece = string | Promise<unknown>;

/**
 * What it answers: an object as the text of a message, literal text, text in given pieces if streamed, a status, a tool call, silence, or half a
 * response.
 */
export type Reply =
	| { readonly object: unknown }
	| { readonly text: string }
	| { readonly pieces: readonly Piece[]; readonly finish?: string }
	| { readonly status: number; readonly headers?: Readonly<Record<string, string>> }
	| 'tool'
	| 'silence'
	| 'cut';

/** The format of stream chunks: OpenAI, Ollama or vLLM. Here, Ollama and vLLM think first. */
export type Dialect = 'openai' | 'ollama' | 'vllm';

/** An OpenAI-compatible server that returns a test's answers in order, and repeats the last one when there are no more. Errors repeat the request. */
export interface ModelServer {
	readonly requests: ModelRequest[];
	readonly provider: ProviderSettings;
	open(): number;
	/** Sets the stream format. */
	speak(dialect: Dialect): void;
	reply(...replies: (Reply | ((request: ModelRequest) => Reply))[]): void;
	close(): Promise<void>;
}

export async function openModelServer(settings: Partial<ProviderSettings> = {}): Promise<ModelServer> {
	const requests: ModelRequest[] = [];
	let replies: (Reply | ((request: ModelRequest) => Reply))[] = [{ status: 500 }];
	let open = 0;
	let dialect: Dialect = 'openai';
	const server = createServer(async (request, response) => {
		open += 1;
		response.on('close', () => {
			open -= 1;
		});
		const question = await read(request);
		requests.push(question);
		const [reply = { status: 500 }] = replies.length > 1 ? replies.splice(0, 1) : replies;
		const given = typeof reply === 'function' ? reply(question) : reply;
		await (question.stream === true ? stream(response, question, given, dialect) : answer(response, question, given));
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	return {
		requests,
		provider: {
			name: 'local',
			baseUrl: `http://127.0.0.1:${port}/v1`,
			apiKey: 'secret-key',
			models: ['small', 'large'],
			structured: true,
			prices: {},
			temperature: 0,
			...settings,
		},
		open: () => open,
		speak: (spoken) => {
			dialect = spoken;
		},
		reply: (...given) => {
			replies = given;
			requests.length = 0;
		},
		close: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

async function read(request: IncomingMessage): Promise<ModelRequest> {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk as Buffer);
	const body = JSON.parse(Buffer.concat(chunks).toString('utf8'));
	const text = body.messages.map((message: { content: unknown }) => textOf(message.content)).join('\n');
	return { ...body, path: request.url ?? '', authorization: request.headers.authorization, text };
}

const textOf = (content: unknown): string =>
	Array.isArray(content) ? content.map((item) => item.text ?? '').join('\n') : String(content);

const json = { 'content-type': 'application/json' };
const usage = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 };
const piecesOf = (reply: Exclude<Reply, string | { status: number }>): readonly Piece[] =>
	'pieces' in reply ? reply.pieces : ['text' in reply ? reply.text : JSON.stringify(reply.object)];

/** Sends an answer that isn't text. Returns false for text. */
function refuse(response: ServerResponse, { text }: ModelRequest, reply: Reply): boolean {
	if (reply === 'silence') return true;
	if (typeof reply !== 'object' || !('status' in reply)) return false;
	const body = JSON.stringify({ error: { message: `refused: ${text}`, type: 'x' } });
	response.writeHead(reply.status, { ...json, ...reply.headers }).end(body);
	return true;
}

async function answer(response: ServerResponse, request: ModelRequest, reply: Reply): Promise<void> {
	if (refuse(response, request, reply)) return;
	const isText = typeof reply === 'object' && !('status' in reply);
	const content = isText
		? (await Promise.all(piecesOf(reply))).filter((piece) => typeof piece === 'string').join('')
		: 'half';
	const call = { id: 'call', type: 'function', function: { name: 'nothing', arguments: '{}' } };
	const message =
		reply === 'tool' ? { role: 'assistant', content: null, tool_calls: [call] } : { role: 'assistant', content };
	const body = JSON.stringify({
		...{ id: 'answer', object: 'chat.completion', created: 1, model: 'small', usage },
		choices: [{ index: 0, message, finish_reason: reply === 'tool' ? 'tool_calls' : 'stop' }],
	});
	if (reply === 'cut') {
		response.writeHead(200, { ...json, 'content-length': String(body.length) });
		response.write(body.slice(0, body.length / 2), () => response.destroy());
		return;
	}
	response.writeHead(200, json).end(body);
}

/** Streams an answer in chunks in the formats of OpenAI, Ollama 0.12 and vLLM 0.11. */
async function stream(response: ServerResponse, request: ModelRequest, reply: Reply, dialect: Dialect): Promise<void> {
	if (refuse(response, request, reply)) return;
	const pieces = reply === 'cut' ? ['Half '] : typeof reply === 'object' && !('status' in reply) ? piecesOf(reply) : [];
	const ids = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: request.model };
	const head = { ...ids, ...(dialect === 'ollama' ? { system_fingerprint: 'fp_ollama' } : {}) };
	const more = dialect === 'vllm' ? { logprobs: null, stop_reason: null, token_ids: null } : {};
	const send = (delta: object, finish: string | null = null) =>
		response.write(
			`data: ${JSON.stringify({ ...head, choices: [{ index: 0, delta, finish_reason: finish, ...more }] })}\n\n`,
		);
	response.writeHead(200, { 'content-type': 'text/event-stream' });
	if (dialect === 'vllm') send({ role: 'assistant', content: '', reasoning_content: null });
	if (dialect === 'ollama') send({ role: 'assistant', content: '', reasoning: 'Let me think.' });
	if (dialect === 'vllm') send({ reasoning_content: 'Let me think.' });
	if (reply === 'tool') {
		send({ tool_calls: [{ index: 0, id: 'call', type: 'function', function: { name: 'nothing', arguments: '{}' } }] });
	}
	for (const piece of pieces) {
		if (typeof piece === 'string')
			send(dialect === 'ollama' ? { role: 'assistant', content: piece } : { content: piece });
		else await piece;
	}
	// The client receives what was sent, but not the end.
	if (reply === 'cut') return void response.socket?.end();
	const finish = typeof reply === 'object' && 'finish' in reply ? (reply.finish ?? 'stop') : 'stop';
	send(dialect === 'ollama' ? { role: 'assistant', content: '' } : {}, reply === 'tool' ? 'tool_calls' : finish);
	response.write(`data: ${JSON.stringify({ ...head, choices: [], usage })}\n\n`);
	response.end('data: [DONE]\n\n');
}

/** Model settings with only the default limits. */
export const modelSettings = (
	providers: ModelSettings['providers'],
	rest: Partial<Omit<ModelSettings, 'limits'>> & { readonly limits?: Partial<ModelSettings['limits']> } = {},
): ModelSettings => ({
	...{ providers, deadlineMs: 5_000, currency: 'USD', ...rest },
	limits: { ...limitsOf({ providers: {} }), ...rest.limits },
});
