import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Command, signCommand } from '../../platform/access/administration.ts';
import { hashPassphrase } from '../../platform/access/passphrase.ts';
import { signInAddress } from '../../platform/access/sign-in-code.ts';
import { authorize } from '../../platform/oauth/authorize.ts';
import { openKeys } from '../../platform/state/keys.ts';
import { createTestService, type TestService } from '../../testing/service.ts';

let service: TestService;
beforeAll(async () => {
	service = await createTestService();
});
afterAll(() => service.close());

type Signed = ReturnType<typeof signCommand>;
const send = ({ body, signature }: Signed) =>
	Promise.resolve(
		service.app.fetch(
			new Request(`${service.settings.publicUrl}/auth/commands`, {
				method: 'POST',
				body,
				headers: { authorization: `Command ${signature}` },
			}),
		),
	);
const signed = (command: Command) => signCommand(service.platform.keys, command, service.platform.now());
const runCommand = async (command: Command) => {
	const answer = await send(signed(command));
	const { lines, message } = (await answer.json()) as { lines?: string[]; message?: string };
	return { status: answer.status, text: lines?.join('\n') ?? message ?? '' };
};
const me = async (token: string) => (await service.request('GET', '/user/me', { token })).status;
const request = {
	response: 'token',
	redirectUri: 'http://127.0.0.1/sign-in',
	state: 's',
	nonce: null,
	challenge: null,
	openid: false,
	hint: '',
} as const;
const signIn = async (username: string, passphrase: string) => {
	const proof = { kind: 'passphrase', username, passphrase } as const;
	const address = new URL(await authorize(service.platform, request, proof, 'here'));
	return new URLSearchParams(address.hash.slice(1)).get('access_token') ?? '';
};

test('adds a user, changes their passphrase, and disables and enables them', async () => {
	const add = { kind: 'add-user', username: 'Ann', name: 'Ann Lee', email: 'ann@example.org' } as const;
	expect((await runCommand({ ...add, passphrase: await hashPassphrase('first one') })).text).toContain('Added Ann');
	expect(await runCommand({ ...add, username: 'ANN', passphrase: null })).toMatchObject({ status: 409 });
	const token = await signIn('ann', 'first one');
	expect(await me(token)).toBe(200);

	await runCommand({ kind: 'set-passphrase', username: 'ann', passphrase: await hashPassphrase('second one') });
	await expect(signIn('ann', 'first one')).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
	await signIn('ann', 'second one');

	expect((await runCommand({ kind: 'disable-user', username: 'ann' })).status).toBe(200);
	expect(await me(token)).toBe(401);
	await expect(signIn('ann', 'second one')).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
	const address = signInAddress(service.platform.keys, service.settings.publicUrl, 'ann', service.platform.now());
	const body = { code: address.split('#code=')[1] };
	expect((await service.request('POST', `${service.settings.publicUrl}/auth/code`, { body })).status).toBe(401);
	expect((await runCommand({ kind: 'list-users' })).text).toMatch(/Ann · Ann Lee · ann@example.org · disabled since/);

	await runCommand({ kind: 'enable-user', username: 'ann' });
	expect(await me(token)).toBe(401);
	expect(await me(await signIn('ann', 'second one'))).toBe(200);
	expect(await runCommand({ kind: 'disable-user', username: 'nobody' })).toMatchObject({ status: 404 });
});

test('accepts a command once, while it’s recent and if its signature is valid', async () => {
	const good = signed({ kind: 'list-users' });
	expect((await send({ ...good, body: good.body.replace('list-users', 'list-userz') })).status).toBe(403);
	expect((await send({ ...good, signature: 'abc' })).status).toBe(403);
	expect((await send(good)).status).toBe(200);
	expect((await send(good)).status).toBe(403);
	const old = signCommand(service.platform.keys, { kind: 'list-users' }, new Date(Date.now() - 120_000));
	expect((await send(old)).status).toBe(403);
});

test('after a key rotation, old tokens stay valid unless the old keys are forgotten', async () => {
	const { settings } = service;
	const old = await service.tokenFor('demo');
	const before = service.platform.keys.signing.id;
	await runCommand({ kind: 'rotate-keys', forget: false });
	expect(service.platform.keys.signing.id).not.toBe(before);
	expect(await me(old)).toBe(200);
	const newer = await service.tokenFor('demo');
	expect(await me(newer)).toBe(200);
	const { keys } = await service.json<{ keys: { kid: string }[] }>('GET', `${settings.publicUrl}/auth/keys`);
	expect(keys.map((key) => key.kid)).toEqual([service.platform.keys.signing.id, before]);

	const reopened = await openKeys(settings.dataDir);
	expect(reopened.signing.id).toBe(service.platform.keys.signing.id);
	const inTwoYears = new Date(Date.now() + 2 * 366 * 86_400_000);
	expect([reopened.verifying(new Date()).length, reopened.verifying(inTwoYears).length]).toEqual([2, 1]);

	await runCommand({ kind: 'rotate-keys', forget: true });
	expect([await me(old), await me(newer), await me(await service.tokenFor('demo'))]).toEqual([401, 401, 200]);
});
