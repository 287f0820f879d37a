import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { expect, test, vi } from 'vitest';
import { connect } from '../../../api/http.ts';
import { renderWithProviders } from '../../../testing/render.tsx';
import type { SpecTargets } from '../../build-specs/model.ts';
import { useSessionStore } from '../../session/model.ts';
import { specUses } from '../model.ts';
import { DeleteDatasetDialog } from './delete-dataset-dialog.tsx';

const dataset = { owner: 'ann', namespace: 'shop', datasetName: 'orders' };

test('counts a pipeline as a writer of each of its targets', async () => {
	const spec = {
		id: 'pipe',
		owner: 'ann',
		version: 1,
		sources: [],
		destination: { ...dataset, datasetName: 'per_month' },
		code: { payload: '{"gitPipeline": {}}' },
		createdAt: '',
		updatedAt: '',
	};
	const targets: SpecTargets = new Map([[spec.id, [spec.destination, dataset]]]);
	expect(specUses([spec], dataset, new Map())).toEqual([]);
	expect(specUses([spec], dataset, targets)).toEqual([{ spec, writes: [dataset], reads: [] }]);
	const shop = { owner: 'ann', namespace: 'shop' };
	expect(specUses([spec], shop, targets)).toEqual([{ spec, writes: [spec.destination, dataset], reads: [] }]);
});

test('counts all readers of the dataset and lists them in pages', async () => {
	const items = Array.from({ length: 2_001 }, (_, index) => ({
		id: `spec-${index}`,
		owner: 'ann',
		version: 1,
		sources: [dataset],
		destination: { ...dataset, datasetName: `report_${index}` },
		code: { payload: '' },
		createdAt: '',
		updatedAt: '',
	}));
	const service = 'https://data.example/api/v1';
	vi.stubGlobal('fetch', async (url: string) =>
		url.endsWith('/build-specs') ? Response.json({ items }) : new Response(null, { status: 404 }),
	);
	connect({ baseUrl: () => service, token: () => 'token', onUnauthorized: () => {}, onExchange: () => {} });
	useSessionStore.setState({
		session: { baseUrl: service, serviceName: 'Test', keep: false, token: 'token', expiresAt: null, username: 'ann' },
	});
	const schema = { ...dataset, columns: [], description: '', rows: 5, bytes: 10, updatedAt: '', access: 'write' };
	renderWithProviders(
		<MemoryRouter>
			<DeleteDatasetDialog schema={schema as never} opened onClose={() => {}} />
		</MemoryRouter>,
	);
	const readers = (await screen.findByText(/^2,001 BuildSpecs/, {}, { timeout: 10_000 })).closest('dd');
	if (readers === null) throw new Error('The readers are no definition.');
	const links = () => within(readers).getAllByRole('link').length;
	expect(links()).toBe(3);
	await userEvent.click(within(readers).getByRole('button', { name: 'Show 100 of 1,998 more' }));
	expect(links()).toBe(103);
	expect(within(readers).getByRole('button', { name: 'Show 100 of 1,898 more' })).toBeTruthy();
	vi.unstubAllGlobals();
});
