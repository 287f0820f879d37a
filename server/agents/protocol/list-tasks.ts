import * as z from 'zod/mini';
import { taskStates } from '#contract/agents/events.ts';
import { invalidParams } from './rpc-error.ts';

const usualPageSize = 50;

/** Parameters of `ListTasks` (A2A 1.0, "ListTasksRequest"), with what each must be. */
const parameters: Readonly<Record<string, readonly [schema: z.ZodMiniType, expected: string]>> = {
	tenant: [z.string(), 'must be a string'],
	contextId: [z.string(), 'must be a string'],
	status: [z.enum(['TASK_STATE_UNSPECIFIED', ...allStates()]), `must be a task state: ${allStates().join(', ')}`],
	pageSize: [z.int().check(z.minimum(1), z.maximum(100)), 'must be a whole number from 1 to 100'],
	pageToken: [z.literal(''), 'must be empty, because there is only one page'],
	historyLength: [z.int().check(z.minimum(0)), 'must be a whole number of 0 or more'],
	statusTimestampAfter: [
		z.iso.datetime({ offset: true }),
		'must be an RFC 3339 timestamp, such as 2026-01-31T12:00:00Z',
	],
	includeArtifacts: [z.boolean(), 'must be true or false'],
};

/** The response to `ListTasks`: no tasks are kept, so every page is the last. @throws RpcFailure for parameters that the protocol doesn't allow */
export function listTasks(params: unknown) {
	const given = params ?? {};
	if (typeof given !== 'object' || Array.isArray(given)) throw invalidParams('params must be an object.');
	for (const [name, [schema, expected]] of Object.entries(parameters)) {
		const value: unknown = Object(given)[name];
		if (value === undefined || value === null || schema.safeParse(value).success) continue;
		throw invalidParams(`params.${name} ${expected}.`);
	}
	const { pageSize } = given as { pageSize?: number | null };
	return { tasks: [], nextPageToken: '', pageSize: pageSize ?? usualPageSize, totalSize: 0 };
}

/** The states this service's agents use, and those that only others use. */
function allStates(): string[] {
	const others = ['CANCELED', 'INPUT_REQUIRED', 'REJECTED', 'AUTH_REQUIRED'].map((name) => `TASK_STATE_${name}`);
	return [...taskStates, ...others];
}
