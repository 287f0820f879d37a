import 'fake-indexeddb/auto';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import type { BuildSpec } from '#contract/build-spec.ts';
import { connect } from '../../../api/http.ts';
import { createQueryClient } from '../../../app/query-client.ts';
import { ConsoleRouter } from '../../../lib/console-router.tsx';
import { readDraft, removeDraft, storeDraft } from '../../../storage/drafts.ts';
import { storeReplacedText } from '../../../storage/version-history.ts';
import { renderWithProviders } from '../../../testing/render.tsx';
import { useSessionStore } from '../../session/model.ts';
import { loadVersions, VersionsPage } from './versions-page.tsx';

const base = 'https://data.example/api/v1';
const scope = { service: base, user: 'demo' };
const spec: BuildSpec = {
	id: '00000000-0000-4000-8000-000000000001',
	owner: 'demo',
	version: 2,
	sources: [],
	destination: { owner: 'demo', namespace: 'aviation', datasetName: 'delays' },
	code: { payload: 'select 1' },
	createdAt: '2026-01-01T00:00:00.000Z',
	updatedAt: '2026-01-01T00:00:00.000Z',
};
const textWith = (payload: string) => ({ sources: [], destination: 'demo/aviation/delays', payload });
const draft = { text: textWith('typed in another tab'), baseVersion: 2, baseEtag: null, at: 1_000 };

beforeEach(() => {
	vi.stubGlobal('fetch', async (address: string) => {
		// Prevents loading the diff editor.
		if (!address.startsWith(base)) throw new TypeError('No network');
		return address.endsWith('/openapi.json') ? new Response(null, { status: 404 }) : Response.json(spec);
	});
	connect({ baseUrl: () => base, token: () => 'token', onUnauthorized: () => {}, onExchange: () => {} });
	useSessionStore.setState({
		session: { baseUrl: base, serviceName: 'Test', keep: false, token: 'token', expiresAt: null, username: 'demo' },
	});
	localStorage.clear();
	return () => vi.unstubAllGlobals();
});

test('never overwrites a draft with a replaced one, even if it was stored after rendering', async () => {
	await storeReplacedText(scope, { buildSpecId: spec.id, version: 1, text: textWith('replaced') });
	const queryClient = createQueryClient();
	const router = createMemoryRouter(
		[
			{
				path: '/build-specs/:buildSpecId/versions',
				Component: VersionsPage,
				loader: loadVersions(queryClient),
				hydrateFallbackElement: <p>Loading</p>,
			},
			{ path: '/build-specs/:buildSpecId', element: <p>The page of one</p> },
		],
		{ initialEntries: [`/build-specs/${spec.id}/versions`] },
	);
	renderWithProviders(<ConsoleRouter router={router} />, queryClient);
	const button = await screen.findByRole('button', { name: 'Restore as draft' }, { timeout: 10_000 });

	// The page follows stored drafts, and checks again in case it missed an event.
	storeDraft(scope, spec.id, draft);
	const [key = ''] = Object.keys(localStorage).filter((key) => key.endsWith(spec.id));
	await waitFor(() => expect(button).toHaveProperty('disabled', true));
	removeDraft(scope, spec.id);
	await waitFor(() => expect(button).toHaveProperty('disabled', false));
	localStorage.setItem(key, JSON.stringify(draft));
	await userEvent.click(button);
	expect((await screen.findByRole('alert')).textContent).toContain('You already have a draft');
	expect(readDraft(scope, spec.id)).toEqual({ kind: 'draft', draft });
	localStorage.setItem(key, '{"text":');
	await userEvent.click(button);
	await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('Your draft can’t be read'));
	expect(readDraft(scope, spec.id)).toEqual({ kind: 'unreadable', raw: '{"text":' });

	localStorage.removeItem(key);
	await userEvent.click(button);
	await waitFor(() => expect(router.state.location.pathname).toBe(`/build-specs/${spec.id}`));
	expect(readDraft(scope, spec.id)).toMatchObject({ draft: { text: textWith('replaced'), baseVersion: 1 } });
});
