import { datasetsMember } from '#contract/agents/artifacts.ts';
import { parseJson } from '#lib/exact-json/exact-json.ts';
import { stringifyJson } from '#lib/exact-json/stringify.ts';
import { openExchange } from '../api/http.ts';
import { randomId } from '../lib/random-id.ts';
import { type AgentEvent, endsStream } from './events.ts';
import { frameReader } from './frame-reader.ts';
import { readEvents, StreamError } from './sse.ts';

export const protocolVersion = '1.0';

/** A message to an agent (interface, "JSON-RPC request shape"). */
export interface Question {
	readonly text: string;
	/** Namespace to query: a name, or `owner/name`. Empty for external agents that need none. */
	readonly namespace: string;
	/** Datasets the user is looking at (`datasetsMember`). */
	readonly datasets?: readonly string[];
	/** Continues a conversation. */
	readonly contextId?: string;
	/** Referenced tasks. For agents that keep trees, the one to continue from (`conversationTreesUri`). */
	readonly referenceTaskIds?: readonly string[];
	/** Continues a task that waits for a reply. */
	readonly taskId?: string;
	readonly model?: string;
	readonly provider?: string;
	readonly acceptedOutputModes?: readonly string[];
	/** Selects one of several agents that share an address. */
	readonly tenant?: string;
	/** Additional parts, such as caller context. */
	readonly parts?: readonly Readonly<Record<string, unknown>>[];
	readonly streams: boolean;
}

/** Raw text on the wire, with its time. */
export interface Frame {
	/** ms since 1970. */
	readonly at: number;
	readonly direction: 'sent' | 'received';
	readonly text: string;
}

/** The agent returned a JSON-RPC error or something that isn't JSON-RPC. */
export class AgentError extends Error {
	override readonly name = 'AgentError';
	/** `rpc`: a JSON-RPC error. `protocol`: not a JSON-RPC response. `cut`: the stream broke off. */
	readonly kind: 'rpc' | 'protocol' | 'cut';
	/** JSON-RPC error code, or null. */
	readonly code: number | null;
	readonly data: unknown;
	constructor(
		kind: AgentError['kind'],
		message: string,
		details: { code?: number; data?: unknown; cause?: unknown } = {},
	) {
		super(message, { cause: details.cause });
		this.kind = kind;
		this.code = details.code ?? null;
		this.data = details.data;
	}
}

export interface SendOptions {
	readonly signal: AbortSignal;
	/** Whether to send the service's token to an address of the service. Default: true. */
	readonly bearer?: boolean;
	/** Identify the caller to an external agent. */
	readonly headers?: Readonly<Record<string, string>>;
	readonly onFrame?: (frame: Frame) => void;
}

/** JSON-RPC request for a question, with a new `messageId` and `id`. The interface requires a UUID for the message. */
export function messageRequest(question: Question): Readonly<Record<string, unknown>> {
	const {
		text,
		namespace,
		datasets = [],
		contextId,
		referenceTaskIds = [],
		taskId,
		model,
		provider,
		acceptedOutputModes,
		tenant,
		parts = [],
		streams,
	} = question;
	return {
		jsonrpc: '2.0',
		id: randomId(),
		method: streams ? 'SendStreamingMessage' : 'SendMessage',
		params: {
			message: {
				messageId: randomId(),
				role: 'ROLE_USER',
				parts: [{ text }, ...parts],
				metadata: {
					...(namespace ? { namespace } : {}),
					...(datasets.length === 0 ? {} : { [datasetsMember]: datasets }),
					...(model ? { model } : {}),
					...(provider ? { provider } : {}),
				},
				...(contextId === undefined ? {} : { contextId }),
				...(taskId === undefined ? {} : { taskId }),
				...(referenceTaskIds.length === 0 ? {} : { referenceTaskIds }),
			},
			...(tenant === undefined ? {} : { tenant }),
			...(acceptedOutputModes === undefined ? {} : { configuration: { acceptedOutputModes } }),
		},
	};
}

/**
 * Sends a question and yields the agent's events as they arrive, batched. A final state, leaving the loop, and aborting
 * end the request.
 * @param url the agent's JSON-RPC endpoint
 * @throws ApiError if the request is rejected or gets no response, AgentError, AbortError
 */
export async function* ask(
	url: string,
	request: Readonly<Record<string, unknown>>,
	options: SendOptions,
): AsyncGenerator<readonly AgentEvent[], void, void> {
	const read = responseReader();
	for await (const texts of exchange(url, request, options)) {
		const { events, error } = read(texts);
		if (events.length > 0) yield events;
		// What happens to the connection from here on doesn't affect the answer.
		if (events.some(endsStream)) return;
		if (error !== null) throw error;
	}
}

