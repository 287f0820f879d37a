import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BuildRun, BuildRunOutputSummary } from '#contract/build-run.ts';
import type { BuildSpec } from '#contract/build-spec.ts';
import type { Ingestion } from '#contract/ingest.ts';
import type { ListedLink } from '#contract/link.ts';
import type { RowsView } from '#contract/rows/queries.ts';
import { operations } from '#contract/service/operations.ts';
import type { ListedToken } from '#contract/token.ts';
import { question } from '../../testing/agents.ts';
import { createTestService, type TestService } from '../../testing/service.ts';

let service: TestService;
/** IDs of items that only demo can see. */
let ids: Record<string, string>;
beforeAll(async () => {
	service = await createTestService();
	const asDemo = { as: 'demo' };
	const specs = await service.json<{ items: BuildSpec[] }>('GET', '/build-specs', asDemo);
	const spec = specs.items.find((item) => item.destination.datasetName === 'quakes_daily');
	const run = await service.json<BuildRun>('POST', `/build-specs/${spec?.id}/preview-runs`, asDemo);
	await service.platform.running.ended(run.id);
	const outputs = await service.json<{ items: BuildRunOutputSummary[] }>(
		'GET',
		`/build-runs/${run.id}/outputs`,
		asDemo,
	);
	const links = await service.json<{ items: ListedLink[] }>('GET', '/links?username=demo&namespace=geography', asDemo);
	const tokens = await service.json<{ items: ListedToken[] }>('GET', '/user/tokens', asDemo);
	const started = await service.json<Ingestion>('POST', '/ingestions', { ...asDemo, body: ingestion });
	const plan = await service.json<BuildRun>('POST', `/build-specs/${spec?.id}/build-runs`, {
		...asDemo,
		body: { downstream: true },
	});
	await service.platform.running.ended(plan.id);
	const view = await service.json<RowsView>('POST', '/rows/view', { ...asDemo, body: { source } });
	ids = {
		resultId: view.stored?.href.split('/').at(-1) ?? '',
		username: 'demo',
		namespace: 'nature',
		datasetName: 'earthquakes',
		agentName: 'nl2ql',
		version: '1',
		output: outputs.items[0]?.href.split('/').at(-1) ?? '',
		buildSpecId: spec?.id ?? '',
		buildRunId: run.id,
		buildPlanId: plan.planId ?? '',
		linkId: links.items[0]?.id ?? '',
		ingestionId: started.id,
		chunk: '1',
		piece: '1',
		tokenId: tokens.items.find((item) => item.current)?.id ?? '',
	};
});
afterAll(() => service.close());

const quakes = { username: 'demo', namespace: 'nature', dataset: 'earthquakes', columnName: 'place' };
const airports = { username: 'demo', namespace: 'aviation', dataset: 'airports', columnName: 'city' };
const link = { from: quakes, to: airports, matchType: 'ExactMatch' };
const definition = {
	sources: [{ owner: 'demo', namespace: 'nature', datasetName: 'earthquakes' }],
	destination: { owner: 'demo', namespace: 'nature', datasetName: 'taken' },
	code: { payload: 'SELECT * FROM nature.earthquakes' },
};
const ingestion = {
	target: { owner: 'demo', namespace: 'nature', datasetName: 'taken' },
	mode: 'create',
	mapping: [{ from: 'a', column: 'a' }],
};
const source = { kind: 'dataset', owner: 'demo', namespace: 'nature', datasetName: 'earthquakes' };
const share = { username: 'guest', role: 'editor' };
const ofNature = { query: '?username=demo&namespace=nature' };

/** Responds with 200 and mentions only the caller's own items. */
const own = 'own';
/** The response of an operation if another user names demo's items: status and code of the error, or `own`. */
interface Case {
	readonly foreign: string;
	readonly query?: string;
	readonly body?: unknown;
	/** For a token of demo's that can only read `aviation.flights`; same as `foreign` if absent. */
	readonly narrow?: string;
}
const hidden: Case = { foreign: '404 NOT_FOUND' };
const forbidden = '403 FORBIDDEN';
const invalid = '400 VALIDATION_FAILED';

