import { expect, test } from 'vitest';
import { fakeRun } from '../../testing/fake-run.ts';
import { codeName, errorLocation, isChanged, lastSucceeded, runDuration, runName, versionName } from './model.ts';

test('names a run by its kind, dataset and version', () => {
	expect(runName(fakeRun({ draft: true, version: 3 }))).toBe('Preview of demo/aviation/airport_delays, draft of v3');
	expect(runName(fakeRun({ kind: 'build', version: 7 }))).toBe('Build of demo/aviation/airport_delays, v7');
	const { destination: _, ...definition } = fakeRun().definition;
	const query = fakeRun({ version: null, draft: true, buildSpecId: null, definition });
	expect(runName(query)).toBe('Query: select 1');
	expect(versionName(query)).toBe('draft');
});

test('names a query by its code on one line, without comments', () => {
	expect(codeName('-- all of it\nselect *\n  from /* these */ flights')).toBe('select * from flights');
	expect(codeName(`select ${'x'.repeat(100)}`)).toHaveLength(60);
	expect(codeName('  -- nothing')).toBe('(empty)');
});

test('stops the duration at the end of the run and never returns a negative one', () => {
	const run = fakeRun({ startedAt: '2026-01-01T00:00:00.000Z', finishedAt: '2026-01-01T00:00:00.041Z' });
	expect(runDuration(run, Date.parse('2027-01-01T00:00:00Z'))).toBe(41);
	const running = { ...run, finishedAt: null };
	expect(runDuration(running, Date.parse('2026-01-01T00:00:02Z'))).toBe(2_000);
	expect(runDuration(running, Date.parse('2025-01-01T00:00:00Z'))).toBe(0);
	expect(runDuration({ ...run, startedAt: null }, 0)).toBeNull();
	expect(runDuration({ ...run, startedAt: 'yesterday' }, 0)).toBeNull();
});

test('describes the location of an error', () => {
	expect(errorLocation({ line: 3, column: 9 })).toBe('line 3, column 9');
	expect(errorLocation({ line: 3, column: null })).toBe('line 3');
	expect(errorLocation({ line: null, column: null })).toBeNull();
	expect(errorLocation({ line: 2, column: 5, file: 'manifest.json' })).toBe('line 2, column 5 of manifest.json');
});

test('reports changed code or sources, ignoring the order of sources', () => {
	const [a, b] = ['a', 'b'].map((datasetName) => ({ owner: 'demo', namespace: 'n', datasetName }));
	if (a === undefined || b === undefined) throw new Error('two sources');
	const ran = { sources: [a, b], code: { payload: 'select 1' } };
	expect(isChanged(ran, { sources: [b, a], code: { payload: 'select 1' } })).toBe(false);
	expect(isChanged(ran, { sources: [a], code: { payload: 'select 1' } })).toBe(true);
	expect(isChanged(ran, { sources: [a, b], code: { payload: 'select 2' } })).toBe(true);
});

test('finds the newest successful preview before a run', () => {
	const at = (minute: number) => `2026-01-01T00:0${minute}:00.000Z`;
	const runs = [
		fakeRun({ id: 'later', createdAt: at(5) }),
		fakeRun({ id: 'this', createdAt: at(4), state: 'failed' }),
		fakeRun({ id: 'build', createdAt: at(3), kind: 'build' }),
		fakeRun({ id: 'older', createdAt: at(1) }),
		fakeRun({ id: 'old', createdAt: at(2) }),
	];
	expect(lastSucceeded(runs, fakeRun({ id: 'this', createdAt: at(4) }))?.id).toBe('old');
});