interface Read {
	readonly events: readonly AgentEvent[];
	readonly error: AgentError | null;
}

/** Reads a stream's responses up to the first error. Events before the error are kept. */
export function responseReader(): (texts: readonly string[]) => Read {
	const read = frameReader(resultOf);
	return (texts) => {
		const events: AgentEvent[] = [];
		try {
			read(texts, events);
		} catch (error) {
			if (error instanceof AgentError) return { events, error };
			throw error;
		}
		return { events, error: null };
	};
}

/**
 * Calls a method with a single response.
 * @returns the response's `result`
 * @throws like `ask`
 */
export async function callMethod(url: string, method: string, params: object, options: SendOptions): Promise<unknown> {
	const request = { jsonrpc: '2.0', id: randomId(), method, params };
	for await (const [text] of exchange(url, request, options)) if (text !== undefined) return resultOf(text);
	throw new AgentError('protocol', 'The agent returned an empty response. Try again.');
}

/** Origins whose agents read the version only from the header. */
const wantHeader = new Set<string>();

/** A response that rejects the version (A2A 1.0, `VersionNotSupportedError`). */
const refusesVersion = /"code"\s*:\s*-32009\b/;

/** The text of all responses to one request, batched as they arrive. */
async function* exchange(
	url: string,
	request: Readonly<Record<string, unknown>>,
	options: SendOptions,
): AsyncGenerator<readonly string[], void, void> {
	const { signal, bearer = true, headers = {}, onFrame = () => {} } = options;
	const { origin } = new URL(url, globalThis.location?.href);
	const sameOrigin = origin === globalThis.location?.origin;
	const sendsHeader = sameOrigin || wantHeader.has(origin);
	const body = stringifyJson(request);
	onFrame({ at: Date.now(), direction: 'sent', text: body });
	const init = {
		method: 'POST',
		headers: {
			'Content-Type': 'application/json',
			Accept: 'text/event-stream, application/json',
			...(sendsHeader ? { 'A2A-Version': protocolVersion } : {}),
			...headers,
		},
		body,
		signal,
	};
	const answer = await openExchange('callAgent', sameOrigin ? url : withVersion(url), init, bearer);
	const came = answer.mediaType === 'text/event-stream' ? readEvents(answer.body) : wholeText(answer.body);
	try {
		for await (const texts of came) {
			const at = Date.now();
			for (const text of texts) onFrame({ at, direction: 'received', text });
			if (!sendsHeader && texts.some((text) => refusesVersion.test(text))) {
				wantHeader.add(origin);
				return yield* exchange(url, request, options);
			}
			yield texts;
		}
	} catch (cause) {
		if (signal.aborted || cause instanceof AgentError) throw cause;
		answer.brokeOff();
		if (cause instanceof StreamError) throw new AgentError('protocol', cause.message, { cause });
		throw new AgentError('cut', 'The connection was lost before the answer was complete. Try again.', { cause });
	}
}

/** Another origin's CORS may not allow the header, so the version is sent as the query parameter A2A also defines. */
function withVersion(url: string): string {
	const address = new URL(url);
	address.searchParams.set('A2A-Version', protocolVersion);
	return address.href;
}

async function* wholeText(body: ReadableStream<Uint8Array>): AsyncGenerator<readonly string[], void, void> {
	const text = await new Response(body).text();
	if (text.trim() !== '') yield [text];
}

function resultOf(text: string): unknown {
	let response: unknown;
	try {
		response = parseJson(text);
	} catch (cause) {
		const what = text.trimStart().startsWith('<') ? 'is a web page' : 'isn’t JSON';
		throw new AgentError('protocol', `The agent’s response ${what}. Check the agent’s URL.`, { cause });
	}
	if (typeof response !== 'object' || response === null) {
		throw new AgentError('protocol', 'The agent’s response doesn’t follow JSON-RPC 2.0. Check the agent’s URL.');
	}
	const { error, result } = response as { error?: unknown; result?: unknown };
	if (typeof error === 'object' && error !== null) {
		const { code, message, data } = error as { code?: unknown; message?: unknown; data?: unknown };
		const words =
			typeof message === 'string' && message !== ''
				? message
				: 'The agent returned an error without a message. Try again, or contact the agent’s owner.';
		throw new AgentError('rpc', words, { ...(typeof code === 'number' ? { code } : {}), data });
	}
	if (result === undefined)
		throw new AgentError(
			'protocol',
			'The agent’s response has neither a result nor an error. Try again, or contact the agent’s owner.',
		);
	return result;
}
