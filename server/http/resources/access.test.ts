import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { BuildRun } from '#contract/build-run.ts';
import type { ListedShare, ShareChange } from '#contract/permission.ts';
import type { CreatedToken, ListedToken, TokenChange, TokenPermissions } from '#contract/token.ts';
import { accessLog } from '../../store/catalog/schema/tokens.ts';
import { testCaller } from '../../testing/caller.ts';
import { createTestService, type TestService } from '../../testing/service.ts';

let service: TestService;
beforeEach(async () => {
	service = await createTestService();
});
afterEach(() => service.close());

interface List<T> {
	items: T[];
}
const shares = '/permissions/namespaces/demo/aviation/shares';
const status = async (method: string, path: string, options: Parameters<TestService['request']>[2]) =>
	(await service.request(method, path, options)).status;
const flights = (options: Parameters<TestService['request']>[2]) =>
	status('GET', '/data/demo/aviation/flights?limit=1', options);

describe('shares', () => {
	test('list user, role and grantor; another grant changes the role', async () => {
		const [share] = (await service.json<List<ListedShare>>('GET', shares, { as: 'demo' })).items;
		expect(share).toMatchObject({ username: 'guest', role: 'viewer', grantedBy: 'demo' });
		const body = { username: 'GUEST', role: 'editor' };
		expect(await service.json('PUT', shares, { as: 'demo', body })).toMatchObject({
			username: 'guest',
			role: 'editor',
		});
		expect((await service.json<List<ListedShare>>('GET', shares, { as: 'demo' })).items).toMatchObject([
			{ role: 'editor' },
		]);
		expect(await status('DELETE', '/data/demo/aviation/routes', { as: 'guest' })).toBe(204);
	});

	test('end as soon as they’re revoked, including signed URLs and work in progress', async () => {
		const sources = [{ owner: 'demo', namespace: 'aviation', datasetName: 'routes' }];
		const preview = { sources, code: { payload: 'SELECT * FROM aviation.routes' } };
		const run = BuildRun.parse(await service.json('POST', '/preview-runs', { as: 'guest', body: preview }));
		await service.platform.running.ended(run.id);
		const outputs = `/build-runs/${run.id}/outputs`;
		const { items } = await service.json<List<{ href: string }>>('GET', outputs, { as: 'guest' });
		const { downloadUrl } = await service.json<{ downloadUrl: string }>('GET', `/${items[0]?.href}`, { as: 'guest' });
		expect((await service.request('GET', downloadUrl)).status).toBe(200);
		const plan = `/build-runs/${run.id}/plan`;
		expect(await status('GET', plan, { as: 'guest' })).toBe(200);
		const { userId, tokenId } = await accessOf('guest');
		const inProgress = service.platform.revocations.signal(testCaller({ userId, tokenId }));

		const wrong = await service.request('DELETE', shares, { as: 'demo', body: { username: 'guest', role: 'editor' } });
		expect([wrong.status, await flights({ as: 'guest' }), inProgress.aborted]).toEqual([404, 200, false]);
		const body = { username: 'guest', role: 'viewer' };
		expect(await status('DELETE', shares, { as: 'demo', body })).toBe(204);
		expect([await flights({ as: 'guest' }), inProgress.aborted]).toEqual([404, true]);
		for (const path of [outputs, plan]) expect(await status('GET', path, { as: 'guest' })).toBe(404);
		expect((await service.request('GET', downloadUrl)).status).toBe(404);
		expect(await status('DELETE', shares, { as: 'demo', body })).toBe(404);
	});

	test('can be left, and their changes are logged', async () => {
		const membership = '/permissions/namespaces/demo/aviation/membership';
		expect(await status('DELETE', membership, { as: 'demo' })).toBe(409);
		expect(await status('DELETE', membership, { as: 'guest' })).toBe(204);
		expect(await flights({ as: 'guest' })).toBe(404);
		await service.request('PUT', shares, { as: 'demo', body: { username: 'guest', role: 'editor' } });
		await service.request('DELETE', shares, { as: 'demo', body: { username: 'guest', role: 'editor' } });
		const changes = '/permissions/namespaces/demo/aviation/changes';
		const { items } = await service.json<List<ShareChange>>('GET', changes, { as: 'demo' });
		expect(items.map((item) => [item.action, item.username, item.role, item.by])).toEqual([
			['share-revoked', 'guest', 'editor', 'demo'],
			['share-granted', 'guest', 'editor', 'demo'],
			['share-left', 'guest', 'viewer', 'guest'],
		]);
	});

	test('are rejected for unknown users, the owner and the owner role', async () => {
		for (const username of ['nobody', 'demo']) {
			const answer = await service.request('PUT', shares, { as: 'demo', body: { username, role: 'viewer' } });
			expect([answer.status, await answer.json()]).toMatchObject([400, { sub_errors: [{ path: 'username' }] }]);
		}
		const answer = await service.request('PUT', shares, { as: 'demo', body: { username: 'guest', role: 'owner' } });
		expect(answer.status).toBe(400);
	});
});

