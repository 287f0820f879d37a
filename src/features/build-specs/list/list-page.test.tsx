import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, type MockInstance, test, vi } from 'vitest';
import type { BuildSpec } from '#contract/build-spec.ts';
import { connect } from '../../../api/http.ts';
import { createQueryClient } from '../../../app/query-client.ts';
import { ConsoleRouter } from '../../../lib/console-router.tsx';
import { storeDraft } from '../../../storage/drafts.ts';
import { renderWithProviders } from '../../../testing/render.tsx';
import { useSessionStore } from '../../session/model.ts';
import { storeDescription } from '../../session/stored-description.ts';
import { BuildSpecsPage, loadBuildSpecs } from './list-page.tsx';

const base = 'https://data.example/api/v1';
const scope = { service: base, user: 'demo' };
const spec = (index: number, namespace: string, name: string, payload: string): BuildSpec => ({
	id: `00000000-0000-4000-8000-00000000000${index}`,
	owner: 'demo',
	version: index,
	sources: [{ owner: 'demo', namespace, datasetName: 'raw' }],
	destination: { owner: 'demo', namespace, datasetName: name },
	code: { payload },
	createdAt: '2026-01-01T00:00:00.000Z',
	updatedAt: `2026-01-0${index}T00:00:00.000Z`,
});
const three = [
	spec(1, 'aviation', 'delays', 'select avg(delay)'),
	spec(2, 'aviation', 'strikes', 'select count(*)'),
	spec(3, 'nature', 'quakes', 'select max(magnitude)'),
];
const offered = {
	openapi: '3.1.0',
	paths: { '/build-specs': { post: { 'x-console-extension': 'build-spec-create/1' } } },
};

/** The fake service. `refusal` is a status with a body. */
let service: { items: unknown[]; description: unknown; refusal: number | null; calls: string[] };

let layout: MockInstance<() => number>[] = [];

const json = (status: number, body: unknown) => new Response(status === 204 ? null : JSON.stringify(body), { status });

beforeEach(() => {
	service = { items: three, description: offered, refusal: null, calls: [] };
	vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
		const path = url.slice(base.length);
		service.calls.push(`${init.method} ${path}`);
		if (path === '/openapi.json') return json(service.description === null ? 404 : 200, service.description);
		if (service.refusal !== null) {
			return json(service.refusal, { error_code: 'NOT_FOUND', message: 'There is no such place here.' });
		}
		if (init.method === 'DELETE') {
			service.items = service.items.filter((item) => !path.endsWith((item as BuildSpec).id));
			return json(204, null);
		}
		return json(200, { items: service.items });
	});
	connect({ baseUrl: () => base, token: () => 'token', onUnauthorized: () => {}, onExchange: () => {} });
	useSessionStore.setState({
		session: { baseUrl: base, serviceName: 'Test', keep: false, token: 'token', expiresAt: null, username: 'demo' },
	});
	// A size for the virtualized rows, since jsdom has no layout.
	layout = [
		vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(800),
		vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(1_000),
	];
	localStorage.clear();
});
afterEach(() => {
	vi.unstubAllGlobals();
	for (const mock of layout) mock.mockRestore();
});

function open(address = '/build-specs') {
	const queryClient = createQueryClient();
	const router = createMemoryRouter(
		[
			{
				path: '/build-specs',
				Component: BuildSpecsPage,
				loader: loadBuildSpecs(queryClient),
				hydrateFallbackElement: <p>Loading</p>,
			},
			{ path: '/build-specs/:buildSpecId', element: <p>The page of one</p> },
		],
		{ initialEntries: [address] },
	);
	renderWithProviders(<ConsoleRouter router={router} />, queryClient);
	return { router, user: userEvent.setup() };
}