/** Every operation needs an entry here: without one, nobody has thought about its rights. */
const cases: Record<string, Case> = {
	getMe: { foreign: own },
	listUsers: { foreign: forbidden },
	inviteUser: { foreign: forbidden, body: { username: 'new' } },
	updateUser: { foreign: forbidden, body: { displayName: '', admin: true, disabled: false } },
	// Excludes the user's refused requests, which mention demo's ids.
	listAudit: { foreign: own, query: '?outcome=done', narrow: forbidden },
	search: { foreign: own, query: '?q=earthquakes', narrow: own },
	listBuildSpecs: { foreign: own },
	// A definition may name datasets that don't exist, or no longer do; running it checks the right to read them.
	createBuildSpec: { foreign: '201', body: definition, narrow: forbidden },
	checkBuildSpec: { foreign: own, body: definition },
	// A restricted token only allows datasets, not repositories.
	listRepositories: { foreign: own, narrow: forbidden },
	readRepository: { foreign: own, body: { repository: 'flight-reports' }, narrow: forbidden },
	readPipelineFile: {
		foreign: own,
		body: { repository: 'flight-reports', ref: 'main', path: 'pipeline.json' },
		narrow: forbidden,
	},
	checkPipeline: { foreign: own, body: definition, narrow: forbidden },
	getBuildSpec: hidden,
	updateBuildSpec: { ...hidden, body: definition },
	deleteBuildSpec: hidden,
	listBuildSpecVersions: hidden,
	getBuildSpecVersion: hidden,
	describeBuildSpecVersion: { ...hidden, body: { name: 'mine' } },
	listDeletedBuildSpecs: { foreign: own },
	undeleteBuildSpec: hidden,
	startPreviewRun: { ...hidden, body: definition },
	startScratchRun: { foreign: invalid, body: definition },
	startBuildRun: hidden,
	listRuns: { foreign: own },
	getRun: hidden,
	cancelRun: hidden,
	getChecks: hidden,
	putChecks: { ...hidden, body: { checks: [] } },
	listRunChecks: hidden,
	// The ids belong to another user, or aren't visible to the token.
	startBuildPlan: { ...hidden, body: () => ({ buildSpecIds: [ids.buildSpecId] }) },
	listBuildPlans: { foreign: own, narrow: own },
	getBuildPlan: hidden,
	retryBuildPlan: hidden,
	cancelBuildPlan: hidden,
	getRunLog: hidden,
	getRunPlan: hidden,
	listOutputs: hidden,
	getOutputLink: hidden,
	listNamespaces: { foreign: own },
	listNamespaceActivity: { foreign: own },
	createNamespace: { foreign: '201', body: { namespace: 'mine' }, narrow: forbidden },
	getNamespace: hidden,
	describeNamespace: { ...hidden, body: { description: 'mine' } },
	// For demo, the error says that it has datasets.
	deleteNamespace: hidden,
	getNamespaceModels: hidden,
	putNamespaceModels: { ...hidden, body: { allowed: false, chosen: null } },
	renameNamespace: { ...hidden, body: 'mine' },
	wipeNamespace: hidden,
	listDatasets: hidden,
	getSchema: hidden,
	getRows: hidden,
	listDatasetVersions: hidden,
	restoreDatasetVersion: hidden,
	// To its current name, so that later operations find it.
	renameDataset: { ...hidden, body: 'earthquakes' },
	deleteDataset: hidden,
	describeDataset: { ...hidden, body: { description: 'mine' } },
	putSortOrder: { ...hidden, body: { order: [] } },
	viewRows: { ...hidden, body: { source } },
	findRows: { ...hidden, body: { source, text: 'x' } },
	profileRows: { ...hidden, body: { source } },
	groupRows: { ...hidden, body: { source, by: ['place'], measures: [] } },
	chartRows: { ...hidden, body: { source, kind: 'groups', x: { column: 'place', role: 'category' }, limit: 10 } },
	compareRows: { ...hidden, body: { before: source, after: source, key: ['place'] } },
	proposeKey: { ...hidden, body: { before: source, after: source } },
	exportQueriedRows: { ...hidden, body: { source, format: 'csv' } },
	getResultLink: hidden,
	getStatus: { foreign: own, narrow: own },
	getDataVerification: { foreign: own, narrow: own },
	getDatasetStatuses: { foreign: own, narrow: own },
	listLinks: { ...hidden, ...ofNature },
	addLink: { ...hidden, body: link },
	tryLink: { ...hidden, body: link },
	suggestLinks: { ...hidden, ...ofNature },
	deleteLink: hidden,
	// Compared only with the caller's own datasets.
	previewIngest: { foreign: own, body: { data: [{ place: 'x' }], link: { ExactMatch: null } }, narrow: own },
	getPreviewFacts: { foreign: own, narrow: own },
	startIngestion: { ...hidden, body: ingestion },
	putChunk: { ...hidden, query: `?sha256=${'0'.repeat(64)}`, body: '{}' },
	startFileIngestion: { ...hidden, body: { ...ingestion, file: { name: 'a.csv' } } },
	putFilePiece: { ...hidden, query: `?sha256=${'0'.repeat(64)}`, body: 'a,b' },
	reviewFile: { ...hidden, body: {} },
	cleanFile: hidden,
	uploadFile: { ...hidden, query: '?mode=append', body: 'a,b' },
	commitIngestion: { ...hidden, body: { chunks: 1 } },
	cancelIngestion: hidden,
	listIngestions: { foreign: own, narrow: own },
	getIngestion: hidden,
	markIngestionSeen: hidden,
	listShares: hidden,
	grantShare: { ...hidden, body: share },
	revokeShare: { ...hidden, body: share },
	// Checked before any lookup, so the response is the same for missing items.
	leaveNamespace: { ...hidden, narrow: forbidden },
	listShareChanges: hidden,
	getTokenPermissions: hidden,
	listTokens: { foreign: own, narrow: forbidden },
	listTokenChanges: { foreign: own, narrow: forbidden },
	createToken: { foreign: '201', body: { name: 'x', expiresInSeconds: 600 }, narrow: forbidden },
	revokeToken: hidden,
	// JSON-RPC answers 200 with an error in the body.
	callAgent: { foreign: own, body: question('How many earthquakes are there?', { namespace: 'demo/nature' }) },
	ask: {
		foreign: invalid,
		body: { question: 'How many earthquakes are there?', namespace: 'demo/nature' },
	},
};

