import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { Catalog, Db } from '../../store/catalog/catalog.ts';
import { auditLog } from '../../store/catalog/schema/audit.ts';
import { storable } from '../core/storable.ts';

type Row = typeof auditLog.$inferInsert;
export type AuditRow = Omit<Row, 'id'>;

/** The audit entry for a write, once its changes are known. */
type Describe = (tx: Db) => Promise<AuditRow> | AuditRow;

interface Pending {
	readonly id: string;
	readonly describe: Describe;
	isRecorded: boolean;
}

const current = new AsyncLocalStorage<Pending>();

/** A catalog whose first transaction within `recordingWrite` also contains the audit entry, so that neither exists without the other. */
export const withAuditTrail = (catalog: Catalog): Catalog => ({
	...catalog,
	async write(work) {
		const pending = current.getStore();
		if (pending === undefined || pending.isRecorded) return catalog.write(work);
		const result = await catalog.write(async (tx) => {
			const result = await work(tx);
			await insert(tx, pending.id, await pending.describe(tx));
			return result;
		});
		pending.isRecorded = true;
		return result;
	},
});

/**
 * Runs a write with an audit entry: in its first transaction or, if it has none, right afterwards.
 * @param onHalfDone called if it fails after something was written and recorded
 */
export async function recordingWrite<T>(
	{ catalog }: { readonly catalog: Pick<Catalog, 'write'> },
	describe: Describe,
	act: () => Promise<T>,
	onHalfDone?: () => void,
): Promise<T> {
	const pending: Pending = { id: randomUUID(), describe, isRecorded: false };
	return current.run(pending, async () => {
		try {
			const result = await act();
			if (!pending.isRecorded) await catalog.write(async (tx) => insert(tx, pending.id, await describe(tx)));
			return result;
		} catch (error) {
			if (pending.isRecorded) onHalfDone?.();
			throw error;
		} finally {
			// Background work, such as a run, isn't part of the write.
			pending.isRecorded = true;
		}
	});
}

/** For writes before the outcome is known, so without an audit entry. */
export const unrecorded = <T>(work: () => Promise<T>): Promise<T> => current.exit(work);

/** Adds an entry in the caller's transaction. */
export const recordAudit = (tx: Db, row: AuditRow): Promise<void> => insert(tx, randomUUID(), row);

/** Ignores a duplicate, because two transactions of one write may both insert the entry. */
async function insert(tx: Db, id: string, row: AuditRow): Promise<void> {
	await tx
		.insert(auditLog)
		.values({ ...storable(row), at: row.at, id })
		.onConflictDoNothing();
}
