import { expect, test } from 'vitest';
import { readPayload, writePayload } from './payload.ts';

const pipeline = { repository: 'reports', ref: 'main', manifest: 'pipeline.json' };
const payload = '{ "gitPipeline": { "repository": "reports",\n\t"ref": "main", "manifest": "pipeline.json" } }\n';

test('reads what a payload names', () => {
	expect(readPayload(payload)).toEqual(pipeline);
	expect(readPayload('{"gitPipeline": {"repository": "reports"}}')).toBeNull();
	expect(readPayload('{"gitPipeline":')).toBeNull();
	expect(readPayload('[]')).toBeNull();
});

test('changes a value and leaves the rest of the text as it is', () => {
	expect(writePayload(payload, { ...pipeline, ref: 'a"b' })).toBe(payload.replace('"main"', '"a\\"b"'));
	expect(writePayload(payload, pipeline)).toBe(payload);
	expect(readPayload(writePayload(payload, { ...pipeline, repository: 'other', manifest: 'x.json' }))).toEqual({
		repository: 'other',
		ref: 'main',
		manifest: 'x.json',
	});
});

test('writes a payload where there is none that can be read', () => {
	expect(readPayload(writePayload('', pipeline))).toEqual(pipeline);
	expect(readPayload(writePayload('{"gitPipeline": {"ref"', pipeline))).toEqual(pipeline);
});
