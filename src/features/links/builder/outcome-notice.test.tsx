import { useMutation } from '@tanstack/react-query';
import { act, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { connect } from '../../../api/http.ts';
import { renderWithProviders } from '../../../testing/render.tsx';
import { useSessionStore } from '../../session/model.ts';
import { useScope } from '../../session/queries.ts';
import { addLinkMutation } from '../mutations.ts';
import { OutcomeNotice } from './outcome-notice.tsx';

const base = 'https://data.example/api/v1';
let answer: () => Response;
/** Responses to all other requests. */
let others: (path: string, method: string) => Response;

beforeEach(() => {
	others = () => Response.json({ error_code: 'NOT_FOUND', message: 'Not here.' }, { status: 404 });
	vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) =>
		url.endsWith('/links/add') ? answer() : others(new URL(url).pathname, init.method ?? 'GET'),
	);
	connect({ baseUrl: () => base, token: () => 'token', onUnauthorized: () => {}, onExchange: () => {} });
	useSessionStore.setState({
		session: { baseUrl: base, serviceName: 'Test', keep: false, token: 'token', expiresAt: null, username: 'ann' },
	});
	return () => vi.unstubAllGlobals();
});

const end = (dataset: string) => ({ username: 'ann', namespace: 'shop', dataset, columnName: 'id' });
const link = { from: end('orders'), to: end('totals'), matchType: 'ExactMatch' } as const;
const Maker = () => {
	const adding = useMutation(addLinkMutation(useScope()));
	return adding.isSuccess ? (
		<OutcomeNotice link={adding.variables} created={adding.data?.created ?? null} />
	) : (
		<button type="button" onClick={() => adding.mutate(link)}>
			Create link
		</button>
	);
};

test.each([
	[
		'nothing',
		() => new Response(null, { status: 204 }),
		/^Link accepted: .*The service didn’t report whether the link already existed/,
	],
	['its own text', () => Response.json({ result: 'ok' }), /^Link accepted: /],
	['created: true', () => Response.json({ created: true }, { status: 201 }), /^Link created: /],
	['created: false', () => Response.json({ created: false }), /^Link already exists: .*Nothing changed/],
])('reports a created link if the service responds with %s', async (_, respond, words) => {
	answer = respond;
	renderWithProviders(<Maker />);
	act(() => screen.getByRole('button', { name: 'Create link' }).click());
	expect((await screen.findByRole('status')).textContent).toMatch(words);
});

test('offers to undo a new link if the service lists and deletes links', async () => {
	const id = '00000000-0000-4000-8000-000000000001';
	let items = [{ id, ...link, options: {}, createdAt: '2026-01-01T00:00:00Z' }];
	const extension = { 'x-console-extension': 'links/1' };
	answer = () => Response.json({ created: true }, { status: 201 });
	others = (path, method) => {
		if (path.endsWith('/openapi.json')) {
			return Response.json({
				openapi: '3.1.0',
				paths: { '/links': { get: extension }, '/links/{linkId}': { delete: extension } },
			});
		}
		if (method !== 'DELETE') return Response.json({ items, nextCursor: null });
		items = [];
		return new Response(null, { status: 204 });
	};
	renderWithProviders(
		<MemoryRouter>
			<Maker />
		</MemoryRouter>,
	);
	act(() => screen.getByRole('button', { name: 'Create link' }).click());
	const undo = await screen.findByRole('button', { name: 'Undo' });
	expect(screen.getByRole('link', { name: 'Show in graph' })).toBeTruthy();
	act(() => undo.click());
	expect(await screen.findByText('Link shop/orders.id → shop/totals.id deleted')).toBeTruthy();
});
