import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AuditEntry } from '#contract/audit.ts';
import type { BuildRun } from '#contract/build-run.ts';
import type { BuildSpec } from '#contract/build-spec.ts';
import type { ListedLink } from '#contract/link.ts';
import type { Operation } from '#contract/operation.ts';
import { operations, prepares, writes } from '#contract/service/operations.ts';
import { endToken, issueSignIn } from '../../platform/access/token-admin.ts';
import { authenticate } from '../../platform/access/tokens.ts';
import { findUser } from '../../platform/access/users.ts';
import { removeOldEntries } from '../../platform/audit/audit-list.ts';
import { auditLog } from '../../store/catalog/schema/audit.ts';
import { createTestService, type TestService } from '../../testing/service.ts';
import { exampleOf } from '../openapi/examples.ts';

let service: TestService;
beforeAll(async () => {
	service = await createTestService();
});
afterAll(() => service.close());

const writing = operations.filter(writes);
const preparing = operations.filter(prepares);

type Values = Readonly<Record<string, string>>;
type Sent = { values?: Values; body?: unknown; query?: string };

async function send(operation: Operation, values: Values, body: unknown, token: string, query = ''): Promise<Response> {
	const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? name));
	const isJson = operation.bodyFormat === undefined;
	if (isJson)
		return service.request(operation.method, path + query, { token, ...(body === undefined ? {} : { body }) });
	const type = operation.bodyFormat === 'text' ? 'text/plain' : 'application/octet-stream';
	const headers = { authorization: `Bearer ${token}`, 'content-type': type };
	const address = `${service.settings.publicUrl}/api/v1${path}${query}`;
	return service.app.fetch(new Request(address, { method: operation.method, headers, body: String(body) }));
}

const list = async (as: string, query: Values = {}): Promise<AuditEntry[]> =>
	(
		await service.json<{ items: AuditEntry[] }>('GET', `/audit?${new URLSearchParams({ limit: '1000', ...query })}`, {
			as,
		})
	).items;
const entriesOf = async (answer: Response): Promise<AuditEntry[]> => {
	const id = answer.headers.get('x-request-id');
	return (await list('demo')).filter((entry) => entry.requestId === id);
};
/** The resource that a URL names, without a version. */
const namedIn = ({ username, namespace, datasetName, ...ids }: Values): string =>
	(username === undefined ? Object.values(ids) : [username, namespace, datasetName])
		.filter((name) => name !== undefined)
		.join('/');
const hashOf = (text: string) => `?sha256=${createHash('sha256').update(text).digest('hex')}`;

