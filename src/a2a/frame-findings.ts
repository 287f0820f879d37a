import { RpcResponse } from '#contract/agents/json-rpc.ts';
import { parseJson } from '#lib/exact-json/exact-json.ts';
import { toEvent } from './events.ts';

/** What a received frame is, in one or two words, and its protocol violations. */
export interface FrameReading {
	readonly what: string;
	readonly findings: readonly string[];
}

const wrappers = ['task', 'statusUpdate', 'artifactUpdate', 'message'];

/** @param id of the request the frame answers; undefined if unknown */
export function readFrame(text: string, id?: unknown): FrameReading {
	let body: unknown;
	try {
		body = parseJson(text);
	} catch {
		return { what: 'not JSON', findings: ['The response isn’t JSON.'] };
	}
	const response = RpcResponse.safeParse(body);
	if (!response.success) {
		return {
			what: 'unknown',
			findings: response.error.issues.map(
				(issue) => `${issue.path.map(String).join('.') || 'The response'} doesn’t follow JSON-RPC 2.0.`,
			),
		};
	}
	const { result, error, id: answered } = response.data;
	const findings: string[] = [];
	if (id !== undefined && answered !== id) findings.push('The response ID doesn’t match the request.');
	if (error !== undefined) {
		if (result !== undefined) findings.push('The response has both a result and an error.');
		return { what: `error ${error.code}`, findings };
	}
	if (typeof result !== 'object' || result === null) {
		return { what: 'result', findings: [...findings, 'The result isn’t an object.'] };
	}
	const present = wrappers.filter((wrapper) => wrapper in result);
	if (present.length !== 1)
		findings.push(
			`The result must have exactly one of task, statusUpdate, artifactUpdate and message, but has ${present.length || 'none'}.`,
		);
	const [wrapper] = present;
	if (present.length === 1 && wrapper !== undefined) findings.push(...issuesOf(result, wrapper));
	return { what: wordOf(result), findings };
}

/** Parts of a message are described explicitly; other members aren't checked. */
function issuesOf(result: object, wrapper: string): string[] {
	const value = (result as Record<string, unknown>)[wrapper];
	if (typeof value !== 'object' || value === null) return [`${wrapper} isn’t an object.`];
	return wrongIn(value, '', shapes[wrapper] ?? {}).map((value) => `${wrapper}${value}`);
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

/** Required members by path; `?` marks optional ones. A list applies to each of its items. */
interface Shape {
	readonly [member: string]: 'string' | 'boolean' | 'list' | Shape;
}

const message: Shape = { messageId: 'string', role: 'string', parts: 'list' };
const status: Shape = { state: 'string', 'timestamp?': 'string', 'message?': message };

const shapes: Readonly<Record<string, Shape>> = {
	task: { id: 'string', contextId: 'string', status, 'artifacts?': 'list', 'history?': 'list' },
	statusUpdate: { taskId: 'string', contextId: 'string', status },
	artifactUpdate: {
		taskId: 'string',
		contextId: 'string',
		artifact: { artifactId: 'string', 'name?': 'string', parts: 'list' },
		'append?': 'boolean',
		'lastChunk?': 'boolean',
	},
	message,
};

/** Violations of a shape, worded to follow the name of the whole. */
function wrongIn(value: object, path: string, shape: Shape): string[] {
	return Object.entries(shape).flatMap(([key, wanted]) => {
		const name = key.replace('?', '');
		const at = `${path}.${name}`;
		const member = (value as Record<string, unknown>)[name];
		if (member === undefined) return key.endsWith('?') ? [] : [`${at} is missing.`];
		if (wanted === 'list') return Array.isArray(member) ? [] : [`${at} isn’t a list.`];
		if (typeof wanted === 'string') return typeof member === wanted ? [] : [`${at} isn’t a ${wanted}.`];
		if (typeof member !== 'object' || member === null) return [`${at} isn’t an object.`];
		return wrongIn(member, at, wanted);
	});
}
