import 'fake-indexeddb/auto';
import { beforeEach, expect, test } from 'vitest';
import { clearNames, readNames } from '../../storage/names.ts';
import { useSessionStore } from '../session/model.ts';
import { readDiscovered, useDiscovered } from './discovered.ts';
import { discoveredCoordinates, discoveredNamespaces, maxNames, readCoordinate, type SeenName } from './model.ts';
import { followRenamed, noteGone, storeSeenNames } from './mutations.ts';
import { forget, forgetAll } from './namespace-mutations.ts';

const scope = { service: 'https://data.example/api/v1', user: 'demo' };
const other = { ...scope, user: 'ann' };
const seenName = (datasetName: string | null, over: Partial<SeenName> = {}): SeenName => ({
	owner: 'demo',
	namespace: 'nature',
	datasetName,
	columns: [],
	origin: 'BuildSpec',
	where: 'demo/nature/daily',
	to: '/build-specs/1',
	...over,
});
const names = () => useDiscovered.getState().names;
const keys = () => [...names().keys()].sort();

beforeEach(async () => {
	for (const person of [scope, other]) {
		await readDiscovered(person);
		await forgetAll(person);
	}
	await readDiscovered(scope);
});

test('keeps discovered names for the same user’s next visit', async () => {
	await storeSeenNames(scope, [seenName('quakes', { columns: [{ name: 'mag', type: 'DOUBLE' }] })]);
	await storeSeenNames(scope, [
		seenName('quakes', { origin: 'run', where: 'run 1', columns: [{ name: 'at', type: null }] }),
	]);
	await readDiscovered(other);
	expect(keys()).toEqual([]);
	await readDiscovered(scope);
	const [name] = [...names().values()];
	expect(name?.columns.map((column) => column.name)).toEqual(['mag', 'at']);
	expect(name?.seen.map((item) => item.origin)).toEqual(['run', 'BuildSpec']);
});

test('keeps a stable set of names at the limit and still adds a new one', async () => {
	const many = Array.from({ length: maxNames + 500 }, (_, index) => seenName(`table_${index}`));
	await storeSeenNames(scope, many);
	const first = keys();
	expect(first).toHaveLength(maxNames);
	await storeSeenNames(scope, many);
	expect(keys()).toEqual(first);
	await storeSeenNames(scope, [seenName('another')]);
	expect([keys().includes('demo/nature/another'), keys().length]).toEqual([true, maxNames]);
	expect((await readNames(scope)).map((name) => name.key).sort()).toEqual(keys());
});

test('drops names that arrive after their user signed out', async () => {
	await readDiscovered(other);
	const late = storeSeenNames(scope, [seenName('quakes')]);
	await readDiscovered(other);
	await late;
	expect(await readNames(other)).toEqual([]);
});

test('forgets one name and keeps the others, on the page and in storage', async () => {
	await storeSeenNames(scope, [seenName('quakes'), seenName('trees')]);
	await forget(scope, ['demo/nature/quakes']);
	expect(keys()).toEqual(['demo/nature/trees']);
	expect((await readNames(scope)).map((name) => name.key)).toEqual(['demo/nature/trees']);
});

test('moves names to a renamed namespace, and ignores the old name in a run', async () => {
	await storeSeenNames(scope, [
		seenName(null),
		seenName('quakes', { columns: [{ name: 'mag', type: 'DOUBLE' }] }),
		seenName('quakes', { namespace: 'other' }),
	]);
	await followRenamed(scope, { owner: 'Demo', from: 'Nature', to: 'earth' });
	await storeSeenNames(scope, [seenName('quakes', { origin: 'run', where: 'earlier run' })]);
	expect(discoveredCoordinates(names()).sort()).toEqual(['demo/earth/quakes', 'demo/other/quakes']);
	expect(discoveredNamespaces(names()).map((namespace) => namespace.namespace)).toEqual(['earth', 'other']);
	expect(names().get('demo/earth/quakes')?.columns).toEqual([{ name: 'mag', type: 'DOUBLE' }]);
	expect(names().get('demo/nature/quakes')?.gone?.to).toBe('demo/earth/quakes');
	// Another tab reports it a second time.
	await followRenamed(scope, { owner: 'demo', from: 'nature', to: 'earth' });
	expect(discoveredCoordinates(names())).toHaveLength(2);
	expect((await readNames(scope)).find((name) => name.key === 'demo/nature/quakes')?.gone?.to).toBe(
		'demo/earth/quakes',
	);
});

