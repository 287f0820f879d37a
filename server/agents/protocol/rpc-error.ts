import { errorDomain, errorInfoType, type RpcReason, rpcCodes } from '#contract/agents/json-rpc.ts';

/** A request to be answered with a JSON-RPC error object; the message is for the client's author. */
export class RpcFailure extends Error {
	override readonly name = 'RpcFailure';
	readonly reason: RpcReason;

	constructor(reason: RpcReason, message: string) {
		super(message);
		this.reason = reason;
	}
}

export const invalidParams = (message: string): RpcFailure => new RpcFailure('INVALID_PARAMS', message);

export const errorObject = ({ reason, message }: RpcFailure) => ({
	code: rpcCodes[reason],
	message,
	data: [{ '@type': errorInfoType, reason, domain: errorDomain }],
});
