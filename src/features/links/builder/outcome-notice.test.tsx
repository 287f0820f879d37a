import { useMutation } from '@tanstack/react-query';
import { act, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { connect } from '../../../api/http.ts';
import { renderWithProviders } from '../../../testing/render.tsx';
import { useSessionStore } from '../../session/model.ts';
import { useScope } from '../../session/queries.ts';
import { addLinkMutation } from '../mutations.ts';
import { OutcomeNotice } from './outcome-notice.tsx';

const base = 'https://data.example/api/v1';
let answer: () => Response;

beforeEach(() => {
	vi.stubGlobal('fetch', async (url: string) =>
		url.endsWith('/links/add')
			? answer()
			: Response.json({ error_code: 'NOT_FOUND', message: 'Not here.' }, { status: 404 }),
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
		/^The service took the link: .*It does not say whether it existed already/,
	],
	['its own words', () => Response.json({ result: 'ok' }), /^The service took the link: /],
	['that it made it', () => Response.json({ created: true }, { status: 201 }), /^Link created: /],
	['that it was there', () => Response.json({ created: false }), /^The link existed already: .*Nothing was changed/],
])('a link is made where the service says %s', async (_, said, words) => {
	answer = said;
	renderWithProviders(<Maker />);
	act(() => screen.getByRole('button', { name: 'Create link' }).click());
	expect((await screen.findByRole('status')).textContent).toMatch(words);
});
