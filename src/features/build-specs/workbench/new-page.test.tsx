import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import type { BuildSpec } from '#contract/build-spec.ts';
import { connect } from '../../../api/http.ts';
import { createQueryClient } from '../../../app/query-client.ts';
import { ConsoleRouter } from '../../../lib/console-router.tsx';
import { countDrafts, readDraft } from '../../../storage/drafts.ts';
import { renderWithProviders } from '../../../testing/render.tsx';
import { useSessionStore } from '../../session/model.ts';
import { loadNewBuildSpec, NewBuildSpecPage } from './new-page.tsx';

const base = 'https://data.example/api/v1';
const scope = { service: base, user: 'demo' };
const created: BuildSpec = {
	id: '00000000-0000-4000-8000-000000000001',
	owner: 'demo',
	version: 1,
	sources: [],
	destination: { owner: 'demo', namespace: 'aviation', datasetName: 'delays' },
	code: { payload: 'select 1' },
	createdAt: '2026-01-01T00:00:00.000Z',
	updatedAt: '2026-01-01T00:00:00.000Z',
};
const extension = (name: string) => ({ post: { 'x-console-extension': name } });
const description = {
	openapi: '3.1.0',
	paths: { '/build-specs': extension('build-spec-create/1'), '/preview-runs': extension('scratch-runs/1') },
};

/** Requests, and the service's response to a creation, sent when the test says so. */
let sent: string[];
let answer: (status?: number) => void;

beforeEach(() => {
	sent = [];
	vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
		const path = address.slice(base.length);
		// The full editor fails to load, so the plain one stays.
		if (!address.startsWith(base)) throw new TypeError('No network');
		if (path === '/openapi.json') return Response.json(description);
		if (init?.method === 'POST') {
			sent.push(path);
			const status = await new Promise<number>((resolve) => {
				answer = (status = 201) => resolve(status);
			});
			return Response.json(created, { status });
		}
		return Response.json(path === `/build-specs/${created.id}` ? created : { items: [] });
	});
	connect({ baseUrl: () => base, token: () => 'token', onUnauthorized: () => {}, onExchange: () => {} });
	useSessionStore.setState({
		session: { baseUrl: base, serviceName: 'Test', keep: false, token: 'token', expiresAt: null, username: 'demo' },
	});
	localStorage.clear();
	return () => {
		vi.unstubAllGlobals();
		vi.restoreAllMocks();
	};
});

function open() {
	const queryClient = createQueryClient();
	const router = createMemoryRouter(
		[
			{
				path: '/build-specs/new',
				Component: NewBuildSpecPage,
				loader: loadNewBuildSpec(queryClient),
				hydrateFallbackElement: <p>Loading</p>,
			},
			{ path: '/build-specs/:buildSpecId', element: <p>The page of one</p> },
		],
		{ initialEntries: ['/build-specs/new'] },
	);
	renderWithProviders(<ConsoleRouter router={router} />, queryClient);
	return router;
}

const fields = { selector: 'input, textarea' };
const write = (label: string, value: string) =>
	fireEvent.change(screen.getByLabelText(label, fields), { target: { value } });
const press = (name: RegExp) => userEvent.click(screen.getByRole('button', { name }));

/** Creates a BuildSpec and types before the service responds. */
async function createAndTypeOn() {
	await screen.findByLabelText('Destination', fields, { timeout: 10_000 });
	write('Destination', 'demo/aviation/delays');
	write('Code', 'select 1');
	await press(/^Create BuildSpec/);
	await waitFor(() => expect(sent).toEqual(['/build-specs']));
	write('Code', 'select 1, 2 as since');
}

test('keeps text typed during creation as a draft of the new BuildSpec', async () => {
	const router = open();
	await createAndTypeOn();
	answer();
	await waitFor(() => expect(router.state.location.pathname).toBe(`/build-specs/${created.id}`));
	expect(readDraft(scope, created.id)).toMatchObject({
		draft: { baseVersion: 1, text: { destination: 'demo/aviation/delays', payload: 'select 1, 2 as since' } },
	});
	expect(countDrafts(scope)).toBe(1);
});

test('keeps text on the page if it can’t be stored, and never creates twice', async () => {
	const router = open();
	await createAndTypeOn();
	const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
		throw new DOMException('no', 'QuotaExceededError');
	});
	answer();
	expect(await screen.findByText('BuildSpec created without your latest changes')).toBeTruthy();
	expect(screen.getByLabelText('Code', fields)).toHaveProperty('value', 'select 1, 2 as since');
	full.mockRestore();
	await press(/^Open BuildSpec/);
	await waitFor(() => expect(router.state.location.pathname).toBe(`/build-specs/${created.id}`));
	expect(readDraft(scope, created.id)).toMatchObject({ draft: { text: { payload: 'select 1, 2 as since' } } });
	expect(sent).toEqual(['/build-specs']);
});

test('offers to retry a failed creation', async () => {
	open();
	await createAndTypeOn();
	answer(500);
	await screen.findByText('Couldn’t create the BuildSpec');
	await press(/^Try again/);
	await waitFor(() => expect(sent).toEqual(['/build-specs', '/build-specs']));
});

test('handles shortcuts on the page and in the navigation, but not in side panels or dialogs', async () => {
	const beside = document.body.appendChild(document.createElement('div'));
	beside.innerHTML = '<aside><textarea></textarea></aside><aside><nav><a href="/">Home</a></nav></aside>';
	const [question, link] = [beside.querySelector('textarea'), beside.querySelector('a')];
	const router = open();
	await screen.findByLabelText('Destination', fields, { timeout: 10_000 });
	write('Destination', 'demo/aviation/delays');
	write('Code', 'select 1');
	const pressOn = async (element: HTMLElement | null, keys: string) => {
		act(() => element?.focus());
		expect(document.activeElement).toBe(element);
		await userEvent.keyboard(keys);
	};
	await pressOn(question, '{Control>}s{/Control}');
	// Like a field that disappears on Enter.
	question?.addEventListener('keydown', ({ key }) => key === 'Enter' && question.remove());
	await pressOn(question, '{Control>}{Enter}{/Control}');
	// The page asks before leaving text that can't be stored.
	const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
		throw new DOMException('no', 'QuotaExceededError');
	});
	await userEvent.type(screen.getByLabelText('Code', fields), ' ');
	await act(() => router.navigate('/build-specs'));
	const stay = await screen.findByRole('button', { name: 'Stay' });
	await pressOn(stay, '{Control>}s{/Control}');
	await userEvent.click(stay);
	await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
	full.mockRestore();
	expect(sent).toEqual([]);

	await pressOn(screen.getByLabelText('Destination', fields), '{Control>}{Enter}{/Control}');
	await waitFor(() => expect(sent).toEqual(['/preview-runs']));
	await pressOn(link, '{Control>}s{/Control}');
	await waitFor(() => expect(sent).toEqual(['/preview-runs', '/build-specs']));
	beside.remove();
});