/** The number of rows in `earthquakes`, and how many of them an agent counts as earthquakes. */
const counts = ['1707', '1679'] as const;

const guarded = operations.filter((operation) => operation.auth !== 'public');

async function send(id: string, token: string): Promise<Response> {
	const operation = operations.find((operation) => operation.id === id);
	const { query = '', body: given } = cases[id] ?? hidden;
	const body = typeof given === 'function' ? given() : given;
	const path = (operation?.path ?? '').replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? 'unknown');
	if (operation?.bodyFormat === undefined) {
		return service.request(operation?.method ?? '', path + query, { token, ...(body === undefined ? {} : { body }) });
	}
	const type = operation.bodyFormat === 'text' ? 'text/plain' : 'application/octet-stream';
	const headers = { authorization: `Bearer ${token}`, 'content-type': type };
	const address = `${service.settings.publicUrl}/api/v1${path}${query}`;
	return service.app.fetch(new Request(address, { method: operation.method, headers, body: String(body) }));
}

/** Matches a number by itself, not digits that happen to occur in random ids. */
const asNumber = (digits: string): RegExp => new RegExp(`(?<![\\w-])${digits}(?![\\w-])`);

async function expectRefused(id: string, token: string, wanted: string): Promise<void> {
	const answer = await send(id, token);
	const text = await answer.text();
	if (wanted !== own) {
		const code = /"error_code":"(\w+)"/.exec(text)?.[1];
		const outcome = [String(answer.status), ...(code === undefined ? [] : [code])].join(' ');
		expect([id, outcome], text.slice(0, 300)).toEqual([id, wanted]);
		return;
	}
	expect([id, answer.status]).toEqual([id, 200]);
	// The response may repeat what the request contained, but none of demo's other data.
	for (const secret of [ids.buildSpecId, ids.buildRunId, ids.linkId, ids.tokenId, ids.ingestionId, 'magnitude']) {
		expect(text).not.toContain(secret);
	}
	for (const count of counts) expect(text).not.toMatch(asNumber(count));
}

