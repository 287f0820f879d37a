import * as z from 'zod/mini';
import { Id, ScopedQuery, Timestamp } from './ids.ts';
import type { Operation } from './operation.ts';

/**
 * `denied`: not allowed for the user or token. `not-found`: doesn't exist or isn't visible to the user. `failed`: an
 * error, possibly after a partial write.
 */
export const auditOutcomes = ['done', 'denied', 'not-found', 'failed'] as const;
export type AuditOutcome = (typeof auditOutcomes)[number];

/** A write, attempted or done. Holds no bodies and no secrets. */
export const AuditEntry = z.looseObject({
	id: Id,
	at: Timestamp,
	/** The user's name at that time, or `command line` for commands run by the operator. */
	actor: z.string(),
	/** An operation id, or `signIn`. */
	action: z.string(),
	resource: z.string(),
	/** More about the target: an id, a role, a new name. */
	detail: z.string(),
	outcome: z.string(),
	/** Error code if it wasn't done. */
	code: z.nullable(z.string()),
	/** Token used, or null. */
	tokenId: z.nullable(Id),
	tokenName: z.nullable(z.string()),
	requestId: z.nullable(Id),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

export const AuditQuery = z.extend(ScopedQuery, {
	actor: z.optional(z.string().check(z.maxLength(128))),
	action: z.optional(z.string().check(z.maxLength(128))),
	/** Substring to match. */
	resource: z.optional(z.string().check(z.maxLength(400))),
	outcome: z.optional(z.enum(auditOutcomes)),
	/** `from` is inclusive, `to` exclusive. */
	from: z.optional(z.iso.datetime({ offset: true })),
	to: z.optional(z.iso.datetime({ offset: true })),
});
export type AuditQuery = z.infer<typeof AuditQuery>;

export const listAudit = {
	id: 'listAudit',
	summary: 'List the audit entries that the caller can see, newest first',
	tier: 'audit/1',
	method: 'GET',
	path: '/audit',
	query: AuditQuery,
	status: 200,
	items: AuditEntry,
	errors: ['VALIDATION_FAILED', 'FORBIDDEN', 'NOT_FOUND'],
} as const satisfies Operation;