test('moves only the renamed dataset’s name', async () => {
	await storeSeenNames(scope, [seenName('quakes'), seenName('trees')]);
	await followRenamed(scope, { owner: 'demo', namespace: 'nature', from: 'quakes', to: 'shocks' });
	expect(discoveredCoordinates(names()).sort()).toEqual(['demo/nature/shocks', 'demo/nature/trees']);
	expect(names().get('demo/nature/quakes')?.gone?.to).toBe('demo/nature/shocks');
});

test('treats a change of case as the same name', async () => {
	await storeSeenNames(scope, [seenName('quakes')]);
	await followRenamed(scope, { owner: 'demo', from: 'nature', to: 'Nature' });
	expect(discoveredCoordinates(names())).toEqual(['demo/Nature/quakes']);
});

test('doesn’t suggest removed datasets until they appear again', async () => {
	await storeSeenNames(scope, [seenName(null), seenName('quakes'), seenName('trees')]);
	await noteGone(scope, { owner: 'demo', namespace: 'nature', datasetName: 'Trees' });
	expect(discoveredCoordinates(names())).toEqual(['demo/nature/quakes']);
	await noteGone(scope, { owner: 'demo', namespace: 'nature' });
	// A BuildSpec still names a dataset that no longer exists.
	await storeSeenNames(scope, [seenName('quakes', { where: 'demo/nature/other' })]);
	expect(discoveredCoordinates(names())).toEqual([]);
	expect(discoveredNamespaces(names()).map((namespace) => [namespace.namespace, namespace.datasets.length])).toEqual([
		['nature', 0],
	]);
	await storeSeenNames(scope, [seenName('quakes', { origin: 'link', where: 'links' })]);
	expect(discoveredCoordinates(names())).toEqual(['demo/nature/quakes']);
});

test('reports that it’s reading until stored names have arrived', async () => {
	await storeSeenNames(scope, [seenName('quakes')]);
	void readDiscovered(other);
	const back = readDiscovered(scope);
	expect([useDiscovered.getState().isReading, keys()]).toEqual([true, []]);
	await back;
	expect([useDiscovered.getState().isReading, keys()]).toEqual([false, ['demo/nature/quakes']]);
});

test('starts without names after they’re removed at sign-out', async () => {
	const session = { baseUrl: scope.service, serviceName: 'Desk', token: 't', username: scope.user };
	const signedIn = { session: { ...session, expiresAt: null, keep: false } };
	useSessionStore.setState(signedIn);
	await storeSeenNames(scope, [seenName('quakes')]);
	useSessionStore.setState({ session: null });
	expect(keys()).toEqual([]);
	await clearNames(scope);
	useSessionStore.setState(signedIn);
	await readDiscovered(scope);
	expect(keys()).toEqual([]);
	await storeSeenNames(scope, [seenName('trees')]);
	await storeSeenNames(scope, [seenName('quakes')]);
	expect(keys()).toEqual(['demo/nature/quakes', 'demo/nature/trees']);
	expect((await readNames(scope)).map((name) => name.key).sort()).toEqual(keys());
	useSessionStore.setState({ session: null });
});

test('tells names with slashes in different places apart and suggests them escaped', async () => {
	await storeSeenNames(scope, [
		seenName('b/c', { namespace: 'a' }),
		seenName('c', { namespace: 'a/b' }),
		seenName(null, { namespace: 'a/b/c' }),
	]);
	const suggested = discoveredCoordinates(names());
	expect(suggested.map((text) => readCoordinate(text, '').coordinate)).toEqual([
		{ owner: 'demo', namespace: 'a', datasetName: 'b/c' },
		{ owner: 'demo', namespace: 'a/b', datasetName: 'c' },
	]);
	expect(discoveredNamespaces(names()).map(({ namespace }) => namespace)).toEqual(['a', 'a/b', 'a/b/c']);
	await followRenamed(scope, { owner: 'demo', from: 'a', to: 'z' });
	const moved = discoveredCoordinates(names()).map((text) => readCoordinate(text, '').coordinate?.namespace);
	expect(moved.sort()).toEqual(['a/b', 'z']);
});
