import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { expect, test, vi } from 'vitest';
import { connect } from '../../../api/http.ts';
import { renderWithProviders } from '../../../testing/render.tsx';
import { useSessionStore } from '../../session/model.ts';
import { LinkSuggestionsPage } from './suggestions-page.tsx';

const base = 'https://data.example/api/v1';
const at = '2026-01-01T00:00:00.000Z';
const facts = { role: 'owner', datasets: 1, rows: 1, bytes: 1, createdAt: at, updatedAt: at };
const namespace = (name: string) => ({ username: 'demo', namespace: name, ...facts });

test('requests suggestions for a namespace with a slash in its name', async () => {
	const asked: string[] = [];
	vi.stubGlobal('fetch', async (address: string) => {
		const { pathname, searchParams } = new URL(address);
		const path = pathname.slice('/api/v1'.length);
		if (path === '/openapi.json') {
			const get = (tier: string) => ({ get: { 'x-console-extension': tier } });
			const paths = { '/links/suggestions': get('link-suggestions/1'), '/namespaces': get('namespaces/1') };
			return Response.json({ openapi: '3.1.0', paths });
		}
		if (path === '/namespaces') return Response.json({ items: [namespace('a'), namespace('a/b')] });
		asked.push(`${searchParams.get('username')} ${searchParams.get('namespace')}`);
		return Response.json({ items: [], compared: 1, leftOut: 0 });
	});
	const session = { baseUrl: base, serviceName: 'Test', keep: false, expiresAt: null };
	useSessionStore.setState({ session: { ...session, token: 'token', username: 'demo' } });
	connect({ baseUrl: () => base, token: () => 'token', onUnauthorized: () => {}, onExchange: () => {} });
	renderWithProviders(
		<MemoryRouter>
			<LinkSuggestionsPage />
		</MemoryRouter>,
	);
	const user = userEvent.setup();
	const field = await screen.findByRole('combobox', { name: 'Namespace' }, { timeout: 10_000 });
	await waitFor(() => expect((field as HTMLInputElement).value).toBe('demo/a'));
	await user.click(field);
	await user.click(await screen.findByRole('option', { name: 'demo/a\\/b' }));
	await waitFor(() => expect(asked).toEqual(['demo a', 'demo a/b']));
	expect((field as HTMLInputElement).value).toBe('demo/a\\/b');
	vi.unstubAllGlobals();
});
