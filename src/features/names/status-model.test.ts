import { describe, expect, test } from 'vitest';
import type { DatasetStatus } from '#contract/dataset-status.ts';
import {
	isBuilt,
	needingAttention,
	reasonMessage,
	shownState,
	statusReasons,
	statusSentence,
	statusWord,
} from './status-model.ts';

const flights = { owner: 'demo', namespace: 'aviation', datasetName: 'flights' };
const run = { runId: '1', buildSpecId: '2', version: 5, at: '2026-01-01T00:00:00Z', by: 'demo' };
const none = { builtVersion: null, currentVersion: null, source: null };
const status = (part: Partial<DatasetStatus> = {}): DatasetStatus => ({
	...{ owner: 'demo', namespace: 'aviation', datasetName: 'delays', state: 'outdated', reasons: [], version: 3 },
	...{ updatedAt: '2026-01-01T00:00:00Z', builtBy: run, failedChecks: [], buildSpecId: '2', lastBuild: null },
	...{ restoredFrom: null, deleted: null },
	...part,
});

describe('status texts', () => {
	test('name a source without its namespace within it, and in full elsewhere', () => {
		const reason = { ...none, kind: 'source-changed', source: flights } as const;
		expect(reasonMessage(reason, 'Demo/aviation')).toBe('Source flights has newer rows.');
		expect(reasonMessage(reason)).toBe('Source demo/aviation/flights has newer rows.');
		expect(reasonMessage({ ...reason, source: null })).toBe('A source has newer rows.');
		expect(reasonMessage({ ...reason, restoredVersion: 1 }, 'demo/aviation')).toBe(
			'Source flights was restored to version 1.',
		);
		expect(reasonMessage({ ...none, kind: 'wiped', source: flights }, 'demo/aviation')).toBe(
			'Source flights was wiped.',
		);
	});

	test('list every reason, the most important first', () => {
		const changed = { kind: 'build-spec-changed', builtVersion: 5, currentVersion: 7, source: null } as const;
		const missing = { ...none, kind: 'source-missing', source: flights } as const;
		const outdated = status({ reasons: [changed, missing] });
		expect(statusReasons(outdated)).toEqual([
			'Built with BuildSpec version 5. The saved version is 7.',
			'Source flights no longer exists.',
		]);
		const failed = { runId: null, state: 'failed', by: 'ann', at: '2026-01-01T00:00:00Z', message: null } as const;
		expect(statusSentence(status({ state: 'failed', reasons: [missing], lastBuild: failed }))).toBe(
			'Build failed. A build by ann failed. Source flights no longer exists.',
		);
	});
});

test('reports manual changes, outdated names in code and failed checks with warnings', () => {
	const renamed = { ...none, kind: 'former-name', source: flights, formerName: 'air.flights' } as const;
	const [changed, built] = (['rows-changed', 'built-by-another'] as const).map((kind) => ({ ...none, kind }));
	expect(statusReasons(status({ reasons: [changed, built, renamed] as DatasetStatus['reasons'] }))).toEqual([
		'The rows have changed since the build.',
		'Another BuildSpec has built this dataset more recently.',
		'The code still refers to flights by its old name, air.flights.',
	]);
	const warned = status({ state: 'current', failedChecks: ['One per day', 'No gaps'] });
	expect(statusSentence(warned)).toBe('Up to date. Checks "One per day" and "No gaps" failed.');
	expect(needingAttention([status({ state: 'current' }), warned])).toEqual([warned]);
});

test('reports a deleted dataset as deleted even if its last build failed', () => {
	const gone = status({ state: 'failed', version: null, deleted: { at: '2026-01-01T00:00:00Z', by: 'ann' } });
	expect([gone, { ...gone, deleted: null }].map(shownState)).toEqual(['deleted', 'failed']);
});

test('distinguishes datasets that were never built from failed builds', () => {
	expect([
		statusWord(status({ state: 'never-built', version: null })),
		statusWord(status({ state: 'failed', version: null })),
		statusWord(status({ state: 'deleted', version: null })),
		statusWord(status({ state: 'failed', version: null, deleted: { at: '2026-01-01T00:00:00Z', by: 'ann' } })),
		statusWord(status({ state: 'failed' })),
		statusWord(status({ state: 'current', failedChecks: ['One per day'] })),
		statusWord(status({ state: 'current' })),
	]).toEqual([
		...['never built', 'not built yet, last build failed', 'deleted', 'deleted, last build failed'],
		...['build failed', '1 check failed', undefined],
	]);
});

test('lists a restored version first', () => {
	const changed = { kind: 'build-spec-changed', builtVersion: 3, currentVersion: 4, source: null } as const;
	expect(statusReasons(status({ reasons: [changed], restoredFrom: 1 }))).toEqual([
		'Dataset version 1 was restored.',
		'Built with BuildSpec version 3. The saved version is 4.',
	]);
});

test('shows the status of datasets without a build only if they’re corrupt', () => {
	const uploaded = status({ state: 'current', builtBy: null, buildSpecId: null });
	expect([isBuilt(uploaded), isBuilt({ ...uploaded, state: 'corrupt' }), isBuilt(status())]).toEqual([
		false,
		true,
		true,
	]);
});

test('lists datasets that need attention, most urgent first', () => {
	const all = (['current', 'outdated', 'building', 'corrupt', 'never-built', 'failed'] as const).map((state) =>
		status({ state, datasetName: state }),
	);
	expect(needingAttention(all).map(({ state }) => state)).toEqual(['corrupt', 'failed', 'outdated']);
});