test('every operation has a case in this file', () => {
	expect(Object.keys(cases).sort()).toEqual(guarded.map((operation) => operation.id).sort());
});

/** Routes that aren't operations, with who may call them. */
const others: Record<string, string> = {
	'GET /health/live': 'anyone',
	'GET /health/ready': 'anyone',
	'GET /metrics': 'loopback, or anyone with its token: operations-endpoints.test.ts',
	'POST /auth/code': 'anyone with a one-time code: sign-in.test.ts',
	'GET /auth/authorize': 'anyone: auth/routes.test.ts',
	'POST /auth/authorize': 'anyone who was shown the form: auth/routes.test.ts',
	'GET /auth/invitation': 'anyone with its key: auth/invitation.test.ts',
	'POST /auth/invitation': 'anyone with its key who was shown the form: auth/invitation.test.ts',
	'POST /auth/token': 'anyone with a code and its verifier: auth/routes.test.ts',
	'POST /auth/commands': 'anyone who can read the data folder: auth/commands.test.ts',
	'GET /auth/keys': 'anyone: public keys',
	'GET /auth/.well-known/oauth-authorization-server': 'anyone',
	'GET /.well-known/oauth-authorization-server': 'anyone',
	'GET /objects/:sha256': 'anyone with a signed URL: objects.test.ts',
	'GET /': 'anyone: the console',
	'GET /index.html': 'anyone: the console',
	'GET /config.json': 'anyone: the services that the console offers',
};

// IDs that don't exist are rejected for everyone, whatever their rights, so these must exist.
test.each(guarded.filter((operation) => operation.method === 'GET').map((operation) => operation.id))(
	'%s answers the owner of the items it names',
	async (id) => {
		expect([id, (await send(id, await service.tokenFor('demo'))).status]).toEqual([id, 200]);
	},
);

