import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { connect } from '../../api/http.ts';
import { renderWithProviders } from '../../testing/render.tsx';
import { useSessionStore } from '../session/model.ts';
import type { Share } from './mutations.ts';
import { ShareSheet } from './share-sheet.tsx';

const base = 'https://data.example/api/v1';
const sharesPath = '/permissions/namespaces/demo/aviation/shares';
const share = (username: string): Share => ({ owner: 'demo', namespace: 'aviation', username, role: 'viewer' });

/** The fake service. Shares of `failing` can't be revoked; for `lost`, the response is lost. */
let service: { shares: string[]; failing: string[]; lost: string[]; calls: string[] };

const json = (status: number, body: unknown) => new Response(status === 204 ? null : JSON.stringify(body), { status });

beforeEach(() => {
	service = { shares: ['ann', 'bob', 'eve'], failing: [], lost: [], calls: [] };
	vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
		const path = url.slice(base.length);
		if (path === '/openapi.json') {
			const method = { 'x-console-extension': 'shares/1' };
			const pathOfShares = '/permissions/namespaces/{username}/{namespace}/shares';
			return json(200, { openapi: '3.1.0', paths: { [pathOfShares]: { get: method, put: method } } });
		}
		if (path !== sharesPath) return json(200, { items: [] });
		if (init.method === 'GET') {
			const granted = { role: 'viewer', grantedAt: '2026-01-01T00:00:00.000Z', grantedBy: 'demo' };
			return json(200, { items: service.shares.map((username) => ({ username, ...granted })) });
		}
		const { username } = JSON.parse(String(init.body)) as { username: string };
		service.calls.push(`${init.method} ${username}`);
		if (service.failing.includes(username)) {
			return json(404, { error_code: 'NOT_FOUND', message: `${username} has no access to demo/aviation.` });
		}
		service.shares = service.shares.filter((share) => share !== username);
		if (service.lost.includes(username)) throw new TypeError('network');
		return json(204, null);
	});
	connect({ baseUrl: () => base, token: () => 'token', onUnauthorized: () => {}, onExchange: () => {} });
	useSessionStore.setState({
		session: { baseUrl: base, serviceName: 'Test', keep: false, token: 'token', expiresAt: null, username: 'demo' },
	});
	return () => vi.unstubAllGlobals();
});

const item = (name: string) => screen.getAllByRole('listitem').find((element) => element.textContent?.startsWith(name));

test('reports the outcome of each share and retries only failed changes', async () => {
	const user = userEvent.setup();
	service.failing = ['bob'];
	service.lost = ['eve'];
	const people = [share('ann'), share('bob'), share('eve')];
	renderWithProviders(<ShareSheet shares={people} action={{ kind: 'withdraw' }} onClose={() => {}} />);
	const button = await screen.findByRole('button', { name: 'Revoke 3 shares' });
	expect(button).toHaveProperty('disabled', true);
	await user.type(screen.getByLabelText('Type revoke 3 to confirm'), 'revoke 3');
	await user.dblClick(button);
	const again = await screen.findByRole('button', { name: 'Retry failed change' });
	expect(item('ann')?.textContent).toContain('Done');
	// The response was lost, but the list shows that it's gone.
	expect(item('eve')?.textContent).toContain('Done');
	const failed = item('bob');
	expect(failed?.textContent).toContain('bob has no access to demo/aviation.');
	expect(failed && within(failed).getByRole('alert')).toBeTruthy();
	expect(service.calls).toEqual(['DELETE ann', 'DELETE bob', 'DELETE eve']);
	service.failing = [];
	await user.click(again);
	await waitFor(() => expect(item('bob')?.textContent).toContain('Done'));
	expect(service.calls).toEqual(['DELETE ann', 'DELETE bob', 'DELETE eve', 'DELETE bob']);
	expect(service.shares).toEqual([]);
});
