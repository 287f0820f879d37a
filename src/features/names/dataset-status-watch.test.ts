import { expect, test } from 'vitest';
import type { DatasetStatus } from '#contract/dataset-status.ts';
import { changedKeys } from './dataset-status-watch-panel.tsx';

const built = (version: number) => ({ runId: 'run', buildSpecId: 'spec', version, at: '', by: 'demo' });
const base: DatasetStatus = {
	...{
		owner: 'demo',
		namespace: 'lab',
		datasetName: 'air',
		state: 'current',
		reasons: [],
		version: 3,
		updatedAt: null,
	},
	...{ builtBy: built(7), restoredFrom: null, deleted: null, failedChecks: [], buildSpecId: 'spec', lastBuild: null },
};
const behind = (currentVersion: number, builtVersion: number): Partial<DatasetStatus> => ({
	state: 'outdated',
	builtBy: built(builtVersion),
	reasons: [{ kind: 'build-spec-changed', builtVersion, currentVersion, source: null }],
});
const statuses = (part: Partial<DatasetStatus>) => ({
	...{ etag: null, list: [], ofSpecs: [] },
	byKey: new Map([['demo/lab/air', { ...base, ...part }]]),
});
const readsBuildSpecs = (before: Partial<DatasetStatus>, after: Partial<DatasetStatus>) =>
	changedKeys(statuses(before), statuses(after)).some(([kind]) => kind === 'build-specs');

test('reloads BuildSpecs when one is saved or deleted, but not when its dataset is rebuilt or restored', () => {
	expect(readsBuildSpecs({}, behind(8, 7))).toBe(true);
	expect(readsBuildSpecs(behind(8, 7), behind(9, 7))).toBe(true);
	expect(readsBuildSpecs({}, { buildSpecId: null })).toBe(true);
	expect(readsBuildSpecs(behind(7, 5), { version: 4 })).toBe(false);
	expect(readsBuildSpecs({}, { ...behind(7, 5), version: 4, restoredFrom: 1 })).toBe(false);
});