test('every other route is listed in this file', () => {
	const { routes } = service.app as unknown as { routes: { method: string; path: string }[] };
	const ours = new Set(
		operations.map((operation) => `${operation.method} /api/v1${operation.path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
	);
	// Handlers for all methods either refuse or precede the actual handlers.
	const known = [...new Set(routes.map((route) => `${route.method} ${route.path}`))].filter(
		(value) => !value.startsWith('ALL '),
	);
	expect(known.filter((value) => !ours.has(value)).sort()).toEqual(Object.keys(others).sort());
});

describe.each(['nl2ql', 'assistant'])('a stream of %s', (agent) => {
	const request = question('How many earthquakes are there?', { namespace: 'demo/nature' });
	const stream = async (token: string) => {
		const body = { ...request, method: 'SendStreamingMessage' };
		return (await service.request('POST', `/a2a/${agent}`, { token, body })).text();
	};

	test('reveals nothing to another user, or to a token restricted to other data', async () => {
		const flights = { username: 'demo', namespace: 'aviation', dataset: 'flights', access: 'read' } as const;
		expect(await stream(await service.tokenFor('demo'))).toContain(counts[1]);
		for (const token of [await service.tokenFor('guest'), await service.tokenFor('demo', [flights])]) {
			const streamed = await stream(token);
			expect(streamed).toContain('-32602');
			expect(streamed).not.toContain('magnitude');
			for (const count of counts) expect(streamed).not.toMatch(asNumber(count));
		}
	});
});

describe.each(guarded.map((operation) => operation.id))('%s', (id) => {
	test('shows another user only what is shared with them', async () => {
		await expectRefused(id, await service.tokenFor('guest'), cases[id]?.foreign ?? '');
	});

	test('limits a restricted token to what it names', async () => {
		const flights = { username: 'demo', namespace: 'aviation', dataset: 'flights', access: 'read' } as const;
		const rightsCase = cases[id];
		await expectRefused(id, await service.tokenFor('demo', [flights]), rightsCase?.narrow ?? rightsCase?.foreign ?? '');
	});

	test('rejects a revoked token', async () => {
		const token = await service.tokenFor('demo');
		const { items } = await service.json<{ items: ListedToken[] }>('GET', '/user/tokens', { token });
		await service.request('DELETE', `/user/tokens/${items.find((item) => item.current)?.id}`, { token });
		expect((await send(id, token)).status).toBe(401);
	});
});

/** A body that ends when the test calls `end`, after the service has started to read it. */
function slowBody(text: string) {
	const body = new TransformStream<Uint8Array, Uint8Array>();
	const writer = body.writable.getWriter();
	const end = () => writer.close();
	return { body: body.readable, begun: writer.write(new TextEncoder().encode(text)), end };
}

test.each([
	['POST', '/user/tokens', { name: 'for later', expiresInSeconds: 600 }, 'is revoked'],
	['PUT', '/permissions/namespaces/demo/nature/shares', share, 'expires'],
	['POST', '/a2a/nl2ql', question('How many earthquakes are there?', { namespace: 'demo/nature' }), 'is revoked'],
])('%s %s with %j is rejected if the token %s while the body is being sent', async (method, path, body, ends) => {
	const token = await service.tokenFor('demo');
	const slow = slowBody(JSON.stringify(body));
	const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
	const address = `${service.settings.publicUrl}/api/v1${path}`;
	const init = { method, headers, body: slow.body, duplex: 'half' };
	const answer = service.app.fetch(new Request(address, init as RequestInit));
	await slow.begun;
	if (ends === 'expires') service.wait((service.settings.tokenSeconds + 1) * 1_000);
	else {
		const { items } = await service.json<{ items: ListedToken[] }>('GET', '/user/tokens', { token });
		await service.request('DELETE', `/user/tokens/${items.find((item) => item.current)?.id}`, { token });
	}
	await slow.end();
	expect((await answer).status).toBe(401);
	if (ends === 'expires') service.wait(-(service.settings.tokenSeconds + 1) * 1_000);
});

/** Operations that remove an item come after those that use it. */
const ending = ['cancel', 'delete', 'revoke', 'wipe', 'renameNamespace'];

test('every write that is hidden from others works for the owner', async () => {
	const rank = (id: string) => ending.findIndex((value) => id.startsWith(value));
	const writes = guarded.filter(
		(operation) => operation.method !== 'GET' && cases[operation.id]?.foreign === hidden.foreign,
	);
	const token = await service.tokenFor('demo');
	const answers: [id: string, status: number][] = [];
	for (const { id } of writes.sort((a, b) => rank(a.id) - rank(b.id)))
		answers.push([id, (await send(id, token)).status]);
	expect(answers).toHaveLength(writes.length);
	expect(answers.filter(([, status]) => [401, 403, 404].includes(status) || status >= 500)).toEqual([]);
});

test('no operation accepts an expired token', async () => {
	const token = await service.tokenFor('demo');
	service.wait((service.settings.tokenSeconds + 1) * 1_000);
	for (const { id } of guarded) expect([id, (await send(id, token)).status]).toEqual([id, 401]);
});
