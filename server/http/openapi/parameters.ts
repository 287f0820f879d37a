import type * as z from 'zod/mini';
import { callerContextUri } from '#contract/agents/artifacts.ts';
import { a2aVersion } from '#contract/agents/json-rpc.ts';
import type { Operation } from '#contract/operation.ts';
import { longestKey, takesKey } from '../base/idempotency.ts';
import { exampleOf } from './examples.ts';
import { describeMember } from './members.ts';
import { jsonSchema } from './schemas.ts';

export const parametersOf = (operation: Operation): object[] => [
	...parameters(operation, 'path', operation.params),
	...parameters(operation, 'query', operation.query),
	...(takesKey(operation) ? [idempotencyKey] : []),
	...(operation.etag === 'guards' ? [ifMatch] : []),
	...(operation.otherStatus === 304 ? [ifNoneMatch] : []),
	...(operation.lastModified === true ? [ifModifiedSince] : []),
	...(operation.streams === true ? agentHeaders : []),
];

function parameters(operation: Operation, place: 'path' | 'query', schema: z.ZodMiniObject | undefined): object[] {
	const examples = exampleOf(operation)[place === 'path' ? 'params' : 'query'] ?? {};
	return Object.entries(schema?.shape ?? {}).map(([name, type]) => {
		const described = jsonSchema(type as z.ZodMiniType, 'input');
		const example = examples[name];
		return {
			name,
			in: place,
			required: place === 'path' || type._zod.optin !== 'optional',
			description: describeMember(operation.id, name),
			schema: described,
			// Parameters are strings on the wire; the document shows the values they represent.
			...(example === undefined
				? {}
				: { example: described.type === 'string' ? example : JSON.parse(String(example)) }),
		};
	});
}

const idempotencyKey = {
	name: 'Idempotency-Key',
	in: 'header',
	required: false,
	description:
		'If a request succeeded, repeating it with the same key within ten minutes returns the first response and does nothing else. If it failed, repeating it tries again.',
	schema: { type: 'string', maxLength: longestKey },
};

const ifMatch = {
	name: 'If-Match',
	in: 'header',
	required: false,
	description:
		'The ETag that the change is based on, or * for any. Returns 412 VERSION_CONFLICT if the resource has changed since.',
	schema: { type: 'string', pattern: '^(\\*|(W/)?"\\d{1,10}")$' },
	example: '"3"',
};

const ifNoneMatch = {
	name: 'If-None-Match',
	in: 'header',
	required: false,
	description:
		'ETags of the client’s copies, separated by commas, or * for any. Returns 304 without a body if one of the copies is current.',
	schema: { type: 'string' },
};

const ifModifiedSince = {
	name: 'If-Modified-Since',
	in: 'header',
	required: false,
	description:
		'The Last-Modified value of the client’s copy. Ignored if If-None-Match is sent. Returns 304 without a body if nothing has changed since.',
	schema: { type: 'string' },
};

const version = {
	required: false,
	description: `The client’s A2A version. Default: ${a2aVersion}. Any other version returns the JSON-RPC error -32009.`,
	schema: { type: 'string' },
	example: a2aVersion,
};
/** Browsers may send the header to another origin only with its consent, so the version is also a query parameter. */
const agentHeaders = [
	{ name: 'A2A-Version', in: 'header', ...version },
	{ name: 'A2A-Version', in: 'query', ...version },
	{
		name: 'A2A-Extensions',
		in: 'header',
		required: false,
		description:
			'URIs of extensions to activate, separated by commas. Extensions that the agent’s card doesn’t list are ignored.',
		schema: { type: 'string' },
		example: callerContextUri,
	},
];
