import { ask } from '#contract/agents/ask.ts';
import { getAgentCard, listAgents } from '#contract/agents/card.ts';
import { callAgent } from '#contract/agents/json-rpc.ts';
import * as runs from '#contract/build-run.ts';
import * as buildSpecs from '#contract/build-spec.ts';
import * as datasets from '#contract/dataset.ts';
import { getDescription } from '#contract/description.ts';
import * as ingest from '#contract/ingest.ts';
import * as links from '#contract/link.ts';
import * as namespaces from '#contract/namespace.ts';
import type { InputOf, Operation, ResultOf } from '#contract/operation.ts';
import * as permissions from '#contract/permission.ts';
import * as tokens from '#contract/token.ts';
import { getMe } from '#contract/user.ts';

/** A request and its success. */
export interface Example {
	readonly params?: Readonly<Record<string, unknown>>;
	readonly query?: Readonly<Record<string, unknown>>;
	readonly body?: unknown;
	readonly result?: unknown;
	/** Of the operation's other status. */
	readonly otherResult?: unknown;
}

type ExampleOf<O extends Operation> = InputOf<O> & { readonly result: ResultOf<O>; readonly otherResult?: ResultOf<O> };

const examples = new Map<string, Example>();

/** The compiler holds an example to the operation's schemas. */
const add = <const O extends Operation>({ id }: O, example: ExampleOf<O>): void => void examples.set(id, example);

export const exampleOf = ({ id }: Operation): Example => examples.get(id) ?? {};

const at = '2026-11-24T09:30:00.000Z';
const later = '2026-11-24T09:30:01.250Z';
const buildSpecId = '5a3c1f60-7d1e-4b52-9c1a-0d6f4e2a1b01';
const buildRunId = '0b8f3a52-6a3d-4d0e-8f3b-2c1d9e7a4f10';
const linkId = '57fe2147-a54f-4051-a79c-4e5822c914ad';
const ingestionId = '7d5c9a3e-1f2b-4c6d-9e8f-0a1b2c3d4e5f';
const tokenId = '07608770-bf60-43b1-b3e2-14c36596b029';
const sha256 = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';

const aviation = { username: 'demo', namespace: 'aviation' };
const airports = { owner: 'demo', namespace: 'aviation', datasetName: 'airports' };
const perState = { owner: 'demo', namespace: 'aviation', datasetName: 'airports_per_state' };
const routes = { username: 'demo', namespace: 'aviation', datasetName: 'routes' };
const edit = {
	sources: [airports],
	destination: perState,
	code: { payload: 'SELECT state, count(*) AS airports FROM aviation.airports GROUP BY state ORDER BY airports DESC' },
};
const page = { limit: '100' };

add(getMe, {
	result: {
		id: '047b3d62-8828-4cdc-a6e2-245e9620fac4',
		username: 'demo',
		name: 'Demo User',
		email: 'demo@example.org',
	},
});

const buildSpec = { id: buildSpecId, owner: 'demo', version: 3, ...edit, createdAt: at, updatedAt: later };
add(buildSpecs.listBuildSpecs, { result: { items: [buildSpec] } });
add(buildSpecs.getBuildSpec, { params: { buildSpecId }, result: buildSpec });
add(buildSpecs.createBuildSpec, { body: edit, result: { ...buildSpec, version: 1, updatedAt: at } });
add(buildSpecs.updateBuildSpec, { params: { buildSpecId }, body: edit, result: { ...buildSpec, version: 4 } });
add(buildSpecs.deleteBuildSpec, { params: { buildSpecId }, result: undefined });
add(buildSpecs.listBuildSpecVersions, {
	params: { buildSpecId },
	query: page,
	result: {
		items: [
			{ version: 2, createdAt: later, author: 'demo', change: 'edited' },
			{ version: 1, createdAt: at, author: 'demo', change: 'created' },
		],
	},
});
add(buildSpecs.getBuildSpecVersion, { params: { buildSpecId, version: '1' }, result: { ...buildSpec, version: 1 } });
add(buildSpecs.checkBuildSpec, {
	body: { sources: [airports], code: { payload: 'SELECT iatta, name FROM aviation.airports' } },
	result: {
		diagnostics: [
			{
				severity: 'error',
				message: 'There is no column "iatta" in aviation.airports.',
				...{ line: 1, column: 8, endLine: 1, endColumn: 13 },
				suggestions: ['iata'],
			},
		],
		columns: [],
	},
});

