import { act, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { connect } from '../../../api/http.ts';
import { renderWithProviders } from '../../../testing/render.tsx';
import { useSessionStore } from '../../session/model.ts';
import { OutcomeNotice } from './outcome-notice.tsx';
import { useCreateLink } from './use-create-link.ts';

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
let creation: ReturnType<typeof useCreateLink>;
const Maker = () => {
	creation = useCreateLink();
	return <OutcomeNotice creation={creation} />;
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
	act(() => creation.create({ from: end('orders'), to: end('totals'), matchType: 'ExactMatch' }));
	expect((await screen.findByRole('status')).textContent).toMatch(words);
});
