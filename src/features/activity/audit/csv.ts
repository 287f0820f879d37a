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

export const csvHeader = writeCsv([columns]);

export const csvLines = (entries: readonly AuditEntry[]): string =>
	writeCsv(entries.map((entry) => columns.map((column) => entry[column] ?? '')));