const queued = {
	id: buildRunId,
	kind: 'preview',
	pipeline: 'code-blob',
	state: 'queued',
	buildSpecId,
	version: 3,
	draft: false,
	definition: edit,
	createdAt: at,
	...{ startedAt: null, finishedAt: null, rows: null, bytes: null, error: null },
	by: 'demo',
	wrote: null,
	commit: null,
} as const satisfies runs.BuildRun;
const ended = { ...queued, state: 'succeeded', startedAt: at, finishedAt: later, rows: 57, bytes: 1_184 } as const;
add(runs.startPreviewRun, { params: { buildSpecId }, body: edit, result: { ...queued, draft: true } });
add(runs.startScratchRun, {
	body: { sources: [airports], code: { payload: 'SELECT count(*) AS airports FROM aviation.airports' } },
	result: {
		...queued,
		...{ buildSpecId: null, version: null, draft: true },
		definition: { sources: [airports], code: { payload: 'SELECT count(*) AS airports FROM aviation.airports' } },
	},
});
add(runs.startBuildRun, { params: { buildSpecId }, body: {}, result: { ...queued, kind: 'build' } });
add(runs.listRuns, { query: { ...page, buildSpecId }, result: { items: [ended] } });
add(runs.getRun, { params: { buildRunId }, result: ended });
add(runs.getRunLog, {
	params: { buildRunId },
	result: { items: [{ at, level: 'info', message: 'Wrote 57 rows' }] },
});
add(runs.cancelRun, {
	params: { buildRunId },
	result: { ...queued, state: 'cancelled', finishedAt: later },
});
add(runs.listOutputs, {
	params: { buildRunId },
	result: { items: [{ ...perState, href: `build-runs/${buildRunId}/outputs/airports_per_state` }] },
});
add(runs.getOutputLink, {
	params: { buildRunId, output: 'airports_per_state' },
	result: {
		downloadUrl: `http://127.0.0.1:8750/objects/${sha256}?expires=1795513800&signature=mC1vJ2x0`,
		expiresAt: '2026-11-24T09:45:00.000Z',
	},
});

const namespace = {
	...aviation,
	role: 'owner',
	datasets: 4,
	rows: 38_742,
	bytes: 372_878,
	createdAt: at,
	updatedAt: at,
} as const;
add(namespaces.listNamespaces, { query: page, result: { items: [namespace] } });
add(namespaces.getNamespace, { params: aviation, result: namespace });
add(namespaces.createNamespace, {
	body: { namespace: 'weather' },
	result: { ...namespace, namespace: 'weather', datasets: 0, rows: 0, bytes: 0 },
});
add(namespaces.renameNamespace, {
	params: aviation,
	body: 'air traffic',
	result: { username: 'demo', namespace: 'air traffic' },
});
add(namespaces.wipeNamespace, {
	params: aviation,
	query: { deleteDatasets: 'false' },
	result: { datasets: 0, rows: 38_742, links: 4, ingestions: 2 },
});

const summary = {
	...{ owner: 'demo', namespace: 'aviation', datasetName: 'routes' },
	description: 'How many flights went from one US airport to another in 2008.',
	...{ rows: 5_366, bytes: 21_183, version: 1, updatedAt: at },
};
const described = [
	{ name: 'origin', type: 'VARCHAR', description: 'Code of the airport of departure.' },
	{ name: 'destination', type: 'VARCHAR', description: 'Code of the airport of arrival.' },
	{ name: 'flights_2008', type: 'BIGINT', description: 'Number of flights on this route in 2008.' },
];
const schema = {
	...summary,
	columns: described,
	access: 'write',
	builtBy: { runId: buildRunId, buildSpecId, version: 3, at, by: 'demo' },
	licence: 'US Government work, public domain (BTS 2008)',
	source: 'vega-datasets 3.2.1, flights-airport.csv',
} as const;
add(datasets.listDatasets, { params: aviation, query: page, result: { items: [{ ...summary, columns: 3 }] } });
add(datasets.getSchema, { params: routes, result: schema });
add(datasets.getRows, {
	params: routes,
	query: {
		...{ offset: '0', limit: '2', sort: '-flights_2008' },
		filter: '[{"column":"origin","op":"=","value":"ABE"}]',
	},
	result: {
		columns: described.map(({ name, type }) => ({ name, type })),
		rows: [
			{ origin: 'ABE', destination: 'ATL', flights_2008: 853 },
			{ origin: 'ABE', destination: 'BHM', flights_2008: 1 },
		],
		total: 9,
	},
});
add(datasets.deleteDataset, { params: routes, result: undefined });
add(datasets.describeDataset, {
	params: routes,
	body: { description: summary.description, columns: { origin: 'Code of the airport of departure.' } },
	result: schema,
});
const order = ['destination', 'origin', 'flights_2008'];
add(datasets.putSortOrder, { params: routes, body: { order }, result: { order } });

