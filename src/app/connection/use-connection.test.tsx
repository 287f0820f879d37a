import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { getMe } from '#contract/user.ts';
import { call, connect } from '../../api/http.ts';
import { AboutPage } from '../../features/session/about/about-page.tsx';
import { noteExchange, useConnectionStatus } from '../../features/session/connection.ts';
import { useSessionStore } from '../../features/session/model.ts';
import { renderWithProviders } from '../../testing/render.tsx';
import { StatusLineFacts } from '../shell/status-line-facts.tsx';
import { useConnection } from './use-connection.ts';

const baseUrl = 'https://data.example.org/api/v1';
const session = { baseUrl, serviceName: 'Data desk', token: 't', username: 'demo', expiresAt: null, keep: false };
const me = { id: '1', username: 'demo', name: 'Demo User', email: '' };
const described = {
	openapi: '3.1.0',
	paths: { '/build-runs': { get: { summary: 'List runs', 'x-console-extension': 'runs/1' } } },
};

beforeEach(() => {
	localStorage.clear();
	useSessionStore.setState({ session, refused: false });
	useConnectionStatus.setState({ reachable: true, lost: 0 });
	connect({ baseUrl: () => baseUrl, token: () => 't', onUnauthorized: () => {}, onExchange: noteExchange });
});
afterEach(() => vi.unstubAllGlobals());

/** A service with these responses to requests for its description, repeating the last. Returns the number of requests. */
function service(...answers: Response[]): () => number {
	let requestCount = 0;
	vi.stubGlobal('fetch', async (url: string) => {
		if (!url.endsWith('/openapi.json')) return Response.json(me);
		const answer = answers[Math.min(requestCount, answers.length - 1)];
		requestCount += 1;
		return answer?.clone();
	});
	return () => requestCount;
}

function Frame() {
	useConnection();
	return (
		<MemoryRouter>
			<AboutPage />
			<footer>
				<StatusLineFacts />
			</footer>
		</MemoryRouter>
	);
}

it.each([429, 503])('reloads the feature list after a failure with status %i', async (status) => {
	service(new Response('', { status }), Response.json(described));
	renderWithProviders(<Frame />);
	expect(await screen.findByText('Couldn’t load the feature list')).toBeTruthy();
	expect(screen.getByText('Unknown')).toBeTruthy();
	expect(screen.queryByText('This service supports only core features')).toBeNull();
	expect(within(screen.getByRole('contentinfo')).getByRole('link', { name: 'Extensions unknown' })).toBeTruthy();
	expect(await screen.findByRole('button', { name: '1 extension available' }, { timeout: 8_000 })).toBeTruthy();
	expect(screen.queryByText('Couldn’t load the feature list')).toBeNull();
});

it('reloads the feature list on request, and shows when there are no extensions', async () => {
	const requestCount = service(
		new Response('', { status: 500, headers: { 'Retry-After': '600' } }),
		new Response('', { status: 404 }),
	);
	renderWithProviders(<Frame />);
	await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
	expect(await screen.findByText('This service supports only core features')).toBeTruthy();
	expect(screen.getByRole('link', { name: 'No extensions' })).toBeTruthy();
	expect(requestCount()).toBe(2);
});

it('retries after one lost request, and reports the service as unreachable after two', async () => {
	let lost = 0;
	const requestedUrls: string[] = [];
	vi.stubGlobal('fetch', async (url: string) => {
		requestedUrls.push(url);
		if (lost > 0) {
			lost -= 1;
			throw new TypeError('Failed to fetch');
		}
		return Response.json(url.endsWith('/openapi.json') ? described : me);
	});
	const seen: (boolean | null)[] = [];
	onTestFinished(useConnectionStatus.subscribe(({ reachable }) => seen.push(reachable)));
	const ask = () => act(async () => await call(getMe, {}).catch(() => {}));
	renderWithProviders(<Frame />);
	expect(await screen.findByRole('button', { name: '1 extension available' })).toBeTruthy();
	requestedUrls.length = 0;
	lost = 1;
	await ask();
	await waitFor(() => expect(requestedUrls).toHaveLength(2));
	await waitFor(() => expect(useConnectionStatus.getState().lost).toBe(0));
	expect(seen).not.toContain(false);

	lost = 2;
	await ask();
	expect(await screen.findByText('Not responding')).toBeTruthy();
	// On the page and in the status line.
	await waitFor(() => expect(screen.getAllByText('Connected')).toHaveLength(2), { timeout: 5_000 });
});