describe('tokens', () => {
	const make = (body: object, as = 'demo') => service.json<CreatedToken>('POST', '/user/tokens', { as, body });
	const onlyFlights = { username: 'demo', namespace: 'aviation', dataset: 'flights', access: 'read' };

	test('allow only what they name, are shown once, are listed and can be revoked', async () => {
		const made = await make({ name: 'Nightly', permissions: [onlyFlights], expiresInSeconds: 600 });
		expect(made).toMatchObject({ name: 'Nightly', restricted: true, permissions: [onlyFlights], current: false });
		const { token } = made;
		expect(await flights({ token })).toBe(200);
		expect(await status('GET', '/data/demo/aviation/airports', { token })).toBe(404);
		const listed = (await service.json<List<ListedToken>>('GET', '/user/tokens', { as: 'demo' })).items;
		expect(listed.find((candidate) => candidate.id === made.id)).not.toHaveProperty('token');
		expect(listed.filter((candidate) => candidate.current)).toHaveLength(1);
		const permissions = await service.json<TokenPermissions>('GET', `/user/tokens/${made.id}/permissions`, { token });
		expect(permissions).toEqual({ restricted: true, permissions: [onlyFlights] });
		expect(await status('GET', '/user/tokens/prod-key/permissions', { as: 'demo' })).toBe(404);

		expect(await status('DELETE', `/user/tokens/${made.id}`, { as: 'demo' })).toBe(204);
		expect(await flights({ token })).toBe(401);
		expect(await status('DELETE', `/user/tokens/${made.id}`, { as: 'demo' })).toBe(404);
		const log = await service.platform.catalog.db.select().from(accessLog);
		expect(log.map((item) => [item.action, item.tokenId])).toEqual([
			['token-created', made.id],
			['token-revoked', made.id],
		]);
	});

	test('are logged when created and revoked, with the user and token that did it', async () => {
		const made = await make({ name: 'Nightly', expiresInSeconds: 600 });
		await service.request('DELETE', `/user/tokens/${made.id}`, { as: 'demo' });
		const page = await service.json<List<TokenChange> & { nextCursor: string }>('GET', '/user/tokens/changes?limit=1', {
			as: 'demo',
		});
		const rest = await service.json<List<TokenChange>>('GET', `/user/tokens/changes?cursor=${page.nextCursor}`, {
			as: 'demo',
		});
		const changes = [...page.items, ...rest.items];
		expect(changes.map((item) => [item.action, item.tokenId, item.name, item.by])).toEqual([
			['token-revoked', made.id, 'Nightly', 'demo'],
			['token-created', made.id, 'Nightly', 'demo'],
		]);
		expect((await accessOf('demo')).tokenId).toBe(changes[0]?.byTokenId);
		expect((await service.json<List<TokenChange>>('GET', '/user/tokens/changes', { as: 'guest' })).items).toEqual([]);
	});

	test('expire after the given time', async () => {
		const { token } = await make({ name: 'Short', expiresInSeconds: 60 });
		expect(await flights({ token })).toBe(200);
		service.wait(61_000);
		expect(await flights({ token })).toBe(401);
	});

	test('report whether they’re restricted, but not to a restricted token or another user', async () => {
		const [mine] = (await service.json<List<ListedToken>>('GET', '/user/tokens', { as: 'demo' })).items;
		const path = `/user/tokens/${mine?.id}/permissions`;
		expect(await service.json('GET', path, { as: 'demo' })).toMatchObject({ restricted: false });
		const { token } = await make({ name: 'x', permissions: [onlyFlights], expiresInSeconds: 600 });
		expect(await status('GET', path, { token })).toBe(404);
		expect(await status('GET', path, { as: 'guest' })).toBe(404);
	});

	test.each([
		[{ name: '', expiresInSeconds: 600 }, 'name'],
		[{ name: 'x', expiresInSeconds: 5 }, 'expiresInSeconds'],
		[{ name: 'x', expiresInSeconds: 600, permissions: [] }, 'permissions'],
		[{ name: 'x', expiresInSeconds: 600, permissions: [{ ...onlyFlights, access: 'all' }] }, 'permissions.0.access'],
		[{ name: 'x', expiresInSeconds: 600, permissions: [{ ...onlyFlights, dataset: 'a/b' }] }, 'permissions.0.dataset'],
	])('%j is rejected with the path of the problem', async (body, path) => {
		const answer = await service.request('POST', '/user/tokens', { as: 'demo', body });
		expect([answer.status, await answer.json()]).toMatchObject([400, { sub_errors: [{ path }] }]);
	});
});