const origin = { ...aviation, dataset: 'flights', columnName: 'origin' };
const iata = { ...aviation, dataset: 'airports', columnName: 'iata' };
const link = { from: origin, to: iata, matchType: 'ExactMatch', options: { caseSensitive: false } } as const;
const side = {
	...{ rows: 20_000, withValue: 20_000, distinct: 220, unique: false, matchedRows: 19_998, matchedDistinct: 219 },
	matched: [{ value: 'ATL', rows: 1_341 }],
	unmatched: [{ value: 'XXX', rows: 2 }],
};
add(links.addLink, { body: link, result: { created: true }, otherResult: { created: false } });
add(links.tryLink, {
	body: link,
	result: {
		from: side,
		to: { ...side, rows: 3_376, withValue: 3_376, distinct: 3_376, unique: true, matchedRows: 219 },
		hints: [{ kind: 'trim', from: 1, to: 1 }],
		distances: null,
		sampledRows: null,
	},
});
add(links.listLinks, { query: { ...page, ...aviation }, result: { items: [{ id: linkId, ...link, createdAt: at }] } });
add(links.deleteLink, { params: { linkId }, result: undefined });
add(links.suggestLinks, {
	query: { ...aviation, dataset: 'flights' },
	result: {
		items: [
			{
				...{ from: origin, to: iata, matchType: 'ExactMatch', score: 0.75, distinct: 220, found: 220, exact: true },
				...{ toDistinct: 3_376, toUnique: true },
				reasons: ['220 of 220 values of origin are found in airports', 'Each iata names one row of airports'],
			},
		],
		compared: 11,
		leftOut: 0,
	},
});

add(ingest.previewIngest, {
	body: {
		data: [{ iata: ' abe ', opened: '31.12.1929' }],
		link: { ExactMatch: null },
		description: 'Airports with the day on which they opened',
		schema: { iata: 'Code of the airport', opened: 'Date' },
	},
	result: [
		{
			iata: 'abe',
			opened: '1929-12-31',
			__metadata_normalize: 'Rules\niata: spaces: removed\nopened: date: read as a date',
		},
	],
});
add(ingest.getPreviewFacts, {
	result: {
		model: null,
		limits: { bodyBytes: 8_388_608, records: 10_000, fields: 500, fieldText: 100_000, text: 10_000 },
	},
});
const target = { owner: 'demo', namespace: 'aviation', datasetName: 'openings' };
const mapping = [
	{ from: 'iata', column: 'iata', type: 'VARCHAR' },
	{ from: 'opened', column: 'opened', type: 'DATE' },
];
const ingestion = {
	id: ingestionId,
	state: 'open',
	target,
	mode: 'create',
	...{ rows: 2, rejected: 0, chunks: 1, bytes: 78, version: null, error: null },
	by: 'demo',
	...{ createdAt: at, updatedAt: later, finishedAt: null, seenAt: null },
};
const chunk = { chunk: 1, sha256, rows: 2, bytes: 78 };
const detail = {
	...ingestion,
	mapping,
	misfits: 'aside',
	received: [chunk],
	columns: mapping.map(({ column, type }) => ({ name: column, type })),
	rejectedRows: [],
};
const committed = {
	...{ state: 'committed', rows: 1, rejected: 1, version: 1, updatedAt: later, finishedAt: later },
	rejectedRows: [
		{
			row: 2,
			reasons: [{ column: 'opened', message: '"unknown" isn\'t a valid date' }],
			values: { iata: 'XXX', opened: 'unknown' },
		},
	],
};
add(ingest.startIngestion, {
	body: { target, mode: 'create', mapping, misfits: 'aside' },
	result: { ...detail, rows: 0, chunks: 0, bytes: 0, received: [], updatedAt: at },
});
add(ingest.putChunk, {
	params: { ingestionId, chunk: '1' },
	query: { sha256 },
	body: '{"iata":"ABE","opened":"1929-12-31"}\n{"iata":"XXX","opened":"unknown"}\n',
	result: chunk,
});
add(ingest.commitIngestion, {
	params: { ingestionId },
	body: { chunks: 1 },
	result: { ...detail, ...committed, received: [] },
});
add(ingest.cancelIngestion, { params: { ingestionId }, result: undefined });
add(ingest.listIngestions, { query: { ...page, ...aviation, unseen: 'true' }, result: { items: [ingestion] } });
add(ingest.getIngestion, { params: { ingestionId }, result: { ...detail, ...committed, received: [] } });
add(ingest.markIngestionSeen, { params: { ingestionId }, result: { ...ingestion, state: 'committed', seenAt: later } });