const names = () => screen.getAllByRole('link', { name: /demo\// }).map((element) => element.textContent);

test('filters BuildSpecs by words in names and code and keeps the filter in the URL', async () => {
	const { router, user } = open();
	await user.type(await screen.findByRole('textbox', { name: 'Filter by name or code' }), 'MAGNITUDE nature');
	await waitFor(() => expect(names()).toEqual(['demo/nature/quakes']));
	expect(screen.getByText('1 of 3 matches')).toBeTruthy();
	await waitFor(() => expect(router.state.location.search).toBe('?q=MAGNITUDE+nature'));
	await user.type(screen.getByRole('textbox', { name: 'Filter by name or code' }), ' never');
	await user.click(await screen.findByRole('button', { name: 'Clear filters' }));
	await waitFor(() => expect(names()).toHaveLength(3));
});

test('shows matching lines of code in context, each linked to its position in the editor', async () => {
	service.items = [
		spec(1, 'aviation', 'delays', 'select carrier,\n  avg(delay) as Delay\nfrom raw'),
		spec(2, 'aviation', 'strikes', 'select count(*)'),
	];
	const { router, user } = open('/build-specs?q=delay&destination=demo/aviation');
	await user.click(await screen.findByRole('button', { name: '1 line in code' }));
	const lines = await screen.findByRole('region', { name: 'Matches in code' });
	const line = within(lines).getByRole('link', { name: /^Line 2: avg\( ?delay ?\) as Delay$/ });
	expect([...line.querySelectorAll('mark')].map((element) => element.textContent)).toEqual(['delay', 'Delay']);
	expect(router.state.location.search).toContain('show=code');
	await user.click(line);
	await waitFor(() => expect(router.state.location.pathname).toBe(`/build-specs/${three[0]?.id}`));
	expect(router.state.location.search).toBe('?line=2&column=7');
});

test('restores filter and sort from the URL', async () => {
	open('/build-specs?destination=demo/aviation&sort=-version');
	expect(await screen.findByRole('columnheader', { name: 'Version' })).toHaveProperty('ariaSort', 'descending');
	expect(names()).toEqual(['demo/aviation/strikes', 'demo/aviation/delays']);
});

test('sorts by a header and reverses the order', async () => {
	const { user } = open();
	const header = await screen.findByRole('columnheader', { name: 'Updated' });
	await user.click(within(header).getByRole('button'));
	expect(names()[0]).toBe('demo/aviation/delays');
	await user.click(within(header).getByRole('button'));
	expect(names()[0]).toBe('demo/nature/quakes');
	expect(header.getAttribute('aria-sort')).toBe('descending');
});

test('filters, navigates and opens BuildSpecs by keyboard alone', async () => {
	const { router, user } = open();
	await screen.findByRole('table', { name: 'BuildSpecs' });
	await user.keyboard('/');
	expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Filter by name or code' }));
	await user.keyboard('{ArrowDown}');
	await waitFor(() => expect(document.activeElement?.textContent).toBe('demo/aviation/delays'));
	await user.keyboard('{ArrowDown}');
	await waitFor(() => expect(document.activeElement?.textContent).toBe('demo/aviation/strikes'));
	await user.keyboard('{Enter}');
	await waitFor(() => expect(router.state.location.pathname).toBe(`/build-specs/${three[1]?.id}`));
});

test('asks before deleting, names what is deleted, and sends one request', async () => {
	const { user } = open();
	await user.click(await screen.findByRole('button', { name: 'Actions for demo/nature/quakes' }));
	await user.click(await screen.findByRole('menuitem', { name: 'Delete…' }));
	const dialog = await screen.findByRole('dialog', { name: 'Delete this BuildSpec?' });
	expect(dialog.textContent).toContain('demo/nature/quakes');
	expect(dialog.textContent).toContain('You can’t undo this.');
	expect(dialog.textContent).not.toMatch(/version|dataset isn’t/);
	await user.dblClick(within(dialog).getByRole('button', { name: 'Delete BuildSpec' }));
	await waitFor(() => expect(names()).toHaveLength(2));
	expect(service.calls.filter((call) => call.startsWith('DELETE'))).toHaveLength(1);
});

test('marks drafts and filters by them', async () => {
	const text = { sources: [], destination: '', payload: 'mine' };
	storeDraft(scope, three[0]?.id ?? '', { text, baseVersion: 1, baseEtag: null, at: Date.now() });
	storeDraft(scope, 'new', { text, baseVersion: null, baseEtag: null, at: Date.now() });
	const { user } = open();
	await user.click(await screen.findByRole('checkbox', { name: 'Has a draft' }));
	await waitFor(() => expect(names()).toEqual(['demo/aviation/delays']));
	expect(screen.getByRole('link', { name: 'New BuildSpec (not created yet)' }).getAttribute('href')).toBe(
		'/build-specs/new',
	);
});

test('lists readable BuildSpecs and reports the others', async () => {
	service.items = [...three, { id: 7, secret: 'raw text' }];
	open();
	expect(await screen.findByText('1 BuildSpec can’t be read')).toBeTruthy();
	expect(screen.getByText(/"secret": "raw text"/)).toBeTruthy();
	expect(names()).toHaveLength(3);
});

test('offers to create a BuildSpec when there are none and the service supports it', async () => {
	service.items = [];
	open();
	const empty = await screen.findByRole('heading', { name: 'No BuildSpecs yet' });
	expect(within(empty.parentElement as HTMLElement).getByRole('link', { name: 'New BuildSpec' })).toBeTruthy();
});

test('lists BuildSpecs before refreshing a stored service description', async () => {
	storeDescription(base, offered);
	open();
	await waitFor(() => expect(names()).toHaveLength(3));
	expect(screen.getByRole('link', { name: 'New BuildSpec' })).toBeTruthy();
	expect(service.calls).toEqual(['GET /build-specs']);
	await waitFor(() => expect(service.calls).toContain('GET /openapi.json'), { timeout: 5_000 });
});

test('says that a core-only service cannot create BuildSpecs and hides the button', async () => {
	service.description = null;
	open();
	expect(await screen.findByText('This service doesn’t support creating BuildSpecs.')).toBeTruthy();
	expect(screen.queryByRole('link', { name: 'New BuildSpec' })).toBeNull();
	expect(names()).toHaveLength(3);
});

test('says why the list failed and retries', async () => {
	service.refusal = 404;
	const { user } = open();
	expect((await screen.findByRole('alert')).textContent).toContain('There is no such place here.');
	service.refusal = null;
	await user.click(screen.getByRole('button', { name: 'Try again' }));
	await waitFor(() => expect(names()).toHaveLength(3));
});
