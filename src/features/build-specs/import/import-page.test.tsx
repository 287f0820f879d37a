import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import type { BuildSpec } from '#contract/build-spec.ts';
import { connect } from '../../../api/http.ts';
import { createQueryClient } from '../../../app/query-client.ts';
import { ConsoleRouter } from '../../../lib/console-router.tsx';
import { renderWithProviders } from '../../../testing/render.tsx';
import { useSessionStore } from '../../session/model.ts';
import { ImportPage, loadImport } from './import-page.tsx';
import { writeSpecFile } from './spec-file.ts';

const base = 'https://data.example/api/v1';
const spec = (index: number): BuildSpec => ({
	id: `00000000-0000-4000-8000-00000000000${index}`,
	owner: 'demo',
	version: 2,
	sources: [],
	destination: { owner: 'demo', namespace: 'aviation', datasetName: `delays_${index}` },
	code: { payload: 'select 1' },
	createdAt: '2026-01-01T00:00:00.000Z',
	updatedAt: '2026-01-01T00:00:00.000Z',
});

/** Status for rejected saves, if any. */
let refusal: number | null;

beforeEach(() => {
	const specs = new Map([spec(1), spec(2)].map((item) => [item.id, item]));
	refusal = null;
	vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
		const path = url.slice(base.length);
		if (path === '/openapi.json') return new Response(null, { status: 404 });
		const saved = specs.get(path.split('/')[2] ?? '');
		if (saved === undefined) return Response.json({ items: [...specs.values()] });
		if (init.method !== 'PUT') return Response.json(saved);
		if (refusal !== null) return Response.json({ error_code: 'DOWN', message: 'Down.' }, { status: refusal });
		const next = { ...saved, ...JSON.parse(String(init.body)), version: saved.version + 1 };
		specs.set(saved.id, next);
		return Response.json(next);
	});
	connect({ baseUrl: () => base, token: () => 'token', onUnauthorized: () => {}, onExchange: () => {} });
	useSessionStore.setState({
		session: { baseUrl: base, serviceName: 'Test', keep: false, token: 'token', expiresAt: null, username: 'demo' },
	});
	return () => vi.unstubAllGlobals();
});

async function choose(...payloads: readonly string[]) {
	const queryClient = createQueryClient();
	const router = createMemoryRouter(
		[{ path: '/', Component: ImportPage, loader: loadImport(queryClient), hydrateFallbackElement: <p>Loading</p> }],
		{ initialEntries: ['/'] },
	);
	const { container } = renderWithProviders(<ConsoleRouter router={router} />, queryClient);
	await screen.findByRole('button', { name: 'Choose files…' });
	const files = payloads.map((payload, index) => {
		const { text } = writeSpecFile({ ...spec(index + 1), code: { payload } });
		// jsdom can't read files.
		const arrayBuffer = async () => new TextEncoder().encode(text);
		return Object.assign(new File([text], `${index + 1}.sql`), { arrayBuffer });
	});
	const input = container.querySelector<HTMLInputElement>('input[type="file"]');
	if (input === null) throw new Error('There is no input for files.');
	await userEvent.upload(input, files);
}

test('saves selected changes and skips identical BuildSpecs', async () => {
	await choose('select 2', 'select 1');
	await userEvent.click(await screen.findByRole('button', { name: 'Import: update 1' }));
	expect(await screen.findByText('Saved as version 3.')).toBeTruthy();
	expect(await screen.findByText('1 of 1 imported.')).toBeTruthy();
});

test('stops when the service is unavailable and continues after comparing again', async () => {
	refusal = 503;
	await choose('select 2', 'select 3');
	await userEvent.click(await screen.findByRole('button', { name: 'Import: update 2' }));
	expect(
		await screen.findByText('The service isn’t available, so the remaining BuildSpecs weren’t imported.'),
	).toBeTruthy();
	refusal = null;
	await userEvent.click(screen.getByRole('button', { name: 'Compare again' }));
	await userEvent.click(await screen.findByRole('button', { name: 'Import: update 2' }));
	await waitFor(() => expect(screen.getAllByText('Saved as version 3.')).toHaveLength(2));
	expect(await screen.findByText('2 of 2 imported.')).toBeTruthy();
});
