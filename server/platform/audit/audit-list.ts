import { and, desc, eq, gte, inArray, lt, lte, or, type SQL, sql } from 'drizzle-orm';
import type { AuditEntry, AuditQuery } from '#contract/audit.ts';
import { renameDataset } from '#contract/dataset-changes.ts';
import { foldName } from '#contract/ids.ts';
import type { Db } from '../../store/catalog/catalog.ts';
import { auditLog } from '../../store/catalog/schema/audit.ts';
import { namespaces } from '../../store/catalog/schema/namespaces.ts';
import { findNamespace } from '../access/namespace-access.ts';
import { assertUnrestricted, type Caller } from '../core/caller.ts';
import { mapPage, type Page, pageByTime, readNamespace } from '../core/page.ts';
import { forbidden, notFound } from '../core/service-error.ts';
import { storable } from '../core/storable.ts';
import type { Platform } from '../state/platform.ts';
import { namespaceIds } from './subject.ts';

/** The audit log, newest first: all of it for an admin; for others, events in their namespaces and their own actions. */
export async function listAudit(platform: Platform, caller: Caller, query: AuditQuery): Promise<Page<AuditEntry>> {
	assertUnrestricted(caller, 'read the audit log');
	const page = pageByTime(query, 100, [auditLog.at, auditLog.id]);
	const { db } = platform.catalog;
	const rows = await db
		.select()
		.from(auditLog)
		.where(and(await scopeOf(db, caller, query), ...conditions(query), page.where))
		.orderBy(...page.order)
		.limit(page.most);
	return mapPage(
		page.of(rows, (row) => [row.at, row.id]),
		present,
	);
}

async function scopeOf(db: Db, caller: Caller, query: AuditQuery): Promise<SQL | undefined> {
	const named = readNamespace(query, 'entries');
	if (named !== null) {
		const id = await administered(db, caller, named);
		const names = query.dataset === undefined ? null : await namesOf(db, id, foldName(query.dataset));
		const at = (namespaceId: SQL | undefined, column: typeof auditLog.dataset | typeof auditLog.otherDataset) =>
			and(
				namespaceId,
				names === null
					? undefined
					: or(
							...names.map(({ name, from, until }) =>
								and(
									eq(column, name),
									from === null ? undefined : gte(auditLog.at, from),
									until === null ? undefined : lte(auditLog.at, until),
								),
							),
						),
			);
		return or(
			at(eq(auditLog.namespaceId, id), auditLog.dataset),
			at(eq(auditLog.otherNamespaceId, id), auditLog.otherDataset),
		);
	}
	if (caller.admin) return undefined;
	const own = db.select({ id: namespaces.id }).from(namespaces).where(eq(namespaces.ownerId, caller.userId));
	return or(
		eq(auditLog.actorId, caller.userId),
		inArray(auditLog.namespaceId, own),
		inArray(auditLog.otherNamespaceId, own),
	);
}

interface Named {
	readonly name: string;
	/** Null if it had the name from the beginning. */
	from: Date | null;
	/** Null for the current name. */
	readonly until: Date | null;
}

/** Maximum number of former names searched: a dataset may be renamed thousands of times. */
const maxNames = 100;

/** Current and former names of a dataset, each with the period when it was used. */
async function namesOf(db: Db, namespaceId: string, dataset: string): Promise<Named[]> {
	const { at, dataset: before, otherDataset: after } = auditLog;
	const renames = await db
		.select({ at, before, after })
		.from(auditLog)
		.where(
			and(eq(auditLog.namespaceId, namespaceId), eq(auditLog.action, renameDataset.id), eq(auditLog.outcome, 'done')),
		)
		.orderBy(desc(at), desc(auditLog.id));
	const names: Named[] = [{ name: dataset, from: null, until: null }];
	for (const rename of renames) {
		const last = names.at(-1);
		if (rename.after !== last?.name || rename.before === null || rename.before === rename.after) continue;
		last.from = rename.at;
		if (names.length === maxNames) break;
		names.push({ name: rename.before, from: null, until: rename.at });
	}
	return names;
}

/** The id of a namespace whose log the caller may read. @throws ServiceError NOT_FOUND, FORBIDDEN */
async function administered(
	db: Db,
	caller: Caller,
	{ username, namespace }: { readonly username: string; readonly namespace: string },
): Promise<string> {
	if (caller.admin) {
		const [id] = await namespaceIds(db, [{ owner: username, namespace, datasetName: null }]);
		if (id == null) throw notFound(`${username}/${namespace} doesn’t exist.`);
		return id;
	}
	const found = await findNamespace(db, caller, username, namespace);
	if (found.role === 'owner') return found.id;
	throw forbidden(`Only admins and the owner of ${found.owner}/${found.name} can read its audit log.`);
}

const conditions = ({ actor, action, resource, outcome, from, to }: AuditQuery): (SQL | undefined)[] => [
	actor === undefined ? undefined : sql`lower(${auditLog.actor}) = ${storable(foldName(actor))}`,
	action === undefined ? undefined : eq(auditLog.action, storable(action)),
	resource === undefined
		? undefined
		: sql`position(${storable(resource.toLowerCase())} in lower(${auditLog.resource})) > 0`,
	outcome === undefined ? undefined : eq(auditLog.outcome, outcome),
	from === undefined ? undefined : gte(auditLog.at, new Date(from)),
	to === undefined ? undefined : lt(auditLog.at, new Date(to)),
];

const present = (row: typeof auditLog.$inferSelect): AuditEntry => ({
	id: row.id,
	at: row.at.toISOString(),
	actor: row.actor,
	action: row.action,
	resource: row.resource,
	detail: row.detail,
	outcome: row.outcome,
	code: row.code,
	tokenId: row.tokenId,
	tokenName: row.tokenName,
	requestId: row.requestId,
});

/** Removes entries past the retention period. */
export async function removeOldEntries(tx: Db, before: Date): Promise<void> {
	await tx.delete(auditLog).where(lt(auditLog.at, before));
}
