import { screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { connect } from '../../../api/http.ts';
import { renderWithProviders } from '../../../testing/render.tsx';
import { LineagePage } from './lineage-page.tsx';

afterEach(() => vi.unstubAllGlobals());

test('reports an unreadable BuildSpec instead of showing the empty state', async () => {
	vi.stubGlobal('fetch', async () => Response.json({ items: [{ id: 7, secret: 'raw text' }] }));
	const base = 'https://data.example/api/v1';
	connect({ baseUrl: () => base, token: () => 'token', onUnauthorized: () => {}, onExchange: () => {} });
	renderWithProviders(
		<MemoryRouter>
			<LineagePage />
		</MemoryRouter>,
	);
	expect(await screen.findByText('1 BuildSpec can’t be read')).toBeTruthy();
	expect(screen.getByText(/"secret": "raw text"/)).toBeTruthy();
	expect(screen.queryByText('No BuildSpecs yet')).toBeNull();
	expect(screen.queryByText(/The others/)).toBeNull();
});
