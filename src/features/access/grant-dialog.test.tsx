import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { connect } from '../../api/http.ts';
import { renderWithProviders } from '../../testing/render.tsx';
import { GrantDialog } from './grant-dialog.tsx';

let bodies: unknown[] = [];

beforeEach(() => {
	bodies = [];
	vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
		if (init.method !== 'PUT') return new Response(JSON.stringify({ items: [] }));
		const body = JSON.parse(String(init.body)) as { username: string; role: string };
		bodies.push(body);
		if (body.username === 'nobody') {
			const sub_errors = [{ code: 'NOT_FOUND', path: 'username', message: 'There is no user "nobody".' }];
			return new Response(JSON.stringify({ error_code: 'VALIDATION_FAILED', message: 'Refused.', sub_errors }), {
				status: 400,
			});
		}
		const granted = { ...body, grantedAt: '2026-01-01T00:00:00.000Z', grantedBy: 'demo' };
		return new Response(JSON.stringify(granted));
	});
	connect({
		baseUrl: () => 'https://data.example/api/v1',
		token: () => 'token',
		onUnauthorized: () => {},
		onExchange: () => {},
	});
	return () => vi.unstubAllGlobals();
});

test('focuses the field and sends nothing if a user can’t be shared with', async () => {
	const user = userEvent.setup();
	renderWithProviders(<GrantDialog owner="demo" namespaces={['aviation']} onClose={() => {}} />);
	const person = await screen.findByRole('combobox', { name: 'User' });
	const share = screen.getByRole('button', { name: 'Share aviation' });
	const refused = [
		['', 'Enter a name.'],
		['a/b', 'The username contains "/". Use only letters, digits, "_", "-", "." and spaces.'],
		[' Demo ', 'You own this namespace, so you already have full access.'],
	] as const;
	for (const [name, words] of refused) {
		await user.clear(person);
		await user.type(person, name || ' ');
		expect(person.getAttribute('aria-invalid')).not.toBe('true');
		await user.click(share);
		expect(screen.getByText(words)).toBeDefined();
		expect(document.activeElement).toBe(person);
	}
	expect(bodies).toEqual([]);
});

test('shows the service’s error about a user until the name changes', async () => {
	const user = userEvent.setup();
	const onClose = vi.fn();
	renderWithProviders(<GrantDialog owner="demo" namespaces={['aviation', 'sales']} onClose={onClose} />);
	const person = await screen.findByRole('combobox', { name: 'User' });
	await user.selectOptions(screen.getByRole('combobox', { name: 'Namespace' }), 'sales');
	await user.click(screen.getByRole('radio', { name: 'Editor' }));
	await user.type(person, ' nobody ');
	await user.click(screen.getByRole('button', { name: 'Share sales' }));
	expect(await screen.findByText('There is no user "nobody".')).toBeDefined();
	await waitFor(() => expect(document.activeElement).toBe(person));
	await user.clear(person);
	expect(screen.queryByText('There is no user "nobody".')).toBeNull();
	await user.type(person, 'ann{Enter}');
	await waitFor(() => expect(onClose).toHaveBeenCalled());
	expect(bodies).toEqual([
		{ username: 'nobody', role: 'editor' },
		{ username: 'ann', role: 'editor' },
	]);
});