const share = { username: 'guest', role: 'viewer' } as const;
const listedShare = { ...share, grantedAt: at, grantedBy: 'demo' };
add(permissions.listShares, { params: aviation, result: { items: [listedShare] } });
add(permissions.grantShare, { params: aviation, body: share, result: listedShare });
add(permissions.revokeShare, { params: aviation, body: share, result: undefined });
add(permissions.leaveNamespace, { params: aviation, result: undefined });
add(permissions.listShareChanges, {
	params: aviation,
	query: page,
	result: { items: [{ at, action: 'share-granted', ...share, by: 'demo' }] },
});

const entry = { ...aviation, dataset: '*', access: 'read' } as const;
const listedToken = {
	id: tokenId,
	name: 'Nightly report',
	restricted: true,
	permissions: [entry],
	...{ createdAt: at, expiresAt: '2026-12-24T09:30:00.000Z', current: false },
};
add(tokens.getTokenPermissions, { params: { tokenId }, result: { restricted: true, permissions: [entry] } });
add(tokens.listTokens, { query: page, result: { items: [listedToken] } });
add(tokens.createToken, {
	body: { name: 'Nightly report', permissions: [entry], expiresInSeconds: 2_592_000 },
	result: { ...listedToken, token: 'eyJhbGciOiJFZERTQSJ9.eyJqdGkiOiIwNzYwODc3MCJ9.c2lnbmF0dXJl' },
});
add(tokens.revokeToken, { params: { tokenId }, result: undefined });
add(tokens.listTokenChanges, {
	query: page,
	result: { items: [{ at, action: 'token-created', tokenId, name: 'Nightly report', by: 'demo', byTokenId: null }] },
});

const agent = 'http://127.0.0.1:8750/api/v1/a2a/nl2ql';
add(listAgents, { result: [{ name: 'nl2ql', url: agent, agentCard: `${agent}/.well-known/agent-card.json` }] });
add(getAgentCard, {
	params: { agentName: 'nl2ql' },
	result: {
		name: 'nl2ql',
		description: 'Translates a question into a query, runs it, and answers the query and its rows.',
		version: '1.0.0',
		capabilities: { streaming: true, pushNotifications: false, extendedAgentCard: true },
		defaultInputModes: ['text'],
		defaultOutputModes: ['text', 'data'],
		skills: [
			{
				id: 'nl2ql',
				name: 'Question to query',
				description: 'Counts, lists, filters, groups, ranks and compares what is in the datasets of a namespace.',
				tags: ['query', 'nl2ql'],
			},
		],
		securitySchemes: { bearer: { httpAuthSecurityScheme: { bearerFormat: 'JWT', scheme: 'bearer' } } },
		securityRequirements: [{ schemes: { bearer: { list: [] } } }],
		supportedInterfaces: [{ protocolBinding: 'JSONRPC', url: agent, protocolVersion: '1.0' }],
		preferredTransport: 'JSONRPC',
	},
});
const question = 'How many airports are there in Alaska?';
const answer = 'There are 263 airports in AK [step 1].';
const contextId = 'e17643c9-3712-4f1e-aff5-cd60381a58a7';
add(callAgent, {
	params: { agentName: 'assistant' },
	body: {
		jsonrpc: '2.0',
		id: '1',
		method: 'SendMessage',
		params: {
			message: {
				messageId: 'b6f0f1c4-3d5e-4f6a-8b7c-9d0e1f2a3b4c',
				role: 'ROLE_USER',
				parts: [{ text: question }],
				metadata: { namespace: 'aviation' },
			},
		},
	},
	result: {
		jsonrpc: '2.0',
		id: '1',
		result: {
			task: {
				id: '2f1e0d9c-8b7a-4695-8473-625140392817',
				contextId,
				status: { state: 'TASK_STATE_COMPLETED', timestamp: later },
				artifacts: [{ artifactId: 'answer', name: 'answer', parts: [{ text: answer }] }],
				history: [],
			},
		},
	},
});
add(ask, {
	body: { question, namespace: 'aviation' },
	result: {
		contextId,
		answer,
		refusal: null,
		failure: null,
		steps: [
			{
				index: 1,
				instruction: 'The number of rows of airports where "state" is "AK".',
				reasoning: 'It is computed from airports.',
				query: 'SELECT count(*) AS airports FROM "demo"."aviation"."airports" WHERE "state" = \'AK\'',
				rows: [{ airports: 263 }],
			},
		],
	},
});
add(getDescription, {
	result: { openapi: '3.1.0', paths: { '/user/me': { get: { parameters: [] } } } },
});
