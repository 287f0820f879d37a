import { expect, test } from 'vitest';
import type { BuildSpec } from '#contract/build-spec.ts';
import type { DatasetStatus } from '#contract/dataset-status.ts';
import { planOptions } from './plan-choice.ts';

const at = (datasetName: string) => ({ owner: 'demo', namespace: 'lab', datasetName });
const spec = (name: string, ...sources: string[]): BuildSpec => ({
	...{ id: name, owner: 'demo', version: 1, createdAt: '', updatedAt: '', code: { payload: '' } },
	...{ sources: sources.map(at), destination: at(name) },
});
const status = (name: string, more: Partial<DatasetStatus> = {}): [string, DatasetStatus] => [
	`demo/lab/${name}`,
	{
		...{ ...at(name), state: 'current', reasons: [], version: 3, updatedAt: null, builtBy: null, restoredFrom: null },
		...{ deleted: null, failedChecks: [], buildSpecId: name, lastBuild: null, ...more },
	},
];
const specs = [spec('a', 'source'), spec('b', 'a'), spec('c', 'b')];
const options = (statuses: ReadonlyMap<string, DatasetStatus>, chosen = new Map<string, boolean>()) =>
	planOptions(specs, new Map(), statuses, chosen).map(({ spec: { id }, isBuilt, notes }) => [id, isBuilt, notes]);

test('doesn’t build a restored dataset unless selected, and warns its dependents', () => {
	const statuses = new Map([
		status('a', { restoredFrom: 1 }),
		status('b'),
		status('c', { failedChecks: ['n unique'] }),
	]);
	const replaced = 'demo/lab/a was restored to version 1. A build replaces the restored rows.';
	expect(options(statuses)).toEqual([
		['a', false, [replaced]],
		['b', true, ['demo/lab/a isn’t selected, so this build reads its current rows.']],
		['c', true, ['Check "n unique" failed.']],
	]);
	expect(options(statuses, new Map([['a', true]])).slice(0, 2)).toEqual([
		['a', true, [replaced]],
		['b', true, []],
	]);
});

test('warns that a build will fail if its source doesn’t exist and isn’t selected', () => {
	const statuses = new Map([status('a', { state: 'never-built', version: null }), status('b'), status('c')]);
	expect(options(statuses, new Map([['a', false]]))[1]).toEqual([
		...['b', true],
		['demo/lab/a doesn’t exist and isn’t selected, so this build will fail.'],
	]);
});
