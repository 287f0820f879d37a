import { expect, test } from 'vitest';
import type { BuildSpec } from '#contract/build-spec.ts';
import { fakeRun } from '../../../testing/fake-run.ts';
import { isGitPipeline, targetsOf, targetsRun } from '../pipeline-queries.ts';
import { columnChanges, previewOf, readersOf } from './build-model.ts';

const column = (name: string, type = 'BIGINT') => ({ name, type });

test('finds added, removed, kept and retyped columns', () => {
	const before = [column('iata', 'VARCHAR'), column('flights'), column('pct_late', 'DOUBLE'), column('gone')];
	const after = [column('IATA', 'VARCHAR'), column('flights'), column('pct_late'), column('new')];
	expect(columnChanges(before, after)).toEqual({
		added: [column('new')],
		removed: [column('gone')],
		retyped: [{ name: 'pct_late', type: 'DOUBLE → BIGINT' }],
		kept: 2,
	});
});

test('finds the readers of a dataset except its builder, ignoring case', () => {
	const dataset = { owner: 'demo', namespace: 'aviation', datasetName: 'delays' };
	const spec = (id: string, datasetName: string): BuildSpec => ({
		id,
		owner: 'demo',
		version: 1,
		sources: [{ ...dataset, datasetName }],
		destination: { ...dataset, datasetName: id },
		code: { payload: '' },
		createdAt: '',
		updatedAt: '',
	});
	const specs = [spec('a', 'Delays'), spec('b', 'other'), spec('c', 'delays')];
	expect(readersOf([dataset], 'c', specs).map((item) => item.id)).toEqual(['a']);
	expect(readersOf([dataset, { ...dataset, datasetName: 'other' }], 'c', specs).map((item) => item.id)).toEqual([
		'a',
		'b',
	]);
});

test('accepts a preview of the saved definition, even one started before the save', () => {
	const spec: BuildSpec = {
		id: 'spec',
		owner: 'demo',
		version: 7,
		sources: [],
		destination: { owner: 'demo', namespace: 'aviation', datasetName: 'delays' },
		code: { payload: 'select 2' },
		createdAt: '',
		updatedAt: '',
	};
	const ran = (payload: string) => ({ sources: [], code: { payload } });
	const older = fakeRun({ id: 'older', version: 7, definition: ran('select 1') });
	const failed = fakeRun({ id: 'failed', state: 'failed', definition: ran('select 2') });
	const draft = fakeRun({ id: 'draft', version: 6, draft: true, definition: ran('select 2') });
	expect(previewOf(spec, [failed, older])).toBeNull();
	expect(previewOf(spec, [failed, older, draft])?.id).toBe('draft');
});

test('lists the targets of a pipeline, each with its row count', () => {
	const target = (datasetName: string) => ({ owner: 'demo', namespace: 'aviation', datasetName });
	const file = { downloadUrl: 'https://store.example/object', expiresAt: '' };
	expect(
		targetsOf([
			{ ...file, name: 'declared', target: target('per_month'), rows: 3 },
			{ ...file, name: 'computed', target: target('delays_TX') },
			{ ...file, name: 'discovered', rows: 220 },
			{ datasetName: 'slot', owner: 'demo', namespace: 'aviation', href: 'x' },
		]),
	).toEqual([
		{ coordinate: target('per_month'), rows: 3 },
		{ coordinate: target('delays_TX'), rows: null },
	]);
});

test('takes a pipeline’s targets from the newest run of its code, or else from its last build', () => {
	const spec: BuildSpec = {
		id: 'spec',
		owner: 'demo',
		version: 2,
		sources: [],
		destination: { owner: 'demo', namespace: 'aviation', datasetName: 'delays' },
		code: { payload: 'now' },
		createdAt: '',
		updatedAt: '',
	};
	const ran = (id: string, payload: string, kind: 'preview' | 'build', state: 'succeeded' | 'failed' = 'succeeded') =>
		fakeRun({ id, kind, state, definition: { sources: [], code: { payload } } });
	const before = [ran('old preview', 'before', 'preview'), ran('old build', 'before', 'build')];
	expect(targetsRun(spec, [ran('failed', 'now', 'build', 'failed'), ...before])?.id).toBe('old build');
	expect(targetsRun(spec, [ran('preview', 'now', 'preview'), ran('build', 'now', 'build')])?.id).toBe('preview');
	expect(targetsRun(spec, [])).toBeNull();
	const partial = { ...ran('partial', 'now', 'preview'), upTo: 'first' };
	expect(targetsRun(spec, [partial, ran('preview', 'now', 'preview')])?.id).toBe('preview');
	expect(targetsRun(spec, [partial])).toBeNull();
});

test('recognizes a pipeline by the single member of its payload', () => {
	expect(isGitPipeline('{"gitPipeline": {"repository": "/x", "ref": "main", "manifest": "m.json"}}')).toBe(true);
	expect(isGitPipeline('{"gitPipeline": {}, "more": 1}')).toBe(false);
	expect(isGitPipeline('select 1')).toBe(false);
});
