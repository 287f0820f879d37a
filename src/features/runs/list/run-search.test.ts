import { expect, test } from 'vitest';
import type { BuildRun } from '#contract/build-run.ts';
import { filterRuns, runSearchInAddress } from './run-search.ts';

const destination = { owner: 'demo', namespace: 'aviation', datasetName: 'delays' };
const run = (id: string, change: Partial<BuildRun> = {}): BuildRun => ({
	id,
	...{ kind: 'preview', pipeline: 'code-blob', state: 'succeeded', buildSpecId: 'a', version: 1, draft: false },
	definition: { sources: [], destination, code: { payload: 'SELECT 1' } },
	createdAt: '2026-01-01T10:00:00.000Z',
	...{ startedAt: null, finishedAt: null, rows: 1, bytes: 1, error: null, by: 'demo' },
	...change,
});
const runs = [
	run('preview'),
	run('build', { kind: 'build', by: 'guest' }),
	run('query', { buildSpecId: null, definition: { sources: [], code: { payload: 'SELECT Iata FROM x' } } }),
	run('failed', {
		state: 'failed',
		createdAt: '2026-01-01T12:30:00.000Z',
		error: { code: 'SQL_ERROR', message: 'No column "iatta"', line: 1, column: 1 },
	}),
];
const found = (text: string) =>
	filterRuns(runs, runSearchInAddress.read(new URLSearchParams(text)), Date.parse('2026-01-01T13:00:00.000Z')).map(
		({ id }) => id,
	);

test.each([
	['', ['preview', 'build', 'query', 'failed']],
	['kind=preview', ['preview', 'failed']],
	['kind=query', ['query']],
	['kind=anything', ['preview', 'build', 'query', 'failed']],
	['by=guest', ['build']],
	['state=failed', ['failed']],
	['since=1', ['failed']],
	['q=iata', ['query']],
	['q=IATTA column', ['failed']],
	['q=aviation&kind=build', ['build']],
])('filters runs with "%s" to %j', (search, ids) => expect(found(search)).toEqual(ids));
