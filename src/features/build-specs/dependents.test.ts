import { expect, test } from 'vitest';
import type { BuildSpec } from '#contract/build-spec.ts';
import type { DatasetStatus } from '#contract/dataset-status.ts';
import { dependentsOf, outdatedSources } from './dependents.ts';

const at = (datasetName: string) => ({ owner: 'demo', namespace: 'lab', datasetName });
const spec = (name: string, ...sources: string[]): BuildSpec => ({
	...{ id: name, owner: 'demo', version: 1, createdAt: '', updatedAt: '', code: { payload: '' } },
	...{ sources: sources.map(at), destination: at(name) },
});
const specs = [spec('c', 'b'), spec('b', 'a'), spec('a', 'source'), spec('apart', 'other')];
const statuses = (...outdated: string[]) =>
	new Map(outdated.map((name) => [`demo/lab/${name}`, { state: 'outdated' } as DatasetStatus]));
const names = (found: readonly BuildSpec[]) => found.map(({ id }) => id);

test('finds direct and indirect dependents in build order', () => {
	expect(names(dependentsOf(at('source'), specs, new Map()))).toEqual(['a', 'b', 'c']);
	expect(names(dependentsOf(at('SOURCE'), specs, new Map([['apart', [at('source')]]])))).toEqual(['a', 'b', 'c']);
	expect(names(dependentsOf(at('c'), specs, new Map()))).toEqual([]);
});

test('finds outdated sources up to the first current one', () => {
	const [c] = specs;
	const found = (...outdated: string[]) =>
		names(outdatedSources(c as BuildSpec, specs, new Map(), statuses(...outdated))).sort();
	expect(found('a', 'b', 'c')).toEqual(['a', 'b']);
	expect(found('b')).toEqual(['b']);
	expect(found('a')).toEqual([]);
});

test('builds an outdated source with the BuildSpec that wrote its rows, not one with the same destination', () => {
	const other = { ...spec('other', 'source'), destination: at('b') };
	const outdated = { state: 'outdated', buildSpecId: 'b' } as DatasetStatus;
	const found = outdatedSources(spec('c', 'b'), [...specs, other], new Map(), new Map([['demo/lab/b', outdated]]));
	expect(names(found)).toEqual(['b']);
});
