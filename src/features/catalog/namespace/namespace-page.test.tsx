import 'fake-indexeddb/auto';
import { screen } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router';
import { expect, test, vi } from 'vitest';
import { listDatasets } from '#contract/dataset.ts';
import { connect } from '../../../api/http.ts';
import { createQueryClient } from '../../../app/query-client.ts';
import { renderWithProviders } from '../../../testing/render.tsx';
import { useSessionStore } from '../../session/model.ts';
import { descriptionQuery } from '../../session/queries.ts';
import { NamespacePage } from './namespace-page.tsx';

const dataset = (datasetName: string) => ({
	...{ owner: 'ann', namespace: 'shop', datasetName, description: '', version: 1 },
	...{ columns: 1, rows: 2, bytes: 3, updatedAt: '2026-01-01T00:00:00.000Z' },
});

test('shows the first page of datasets while the others load', async () => {
	let answerSecond: (answer: Response) => void = () => {};
	const second = new Promise<Response>((resolve) => {
		answerSecond = resolve;
	});
	vi.stubGlobal('fetch', async (url: string) =>
		url.includes('cursor=')
			? second
			: Response.json(url.includes('/data/ann/shop') ? { items: [dataset('orders')], nextCursor: 'next' } : {}),
	);
	connect({
		baseUrl: () => 'https://data.example/api/v1',
		token: () => 'token',
		onUnauthorized: () => {},
		onExchange: () => {},
	});
	useSessionStore.setState({
		session: {
			...{ baseUrl: 'https://data.example/api/v1', serviceName: 'Test', keep: false },
			...{ token: 'token', expiresAt: null, username: 'ann' },
		},
	});
	const queryClient = createQueryClient();
	queryClient.setQueryData(descriptionQuery.queryKey, () => ({
		openapi: '3.1.0',
		paths: { [listDatasets.path]: { get: { 'x-console-extension': listDatasets.tier } } },
	}));
	renderWithProviders(
		<MemoryRouter initialEntries={['/namespaces/ann/shop']}>
			<Routes>
				<Route path="/namespaces/:owner/:namespace" element={<NamespacePage />} />
			</Routes>
		</MemoryRouter>,
		queryClient,
	);
	expect(await screen.findByRole('link', { name: 'orders' })).toBeTruthy();
	expect(screen.getByText('Loading more datasets…')).toBeTruthy();
	answerSecond(Response.json({ items: [dataset('refunds')] }));
	expect(await screen.findByRole('link', { name: 'refunds' })).toBeTruthy();
	expect(screen.queryByText('Loading more datasets…')).toBeNull();
	// Parts of the page that load later would render after the test ends.
	await vi.dynamicImportSettled();
});
