import 'fake-indexeddb/auto';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { connect } from '../../api/http.ts';
import { renderWithProviders } from '../../testing/render.tsx';
import { readDiscovered } from '../names/discovered.ts';
import { storeSeenNames } from '../names/mutations.ts';
import { useSessionStore } from '../session/model.ts';
import { TokenDialog } from './token-dialog.tsx';

let bodies: unknown[] = [];

beforeEach(() => {
	bodies = [];
	const session = { baseUrl: 'https://data.example/api/v1', serviceName: 'Test', keep: false, expiresAt: null };
	useSessionStore.setState({ session: { ...session, token: 'token', username: 'demo' } });
	vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
		if (init.method !== 'POST') return new Response(JSON.stringify({ items: [] }));
		bodies.push(JSON.parse(String(init.body)));
		return new Response(JSON.stringify({ error_code: 'FORBIDDEN', message: 'Not allowed.' }), { status: 403 });
	});
	connect({
		baseUrl: () => 'https://data.example/api/v1',
		token: () => 'token',
		onUnauthorized: () => {},
		onExchange: () => {},
	});
	return () => vi.unstubAllGlobals();
});

test('shows a problem at each invalid field and sends nothing', async () => {
	const user = userEvent.setup();
	renderWithProviders(<TokenDialog onClose={() => {}} />);
	const name = await screen.findByRole('textbox', { name: 'Name' });
	await user.type(screen.getByRole('combobox', { name: 'Namespace 1' }), 'aviation');
	await user.type(screen.getByRole('combobox', { name: 'Dataset 1' }), 'a?b');
	await user.click(screen.getByRole('button', { name: 'Create token' }));
	expect(document.activeElement).toBe(name);
	const problemOf = (role: 'textbox' | 'combobox', label: string) => {
		const described = screen.getByRole(role, { name: label }).getAttribute('aria-describedby') ?? '';
		return described.split(' ').map((id) => document.getElementById(id)?.textContent);
	};
	expect(problemOf('textbox', 'Name')).toContain('Enter a name.');
	expect(problemOf('combobox', 'Namespace 1')).toContain('Enter the namespace as owner/namespace.');
	expect(problemOf('combobox', 'Dataset 1')).toContain(
		'The dataset name contains "?". Use only letters, digits, "_", "-", "." and spaces.',
	);
	expect(bodies).toEqual([]);
});

test('sends remaining entries trimmed, and none for an unrestricted token', async () => {
	const user = userEvent.setup();
	renderWithProviders(<TokenDialog onClose={() => {}} />);
	await user.type(await screen.findByRole('textbox', { name: 'Name' }), ' Export ');
	await user.type(screen.getByRole('combobox', { name: 'Namespace 1' }), 'wrong');
	await user.click(screen.getByRole('button', { name: 'Add entry' }));
	await user.click(screen.getByRole('button', { name: 'Remove entry 1' }));
	await user.clear(screen.getByRole('combobox', { name: 'Namespace 1' }));
	await user.type(screen.getByRole('combobox', { name: 'Namespace 1' }), ' demo/aviation ');
	await user.click(screen.getByRole('button', { name: 'Create token' }));
	await waitFor(() => expect(bodies).toHaveLength(1));
	await user.click(screen.getByRole('radio', { name: /^Same access as you/ }));
	await user.click(screen.getByRole('button', { name: 'Create token' }));
	await waitFor(() => expect(bodies).toHaveLength(2));
	const lasting = { name: 'Export', expiresInSeconds: 604_800 };
	const named = { username: 'demo', namespace: 'aviation', dataset: '*', access: 'read' };
	expect(bodies).toEqual([{ ...lasting, permissions: [named] }, lasting]);
});

test('offers a namespace with a slash in its name with its own datasets', async () => {
	const user = userEvent.setup();
	const seen = { columns: [], origin: 'run', where: 'a run', to: null } as const;
	await readDiscovered({ service: 'https://data.example/api/v1', user: 'demo' });
	await storeSeenNames({ service: 'https://data.example/api/v1', user: 'demo' }, [
		{ ...seen, owner: 'ann', namespace: 'a/b', datasetName: 'c/d' },
		{ ...seen, owner: 'ann', namespace: 'a', datasetName: 'b' },
	]);
	renderWithProviders(<TokenDialog onClose={() => {}} />);
	await user.click(await screen.findByRole('combobox', { name: 'Namespace 1' }));
	await user.click(await screen.findByRole('option', { name: 'ann/a\\/b' }));
	await user.click(screen.getByRole('combobox', { name: 'Dataset 1' }));
	const datasets = within(await screen.findByRole('listbox', { name: 'Dataset 1' })).getAllByRole('option');
	expect(datasets.map((option) => option.textContent)).toEqual(['c/d']);
	await user.click(screen.getByRole('button', { name: 'Create token' }));
	expect(await screen.findByText(/^The namespace name contains "\/"/)).toBeTruthy();
});