test('records every write of the contract once, with actor, action and resource', async () => {
	const token = await service.tokenFor('demo');
	const nature = { username: 'demo', namespace: 'nature' };
	const quakes = { ...nature, datasetName: 'earthquakes' };
	const made = { owner: 'demo', namespace: 'nature', datasetName: 'made' };
	const definition = {
		sources: [{ owner: 'demo', namespace: 'nature', datasetName: 'earthquakes' }],
		destination: made,
		code: { payload: 'SELECT place FROM nature.earthquakes' },
	};
	const upload = { target: { ...made, datasetName: 'sent' }, mode: 'create' };
	const mapping = [{ from: 'a', column: 'a' }];
	const columns = await service.json<{ columns: { name: string }[] }>('GET', '/schema/demo/nature/earthquakes', {
		token,
	});
	const done = new Set<string>();

	/** Sends a write, and expects its entry. */
	const write = async <T>(
		id: Operation['id'],
		{ values = {}, body, query }: Sent = {},
		resource: unknown = expect.any(String),
	): Promise<T> => {
		const operation = writing.find((candidate) => candidate.id === id);
		if (operation === undefined) throw new Error(`${id} writes nothing.`);
		const answer = await send(operation, values, body, token, query);
		const text = await answer.text();
		expect([id, answer.status < 300, text]).toEqual([id, true, text]);
		const recorded = { actor: 'demo', tokenName: 'Test', action: id, resource, outcome: 'done', code: null };
		expect([id, await entriesOf(answer)]).toEqual([id, [expect.objectContaining(recorded)]]);
		done.add(id);
		return (text === '' ? null : JSON.parse(text)) as T;
	};
	/** Sends a request that saves nothing by itself, and expects no entry. */
	const prepare = async (id: Operation['id'], { values = {}, body, query }: Sent): Promise<void> => {
		const operation = preparing.find((candidate) => candidate.id === id);
		if (operation === undefined) throw new Error(`${id} prepares nothing.`);
		const answer = await send(operation, values, body, token, query);
		expect([id, answer.status, await entriesOf(answer)]).toEqual([id, 200, []]);
	};
	const ended = (run: BuildRun) => service.platform.running.ended(run.id);

	const spec = await write<BuildSpec>('createBuildSpec', { body: definition }, 'demo/nature/made');
	const values = { buildSpecId: spec.id, version: '1' };
	await write('updateBuildSpec', { values, body: definition }, 'demo/nature/made');
	await write('describeBuildSpecVersion', { values, body: { name: 'First' } }, 'demo/nature/made');
	await write('putChecks', { values, body: { checks: [] } }, 'demo/nature/made');
	await ended(await write('startPreviewRun', { values }));
	await ended(await write('startScratchRun', { body: { sources: definition.sources, code: definition.code } }));
	const build = await write<BuildRun>('startBuildRun', { values, body: { downstream: true } }, 'demo/nature/made');
	await ended(build);
	await write('cancelRun', { values: { buildRunId: build.id } }, 'demo/nature/made');
	const plan = { buildPlanId: build.planId ?? '' };
	const again = { ...values, ...plan };
	const { id: ordered } = await write<{ id: string }>('startBuildPlan', { body: { buildSpecIds: [spec.id] } });
	await service.json('DELETE', `/build-plans/${ordered}`, { token });
	await write('cancelBuildPlan', { values: plan }, 'demo/nature/made');
	await ended(await service.json<BuildRun>('POST', `/build-specs/${spec.id}/build-runs`, { token }));
	await write(
		'restoreDatasetVersion',
		{ values: { ...nature, datasetName: 'made', version: '1' } },
		'demo/nature/made',
	);
	await write('deleteBuildSpec', { values: again }, 'demo/nature/made');
	await write('undeleteBuildSpec', { values: again }, 'demo/nature/made');

	await write('createNamespace', { body: { namespace: 'fresh' } }, 'demo/fresh');
	const fresh = { username: 'demo', namespace: 'fresh' };
	await write('describeNamespace', { values: fresh, body: { description: 'secret' } }, 'demo/fresh');
	await write('renameNamespace', { values: fresh, body: 'older' }, 'demo/fresh');
	await write('putNamespaceModels', { values: nature, body: { allowed: false, chosen: null } }, 'demo/nature');
	await write('describeDataset', { values: quakes, body: { description: 'x' } }, 'demo/nature/earthquakes');
	const order = columns.columns.map((column) => column.name);
	await write('putSortOrder', { values: quakes, body: { order } }, 'demo/nature/earthquakes');

	const end = { ...nature, dataset: 'earthquakes', columnName: 'place' };
	const airports = { username: 'demo', namespace: 'aviation', dataset: 'airports', columnName: 'city' };
	const ends = 'demo/nature/earthquakes → demo/aviation/airports';
	await write('addLink', { body: { from: end, to: airports, matchType: 'ExactMatch' } }, ends);
	const links = await service.json<{ items: ListedLink[] }>('GET', '/links?username=demo&namespace=nature', { token });
	const link = links.items.find((item) => item.from.columnName === 'place' && item.to.dataset === 'airports');
	await write('deleteLink', { values: { linkId: link?.id ?? '' } }, ends);

	const sent = 'demo/nature/sent';
	const rows = await write<{ id: string }>('startIngestion', { body: { ...upload, mapping } }, sent);
	const chunk = '{"a": "secret"}\n';
	const ofRows = { ingestionId: rows.id, chunk: '1' };
	await prepare('putChunk', { values: ofRows, body: chunk, query: hashOf(chunk) });
	await write('commitIngestion', { values: ofRows, body: { chunks: 1 } }, sent);
	await write('markIngestionSeen', { values: ofRows }, sent);
	const body = { ...upload, mode: 'append', file: { name: 'a.csv' } };
	const file = await write<{ id: string }>('startFileIngestion', { body }, sent);
	const ofFile = { ingestionId: file.id, piece: '1' };
	await prepare('putFilePiece', { values: ofFile, body: 'a\nsecret\n', query: hashOf('a\nsecret\n') });
	await prepare('reviewFile', { values: ofFile, body: {} });
	await write('cancelIngestion', { values: ofFile }, sent);
	const whole = { ...nature, datasetName: 'sent', fileName: 'a.csv' };
	await write('uploadFile', { values: whole, body: 'a\nsecret\n', query: '?mode=replace&headerRows=1' }, sent);
	await write('renameDataset', { values: { ...nature, datasetName: 'sent' }, body: 'arrived' }, sent);
	await write('deleteDataset', { values: { ...nature, datasetName: 'arrived' } }, 'demo/nature/arrived');
	const older = { username: 'demo', namespace: 'older' };
	await write('wipeNamespace', { values: older }, 'demo/older');
	await write('deleteNamespace', { values: older }, 'demo/older');

	const share = { username: 'guest', role: 'editor' };
	await write('grantShare', { values: nature, body: share }, 'demo/nature');
	await write('revokeShare', { values: nature, body: share }, 'demo/nature');
	const created = await write<{ id: string; token: string }>('createToken', {
		body: { name: 'Nightly', expiresInSeconds: 600 },
	});
	await write('revokeToken', { values: { tokenId: created.id } });

	const user = { username: 'newcomer' };
	const invited = await write<{ invitationUrl: string }>('inviteUser', { body: user }, 'newcomer');
	const edit = { displayName: '', admin: false, disabled: true };
	await write('updateUser', { values: user, body: edit }, 'newcomer');

	// A successful plan has nothing to retry, and owners can't leave their own namespace: see the refusals below.
	const others = ['retryBuildPlan', 'leaveNamespace'];
	expect(writing.map(({ id }) => id).filter((id) => !done.has(id) && !others.includes(id))).toEqual([]);

	const text = JSON.stringify(await list('demo'));
	const key = new URL(invited.invitationUrl).searchParams.get('key');
	for (const secret of ['secret', created.token, key, 'SELECT', 'sha256']) expect(text).not.toContain(secret);
	expect(text).toContain('guest as editor');
	expect(text).toContain(String.raw`to \"older\"`);
	expect(text).toContain('"detail":"1 BuildSpec"');
}, 60_000);

