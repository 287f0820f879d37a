import { expect, test } from 'vitest';
import { readFrame } from './frame-findings.ts';

const frame = (result: unknown, id: unknown = '7') => JSON.stringify({ jsonrpc: '2.0', id, result });
const ids = { taskId: 't', contextId: 'c' };

test('labels valid frames and reports no findings', () => {
	const status = frame({ statusUpdate: { ...ids, status: { state: 'TASK_STATE_WORKING' } } });
	expect(readFrame(status, '7')).toEqual({ what: 'TASK_STATE_WORKING', findings: [] });
	const artifact = frame({ artifactUpdate: { ...ids, artifact: { artifactId: 'step-1', parts: [{ text: 'x' }] } } });
	expect(readFrame(artifact, '7')).toEqual({ what: 'artifact step-1', findings: [] });
	const error = JSON.stringify({ jsonrpc: '2.0', id: '7', error: { code: -32602, message: 'No namespace' } });
	expect(readFrame(error, '7')).toEqual({ what: 'error -32602', findings: [] });
});

test.each([
	['hello', 'The response isn’t JSON.'],
	[frame({ statusUpdate: { status: { state: 'x' } } }), 'statusUpdate.taskId is missing.'],
	[frame({ task: { id: 't', contextId: 'c', status: { state: 1 } } }), 'task.status.state isn’t a string.'],
	[
		frame({ a: 1 }),
		'The result must have exactly one of task, statusUpdate, artifactUpdate and message, but has none.',
	],
	[
		frame({ message: { messageId: 'm', role: 'ROLE_AGENT', parts: [] } }, '8'),
		'The response ID doesn’t match the request.',
	],
	['{"id":1,"result":{}}', 'jsonrpc doesn’t follow JSON-RPC 2.0.'],
])('reports a finding for %s: %s', (text, finding) => {
	expect(readFrame(text, '7').findings).toContain(finding);
});
