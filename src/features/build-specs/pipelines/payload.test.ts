import { expect, test } from 'vitest';
import { readPayload, writePayload } from './payload.ts';

const pipeline = { repository: 'reports', ref: 'main', manifest: 'pipeline.json' };
const payload = '{ "gitPipeline": { "repository": "reports",\n\t"ref": "main", "manifest": "pipeline.json" } }\n';

test('reads a pipeline payload', () => {
	expect(readPayload(payload)).toEqual(pipeline);
	expect(readPayload('{"gitPipeline": {"repository": "reports"}}')).toBeNull();
	expect(readPayload('{"gitPipeline":')).toBeNull();
	expect(readPayload('[]')).toBeNull();
});

test('changes a value and keeps the rest of the text', () => {
	expect(writePayload(payload, { ...pipeline, ref: 'a"b' })).toBe(payload.replace('"main"', '"a\\"b"'));
	expect(writePayload(payload, pipeline)).toBe(payload);
	expect(readPayload(writePayload(payload, { ...pipeline, repository: 'other', manifest: 'x.json' }))).toEqual({
		repository: 'other',
		ref: 'main',
		manifest: 'x.json',
	});
});

test('writes a new payload if the current one is unreadable', () => {
	expect(readPayload(writePayload('', pipeline))).toEqual(pipeline);
	expect(readPayload(writePayload('{"gitPipeline": {"ref"', pipeline))).toEqual(pipeline);
});