test.each([...writing, ...preparing].map((operation) => [operation.id, operation] as const))(
	'%s is recorded as denied if the token was revoked',
	async (_, operation) => {
		const user = await findUser(service.platform.catalog.db, 'guest');
		if (user === null) throw new Error('There is no guest.');
		const { token } = await service.platform.catalog.write((tx) => issueSignIn(service.platform, tx, user));
		const caller = await authenticate(service.platform, token);
		await endToken(service.platform, caller, caller.tokenId);
		const { params = {}, body } = exampleOf(operation);
		const answer = await send(operation, params as Values, body, token);
		expect(answer.status).toBe(401);
		expect(await entriesOf(answer)).toMatchObject([
			{
				...{ actor: 'guest', tokenId: caller.tokenId, action: operation.id, outcome: 'denied', code: 'UNAUTHORIZED' },
				resource: namedIn(params as Values),
			},
		]);
	},
);

test('records an attempt on a hidden item for its owner, and reveals nothing to the user', async () => {
	const specs = await service.json<{ items: BuildSpec[] }>('GET', '/build-specs', { as: 'demo' });
	const spec = specs.items.find((item) => item.destination.datasetName === 'quakes_daily');
	expect((await service.request('DELETE', `/build-specs/${spec?.id}`, { as: 'guest' })).status).toBe(404);
	const expected = { actor: 'guest', action: 'deleteBuildSpec', resource: spec?.id, outcome: 'not-found' };
	const [own] = await list('guest', { action: 'deleteBuildSpec' });
	expect(own).toMatchObject(expected);
	expect(JSON.stringify(own)).not.toContain('quakes_daily');
	const query = { username: 'demo', namespace: 'nature', dataset: 'quakes_daily', actor: 'GUEST' };
	expect(await list('demo', query)).toMatchObject([expected]);
});

