// @vitest-environment jsdom

import 'fake-indexeddb/auto';
import { QueryClient } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { useDiscovered } from '../../features/names/discovered.ts';
import { useSessionStore } from '../../features/session/model.ts';
import { readNames } from '../../storage/names.ts';
import { observeNames } from './observe-names.ts';

const scope = { service: 'https://data.example.org/api/v1', user: 'demo' };
const session = { baseUrl: scope.service, serviceName: 'Desk', token: 't', username: scope.user };

it('stores names for the current user, and drops those of a user who just signed out', async () => {
	const queryClient = new QueryClient();
	observeNames(queryClient);
	const see = (datasetName: string) =>
		queryClient.setQueryData(['build-specs'], { sources: [{ owner: 'demo', namespace: 'nature', datasetName }] });
	useSessionStore.setState({ session: { ...session, expiresAt: null, keep: false } });
	see('quakes');
	await vi.waitFor(async () =>
		expect((await readNames(scope)).map((name) => name.key)).toEqual(['demo/nature/quakes']),
	);
	see('trees');
	useSessionStore.setState({ session: null });
	// Names are collected when idle, so before this.
	await new Promise((resolve) => setTimeout(resolve));
	expect(useDiscovered.getState().scope).toBeNull();
});
