import { QueryClient } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SignInEnd } from '../../features/session/about/sign-in-end.tsx';
import { useSessionStore } from '../../features/session/model.ts';
import { renderWithProviders } from '../../testing/render.tsx';
import { SignInEnds } from './sign-in-ends.tsx';

const minute = 60_000;
const baseUrl = 'https://data.example.org/api/v1';
const entry = { name: 'Desk', baseUrl, authUrl: 'https://data.example.org/authorize' };

function open(element: React.ReactElement, left: number, way: object | null = {}) {
	const expiresAt = new Date(Date.now() + left).toISOString();
	const session = { baseUrl, serviceName: 'Desk', token: 't', username: 'demo', expiresAt, keep: false };
	useSessionStore.setState({ session, refused: false });
	const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
	queryClient.setQueryData(['config'], { title: 'Desk', services: [entry], problem: null });
	queryClient.setQueryData(['config', 'way', baseUrl], way);
	renderWithProviders(element, queryClient);
}

beforeEach(() => {
	vi.spyOn(window, 'open');
});

afterEach(() => {
	vi.restoreAllMocks();
	useSessionStore.setState({ session: null });
});

it('shows when the session expires or that it has expired', () => {
	open(<SignInEnds />, 5.5 * minute);
	expect(screen.getByRole('status').textContent).toContain('Your session expires in 5 minutes');
	open(<SignInEnds />, -minute);
	expect(screen.getAllByRole('status').at(-1)?.textContent).toContain('Your session has expired');
});

it.each([
	['status line', SignInEnds, /^Sign in again in a new tab$/],
	['account menu', SignInEnd, /Sign in again in a new tab/],
] as const)('shows a link in the %s if the browser blocks the sign-in window', async (_where, Part, link) => {
	vi.mocked(window.open).mockReturnValue(null);
	open(<Part />, 5.5 * minute);
	await userEvent.click(screen.getByRole('button', { name: 'Sign in again' }));
	const address = new URL(String(vi.mocked(window.open).mock.calls[0]?.[0]));
	expect(Object.fromEntries(address.searchParams)).toEqual({ service: baseUrl, user: 'demo', renew: '1' });
	const shown = screen.getByRole('link', { name: link });
	expect(shown.getAttribute('href')).toBe(address.href);
	expect(shown.getAttribute('target')).toBe('_blank');
});

it('offers no sign-in window if the service has no sign-in page', () => {
	open(<SignInEnds />, 5.5 * minute, null);
	expect(screen.queryByRole('button')).toBeNull();
});