test('records a viewer’s write as denied, and shows viewers only their own entries', async () => {
	const address = '/schema/demo/aviation/airports/description';
	const answer = await service.request('PUT', address, { as: 'guest', body: { description: 'mine' } });
	expect(answer.status).toBe(403);
	expect(await entriesOf(answer)).toMatchObject([
		{ actor: 'guest', resource: 'demo/aviation/airports', outcome: 'denied', code: 'FORBIDDEN' },
	]);
	expect(new Set((await list('guest')).map((entry) => entry.actor))).toEqual(new Set(['guest']));
	const refused = await service.request('GET', '/audit?username=demo&namespace=aviation', { as: 'guest' });
	expect(refused.status).toBe(403);
	const hidden = await service.request('GET', '/audit?username=demo&namespace=nature', { as: 'guest' });
	expect(hidden.status).toBe(404);
	const reads = [{ username: 'demo', namespace: 'aviation', dataset: '*', access: 'write' as const }];
	const narrow = await service.request('GET', '/audit', { token: await service.tokenFor('demo', reads) });
	expect(narrow.status).toBe(403);
});

test('shows an owner who isn’t an admin the log of their namespaces', async () => {
	await service.request('POST', '/namespaces', { as: 'guest', body: { namespace: 'notes' } });
	await service.request('PUT', '/permissions/namespaces/guest/notes/shares', {
		as: 'guest',
		body: { username: 'demo', role: 'editor' },
	});
	await service.request('DELETE', '/data/guest/notes/balefire', { as: 'demo' });
	const entries = await list('guest', { username: 'guest', namespace: 'notes' });
	expect(entries.map(({ actor, action, outcome }) => `${actor} ${action} ${outcome}`)).toEqual([
		'demo wipeNamespace denied',
		'guest grantShare done',
		'guest createNamespace done',
	]);
	expect(await list('guest', { actor: 'demo' })).toMatchObject([{ action: 'wipeNamespace' }]);
});

test('filters the log and pages through it', async () => {
	const all = await list('demo', { username: 'guest', namespace: 'notes' });
	const first = await service.json<{ items: AuditEntry[]; nextCursor: string }>(
		'GET',
		'/audit?username=guest&namespace=notes&limit=1',
		{ as: 'demo' },
	);
	const rest = await list('demo', { username: 'guest', namespace: 'notes', cursor: first.nextCursor });
	expect([...first.items, ...rest]).toEqual(all);
	const [last] = all;
	expect(await list('demo', { username: 'guest', namespace: 'notes', to: last?.at ?? '' })).toHaveLength(2);
	expect(await list('demo', { username: 'guest', namespace: 'notes', from: last?.at ?? '' })).toEqual([last]);
	expect(await list('demo', { resource: 'UEST/NOT', outcome: 'denied' })).toEqual([last]);
	expect((await service.request('GET', '/audit?from=yesterday', { as: 'demo' })).status).toBe(400);
	const reading = await service.request('GET', '/namespaces', { as: 'demo' });
	expect(await entriesOf(reading)).toEqual([]);
});

test('an entry exists only if its write succeeded, can’t be changed and is removed when it’s old', async () => {
	const { catalog, now } = service.platform;
	const before = await catalog.db.$count(auditLog);
	const invalid = await service.request('POST', '/namespaces', { as: 'guest', body: { namespace: 'notes' } });
	expect([invalid.status, await catalog.db.$count(auditLog)]).toEqual([409, before]);
	await expect(catalog.write((tx) => tx.update(auditLog).set({ actor: 'nobody' }))).rejects.toThrow();
	expect(await catalog.db.$count(auditLog, sql`${auditLog.actor} = 'nobody'`)).toBe(0);
	await catalog.write((tx) => removeOldEntries(tx, new Date(now().getTime() + 1_000)));
	expect(await catalog.db.$count(auditLog)).toBe(0);
});
