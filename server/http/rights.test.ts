import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BuildRun } from '#contract/build-run.ts';
import type { BuildSpec } from '#contract/build-spec.ts';
import type { ListedLink } from '#contract/link.ts';
import type { ListedToken } from '#contract/token.ts';
import { question } from '../testing/agents.ts';
import { createTestService, type TestService } from '../testing/service.ts';
import { operations } from './operations.ts';

let service: TestService;
/** Ids of what is demo's alone. */
let ids: Record<string, string>;
beforeAll(async () => {
	service = await createTestService();
	const asDemo = { as: 'demo' };
	const specs = await service.json<{ items: BuildSpec[] }>('GET', '/build-specs', asDemo);
	const spec = specs.items.find((it) => it.destination.datasetName === 'quakes_daily');
	const run = await service.json<BuildRun>('POST', `/build-specs/${spec?.id}/preview-runs`, asDemo);
	await service.platform.running.ended(run.id);
	const links = await service.json<{ items: ListedLink[] }>('GET', '/links?username=demo&namespace=geography', asDemo);
	const tokens = await service.json<{ items: ListedToken[] }>('GET', '/user/tokens', asDemo);
	ids = {
		username: 'demo',
		namespace: 'nature',
		datasetName: 'earthquakes',
		agentName: 'nl2ql',
		version: '1',
		output: '1',
		buildSpecId: spec?.id ?? '',
		buildRunId: run.id,
		linkId: links.items[0]?.id ?? '',
		tokenId: tokens.items.find((it) => it.current)?.id ?? '',
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
const share = { username: 'guest', role: 'editor' };
const ofNature = { query: '?username=demo&namespace=nature' };

/** Never names what is not the caller's. */
const own = 'own';
/** What an operation answers to somebody else who names demo's things; `own`: 200, and nothing of demo's in it. */
interface Case {
	readonly foreign: readonly number[] | typeof own;
	readonly query?: string;
	readonly body?: unknown;
	/** To a token of demo's own that may read `aviation.flights` alone; as `foreign` where absent. */
	readonly narrow?: readonly number[] | typeof own;
}
const hidden: Case = { foreign: [404] };

/** Every operation has its line here: one without is an operation whose rights nobody thought of. */
const cases: Record<string, Case> = {
	getMe: { foreign: own, narrow: [200] },
	listBuildSpecs: { foreign: own, narrow: [200] },
	// A definition may name what is not there yet, or not any more; a run of it asks for the right.
	createBuildSpec: { foreign: [201], body: definition, narrow: [400, 403, 404] },
	checkBuildSpec: { foreign: own, body: definition },
	getBuildSpec: hidden,
	updateBuildSpec: { ...hidden, body: definition, narrow: [400, 403, 404] },
	deleteBuildSpec: hidden,
	listBuildSpecVersions: hidden,
	getBuildSpecVersion: hidden,
	startPreviewRun: { ...hidden, body: definition, narrow: [400, 403, 404] },
	startScratchRun: { foreign: [400, 404], body: definition },
	startBuildRun: { ...hidden, narrow: [400, 403, 404] },
	listRuns: { foreign: own, narrow: [200] },
	getRun: { ...hidden, narrow: [200, 404] },
	cancelRun: { ...hidden, narrow: [200, 204, 403, 404, 409] },
	getRunLog: { ...hidden, narrow: [200, 404] },
	listOutputs: hidden,
	getOutputLink: hidden,
	listNamespaces: { foreign: own },
	createNamespace: { foreign: [201], body: { namespace: 'mine' }, narrow: [403] },
	getNamespace: hidden,
	renameNamespace: { ...hidden, body: 'mine' },
	wipeNamespace: hidden,
	listDatasets: hidden,
	getSchema: hidden,
	getRows: hidden,
	deleteDataset: hidden,
	describeDataset: { ...hidden, body: { description: 'mine' } },
	putSortOrder: { ...hidden, body: { order: [] } },
	listLinks: { ...hidden, ...ofNature },
	addLink: { ...hidden, body: link },
	tryLink: { ...hidden, body: link },
	suggestLinks: { ...hidden, ...ofNature },
	deleteLink: hidden,
	listShares: hidden,
	grantShare: { ...hidden, body: share },
	revokeShare: { ...hidden, body: share },
	leaveNamespace: { ...hidden, narrow: [403, 404] },
	listShareChanges: hidden,
	getTokenPermissions: hidden,
	listTokens: { foreign: own, narrow: [403] },
	listTokenChanges: { foreign: own, narrow: [403] },
	createToken: { foreign: [201], body: { name: 'x', expiresInSeconds: 600 }, narrow: [403] },
	revokeToken: hidden,
	// JSON-RPC answers 200 with an error in it.
	callAgent: { foreign: own, body: question('How many earthquakes are there?', { namespace: 'demo/nature' }) },
	ask: {
		foreign: [400, 404],
		body: { question: 'How many earthquakes are there?', namespace: 'demo/nature' },
	},
};

const guarded = operations.filter((it) => it.auth !== 'public');

async function send(id: string, token: string): Promise<Response> {
	const operation = operations.find((it) => it.id === id);
	const { query = '', body } = cases[id] ?? hidden;
	const path = (operation?.path ?? '').replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? 'unknown');
	if (operation?.bodyFormat !== 'text') {
		return service.request(operation?.method ?? '', path + query, { token, ...(body === undefined ? {} : { body }) });
	}
	const headers = { authorization: `Bearer ${token}`, 'content-type': 'text/plain' };
	const address = `${service.settings.publicUrl}/api/v1${path}`;
	return service.app.fetch(new Request(address, { method: operation.method, headers, body: String(body) }));
}

async function expectRefused(id: string, token: string, wanted: readonly number[] | typeof own): Promise<void> {
	const answer = await send(id, token);
	const text = await answer.text();
	if (wanted === own) {
		expect([id, answer.status]).toEqual([id, 200]);
		// What the request itself said may come back; the rest of demo's may not.
		for (const secret of [ids.buildSpecId, ids.buildRunId, ids.linkId, ids.tokenId, 'magnitude', '1707']) {
			expect(text).not.toContain(secret);
		}
		return;
	}
	expect(wanted, `${id} answered ${answer.status}: ${text.slice(0, 200)}`).toContain(answer.status);
}

test('every operation is thought of here', () => {
	expect(Object.keys(cases).sort()).toEqual(guarded.map((it) => it.id).sort());
});

describe.each(guarded.map((it) => it.id))('%s', (id) => {
	test('gives another user nothing of what is not shared', async () => {
		await expectRefused(id, await service.tokenFor('guest'), cases[id]?.foreign ?? [404]);
	});

	test('gives a narrow token nothing beyond what it names', async () => {
		const flights = { username: 'demo', namespace: 'aviation', dataset: 'flights', access: 'read' } as const;
		const it = cases[id];
		await expectRefused(id, await service.tokenFor('demo', [flights]), it?.narrow ?? it?.foreign ?? [404]);
	});

	test('takes no token that was revoked', async () => {
		const token = await service.tokenFor('demo');
		const { items } = await service.json<{ items: ListedToken[] }>('GET', '/user/tokens', { token });
		await service.request('DELETE', `/user/tokens/${items.find((it) => it.current)?.id}`, { token });
		expect((await send(id, token)).status).toBe(401);
	});
});

test('no operation takes a token that has expired', async () => {
	const token = await service.tokenFor('demo');
	service.wait((service.settings.tokenSeconds + 1) * 1_000);
	for (const { id } of guarded) expect([id, (await send(id, token)).status]).toEqual([id, 401]);
});
