import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AuditEntry } from '#contract/audit.ts';
import type { InvitedUser, ListedUser } from '#contract/user-admin.ts';
import { invitations } from '../../store/catalog/schema/users.ts';
import { createTestService, type TestService } from '../../testing/service.ts';

let service: TestService;
beforeAll(async () => {
	service = await createTestService();
});
afterAll(() => service.close());

const asDemo = { as: 'demo' };
const invite = (username: string, more: object = {}) =>
	service.request('POST', '/users', { ...asDemo, body: { username, ...more } });
const change = (username: string, body: object, as = 'demo') =>
	service.request('PUT', `/users/${username}`, { as, body });
const plain = { displayName: '', admin: false, disabled: false };
const usersNow = async () => (await service.json<{ items: ListedUser[] }>('GET', '/users', asDemo)).items;
const userNow = async (username: string) => (await usersNow()).find((user) => user.username === username);

/** Opens an invitation's page, and submits its form. */
async function accept(address: string, passphrase: string, again = passphrase): Promise<Response> {
	const page = await service.request('GET', address);
	const form = /name="form" value="([^"]+)"/.exec(await page.text())?.[1] ?? '';
	const cookie = page.headers.get('set-cookie')?.split(';')[0] ?? '';
	const headers = { 'content-type': 'application/x-www-form-urlencoded', cookie };
	const body = new URLSearchParams({ form, passphrase, again }).toString();
	return service.app.fetch(new Request(address, { method: 'POST', headers, body }));
}

async function tokenOf(address: string): Promise<string> {
	const code = address.split('#code=')[1];
	const answer = await service.request('POST', `${service.settings.publicUrl}/auth/code`, { body: { code } });
	return (await answer.json()).token;
}

test('an invited user chooses a passphrase at a one-time link and is signed in', async () => {
	const answer = await invite('ada', { displayName: 'Ada Lovelace', email: 'ada@example.org' });
	expect(answer.status).toBe(201);
	const { invitationUrl, ...listed }: InvitedUser = await answer.json();
	expect(listed).toMatchObject({ username: 'ada', displayName: 'Ada Lovelace', admin: false, lastSeenAt: null });
	expect(await userNow('ada')).toEqual(listed);
	const kept = JSON.stringify(await service.platform.catalog.db.select().from(invitations));
	expect(kept).not.toContain(new URL(invitationUrl).searchParams.get('key'));

	expect((await accept(invitationUrl, 'short')).status).toBe(400);
	expect((await accept(invitationUrl, 'a long passphrase', 'another passphrase')).status).toBe(400);
	const accepted = await accept(invitationUrl, 'a long passphrase');
	expect(accepted.status).toBe(303);
	const token = await tokenOf(accepted.headers.get('location') ?? '');
	expect(await service.json('GET', '/user/me', { token })).toMatchObject({ username: 'ada', admin: false });
	expect((await service.request('GET', invitationUrl)).status).toBe(401);
	expect(await userNow('ada')).toMatchObject({ tokens: 1, invitedUntil: null, lastSeenAt: expect.any(String) });
	expect((await invite('ADA')).status).toBe(409);
	const { items } = await service.json<{ items: AuditEntry[] }>('GET', '/audit?limit=3', asDemo);
	expect(items.map(({ actor, action, resource }) => [actor, action, resource])).toEqual([
		['ada', 'signIn', 'ada'],
		['ada', 'acceptInvitation', 'ada'],
		['demo', 'inviteUser', 'ada'],
	]);
	expect(JSON.stringify(items)).not.toContain('passphrase"');
});

test('disabling a user revokes all tokens immediately; an enabled user can sign in again', async () => {
	const token = await service.tokenFor('guest');
	expect((await service.request('GET', '/user/me', { token })).status).toBe(200);
	expect(await (await change('guest', { ...plain, displayName: 'Guest', disabled: true })).json()).toMatchObject({
		...{ username: 'guest', displayName: 'Guest', disabled: true, tokens: 0 },
	});
	const refused = await service.request('GET', '/user/me', { token });
	expect([refused.status, await refused.json()]).toMatchObject([
		401,
		{ message: expect.stringContaining('guest is disabled'), sub_errors: [{ code: 'FORBIDDEN' }] },
	]);
	expect(await (await change('guest', plain)).json()).toMatchObject({ disabled: false });
	const revoked = await service.request('GET', '/user/me', { token });
	expect([revoked.status, (await revoked.json()).message]).toEqual([401, expect.stringContaining('revoked')]);
	expect((await service.request('GET', '/user/me', { token: await service.tokenFor('guest') })).status).toBe(200);
	expect((await change('nobody', plain)).status).toBe(404);
});

test('only admins manage users, and the only admin can’t be demoted or disabled', async () => {
	for (const body of [plain, { ...plain, admin: true, disabled: true }]) {
		const refused = await change('demo', body);
		expect([refused.status, (await refused.json()).message]).toEqual([409, expect.stringContaining('the only admin')]);
	}
	const token = await service.tokenFor('guest');
	expect((await service.request('GET', '/users', { token })).status).toBe(403);
	expect((await change('guest', { ...plain, admin: true })).status).toBe(200);
	expect((await service.request('GET', '/users', { token })).status).toBe(200);
	expect((await change('guest', plain)).status).toBe(200);
	expect((await service.request('GET', '/users', { token })).status).toBe(403);
	const everything = [{ username: '*', namespace: '*', dataset: '*', access: 'write' as const }];
	const narrow = await service.tokenFor('demo', everything);
	expect((await service.request('GET', '/users', { token: narrow })).status).toBe(403);
});

test('rejects an invitation for a user who signed in another way, and leaves them unchanged', async () => {
	expect((await invite('zed', { admin: true })).status).toBe(201);
	expect((await invite('zed', { admin: true, displayName: 'Zed' })).status).toBe(201);
	await service.tokenFor('zed');
	expect((await invite('zed')).status).toBe(409);
	expect(await userNow('zed')).toMatchObject({ admin: true, displayName: 'Zed' });
});

// Must be last: it advances the clock beyond the expiry of earlier tokens.
test('a new invitation replaces the first, and expires after seven days', async () => {
	const first: InvitedUser = await (await invite('bea')).json();
	const second: InvitedUser = await (await invite('bea')).json();
	expect((await service.request('GET', first.invitationUrl)).status).toBe(401);
	expect((await service.request('GET', second.invitationUrl)).status).toBe(200);
	service.wait(7 * 86_400_000);
	const late = await service.request('GET', second.invitationUrl);
	expect([late.status, await late.text()]).toEqual([401, expect.stringContaining('Ask your admin for a new one')]);
	expect((await service.request('GET', `${service.settings.publicUrl}/auth/invitation`)).status).toBe(401);
});
