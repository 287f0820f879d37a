import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { connect } from '../../api/http.ts';
import { renderWithProviders } from '../../testing/render.tsx';
import { storeSeenNames } from '../names/mutations.ts';
import { useSessionStore } from '../session/model.ts';
import { IngestionPage } from './ingestions/ingestion-page.tsx';
import { InstructionsPane } from './instructions/instructions-pane.tsx';
import { type Instructions, noInstructions } from './model.ts';

const service = 'https://data.example/api/v1';
const user = userEvent.setup();
let asked: string[];

// A core-only service: it lists neither columns nor ingestions.
beforeEach(() => {
	asked = [];
	vi.stubGlobal('fetch', async (url: string) => {
		asked.push(url.slice(service.length));
		return new Response(null, { status: 404 });
	});
	connect({ baseUrl: () => service, token: () => 'token', onUnauthorized: () => {}, onExchange: () => {} });
	useSessionStore.setState({
		session: { baseUrl: service, serviceName: 'Test', keep: false, token: 'token', expiresAt: null, username: 'ann' },
	});
	return () => vi.unstubAllGlobals();
});

test('proposes discovered columns without requesting any from the service', async () => {
	const orders = { owner: 'ann', namespace: 'shop', datasetName: 'orders' };
	const columns = [
		{ name: 'id', type: 'BIGINT' },
		{ name: 'note', type: null },
	];
	await storeSeenNames({ service, user: 'ann' }, [{ ...orders, columns, origin: 'output', where: 'run 1', to: null }]);
	const onChange = vi.fn<(instructions: Instructions) => void>();
	renderWithProviders(<InstructionsPane instructions={noInstructions} names={[]} onChange={onChange} />);
	const field = screen.getByLabelText('Copy from dataset', { selector: 'input' });
	await user.type(field, 'shop/other');
	expect(
		screen.getByText('This service doesn’t list columns, and none have been discovered for this dataset yet.'),
	).toBeTruthy();
	expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Copy columns' }).disabled).toBe(true);
	expect(screen.queryByText('This dataset doesn’t exist or isn’t shared with you.')).toBeNull();
	await user.clear(field);
	await user.type(field, 'shop/orders');
	await user.click(screen.getByRole('button', { name: 'Copy columns' }));
	expect(onChange.mock.lastCall?.[0].schema).toEqual([
		{ field: 'id', description: 'BIGINT' },
		{ field: 'note', description: '' },
	]);
	expect(asked.filter((path) => path !== '/openapi.json')).toEqual([]);
});

test('reads the ingestion ID from the URL', async () => {
	renderWithProviders(
		<MemoryRouter initialEntries={['/ingest/ingestions/ing-77']}>
			<Routes>
				<Route path="/ingest/ingestions/:ingestionId" element={<IngestionPage />} />
			</Routes>
		</MemoryRouter>,
	);
	expect(screen.getByLabelText<HTMLInputElement>('Ingestion ID').value).toBe('ing-77');
});
