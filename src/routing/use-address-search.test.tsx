import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, useLocation } from 'react-router';
import { expect, test, vi } from 'vitest';
import { ConsoleRouter } from '../lib/console-router.tsx';
import { useAddressSearch } from './use-address-search.ts';

const inAddress = {
	read: (params: URLSearchParams) => ({ q: params.get('q') ?? '' }),
	write: ({ q }: { q: string }) => new URLSearchParams(q === '' ? {} : { q }),
};

function Page() {
	const [search, change] = useAddressSearch(inAddress);
	return <input aria-label="Filter" value={search.q} onChange={(event) => change({ q: event.currentTarget.value })} />;
}

test('keeps text typed while the URL is updated, and follows Back', async () => {
	let arrive = () => {};
	const router = createMemoryRouter(
		[
			{
				path: '/',
				Component: Page,
				hydrateFallbackElement: <p>Loading</p>,
				loader: ({ request }) =>
					request.url.endsWith('q=a') ? new Promise<null>((resolve) => (arrive = () => resolve(null))) : null,
			},
		],
		{ initialEntries: ['/?q=before', '/'], initialIndex: 1 },
	);
	render(<ConsoleRouter router={router} />);
	const user = userEvent.setup();
	const filter = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Filter' });
	await user.type(filter, 'a');
	await waitFor(() => expect(router.state.navigation.location?.search).toBe('?q=a'));
	await user.type(filter, 'b');
	await act(async () => arrive());
	expect(filter.value).toBe('ab');
	await waitFor(() => expect(router.state.location.search).toBe('?q=ab'));
	expect(filter.value).toBe('ab');
	await act(() => router.navigate(-1));
	await waitFor(() => expect(filter.value).toBe('before'));
});

test('doesn’t undo a link opened before the URL is updated', async () => {
	let arrive = () => {};
	const router = createMemoryRouter([
		{
			path: '/',
			Component: Page,
			hydrateFallbackElement: <p>Loading</p>,
			loader: ({ request }) =>
				request.url.endsWith('opened=1') ? new Promise<null>((resolve) => (arrive = () => resolve(null))) : null,
		},
	]);
	render(<ConsoleRouter router={router} />);
	const filter = await screen.findByRole('textbox', { name: 'Filter' });
	vi.useFakeTimers();
	fireEvent.change(filter, { target: { value: 'a' } });
	act(() => void router.navigate('/?q=a&opened=1'));
	// The URL would update by now.
	await act(() => vi.runAllTimersAsync());
	vi.useRealTimers();
	expect(router.state.navigation.location?.search).toBe('?q=a&opened=1');
	await act(async () => arrive());
	expect(router.state.location.search).toBe('?q=a&opened=1');
	expect(router.state.historyAction).toBe('PUSH');
});

const twoFields = {
	read: (params: URLSearchParams) => ({ from: params.get('from') ?? '', to: params.get('to') ?? '' }),
	write: (text: { from: string; to: string }) =>
		new URLSearchParams(Object.entries(text).filter(([, value]) => value !== '')),
	isTyped: () => true,
};

function Fields() {
	const [text, change] = useAddressSearch(twoFields);
	return (
		<>
			<input aria-label="From" value={text.from} onChange={(event) => change({ from: event.currentTarget.value })} />
			<input aria-label="To" value={text.to} onChange={(event) => change({ to: event.currentTarget.value })} />
		</>
	);
}

test('keeps text typed into two fields while the URL is updated', async () => {
	let arrive = () => {};
	const router = createMemoryRouter([
		{
			path: '/',
			Component: Fields,
			hydrateFallbackElement: <p>Loading</p>,
			loader: ({ request }) =>
				request.url.endsWith('from=a') ? new Promise<null>((resolve) => (arrive = () => resolve(null))) : null,
		},
	]);
	render(<ConsoleRouter router={router} />);
	const user = userEvent.setup();
	await user.type(await screen.findByRole('textbox', { name: 'From' }), 'a');
	await waitFor(() => expect(router.state.navigation.location?.search).toBe('?from=a'));
	await user.type(screen.getByRole('textbox', { name: 'To' }), 'b');
	await act(async () => arrive());
	expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'To' }).value).toBe('b');
	await waitFor(() => expect(router.state.location.search).toBe('?from=a&to=b'));
	expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'From' }).value).toBe('a');
});

test('keeps two changes made before either is rendered', async () => {
	const Both = () => {
		const [text, change] = useAddressSearch(twoFields);
		const fill = () => {
			change({ from: 'a' });
			change(({ from }) => ({ to: `${from}b` }));
		};
		return (
			<button type="button" onClick={fill}>
				{text.from} {text.to}
			</button>
		);
	};
	const router = createMemoryRouter([{ path: '/', Component: Both }]);
	render(<ConsoleRouter router={router} />);
	await userEvent.click(screen.getByRole('button'));
	expect(screen.getByRole('button').textContent).toBe('a ab');
	await waitFor(() => expect(router.state.location.search).toBe('?from=a&to=ab'));
});

test('keeps text typed after React discards a render', async () => {
	let isLoaded = false;
	let arrive = () => {};
	const loaded = new Promise<void>((resolve) => {
		arrive = resolve;
	});
	/** Simulates a page still busy with the URL: React renders the fields, discards that, and renders them again later. */
	const Slow = () => {
		const { search } = useLocation();
		if (search !== '' && !isLoaded) throw loaded;
		return null;
	};
	const Together = () => (
		<>
			<Fields />
			<Slow />
		</>
	);
	const router = createMemoryRouter([{ path: '/', Component: Together }]);
	render(<ConsoleRouter router={router} />);
	const user = userEvent.setup();
	await user.type(await screen.findByRole('textbox', { name: 'From' }), 'a');
	await waitFor(() => expect(router.state.location.search).toBe('?from=a'));
	await user.type(screen.getByRole('textbox', { name: 'To' }), 'bcd');
	await waitFor(() => expect(router.state.location.search).toBe('?from=a&to=bcd'));
	expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'From' }).value).toBe('a');
	isLoaded = true;
	await act(async () => arrive());
	expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'From' }).value).toBe('a');
	expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'To' }).value).toBe('bcd');
});
