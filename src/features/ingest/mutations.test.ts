import { MutationObserver, QueryClient } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { connect } from '../../api/http.ts';
import { seenMutation } from './mutations.ts';
import { ingestKeys } from './queries.ts';

test('refetches the list when marking fails partway', async () => {
	const requestedIds: string[] = [];
	vi.stubGlobal('fetch', async (url: string) => {
		requestedIds.push(url.split('/').at(-2) ?? '');
		return requestedIds.length === 1
			? new Response(null, { status: 204 })
			: Response.json({ error_code: 'NOT_FOUND', message: 'No such ingestion.' }, { status: 404 });
	});
	const baseUrl = 'https://data.example/api/v1';
	connect({ baseUrl: () => baseUrl, token: () => 'token', onUnauthorized: () => {}, onExchange: () => {} });
	const client = new QueryClient();
	client.setQueryData(ingestKeys.all, []);
	const marking = new MutationObserver(client, seenMutation);
	await expect(marking.mutate(['one', 'two', 'three'])).rejects.toThrow('No such ingestion.');
	expect(requestedIds).toEqual(['one', 'two']);
	expect(client.getQueryState(ingestKeys.all)?.isInvalidated).toBe(true);
});
