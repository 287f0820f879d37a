import type { AuditOutcome } from '#contract/audit.ts';
import { foldName } from '#contract/ids.ts';
import type { Operation } from '#contract/operation.ts';
import type { Db } from '../../store/catalog/catalog.ts';
import type { Caller } from '../core/caller.ts';
import { ServiceError } from '../core/service-error.ts';
import { type AuditRow, recordAudit, recordingWrite } from '../state/audit-trail.ts';
import type { Platform } from '../state/platform.ts';
import { namespaceIds, type Subject, subjectOf } from './subject.ts';

export interface WriteRequest {
	readonly operation: Pick<Operation, 'id'>;
	readonly caller: Caller;
	readonly requestId: string;
	readonly params: unknown;
	readonly body: unknown;
}

/** Records a write request, regardless of its outcome. */
export function auditRequest(platform: Platform, request: WriteRequest) {
	const { caller, operation, requestId } = request;
	let known: Promise<{ subject: Subject; ids: (string | null)[] }> | null = null;
	// Called before the request runs, because deleted or renamed items can't be found afterwards.
	const find = () => {
		known ??= (async () => {
			const { db } = platform.catalog;
			const subject = await subjectOf(db, caller, { ...request, operationId: operation.id });
			return { subject, ids: await namespaceIds(db, subject.locations) };
		})();
		return known;
	};
	const rowOf = async (db: Db, outcome: AuditOutcome, code: string | null): Promise<AuditRow> => {
		const { subject, ids } = await find();
		const missing = ids.includes(null);
		// If the request created it, it exists by now.
		const [namespaceId = null, otherNamespaceId = null] = missing ? await namespaceIds(db, subject.locations) : ids;
		const [dataset = null, otherDataset = null] = subject.locations.map(({ datasetName }) =>
			datasetName === null ? null : foldName(datasetName),
		);
		// The log must not reveal what an id belongs to if the response doesn't.
		const isHidden = outcome === 'not-found' || code === 'UNAUTHORIZED';
		return {
			at: platform.now(),
			actorId: caller.userId,
			actor: caller.username,
			tokenId: caller.tokenId,
			tokenName: caller.tokenName,
			requestId,
			action: operation.id,
			resource: isHidden ? subject.asked : subject.resource,
			detail: isHidden ? '' : subject.detail,
			...{ namespaceId, otherNamespaceId, dataset, otherDataset, outcome, code },
		};
	};
	let isHalfDone = false;
	return {
		async run<T>(act: () => Promise<T>): Promise<T> {
			await find();
			return recordingWrite(
				platform,
				(tx) => rowOf(tx, 'done', null),
				act,
				() => {
					isHalfDone = true;
				},
			);
		},
		/** Records a failed write, unless the request was merely invalid. */
		async refused(error: unknown): Promise<void> {
			const outcome = isHalfDone ? 'failed' : outcomeOf(error);
			if (outcome === null) return;
			const code = error instanceof ServiceError ? error.code : 'INTERNAL';
			await find();
			await platform.catalog.write(async (tx) => recordAudit(tx, await rowOf(tx, outcome, code)));
		},
	};
}

function outcomeOf(error: unknown): AuditOutcome | null {
	if (!(error instanceof ServiceError)) return 'failed';
	switch (error.code) {
		case 'UNAUTHORIZED':
		case 'FORBIDDEN':
			return 'denied';
		case 'NOT_FOUND':
			return 'not-found';
		case 'INTERNAL':
		case 'DATA_CORRUPT':
			return 'failed';
		default:
			return null;
	}
}
