import { QueryClient } from '@tanstack/react-query';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter } from 'react-router';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { connect } from '../../api/http.ts';
import { useConnectionStatus } from '../../features/session/connection.ts';
import { useSessionStore } from '../../features/session/model.ts';
import { descriptionQuery, meQuery } from '../../features/session/queries.ts';
import type { ServiceEntry } from '../../features/session/runtime-config.ts';
import { openProfiles, requestSignOut, usePendingSignOut } from '../../features/session/sign-out/sign-out.ts';
import { ConsoleRouter } from '../../lib/console-router.tsx';
import { storeDraft } from '../../storage/drafts.ts';
import { noteProfile } from '../../storage/profiles.ts';
import { renderWithProviders } from '../../testing/render.tsx';
import { PageFrame } from '../../ui/layout/page-frame.tsx';
import { followSession } from '../observers/follow-session.ts';
import { NotFoundPage } from '../router/error-pages.tsx';
import { Shell } from './shell.tsx';

const session = {
	baseUrl: 'https://data.example.org/api/v1',
	serviceName: 'Data desk',
	token: 't',
	username: 'demo',
	expiresAt: null,
	keep: false,
};

// Loading a chunk for the first time is slow on a busy machine.
beforeAll(async () => {
	await Promise.all([
		import('../../features/session/sign-out/profiles-dialog.tsx'),
		import('../../features/session/sign-in/session-ended-dialog.tsx'),
		import('../../features/session/sign-out/sign-out-dialog.tsx'),
		import('../../storage/local-data.ts'),
		import('../palette/command-palette.tsx'),
	]);
}, 60_000);

beforeEach(() => {
	localStorage.clear();
	useSessionStore.setState({ session, refused: false });
	useConnectionStatus.setState({ reachable: true, lost: 0 });
	noteProfile({ service: session.baseUrl, user: session.username }, 'Production');
});

afterEach(() => vi.unstubAllGlobals());

const entry = { name: 'Data desk', baseUrl: session.baseUrl, authUrl: null };

function open(path: string, services: readonly ServiceEntry[] = []) {
	const queryClient = new QueryClient({
		defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } },
	});
	queryClient.setQueryData(meQuery.queryKey, { id: '1', username: 'demo', name: 'Demo User', email: '' });
	queryClient.setQueryData(descriptionQuery.queryKey, null);
	queryClient.setQueryData(['config'], { title: 'Desk', services, problem: null });
	const pages = [
		{ path: 'build-specs', handle: { crumb: 'BuildSpecs' }, element: <PageFrame title="BuildSpecs" /> },
		{ path: '*', handle: { crumb: 'Not found' }, element: <NotFoundPage /> },
	];
	const routes = [
		{ path: '/', Component: Shell, children: pages },
		{ path: '/sign-in', element: <p>Sign-in page</p> },
	];
	const router = createMemoryRouter(routes, { initialEntries: [path] });
	renderWithProviders(<ConsoleRouter router={router} />, queryClient);
	return router;
}

it('keeps text typed before the search is loaded', async () => {
	open('/build-specs');
	const user = userEvent.setup();
	await user.keyboard('{Control>}k{/Control}dellay{Backspace}{Backspace}{Backspace}ays');
	const field = await screen.findByRole('combobox', { name: 'Search and commands' });
	await waitFor(() => expect((field as HTMLInputElement).value).toBe('delays'));
	await user.keyboard(' of');
	expect((field as HTMLInputElement).value).toBe('delays of');
});

it('shows the current page, the user and the service', async () => {
	open('/build-specs');
	const navigation = screen.getByRole('navigation', { name: 'Main' });
	expect(within(navigation).getByRole('link', { name: 'BuildSpecs' }).getAttribute('aria-current')).toBe('page');
	expect(within(navigation).queryByRole('link', { name: 'Runs' })).toBeNull();
	expect(within(navigation).getByRole('link', { name: 'Outputs by run ID' })).toBeTruthy();
	expect(screen.getByRole('button', { name: 'Account: Demo User, Production' })).toBeTruthy();
	expect(await screen.findByText('No extensions')).toBeTruthy();
	expect(screen.getByText(/Data desk/).parentElement?.textContent).toContain('Connected');
});

it('keeps the navigation collapsed after a reload', async () => {
	const user = userEvent.setup();
	open('/build-specs');
	await user.click(screen.getByRole('button', { name: 'Collapse navigation' }));
	expect(screen.getByRole('button', { name: 'Expand navigation' })).toBeTruthy();
	expect(JSON.stringify({ ...localStorage })).toContain('narrow');
});

it('focuses the title of the new page after a navigation', async () => {
	const user = userEvent.setup();
	open('/nowhere');
	await user.click(screen.getByRole('link', { name: 'Go to BuildSpecs' }));
	expect(document.activeElement).toBe(await screen.findByRole('heading', { level: 1, name: 'BuildSpecs' }));
	expect(document.title).toBe('BuildSpecs · Dataset Console');
});

it('skips the navigation by keyboard', async () => {
	const user = userEvent.setup();
	open('/build-specs');
	await user.tab();
	expect(document.activeElement?.textContent).toBe('Skip to content');
	await user.keyboard('{Enter}');
	expect(document.activeElement).toBe(screen.getByRole('main'));
});

