import type { AuditEntry } from '#contract/audit.ts';
import { writeCsv } from '#lib/delimited/write.ts';

const columns = [
	'at',
	'actor',
	'action',
	'resource',
	'detail',
	'outcome',
	'code',
	'tokenName',
	'tokenId',
	'requestId',
	'id',
] as const satisfies readonly (keyof AuditEntry)[];

/** The entries as CSV, with all that the service said of them. */
export const auditCsv = (entries: readonly AuditEntry[]): string =>
	writeCsv([columns, ...entries.map((entry) => columns.map((column) => entry[column] ?? ''))]);
