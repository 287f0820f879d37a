import { screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { connect } from '../../api/http.ts';
import { renderWithProviders } from '../../testing/render.tsx';
import { saveOrder } from './columns/column-order-save.ts';
import type { NamespaceFacts } from './namespace-facts.ts';
import { renameOnce } from './rename/rename-once.ts';
import { readMark } from './wipe/wipe-guard.ts';
import { wipeOnce } from './wipe/wipe-once.ts';
import { WipeResult } from './wipe/wipe-result.tsx';

const service = 'https://data.example/api/v1';
let requests: string[];

beforeEach(() => {
	requests = [];
	// A core-only service that does what it's asked and returns nothing.
	vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
		requests.push(`${init.method} ${url.slice(service.length)}`);
		return new Response(null, { status: 204 });
	});
	connect({ baseUrl: () => service, token: () => 'token', onUnauthorized: () => {}, onExchange: () => {} });
	return () => vi.unstubAllGlobals();
});

test('completes a wipe if the response has no body, and allows the next one', async () => {
	const target = { service, owner: 'ann', namespace: 'shop' };
	const rest = { target, canLook: false, canLookAtLinks: false, key: null };
	const outcome = await wipeOnce({ ...rest, deleteDatasets: true, seenAt: Date.now() });
	expect(readMark(target)?.state).toBe('done');
	const facts = { uses: [] } as unknown as NamespaceFacts;
	renderWithProviders(
		<MemoryRouter>
			<WipeResult namespace={target} outcome={outcome} deleted facts={facts} onClose={() => {}} />
		</MemoryRouter>,
	);
	expect(screen.getByText('The service didn’t report how much was deleted')).toBeTruthy();
	await wipeOnce({ ...rest, deleteDatasets: false, seenAt: Date.now() + 1 });
	expect(requests).toEqual([
		'DELETE /data/ann/shop/balefire?deleteDatasets=true',
		'DELETE /data/ann/shop/balefire?deleteDatasets=false',
	]);
});

test('completes a rename and a column order if the response has no body', async () => {
	const rename = { service, owner: 'ann', from: 'shop', to: 'store' };
	expect(await renameOnce({ rename, before: [], key: null }, false)).toEqual({ value: true, found: false });
	const dataset = { owner: 'ann', namespace: 'store', datasetName: 'orders' };
	for (const canLook of [true, false])
		expect(await saveOrder({ dataset, order: ['total', 'id'], canLook })).toEqual(['total', 'id']);
	expect(requests).toEqual([
		'POST /data/ann/shop/rename',
		'PUT /schema/ann/store/orders/sort-order',
		'PUT /schema/ann/store/orders/sort-order',
	]);
});
