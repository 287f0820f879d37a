import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ListedToken } from '#contract/token.ts';
import { createTestService, type TestService } from '../../testing/service.ts';

let service: TestService;
beforeAll(async () => {
	service = await createTestService();
});
afterAll(() => service.close());

const day = 86_400;
const make = (name: string, expiresInSeconds: number) =>
	service.json<{ id: string; token: string }>('POST', '/user/tokens', { as: 'demo', body: { name, expiresInSeconds } });
const listed = async (id: string) => {
	const { items } = await service.json<{ items: ListedToken[] }>('GET', '/user/tokens?limit=100', { as: 'demo' });
	return items.find((token) => token.id === id);
};

test('lists a token with its last use, which is updated at most once a minute', async () => {
	const { id, token } = await make('Nightly', 30 * day);
	expect(await listed(id)).toMatchObject({ lastUsedAt: null, lastUsedAddress: null });
	await Promise.all([1, 2, 3].map(() => service.request('GET', '/user/me', { token })));
	const first = (await listed(id))?.lastUsedAt;
	expect(first).toEqual(expect.any(String));
	service.wait(59_000);
	await service.request('GET', '/user/me', { token });
	expect((await listed(id))?.lastUsedAt).toBe(first);
	service.wait(2_000);
	await service.request('GET', '/user/me', { token });
	expect(Date.parse((await listed(id))?.lastUsedAt ?? '') - Date.parse(first ?? '')).toBeGreaterThan(60_000);
});

test('keeps an expired token listed for a week if it was valid for more than a day', async () => {
	const [long, short] = [await make('Report', 2 * day), await make('Quick', 3_600)];
	const tokenOf = async (id: string) => {
		const token = await service.tokenFor('demo');
		const { items } = await service.json<{ items: ListedToken[] }>('GET', '/user/tokens?limit=100', { token });
		return items.find((item) => item.id === id)?.name;
	};
	service.wait(3 * day * 1_000);
	expect([await tokenOf(long.id), await tokenOf(short.id)]).toEqual(['Report', undefined]);
	service.wait(7 * day * 1_000);
	expect(await tokenOf(long.id)).toBe(undefined);
});
