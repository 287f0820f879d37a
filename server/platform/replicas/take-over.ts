import { asc, eq } from 'drizzle-orm';
import { runLogItems, runSources } from '../../store/catalog/schema/runs.ts';
import { callerOfToken } from '../access/tokens.ts';
import type { ReadableDataset } from '../core/caller.ts';
import { beginRun } from '../execution/run-execution.ts';
import { RunFailure, reasonOf } from '../runs/run-failure.ts';
import { createRunLog } from '../runs/run-log.ts';
import type { RunOrder } from '../runs/run-production.ts';
import type { RunRow } from '../runs/run-record.ts';
import type { Platform } from '../state/platform.ts';

/** How to continue a run whose process is gone. */
export interface Takeover {
	/** A run during which this many processes died isn't started again, because it may be the cause. */
	readonly maxLost: number;
	/** Logged if it had started. */
	readonly restartMessage: string;
	/** Why it fails when `maxLost` is reached. */
	readonly giveUpMessage: string;
}

/** Starts a stored run, which can then be canceled, and returns its end; null if it has already ended. */
export async function takeOver(
	platform: Platform,
	row: RunRow,
	takeover: Takeover,
): Promise<{ readonly ended: Promise<void> } | null> {
	const runLog = createRunLog(
		platform,
		row.id,
		await platform.catalog.db.$count(runLogItems, eq(runLogItems.runId, row.id)),
	);
	try {
		if (row.cancelAsked) {
			runLog.log('warning', 'Canceled.');
			await runLog.ended('cancelled', null);
			return null;
		}
		if (row.lost >= takeover.maxLost) throw new RunFailure('INTERRUPTED', takeover.giveUpMessage);
		if (row.startedAt !== null) runLog.log('info', takeover.restartMessage);
		const order = await orderOf(platform, row);
		return { ended: beginRun(platform, order, runLog) };
	} catch (error) {
		const reason = reasonOf(platform, row.id, error);
		runLog.log('error', reason.message);
		await runLog.ended('failed', reason);
		return null;
	}
}

/** The order for a run, from its record in the catalog. @throws RunFailure if its token is no longer valid */
async function orderOf(platform: Platform, row: RunRow): Promise<RunOrder> {
	const caller = row.tokenId === null ? null : await callerOfToken(platform, row.tokenId);
	if (caller === null || row.work === null) {
		throw new RunFailure(
			'FORBIDDEN',
			'The access token that was used to start this run expired or was revoked before the run started. Sign in, then start the run again.',
		);
	}
	const sources = await platform.catalog.db
		.select()
		.from(runSources)
		.where(eq(runSources.runId, row.id))
		.orderBy(asc(runSources.position));
	return {
		id: row.id,
		kind: row.kind,
		pipeline: row.pipeline,
		caller,
		payload: row.definition.code.payload,
		slot: row.work.slot,
		upTo: row.work.upTo ?? null,
		checks: row.work.checks ?? null,
		namespaceId: row.work.namespaceId ?? null,
		sources: sources.flatMap(({ namespaceId, sha256, position }): ReadableDataset[] => {
			const coordinate = row.work?.sources[position];
			// Access to a deleted namespace is checked at the end, and refused.
			return coordinate === undefined ? [] : [{ coordinate, namespaceId: namespaceId ?? '', sha256 }];
		}),
	};
}