test('a restricted token can’t create or revoke tokens, share, wipe or access other datasets', async () => {
	const write = { username: 'demo', namespace: 'aviation', dataset: 'flights', access: 'write' } as const;
	const token = await service.tokenFor('demo', [write]);
	const { tokenId } = await accessOf('demo');
	const share = { username: 'guest', role: 'viewer' };
	const tries: [string, string, unknown, number][] = [
		['POST', '/user/tokens', { name: 'x', expiresInSeconds: 600 }, 403],
		['GET', '/user/tokens', undefined, 403],
		['DELETE', `/user/tokens/${tokenId}`, undefined, 404],
		['GET', shares, undefined, 403],
		['PUT', shares, share, 403],
		['DELETE', shares, share, 403],
		['GET', '/permissions/namespaces/demo/aviation/changes', undefined, 403],
		['DELETE', '/data/demo/aviation/balefire', undefined, 403],
		['DELETE', '/data/demo/geography/balefire', undefined, 404],
		['POST', '/namespaces', { namespace: 'new' }, 403],
		['DELETE', '/data/demo/aviation/routes', undefined, 404],
		['PUT', '/schema/demo/aviation/routes/description', {}, 404],
		['PUT', '/schema/demo/aviation/routes/sort-order', { order: [] }, 404],
		['GET', '/data/demo/aviation/routes', undefined, 404],
		['GET', '/schema/demo/geography/us_states', undefined, 404],
	];
	for (const [method, path, body, expected] of tries) {
		const answered = await status(method, path, { token, ...(body === undefined ? {} : { body }) });
		expect([method, path, answered]).toEqual([method, path, expected]);
	}
	expect(await status('PUT', '/schema/demo/aviation/flights/description', { token, body: { description: 'x' } })).toBe(
		200,
	);
});

