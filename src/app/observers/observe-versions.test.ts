// @vitest-environment jsdom

import 'fake-indexeddb/auto';
import { QueryClient } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { useSessionStore } from '../../features/session/model.ts';
import { clearVersionHistory, readAllVersions } from '../../storage/version-history.ts';
import { observeVersions } from './observe-versions.ts';

const scope = { service: 'https://data.example.org/api/v1', user: 'demo' };
const spec = {
	id: 's',
	sources: [],
	destination: { owner: 'demo', namespace: 'nature', datasetName: 'daily' },
	code: { payload: 'SELECT 1' },
	updatedAt: '2030-01-01T00:00:00Z',
};
const queryClient = new QueryClient();
observeVersions(queryClient);

const see = (version: number) => queryClient.setQueryData(['build-specs', version], { ...spec, version });
const kept = async () => (await readAllVersions(scope)).map((item) => item.version);

function signIn() {
	const session = { baseUrl: scope.service, serviceName: 'Desk', token: 't', username: scope.user };
	useSessionStore.setState({ session: { ...session, expiresAt: null, keep: false } });
}

async function removeAndSignOut() {
	useSessionStore.setState({ session: null });
	queryClient.clear();
	await clearVersionHistory(scope);
}

it('stores versions again after removal at sign-out, and none of a user who signed out', async () => {
	signIn();
	see(1);
	await vi.waitFor(async () => expect(await kept()).toEqual([1]));
	see(2);
	await removeAndSignOut();
	signIn();
	see(1);
	await vi.waitFor(async () => expect(await kept()).toEqual([1]), { timeout: 10_000 });
	see(3);
	await vi.waitFor(async () => expect(await kept()).toEqual([3, 1]), { timeout: 10_000 });
});
