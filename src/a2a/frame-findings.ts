import { StreamEvent } from '#contract/agents/events.ts';
import { RpcResponse } from '#contract/agents/json-rpc.ts';
import { parseJson } from '../lib/json.ts';
import { toEvent } from './events.ts';

/** What a received frame is, in a word or two, and what of it is not as the protocol says, each in words. */
export interface FrameReading {
	readonly what: string;
	readonly findings: readonly string[];
}

const wrappers = ['task', 'statusUpdate', 'artifactUpdate', 'message'];

/** @param id of the request that the frame answers; undefined where it is not known */
export function readFrame(text: string, id?: unknown): FrameReading {
	let body: unknown;
	try {
		body = parseJson(text);
	} catch {
		return { what: 'not JSON', findings: ['It is not JSON.'] };
	}
	const response = RpcResponse.safeParse(body);
	if (!response.success) {
		return {
			what: 'unknown',
			findings: response.error.issues.map(
				(it) => `${it.path.map(String).join('.') || 'It'} is not as JSON-RPC 2.0 says.`,
			),
		};
	}
	const { result, error, id: answered } = response.data;
	const findings: string[] = [];
	if (id !== undefined && answered !== id) findings.push('Its id is not that of the request.');
	if (error !== undefined) {
		if (result !== undefined) findings.push('It has a result and an error.');
		return { what: `error ${error.code}`, findings };
	}
	if (typeof result !== 'object' || result === null) {
		return { what: 'result', findings: [...findings, 'Its result is no event.'] };
	}
	const present = wrappers.filter((it) => it in result);
	if (present.length !== 1)
		findings.push(`Its result has ${present.length} of task, statusUpdate, artifactUpdate and message; one is right.`);
	const event = StreamEvent.safeParse(result);
	if (present.length === 1 && !event.success) findings.push(...issuesOf(result, present[0] ?? ''));
	return { what: wordOf(result), findings };
}

/** Of a union's issues only those of the member that was meant help anybody. */
function issuesOf(result: object, wrapper: string): string[] {
	const value = (result as Record<string, unknown>)[wrapper];
	if (typeof value !== 'object' || value === null) return [`${wrapper} is no object.`];
	const missing = ['taskId', 'contextId'].filter((it) => wrapper.endsWith('Update') && !(it in value));
	if (missing.length > 0) return [`${wrapper} has no ${missing.join(' and no ')}.`];
	return [`${wrapper} is not as A2A 1.0 says: a member is missing or of another type.`];
}

function wordOf(result: object): string {
	const event = toEvent(result);
	switch (event.kind) {
		case 'status':
			return event.status.state;
		case 'artifact':
			return `artifact ${event.artifact.artifactId}`;
		case 'task':
			return `task ${event.status.state}`;
		case 'message':
			return 'message';
		case 'unknown':
			return 'unknown';
	}
}
