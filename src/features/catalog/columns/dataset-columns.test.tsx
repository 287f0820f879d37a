import { useQuery } from '@tanstack/react-query';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import type { DatasetSchema } from '#contract/dataset.ts';
import { connect } from '../../../api/http.ts';
import { createQueryClient } from '../../../app/query-client.ts';
import { renderWithProviders } from '../../../testing/render.tsx';
import { schemaQuery } from '../../names/queries.ts';
import { useSessionStore } from '../../session/model.ts';
import { DatasetColumns } from './dataset-columns.tsx';

const base = 'https://data.example/api/v1';
const dataset = { owner: 'demo', namespace: 'aviation', datasetName: 'routes' };
const description = {
	openapi: '3.1.0',
	paths: {
		'/schema/{username}/{namespace}/{datasetName}/description': { put: { 'x-console-extension': 'datasets/1' } },
	},
};

/** The fake service. Saves a description when the test says so. */
let columns: Record<string, string>;
let sent: unknown[];
let answer: () => void;

const schema = (): DatasetSchema => ({
	...dataset,
	columns: Object.entries(columns).map(([name, text]) => ({ name, type: 'VARCHAR', description: text })),
	description: '',
	rows: 3,
	bytes: 100,
	version: 1,
	updatedAt: '2026-01-01T00:00:00.000Z',
	access: 'write',
	builtBy: null,
	licence: null,
	source: null,
});

beforeEach(() => {
	columns = { origin: 'first', target: '', stops: '' };
	sent = [];
	vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
		if (address.endsWith('/openapi.json')) return Response.json(description);
		if (init?.method === 'PUT') {
			const body = JSON.parse(String(init.body));
			sent.push(body);
			await new Promise<void>((resolve) => {
				answer = resolve;
			});
			columns = { ...columns, ...body.columns };
		}
		return Response.json(schema());
	});
	connect({ baseUrl: () => base, token: () => 'token', onUnauthorized: () => {}, onExchange: () => {} });
	useSessionStore.setState({
		session: { baseUrl: base, serviceName: 'Test', keep: false, token: 'token', expiresAt: null, username: 'demo' },
	});
	sessionStorage.clear();
	return () => vi.unstubAllGlobals();
});

function Columns() {
	const { data } = useQuery(schemaQuery(dataset));
	return data == null ? null : <DatasetColumns schema={data} />;
}

const write = (name: string, value: string) =>
	fireEvent.change(screen.getByLabelText(`Description of ${name}`), { target: { value } });
const press = async (name: string) => await userEvent.click(await screen.findByRole('button', { name }));

test('keeps text typed during a save and saves it next', async () => {
	renderWithProviders(<Columns />, createQueryClient());
	await press('Edit descriptions');
	write('origin', 'second');
	write('target', 'kept');
	await press('Save 2 descriptions');
	await waitFor(() => expect(sent).toHaveLength(1));
	// Back to the saved text, plus another change.
	write('origin', 'first');
	write('stops', 'written since');
	answer();
	await press('Save 2 descriptions');
	await waitFor(() => expect(sent).toHaveLength(2));
	expect(sent[1]).toEqual({ columns: { origin: 'first', stops: 'written since' } });
	answer();
	await screen.findByRole('button', { name: 'Edit descriptions' });
	expect(columns).toEqual({ origin: 'first', target: 'kept', stops: 'written since' });
	expect(sessionStorage).toHaveLength(0);
});
