import * as z from 'zod/mini';
import { Id, ScopedQuery, Timestamp } from './ids.ts';
import type { Operation } from './operation.ts';

/** `denied`: user or token may not; `not-found`: nothing that the user may see; `failed`: something broke, and a part may have been written. */
export const auditOutcomes = ['done', 'denied', 'not-found', 'failed'] as const;
export type AuditOutcome = (typeof auditOutcomes)[number];

/** A write, or one that was refused. It tells neither bodies nor secrets. */
export const AuditEntry = z.looseObject({
	id: Id,
	at: Timestamp,
	/** Name of the user as it was then; `command line` where whoever runs the service did it there. */
	actor: z.string(),
	/** An operation's id, or `signIn`. */
	action: z.string(),
	resource: z.string(),
	/** What else names it: an id, a role, a new name. */
	detail: z.string(),
	outcome: z.string(),
	/** Error code of what was not done. */
	code: z.nullable(z.string()),
	/** The token that was used; null where there was none. */
	tokenId: z.nullable(Id),
	tokenName: z.nullable(z.string()),
	requestId: z.nullable(Id),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

export const AuditQuery = z.extend(ScopedQuery, {
	actor: z.optional(z.string().check(z.maxLength(128))),
	action: z.optional(z.string().check(z.maxLength(128))),
	/** A part of its text. */
	resource: z.optional(z.string().check(z.maxLength(400))),
	outcome: z.optional(z.enum(auditOutcomes)),
	/** The first moment, and the first one after. */
	from: z.optional(z.iso.datetime({ offset: true })),
	to: z.optional(z.iso.datetime({ offset: true })),
});
export type AuditQuery = z.infer<typeof AuditQuery>;

export const listAudit = {
	id: 'listAudit',
	summary: 'List audit entries, newest first. Owners see those of their namespaces, admins see all',
	tier: 'audit/1',
	method: 'GET',
	path: '/audit',
	query: AuditQuery,
	status: 200,
	items: AuditEntry,
	errors: ['VALIDATION_FAILED', 'FORBIDDEN', 'NOT_FOUND'],
} as const satisfies Operation;