describe('runs seen with a restricted token', () => {
	const at = (namespace: string, datasetName: string) => ({ owner: 'demo', namespace, datasetName });
	const entry = { username: 'demo', namespace: 'aviation', dataset: '*', access: 'read' } as const;
	const run = async (path: string, options: Parameters<TestService['request']>[2]) => {
		const answer = await service.request('POST', path, options);
		expect(answer.status).toBe(202);
		const { id } = BuildRun.parse(await answer.json());
		await service.platform.running.ended(id);
		return id;
	};
	const build = async (destination: object, sources: object[] = []) => {
		const body = { sources, destination, code: { payload: "SELECT 'for us alone' AS a" } };
		const { id } = await service.json<{ id: string }>('POST', '/build-specs', { as: 'demo', body });
		return run(`/build-specs/${id}/build-runs`, { as: 'demo' });
	};
	const listed = async (token: string) =>
		(await service.json<List<BuildRun>>('GET', '/build-runs', { token })).items.map((item) => item.id);

	test('are those whose data it can read; canceling a build requires write access', async () => {
		const hidden = await build(at('geography', 'secret'), [at('aviation', 'flights')]);
		const shown = await build(at('aviation', 'shown'));
		const nameless = { sources: [], code: { payload: 'SELECT 42 AS a' } };
		await run('/preview-runs', { as: 'demo', body: nameless });
		const reader = await service.tokenFor('demo', [entry]);
		const own = await run('/preview-runs', { token: reader, body: nameless });
		expect(await listed(reader)).toEqual([own, shown]);
		for (const [method, path] of [
			['GET', ''],
			['GET', '/log'],
			['DELETE', ''],
		]) {
			expect(await status(method ?? '', `/build-runs/${hidden}${path}`, { token: reader })).toBe(404);
		}
		const writer = await service.tokenFor('demo', [{ ...entry, access: 'write' }]);
		expect(await status('DELETE', `/build-runs/${shown}`, { token: reader })).toBe(403);
		expect(await status('DELETE', `/build-runs/${shown}`, { token: writer })).toBe(200);
		expect(await status('DELETE', `/build-runs/${own}`, { token: reader })).toBe(200);
		const unseen = { ...nameless, destination: at('geography', 'secret') };
		const refused = await service.request('POST', '/preview-runs', { token: reader, body: unseen });
		expect([refused.status, await refused.json()]).toMatchObject([400, { sub_errors: [{ path: 'destination' }] }]);
	});

	test('stay available after a namespace is renamed, with their outputs and downloads', async () => {
		const token = await service.tokenFor('demo', [{ ...entry, access: 'write' }]);
		const body = { sources: [at('aviation', 'routes')], code: { payload: 'SELECT * FROM aviation.routes LIMIT 3' } };
		const preview = await run('/preview-runs', { token, body });
		const built = await build(at('aviation', 'built'), body.sources);
		const outputs = `/build-runs/${preview}/outputs`;
		const { items } = await service.json<List<{ href: string }>>('GET', outputs, { token });
		const { downloadUrl } = await service.json<{ downloadUrl: string }>('GET', `/${items[0]?.href}`, { token });
		const rename = `${service.settings.publicUrl}/api/v1/data/demo/aviation/rename`;
		const headers = { 'content-type': 'text/plain', authorization: `Bearer ${await service.tokenFor('demo')}` };
		await service.app.fetch(new Request(rename, { method: 'POST', body: 'sky', headers }));

		expect(await listed(token)).toEqual([built, preview]);
		expect(await status('GET', outputs, { token })).toBe(200);
		expect((await service.request('GET', downloadUrl)).status).toBe(200);
		const { wrote } = await service.json<BuildRun>('GET', `/build-runs/${built}`, { token });
		expect(wrote).toEqual([{ coordinate: at('aviation', 'built'), version: 1, rows: 1, bytes: expect.any(Number) }]);
		expect(await status('DELETE', `/build-runs/${built}`, { token })).toBe(200);
		await service.request('POST', '/namespaces', { as: 'demo', body: { namespace: 'aviation' } });
		const other = await service.tokenFor('demo', [entry]);
		expect(await listed(other)).toEqual([]);
	});
});

test('operations on another user’s namespace or tokens answer 404', async () => {
	const tries: [string, string, unknown][] = [
		['GET', '/namespaces/demo/nature', undefined],
		['GET', '/data/demo/nature', undefined],
		['GET', '/data/demo/nature/earthquakes', undefined],
		['DELETE', '/data/demo/nature/earthquakes', undefined],
		['DELETE', '/data/demo/nature/balefire', undefined],
		['GET', '/schema/demo/nature/earthquakes', undefined],
		['PUT', '/schema/demo/nature/earthquakes/description', {}],
		['PUT', '/schema/demo/nature/earthquakes/sort-order', { order: [] }],
		['GET', '/links?username=demo&namespace=nature', undefined],
		['GET', '/permissions/namespaces/demo/nature/shares', undefined],
		['PUT', '/permissions/namespaces/demo/nature/shares', { username: 'guest', role: 'editor' }],
		['DELETE', '/permissions/namespaces/demo/nature/shares', { username: 'guest', role: 'editor' }],
		['DELETE', '/permissions/namespaces/demo/nature/membership', undefined],
		['GET', '/permissions/namespaces/demo/nature/changes', undefined],
		['GET', `/user/tokens/${(await accessOf('demo')).tokenId}/permissions`, undefined],
		['DELETE', `/user/tokens/${(await accessOf('demo')).tokenId}`, undefined],
	];
	for (const [method, path, body] of tries) {
		const answer = await service.request(method, path, { as: 'guest', ...(body === undefined ? {} : { body }) });
		const error = (await answer.json()) as { error_code: string };
		expect([method, path, answer.status, error.error_code]).toEqual([method, path, 404, 'NOT_FOUND']);
	}
});

/** The user, and the token of requests as that user. */
async function accessOf(as: string): Promise<{ userId: string; tokenId: string }> {
	const { items } = await service.json<List<ListedToken>>('GET', '/user/tokens', { as });
	const { id: userId } = await service.json<{ id: string }>('GET', '/user/me', { as });
	return { userId, tokenId: items.find((item) => item.current)?.id ?? '' };
}
