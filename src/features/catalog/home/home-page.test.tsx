import 'fake-indexeddb/auto';
import { screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { connect } from '../../../api/http.ts';
import { createQueryClient } from '../../../app/query-client.ts';
import { removeIngest, storeIngestDraft } from '../../../storage/ingest-drafts.ts';
import { renderWithProviders } from '../../../testing/render.tsx';
import { useSessionStore } from '../../session/model.ts';
import { HomePage, loadHome } from './home-page.tsx';

const baseUrl = 'https://data.example/api/v1';
const scope = { service: baseUrl, user: 'demo' };
const id = '6b1f6a3e-0000-4000-8000-000000000001';
const instructions = { description: '', schema: [], instructions: '', link: false, linked: null };
/** Stored data is read by lazily loaded code. */
const soon = { timeout: 8_000 };

beforeEach(async () => {
	localStorage.clear();
	await removeIngest(scope);
	// A core-only service whose single BuildSpec this console can't read.
	vi.stubGlobal('fetch', async (url: string) =>
		url.endsWith('/build-specs') ? Response.json({ items: [{ id: 7 }] }) : new Response(null, { status: 404 }),
	);
	connect({ baseUrl: () => baseUrl, token: () => 'token', onUnauthorized: () => {}, onExchange: () => {} });
	useSessionStore.setState({
		session: { baseUrl, serviceName: 'Test', keep: false, token: 'token', expiresAt: null, username: 'demo' },
	});
	return () => vi.unstubAllGlobals();
});

async function open() {
	const queryClient = createQueryClient();
	await loadHome(queryClient)();
	renderWithProviders(
		<MemoryRouter>
			<HomePage />
		</MemoryRouter>,
		queryClient,
	);
	return async (title: string) => within(await screen.findByLabelText(title, {}, soon));
}

test('hides empty sections', async () => {
	await open();
	expect(await screen.findByLabelText('BuildSpecs', {}, soon)).toBeTruthy();
	expect(screen.queryByLabelText('Drafts')).toBeNull();
	expect(screen.queryByLabelText('Recent conversations')).toBeNull();
});

test('links to unsaved records and to an unreadable draft', async () => {
	await storeIngestDraft(
		scope,
		{ instructions, names: ['a'], rows: [['1'], ['2']], types: {}, from: '', file: null },
		null,
	);
	localStorage.setItem(`dataset-console/draft/1/${encodeURIComponent(baseUrl)}/demo/${id}`, '{"text":');
	const part = await open();
	const ingest = await (await part('Drafts')).findByRole('link', { name: 'Ingest' }, soon);
	expect(ingest.getAttribute('href')).toBe('/ingest');
	expect(ingest.closest('li')?.textContent).toContain('2 unsaved records');
	const draft = (await part('Drafts')).getByRole('link', { name: 'BuildSpec 6b1f6a3e' });
	expect(draft.getAttribute('href')).toBe(`/build-specs/${id}`);
	expect(draft.closest('li')?.textContent).toContain('Can’t be read');
});

test('reports an unreadable BuildSpec', async () => {
	const part = await open();
	expect(
		await (await part('BuildSpecs')).findByText('1 BuildSpec couldn’t be read and isn’t shown.', {}, soon),
	).toBeTruthy();
});
