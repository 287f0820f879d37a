import { beforeEach, expect, test } from 'vitest';
import { columnOrderKey, descriptionsKey, moveUnsavedTexts, textKey } from './unsaved-texts.ts';

const scope = { service: 'https://data.example/api/v1', user: 'demo' };
const at = (datasetName: string, namespace = 'nature') => ({ owner: 'demo', namespace, datasetName });

beforeEach(() => {
	sessionStorage.clear();
	for (const dataset of [at('quakes'), at('birds')]) {
		sessionStorage.setItem(descriptionsKey(scope, dataset), dataset.datasetName);
		sessionStorage.setItem(columnOrderKey(scope, dataset), dataset.datasetName);
	}
	sessionStorage.setItem(textKey(scope, 'demo/nature/quakes', 'contact'), 'Ann');
	sessionStorage.setItem(textKey(scope, 'demo/nature', 'description'), 'Earth');
	sessionStorage.setItem(descriptionsKey({ ...scope, user: 'ann' }, at('quakes')), 'of another user');
});

const kept = (key: string) => sessionStorage.getItem(key);

test('moves unsaved texts of a renamed dataset', () => {
	moveUnsavedTexts(scope, { service: scope.service, owner: 'demo', namespace: 'nature', from: 'Quakes', to: 'Shocks' });
	expect(kept(descriptionsKey(scope, at('Shocks')))).toBe('quakes');
	expect(kept(columnOrderKey(scope, at('Shocks')))).toBe('quakes');
	expect(kept(textKey(scope, 'demo/nature/Shocks', 'contact'))).toBe('Ann');
	expect(kept(descriptionsKey(scope, at('quakes')))).toBeNull();
	expect(kept(descriptionsKey(scope, at('birds')))).toBe('birds');
	expect(kept(textKey(scope, 'demo/nature', 'description'))).toBe('Earth');
	expect(kept(descriptionsKey({ ...scope, user: 'ann' }, at('quakes')))).toBe('of another user');
});

test('moves unsaved texts of a renamed namespace and its datasets', () => {
	moveUnsavedTexts(scope, { service: scope.service, owner: 'demo', from: 'nature', to: 'Earth' });
	expect(kept(textKey(scope, 'demo/Earth', 'description'))).toBe('Earth');
	expect(kept(textKey(scope, 'demo/Earth/quakes', 'contact'))).toBe('Ann');
	for (const name of ['quakes', 'birds']) {
		expect(kept(descriptionsKey(scope, at(name, 'Earth')))).toBe(name);
		expect(kept(columnOrderKey(scope, at(name, 'Earth')))).toBe(name);
	}
	expect(sessionStorage).toHaveLength(7);
});
