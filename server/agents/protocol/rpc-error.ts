import { errorDomain, errorInfoType, type RpcReason, rpcCodes } from '#contract/agents/json-rpc.ts';

/** A request that is answered by a JSON-RPC error object, with words for who wrote it. */
export class RpcFailure extends Error {
	override readonly name = 'RpcFailure';
	readonly reason: RpcReason;

	constructor(reason: RpcReason, message: string) {
		super(message);
		this.reason = reason;
	}
}

export const invalidParams = (message: string): RpcFailure => new RpcFailure('INVALID_PARAMS', message);

/** The `error` member of the answer. */
export const errorObject = ({ reason, message }: RpcFailure) => ({
	code: rpcCodes[reason],
	message,
	data: [{ '@type': errorInfoType, reason, domain: errorDomain }],
});
