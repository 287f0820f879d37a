import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ProviderSettings } from '../settings/settings.ts';

/** A request to the model, as it came over the wire. */
export interface ModelRequest {
	readonly path: string;
	readonly authorization: string | undefined;
	readonly model: string;
	readonly messages: readonly { role: string; content: unknown }[];
	readonly response_format?: { type: string; json_schema?: { name: string; schema: object } };
	/** Everything in its messages, as one text. */
	readonly text: string;
}

/** What it answers: an object as the text of a message, that text itself, a status, silence, or half an answer. */
export type Reply =
	| { readonly object: unknown }
	| { readonly text: string }
	| { readonly status: number }
	| 'silence'
	| 'cut';

/** An OpenAI-compatible server that gives a test's answers in order, and repeats the last one when there are no more. An error repeats the request. */
export interface ModelServer {
	readonly requests: ModelRequest[];
	readonly provider: ProviderSettings;
	/** Connections that are open. */
	open(): number;
	reply(...replies: (Reply | ((request: ModelRequest) => Reply))[]): void;
	close(): Promise<void>;
}

export async function openModelServer(settings: Partial<ProviderSettings> = {}): Promise<ModelServer> {
	const requests: ModelRequest[] = [];
	let replies: (Reply | ((request: ModelRequest) => Reply))[] = [{ status: 500 }];
	let open = 0;
	const server = createServer(async (request, response) => {
		open += 1;
		response.on('close', () => {
			open -= 1;
		});
		const question = await read(request);
		requests.push(question);
		const [reply = { status: 500 }] = replies.length > 1 ? replies.splice(0, 1) : replies;
		answer(response, question, typeof reply === 'function' ? reply(question) : reply);
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
			temperature: 0,
			...settings,
		},
		open: () => open,
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

function answer(response: ServerResponse, { text }: ModelRequest, reply: Reply): void {
	if (reply === 'silence') return;
	const json = { 'content-type': 'application/json' };
	if (typeof reply === 'object' && 'status' in reply) {
		response.writeHead(reply.status, json).end(JSON.stringify({ error: { message: `refused: ${text}`, type: 'x' } }));
		return;
	}
	const content = reply === 'cut' ? 'half' : 'text' in reply ? reply.text : JSON.stringify(reply.object);
	const body = JSON.stringify({
		id: 'answer',
		object: 'chat.completion',
		created: 1,
		model: 'small',
		choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
		usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
	});
	if (reply === 'cut') {
		response.writeHead(200, { ...json, 'content-length': String(body.length) });
		response.write(body.slice(0, body.length / 2), () => response.destroy());
		return;
	}
	response.writeHead(200, json).end(body);
}
