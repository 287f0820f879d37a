import * as z from 'zod/mini';
import { segment } from '../ids.ts';
import type { Operation } from '../operation.ts';

/** The A2A version in cards and in the `A2A-Version` header. */
export const a2aVersion = '1.0';

/** JSON-RPC 2.0 and A2A 1.0 codes by the `reason` of their ErrorInfo. */
export const rpcCodes = {
	PARSE_ERROR: -32700,
	INVALID_REQUEST: -32600,
	METHOD_NOT_FOUND: -32601,
	INVALID_PARAMS: -32602,
	INTERNAL_ERROR: -32603,
	TASK_NOT_FOUND: -32001,
	TASK_NOT_CANCELABLE: -32002,
	PUSH_NOTIFICATION_NOT_SUPPORTED: -32003,
	UNSUPPORTED_OPERATION: -32004,
	CONTENT_TYPE_NOT_SUPPORTED: -32005,
	INVALID_AGENT_RESPONSE: -32006,
	EXTENDED_AGENT_CARD_NOT_CONFIGURED: -32007,
	EXTENSION_SUPPORT_REQUIRED: -32008,
	VERSION_NOT_SUPPORTED: -32009,
} as const;
export type RpcReason = keyof typeof rpcCodes;

/** Type of `error.data` in every error. */
export const errorInfoType = 'type.googleapis.com/google.rpc.ErrorInfo';
export const errorDomain = 'a2a-protocol.org';

export const RpcError = z.looseObject({
	code: z.number(),
	message: z.string(),
	data: z.optional(z.unknown()),
});
export type RpcError = z.infer<typeof RpcError>;

export const RpcRequest = z.looseObject({
	jsonrpc: z.literal('2.0'),
	id: z.union([z.string(), z.number()]),
	method: z.string(),
	params: z.optional(z.looseObject({})),
});

/** Has either `result` or `error`. `id` is null if the request's id couldn't be read. */
export const RpcResponse = z.looseObject({
	jsonrpc: z.literal('2.0'),
	id: z.union([z.string(), z.number(), z.null()]),
	result: z.optional(z.unknown()),
	error: z.optional(RpcError),
});
export type RpcResponse = z.infer<typeof RpcResponse>;

export const callAgent = {
	id: 'callAgent',
	summary: 'Send a JSON-RPC request to an agent',
	tier: 'core',
	method: 'POST',
	stores: false,
	path: '/a2a/{agentName}',
	params: z.object({ agentName: z.string().register(z.globalRegistry, segment) }),
	body: RpcRequest,
	status: 200,
	streams: true,
	result: RpcResponse,
	errors: ['NOT_FOUND'],
} as const satisfies Operation;
