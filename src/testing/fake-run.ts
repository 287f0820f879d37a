import type { BuildRun } from '#contract/build-run.ts';

export const fakeRun = (overrides: Partial<BuildRun> = {}): BuildRun => ({
	id: '00000000-0000-4000-8000-000000000001',
	kind: 'preview',
	pipeline: 'code-blob',
	state: 'succeeded',
	buildSpecId: '00000000-0000-4000-8000-0000000000b5',
	version: 7,
	draft: false,
	definition: {
		sources: [{ owner: 'demo', namespace: 'aviation', datasetName: 'flights' }],
		destination: { owner: 'demo', namespace: 'aviation', datasetName: 'airport_delays' },
		code: { payload: 'select 1' },
	},
	createdAt: '2026-01-01T00:00:00.000Z',
	startedAt: '2026-01-01T00:00:00.010Z',
	finishedAt: '2026-01-01T00:00:00.051Z',
	rows: 220,
	bytes: 11_200,
	error: null,
	by: 'demo',
	...overrides,
});