it.each([
	['unsaved work', 'Sign out demo?', () => requestSignOut(null)],
	['names and colors', 'Profiles', openProfiles],
])(
	'doesn’t show the next user a dialog about %s',
	async (_what, name, ask) => {
		const draft = { text: { sources: [], destination: '', payload: 'x' }, baseVersion: 1, baseEtag: null, at: 1 };
		storeDraft({ service: session.baseUrl, user: session.username }, 'd', draft);
		const router = open('/build-specs');
		followSession(new QueryClient(), () => {});
		act(() => void ask());
		expect(await screen.findByText(name, { selector: 'h2' }, { timeout: 10_000 })).toBeTruthy();
		act(() => useSessionStore.setState({ session: null }));
		await screen.findByText('Sign-in page');
		act(() => useSessionStore.setState({ session: { ...session, username: 'guest' } }));
		await act(() => router.navigate('/build-specs'));
		expect(await screen.findByText('BuildSpecs', { selector: 'h1' })).toBeTruthy();
		expect(screen.queryByText(name, { selector: 'h2' })).toBeNull();
	},
	30_000,
);

it('asks nothing if another user signs in while the work is counted', async () => {
	const draft = { text: { sources: [], destination: '', payload: 'x' }, baseVersion: 1, baseEtag: null, at: 1 };
	storeDraft({ service: session.baseUrl, user: session.username }, 'd', draft);
	open('/build-specs');
	const requested = requestSignOut(null);
	act(() => useSessionStore.setState({ session: { ...session, username: 'guest' } }));
	await act(() => requested);
	expect(usePendingSignOut.getState().pending).toBeNull();
	expect(useSessionStore.getState().session).toMatchObject({ username: 'guest' });
});

it('keeps the page visible behind the sign-in dialog', async () => {
	open('/build-specs');
	act(() => useSessionStore.setState({ refused: true }));
	expect(await screen.findByRole('dialog', { name: 'Your session expired' }, { timeout: 4_000 })).toBeTruthy();
	expect(screen.getByText('BuildSpecs', { selector: 'h1' })).toBeTruthy();
	expect(screen.getByLabelText('Access token')).toBeTruthy();
});

it.each([
	['a service with sign-in links', true, [entry]],
	['another service', false, [{ ...entry, baseUrl: `${location.origin}/api/v1` }, entry]],
])(
	'mentions the command for a sign-in link when a session at %s expires: %s',
	async (_where, isTold, services) => {
		open('/build-specs', services);
		act(() => useSessionStore.setState({ refused: true }));
		const words = await screen.findByText(/This page and/, {}, { timeout: 10_000 });
		expect(words.textContent?.includes('npm run sign-in')).toBe(isTold);
	},
	30_000,
);

it('goes to the sign-in page and keeps the current URL when another tab signs out', async () => {
	const router = open('/build-specs?owner=demo');
	act(() => useSessionStore.setState({ session: null }));
	expect(await screen.findByText('Sign-in page')).toBeTruthy();
	expect(router.state.location.search).toBe('?next=%2Fbuild-specs%3Fowner%3Ddemo');
});

it('restores the focus when a dialog opened from the search closes', async () => {
	const user = userEvent.setup();
	open('/build-specs');
	const link = screen.getByRole('link', { name: 'Skip to content' });
	link.focus();
	for (let time = 0; time < 2; time += 1) {
		await user.keyboard('{Control>}k{/Control}');
		await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('combobox')), { timeout: 4_000 });
		await user.keyboard('shortc{Enter}');
		const sheet = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }, { timeout: 4_000 });
		await waitFor(() => expect(sheet.contains(document.activeElement)).toBe(true));
		// Shortcuts are registered once everything has rendered.
		await act(() => new Promise<number>(requestAnimationFrame));
		expect(sheet.contains(document.activeElement)).toBe(true);
		await user.keyboard('{Escape}');
		await waitFor(() => expect(document.activeElement).toBe(link));
	}
});

it('returns the focus to the account button when the profiles close', async () => {
	const user = userEvent.setup();
	open('/build-specs');
	const account = screen.getByRole('button', { name: /^Account/ });
	await user.click(account);
	await user.click(await screen.findByRole('button', { name: /^Manage profiles/ }, { timeout: 4_000 }));
	const profiles = await screen.findByRole('dialog', { name: 'Profiles' }, { timeout: 4_000 });
	await waitFor(() => expect(profiles.contains(document.activeElement)).toBe(true));
	await user.keyboard('{Escape}');
	await waitFor(() => expect(document.activeElement).toBe(account));
});

it('doesn’t report missing results while names are loading', async () => {
	const user = userEvent.setup();
	let answer = (_: Response) => {};
	vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (answer = resolve)));
	connect({ baseUrl: () => session.baseUrl, token: () => 't', onUnauthorized: () => {}, onExchange: () => {} });
	open('/build-specs');
	await user.keyboard('{Control>}k{/Control}');
	await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('combobox')), { timeout: 4_000 });
	await user.keyboard('zqx');
	expect(screen.getByText('Searching…')).toBeTruthy();
	act(() => answer(Response.json({ items: [] })));
	expect(await screen.findByText('No results for "zqx".')).toBeTruthy();
});
