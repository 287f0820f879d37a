import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Operation } from '#contract/operation.ts';
import { operations } from '#contract/service/operations.ts';
import { describeService } from '#server/http/openapi/document.ts';
import { hostileAnswer } from '#server/testing/hostile/answers.ts';
import { serviceOrigins } from './service-process.ts';

/** A service that offers every operation of the contract and returns hostile texts everywhere. */
export interface HostileService {
	/** Base URL, as entered in a console. */
	readonly url: string;
	readonly answered: ReadonlySet<string>;
	close(): Promise<void>;
}

/** A path with this segment is refused, with hostile texts everywhere in the error. */
export const refused = 'refused';

const parameters = ({ path }: Operation): number => path.split('{').length;

/** Literal segments take precedence over parameters. */
const known = operations
	.map((operation) => ({
		operation,
		pattern: new RegExp(`^${operation.path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
	}))
	.sort((a, b) => parameters(a.operation) - parameters(b.operation));

/** Writes that are answered like reads; the others are refused. */
const answeredWrites = new Set([
	'startPreviewRun',
	'startScratchRun',
	'checkBuildSpec',
	'checkPipeline',
	'readRepository',
	'readPipelineFile',
	'tryLink',
	'previewIngest',
]);

/** @param trap URL of a server that must never be called: the agents claim to be there, and some outputs */
export async function startHostileService(
	consoleOrigin: string,
	texts: readonly string[],
	trap: string,
): Promise<HostileService> {
	const answered = new Set<string>();
	const server = createServer((request, response) => {
		response.setHeader('Access-Control-Allow-Origin', consoleOrigin);
		response.setHeader(
			'Access-Control-Allow-Headers',
			'Authorization, Content-Type, Range, If-Match, Idempotency-Key, A2A-Version',
		);
		response.setHeader('Access-Control-Allow-Methods', 'GET, POST, PUT, DELETE');
		response.setHeader('Access-Control-Expose-Headers', 'X-Request-Id');
		if (request.method === 'OPTIONS') return void response.writeHead(204).end();
		request.resume().on('end', () => answer(request, response, { texts, trap, answered }));
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	serviceOrigins.add(origin);
	return {
		url: `${origin}/api/v1`,
		answered,
		close: () =>
			new Promise((resolve) => {
				server.closeAllConnections();
				server.close(() => resolve());
			}),
	};
}

interface Given {
	readonly texts: readonly string[];
	readonly trap: string;
	readonly answered: Set<string>;
}

function answer(request: IncomingMessage, response: ServerResponse, { texts, trap, answered }: Given): void {
	const origin = `http://${request.headers.host}`;
	const { pathname, searchParams } = new URL(request.url ?? '/', origin);
	if (pathname === '/objects/rows') {
		return void response.writeHead(200, { 'Content-Type': 'text/csv' }).end(rowsAsCsv(texts));
	}
	const path = pathname.replace('/api/v1', '');
	const found = known.find(
		(candidate) => candidate.operation.method === request.method && candidate.pattern.test(path),
	)?.operation;
	const [first = ''] = texts;
	const json = (status: number, body: unknown) =>
		response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
	if (found === undefined || path.includes(refused) || (request.method !== 'GET' && !answeredWrites.has(found.id))) {
		const error = { error_code: first, message: first, error_message: first };
		return void json(found === undefined ? 404 : 409, {
			...error,
			sub_errors: texts.map((text) => ({ code: text, path: text, message: text })),
		});
	}
	answered.add(found.id);
	const base = `${origin}/api/v1`;
	const own = ownAnswers[found.id]?.({ base, texts, trap, offset: Number(searchParams.get('offset') ?? 0) });
	json(found.status, own ?? hostileAnswer(found, texts, membersOf[found.id]));
}

interface Asked {
	readonly base: string;
	readonly texts: readonly string[];
	readonly trap: string;
	readonly offset: number;
}

/** Members without which a page would only show an empty state. */
const membersOf: Record<string, object> = {
	getRun: { state: 'succeeded', kind: 'preview' },
	startPreviewRun: { state: 'succeeded', kind: 'preview' },
	startScratchRun: { state: 'succeeded', kind: 'preview' },
};

/** Responses whose parts belong together, or that lead to further URLs. */
const ownAnswers: Record<string, (asked: Asked) => unknown> = {
	getDescription: ({ base }) => describeService(new URL(base).origin, 8_388_608, 'duckdb'),
	getSchema: ({ texts }) => {
		const schema = hostileAnswer(operationOf('getSchema'), texts) as object;
		return { ...schema, columns: texts.map((name) => ({ name, type: 'VARCHAR', description: name })) };
	},
	getRows: ({ texts, offset }) => ({
		columns: texts.map((name) => ({ name, type: 'VARCHAR' })),
		rows: texts.slice(offset).map((text) => Object.fromEntries(texts.map((name) => [name, text]))),
		total: texts.length,
	}),
	listOutputs: ({ texts, base, trap }) => ({
		items: texts.map((text, index) => ({
			owner: text,
			namespace: text,
			datasetName: text,
			href: index < 2 ? `${base}/build-runs/a/outputs/b` : `${trap}/output`,
		})),
	}),
	getOutputLink: ({ base, texts }) => ({ downloadUrl: `${new URL(base).origin}/objects/rows`, expiresAt: texts[0] }),
	listAgents: ({ texts, base, trap }) =>
		texts.map((name, index) => {
			const own = `${base}/a2a/${encodeURIComponent(name)}`;
			const foreign = `http://127.0.0.1@${new URL(trap).host}/api/v1/a2a/x`;
			return { name, url: index % 2 === 0 ? own : foreign, agentCard: `${own}/.well-known/agent-card.json` };
		}),
	previewIngest: ({ texts }) =>
		texts.map((text) => ({
			[text]: text,
			__metadata_normalize: text,
			__metadata_textToTable: `${text}\n${text}: ${text}`,
		})),
};

function operationOf(id: string): Operation {
	const found = operations.find((operation) => operation.id === id);
	if (found === undefined) throw new Error(`The contract has no operation ${id}.`);
	return found;
}

function rowsAsCsv(texts: readonly string[]): string {
	const line = texts.map((text) => `"${text.replaceAll('"', '""')}"`).join(',');
	return `${line}\n${line}\n${line}\n`;
}
