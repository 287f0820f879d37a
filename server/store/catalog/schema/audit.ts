import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { AuditOutcome } from '#contract/audit.ts';
import { time } from './columns.ts';

/**
 * Every write and every refused one. Rows are only added, and removed when they are old; the database refuses to change one. No column is a
 * reference, because entries outlive what they are about. Names stay as they were then.
 */
export const auditLog = pgTable(
	'audit_log',
	{
		id: uuid().primaryKey(),
		at: time('at').notNull(),
		/** Null if nobody was signed in: an operator on the command line. */
		actorId: uuid('actor_id'),
		actor: text().notNull(),
		tokenId: uuid('token_id'),
		tokenName: text('token_name'),
		requestId: uuid('request_id'),
		action: text().notNull(),
		resource: text().notNull(),
		detail: text().notNull(),
		/** The affected namespace; `otherNamespaceId` is that of a link's other end, or where something moved. */
		namespaceId: uuid('namespace_id'),
		otherNamespaceId: uuid('other_namespace_id'),
		/** Names of the datasets there, folded. */
		dataset: text(),
		otherDataset: text('other_dataset'),
		outcome: text().$type<AuditOutcome>().notNull(),
		code: text(),
	},
	(item) => [
		index('audit_log_time').on(item.at, item.id),
		index('audit_log_namespace').on(item.namespaceId, item.at),
		index('audit_log_other_namespace').on(item.otherNamespaceId, item.at),
		index('audit_log_actor').on(item.actorId, item.at),
	],
);
