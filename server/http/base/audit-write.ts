import type { Operation } from '#contract/operation.ts';
import { formerCaller } from '../../platform/access/tokens.ts';
import { auditRequest, type WriteRequest } from '../../platform/audit/record.ts';
import type { Caller } from '../../platform/core/caller.ts';
import { ServiceError } from '../../platform/core/service-error.ts';
import type { Platform } from '../../platform/state/platform.ts';
import { bearerOf } from './caller.ts';
import type { ServiceContext } from './service-app.ts';

interface Known {
	readonly caller?: Caller | null;
	readonly params?: unknown;
	readonly body?: unknown;
}

export type AuditedWrite = ReturnType<typeof auditWrite>;

/** Records a write request, with what is known at that point. Unauthenticated requests aren't recorded. */
export function auditWrite(platform: Platform, operation: Operation, c: ServiceContext) {
	let known: Known = {};
	const requestOf = (caller: Caller): WriteRequest => ({
		...{ operation, caller, requestId: c.get('requestId') },
		...{ params: known.params, body: known.body },
	});
	let request: ReturnType<typeof auditRequest> | null = null;
	return {
		know(more: Known): void {
			known = { ...known, ...more };
		},
		run<T>(act: () => Promise<T>): Promise<T> {
			if (!known.caller) return act();
			request = auditRequest(platform, requestOf(known.caller));
			return request.run(act);
		},
		/** A failure to record is only logged: the client gets the reason why the request failed. */
		async refused(error: unknown): Promise<void> {
			try {
				const caller = known.caller ?? (await revokedCaller(error));
				if (caller === null) return;
				const params = operation.params?.safeParse(c.req.param());
				known = { params: params?.data, ...known };
				request ??= auditRequest(platform, requestOf(caller));
				await request.refused(error);
			} catch (problem) {
				platform.log.error(`Couldn’t add request ${c.get('requestId')} to the audit log.`, problem);
			}
		},
	};

	async function revokedCaller(error: unknown): Promise<Caller | null> {
		if (!(error instanceof ServiceError) || error.code !== 'UNAUTHORIZED') return null;
		if (c.req.header('authorization') === undefined) return null;
		const caller = await formerCaller(platform, bearerOf(c));
		if (caller !== null) platform.requestLimit.take(caller.userId);
		return caller;
	}
}
