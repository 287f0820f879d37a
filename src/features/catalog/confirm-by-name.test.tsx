import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { connect } from '../../api/http.ts';
import { renderWithProviders } from '../../testing/render.tsx';
import { useSessionStore } from '../session/model.ts';
import { RenameSheet } from './rename/rename-sheet.tsx';
import { writeMark } from './wipe/wipe-guard.ts';
import { WipeSheet } from './wipe/wipe-sheet.tsx';

const service = 'https://data.example/api/v1';
const shop = { owner: 'ann', namespace: 'shop' };
const onClose = () => {};

beforeEach(() => {
	vi.stubGlobal('fetch', async (url: string) =>
		url.endsWith('/build-specs') ? Response.json({ items: [] }) : new Response(null, { status: 404 }),
	);
	connect({ baseUrl: () => service, token: () => 'token', onUnauthorized: () => {}, onExchange: () => {} });
	useSessionStore.setState({
		session: { baseUrl: service, serviceName: 'Test', keep: false, token: 'token', expiresAt: null, username: 'ann' },
	});
	return () => vi.unstubAllGlobals();
});

const sheets: Record<string, { sheet: ReactElement; fill(user: ReturnType<typeof userEvent.setup>): Promise<void> }> = {
	Wipe: {
		sheet: <WipeSheet namespace={shop} onClose={onClose} />,
		fill: async (user) => user.click(await screen.findByLabelText('Don’t delete the datasets')),
	},
	Rename: {
		sheet: <RenameSheet namespace={shop} onClose={onClose} />,
		fill: async (user) => user.type(await screen.findByLabelText('New name'), 'store'),
	},
};

test.each(Object.entries(sheets))('%s requires typing the exact owner and name', async (verb, shown) => {
	const user = userEvent.setup();
	renderWithProviders(<RouterProvider router={createMemoryRouter([{ path: '/', element: shown.sheet }])} />);
	await shown.fill(user);
	const button = screen.getByRole<HTMLButtonElement>('button', { name: `${verb} ann/shop` });
	const field = screen.getByLabelText('Type ann/shop to confirm');
	for (const other of ['shop', 'Ann/shop', 'ann/shops']) {
		await user.clear(field);
		await user.type(field, other);
		expect(screen.getByText('Doesn’t match ann/shop.')).toBeTruthy();
		expect(button.disabled).toBe(true);
	}
	await user.clear(field);
	await user.type(field, 'ann/shop');
	expect(screen.queryByText('Doesn’t match ann/shop.')).toBeNull();
	await vi.waitFor(() => expect(button.disabled).toBe(false));
});

test('offers to check the result of an earlier wipe that blocks a new one', async () => {
	writeMark({ service, ...shop }, { state: 'sent', at: Date.now(), deleteDatasets: false });
	const kept = Object.entries(localStorage);
	localStorage.clear();
	const user = userEvent.setup();
	renderWithProviders(
		<RouterProvider
			router={createMemoryRouter([{ path: '/', element: <WipeSheet namespace={shop} onClose={onClose} /> }])}
		/>,
	);
	await user.click(await screen.findByLabelText('Don’t delete the datasets'));
	await user.type(screen.getByLabelText('Type ann/shop to confirm'), 'ann/shop');
	const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Wipe ann/shop' });
	await vi.waitFor(() => expect(button.disabled).toBe(false));
	// Another tab starts at the same time.
	for (const [key, value] of kept) localStorage.setItem(key, value);
	await user.click(button);
	await user.click(await screen.findByRole('button', { name: 'I’ve checked it myself' }));
	await user.type(screen.getByLabelText('Type ann/shop to confirm'), 'ann/shop');
	expect(button.disabled).toBe(false);
});
