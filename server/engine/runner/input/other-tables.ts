import type { RejectedLine } from '#contract/file-ingestion.ts';
import { headerOf, isHeader } from '#lib/delimited/header.ts';
import { readRecord } from '#lib/delimited/record.ts';
import { cut } from '../../format.ts';
import type { Layout } from './read-delimited.ts';

/** Maximum number of lines above a table that can be skipped. */
const maxAbove = 10_000;

/** Another table in delimited text. To read it instead, choose the line of its names as the start of the table. */
export interface OtherTable {
	/** Number of lines above its names. */
	readonly above: number;
	readonly remark: string;
}

export const readInstead = (line: number): string =>
	line > maxAbove ? '' : ` To read it instead, choose line ${line.toLocaleString('en')} under "Table starts in".`;

/** Tables of another width below the first one, whose lines were rejected for that reason. @param rejected in line order */
export function tablesAmong(rejected: readonly RejectedLine[], { delimiter, quote, width }: Layout): OtherTable[] {
	const groups: { line: number; last: number; records: string[][] }[] = [];
	for (const { line, text } of rejected) {
		const fields = readRecord(text, 0, delimiter, true, quote)?.fields.map((field) => field.trim()) ?? [];
		const group = groups.at(-1);
		if (group?.last === line - 1 && group.records[0]?.length === fields.length) {
			group.records.push(fields);
			group.last = line;
		} else groups.push({ line, last: line, records: [fields] });
	}
	return groups.flatMap(({ line, last, records: [names = [], ...rows] }) => {
		if (names.length < 2 || names.length === width || rows.length === 0 || line > maxAbove) return [];
		const header = headerOf(names, rows);
		if (!isHeader(names) || header.rows !== 1 || header.isUnsure) return [];
		const [from, to] = [line, last].map((number) => number.toLocaleString('en'));
		const remark = `Lines ${from}–${to} may be another table: "${cut(names.join(', '), 60)}".${readInstead(line)}`;
		return [{ above: line - 1, remark }];
	});
}
