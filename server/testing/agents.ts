import { randomUUID } from 'node:crypto';
import type { StreamEvent, Task } from '#contract/agents/events.ts';
import type { RpcError } from '#contract/agents/json-rpc.ts';
import type { TestRequest, TestService } from './service.ts';

export interface RpcAnswer {
	readonly id: unknown;
	readonly result?: { readonly task: Task };
	readonly error?: RpcError;
}

export const question = (
	text: string,
	metadata: Record<string, unknown> = { namespace: 'aviation' },
	rest: object = {},
) => ({
	jsonrpc: '2.0',
	id: 'one',
	method: 'SendMessage',
	params: {
		message: {
			messageId: randomUUID(),
			role: 'ROLE_USER',
			parts: [{ text }],
			metadata,
			...rest,
		},
	},
});

export const post = (service: TestService, agent: string, body: unknown, rest: TestRequest = {}): Promise<Response> =>
	service.request('POST', `/a2a/${agent}`, { as: 'demo', body, ...rest });

export const send = async (service: TestService, agent: string, body: object, as = 'demo'): Promise<RpcAnswer> =>
	(await post(service, agent, { ...body, method: 'SendMessage' }, { as })).json() as Promise<RpcAnswer>;

export async function stream(service: TestService, agent: string, body: object, as = 'demo'): Promise<StreamEvent[]> {
	const answer = await post(service, agent, { ...body, method: 'SendStreamingMessage' }, { as });
	return events(await answer.text());
}

/** The events in a server-sent event stream. */
export const events = (text: string): StreamEvent[] =>
	text
		.split('\n\n')
		.filter((part) => part.startsWith('data: '))
		.map((part) => JSON.parse(part.slice('data: '.length)).result);

/** An event in one word: its state, or the id of its artifact. */
export function word(event: StreamEvent): string {
	const { task, statusUpdate, artifactUpdate } = event as Record<
		string,
		{ status: { state: string }; artifact: { artifactId: string } }
	>;
	if (artifactUpdate) return artifactUpdate.artifact.artifactId;
	const state = (task ?? statusUpdate)?.status.state.replace('TASK_STATE_', '') ?? 'message';
	return task ? `task ${state}` : state;
}
