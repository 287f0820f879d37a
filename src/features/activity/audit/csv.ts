import type { AuditEntry } from '#contract/audit.ts';
import { writeField } from '#lib/delimited/write.ts';

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

/** What a spreadsheet would take for a formula gets an apostrophe: names are what anybody chose. */
const harmless = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);

/** The entries as CSV (RFC 4180), with all that the service said of them. */
export const auditCsv = (entries: readonly AuditEntry[]): string =>
	[columns, ...entries.map((entry) => columns.map((column) => harmless(String(entry[column] ?? ''))))]
		.map((fields) => `${fields.map((field) => writeField(field, ',')).join(',')}\r\n`)
		.join('');
