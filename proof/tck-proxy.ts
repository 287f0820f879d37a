import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { Readable } from 'node:stream';
import { parseArgs } from 'node:util';

/**
 * A proxy between A2A's compatibility kit, which supports neither sign-in nor namespaces, and a service's agent. It adds the
 * token and the namespace, and replaces the kit's message ids with UUIDs. docs/interoperability.md explains how to use it.
 */
const { values } = parseArgs({
	options: {
		agent: { type: 'string', default: 'nl2ql' },
		namespace: { type: 'string', default: 'aviation' },
		port: { type: 'string', default: '9999' },
		service: { type: 'string', default: 'http://127.0.0.1:8000' },
	},
});
const token = process.env.DATASET_CONSOLE_TOKEN;
if (token === undefined) throw new Error('Set DATASET_CONSOLE_TOKEN to an access token of the service.');
const agentUrl = `${values.service}/api/v1/a2a/${values.agent}`;
const ownUrl = `http://localhost:${values.port}`;
const passedOn = ['accept', 'a2a-extensions', 'a2a-version', 'content-type', 'if-none-match'];

createServer(async (request, response) => {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk as Buffer);
	const isCard = request.url?.startsWith('/.well-known/') === true;
	const sent = Object.entries(request.headers).filter(([name]) => passedOn.includes(name)) as [string, string][];
	const answer = await fetch(isCard ? agentUrl + request.url : agentUrl, {
		method: request.method ?? 'GET',
		headers: { ...Object.fromEntries(sent), ...(isCard ? {} : { authorization: `Bearer ${token}` }) },
		...(request.method === 'POST' ? { body: completed(Buffer.concat(chunks).toString()) } : {}),
	});
	const headers = [...answer.headers].filter(
		([name]) => !/^(connection|content-(encoding|length)|transfer-encoding)$/.test(name),
	);
	response.writeHead(answer.status, Object.fromEntries(headers));
	if (isCard) return void response.end((await answer.text()).replaceAll(agentUrl, ownUrl));
	if (answer.body === null) return void response.end();
	Readable.fromWeb(answer.body as Parameters<typeof Readable.fromWeb>[0]).pipe(response);
}).listen(Number(values.port), 'localhost', () => console.log(`${values.agent} is at ${ownUrl}`));

/** Adds what the interface requires of a message to a request. */
function completed(text: string): string {
	let body: { params?: { message?: { messageId?: unknown; metadata?: object } } };
	try {
		body = JSON.parse(text);
	} catch {
		return text;
	}
	const message = body?.params?.message;
	if (typeof message !== 'object' || message === null) return text;
	message.metadata = { namespace: values.namespace, ...message.metadata };
	if (typeof message.messageId === 'string') message.messageId = uuidOf(message.messageId);
	return JSON.stringify(body);
}

function uuidOf(id: string): string {
	const hex = createHash('sha256').update(id).digest('hex');
	return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
