import { act, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, type LoaderFunction } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { ConsoleRouter } from './console-router.tsx';
import { useAddressParams, useWhenLeaving } from './use-address-params.ts';

type Change = ReturnType<typeof useAddressParams>[1];

/** The page's setter from its first render, in a callback that outlives renders. */
let first: Change | null = null;
let left: string[] = [];

function Page() {
	const [params, change] = useAddressParams();
	first ??= change;
	useWhenLeaving(() => left.push(window.location.search));
	return <p>{params.toString()}</p>;
}

function open(loader: LoaderFunction = () => null, basename = '') {
	const routes = [
		{ path: '/here', Component: Page, loader },
		{ path: '/there', loader, element: <p>there</p> },
	];
	const router = createMemoryRouter(routes, { initialEntries: [`${basename}/here`], basename: basename || '/' });
	render(<ConsoleRouter router={router} />);
	const set = (name: string) =>
		first?.(
			(before) => {
				before.set(name, '1');
				return before;
			},
			{ replace: true },
		);
	return { router, set };
}

afterEach(() => {
	first = null;
	left = [];
	window.history.replaceState(null, '', '/');
});

test('applies changes in quick succession from a stale callback without losing any', async () => {
	const { set } = open();
	await waitFor(() => expect(first).not.toBeNull());
	act(() => {
		set('run');
		set('view');
	});
	expect(await screen.findByText('run=1&view=1')).toBeDefined();
	act(() => void set('filter'));
	expect(await screen.findByText('run=1&view=1&filter=1')).toBeDefined();
});

test('doesn’t cancel a navigation with a change to the URL', async () => {
	let arrive = () => {};
	const { router, set } = open(({ request }) =>
		request.url.endsWith('/there') ? new Promise<null>((resolve) => (arrive = () => resolve(null))) : null,
	);
	await waitFor(() => expect(first).not.toBeNull());
	act(() => void router.navigate('/there'));
	await waitFor(() => expect(left).toHaveLength(1));
	act(() => void set('late'));
	expect(window.location.search).toBe('?late=1');
	act(() => arrive());
	expect(await screen.findByText('there')).toBeDefined();
	// The page is gone, but not its callback.
	act(() => void set('later'));
	expect(router.state.location).toMatchObject({ pathname: '/there', search: '' });
	expect(window.location.search).toBe('?late=1');
});

test('works in a console served below a path', async () => {
	let arrive = () => {};
	const { router, set } = open(
		({ request }) =>
			request.url.endsWith('/there') ? new Promise<null>((resolve) => (arrive = () => resolve(null))) : null,
		'/folder',
	);
	await waitFor(() => expect(first).not.toBeNull());
	act(() => {
		set('run');
		set('view');
	});
	expect(await screen.findByText('run=1&view=1')).toBeDefined();
	expect(left).toEqual([]);
	act(() => void router.navigate('/there'));
	await waitFor(() => expect(left).toHaveLength(1));
	act(() => arrive());
	expect(await screen.findByText('there')).toBeDefined();
});
