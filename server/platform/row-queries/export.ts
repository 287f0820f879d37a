import { appendFile } from 'node:fs/promises';
import type * as z from 'zod/mini';
import type { exportQueriedRows, StoredResult } from '#contract/rows/queries.ts';
import { formulaOpening, plainNumber, withoutFormula } from '#lib/delimited/formula.ts';
import { literal, quoted } from '#lib/sql/quoting.ts';
import { strictJson } from '../../engine/tables/text-macros.ts';
import { type Asking, ask } from './ask.ts';
import { isNumber, namedColumns, orderOf, type QueriedColumn, relationOf, selected, whereOf } from './columns.ts';
import { readSource } from './read-source.ts';

type ExportRequest = z.output<typeof exportQueriedRows.body>;

export async function exportRowsOf(asking: Asking, request: ExportRequest): Promise<StoredResult> {
	const { source, filter, sort, columns, format, guardFormulas = false } = request;
	const fileName = `${(request.fileName ?? 'rows').replace(/\p{Surrogate}/gu, '_')}.${format}`;
	const tables = await readSource(asking, source);
	const key = ['export', filter, sort, columns ?? null, format, guardFormulas, fileName] as const;
	const { handle } = await ask(asking, tables, key, async (session) => {
		const relation = relationOf(session, 0, tables.tables[0]?.order ?? null);
		const chosen = namedColumns(relation, columns);
		const order = orderOf(relation, sort);
		const from = `FROM ${relation.table} AS q${await whereOf(session, relation, filter)}${order}`;
		if (format === 'parquet') {
			const file = await session.write(`SELECT ${selected(chosen)} ${from}`, 'parquet');
			return { answer: {}, file, fileName };
		}
		if (format === 'csv' || format === 'tsv') {
			const fields = chosen.map((column) => delimited(column, guardFormulas)).join(', ');
			return { answer: {}, file: await session.write(`SELECT ${fields} ${from}`, format), fileName };
		}
		const rows = `SELECT ${jsonRow(chosen)} AS line ${from}`;
		if (format === 'ndjson') return { answer: {}, file: await session.write(rows, 'lines'), fileName };
		const marked = `SELECT CASE WHEN row_number() OVER () = 1 THEN '[' ELSE ',' END || line FROM (${rows})`;
		const file = await session.write(marked, 'lines');
		await appendFile(file.file, file.rows === 0 ? '[]\n' : ']\n');
		return { answer: {}, file, fileName };
	});
	if (handle === null) throw new Error('An export has no file.');
	return handle;
}

/** Kinds whose values aren't formulas, even if they begin with a minus. */
const harmless = /^(integer|decimal|float|boolean|temporal)$/;
const [opening, numeric] = [literal(formulaOpening), literal(plainNumber)];

/** A field as it's copied; on request, an apostrophe precedes what a spreadsheet would take for a formula. */
function delimited({ name, text, kind, type, value }: QueriedColumn, isGuarded: boolean): string {
	const header = isGuarded ? withoutFormula(name) : name;
	// The engine writes these the same way.
	const plain = kind === 'integer' || kind === 'boolean' || type === 'UUID' ? value : text;
	if (!isGuarded || harmless.test(kind) || type === 'INTERVAL') return `${plain} AS ${quoted(header)}`;
	const isFormula = `regexp_matches(${text}, ${opening}) AND NOT regexp_matches(${text}, ${numeric})`;
	return `CASE WHEN ${isFormula} THEN '''' || ${text} ELSE ${text} END AS ${quoted(header)}`;
}

const jsonRow = (columns: readonly QueriedColumn[]): string => {
	const members = columns.map(
		(column, index) =>
			`${literal(`${index === 0 ? '' : ','}${JSON.stringify(column.name)}:`)} || coalesce(${jsonCell(column)}, 'null')`,
	);
	return ["'{'", ...members, "'}'"].join(' || ');
};

/** Numbers have all digits, numbers that JSON doesn't have are text, bytes are base64. Line breaks in JSON become spaces. */
function jsonCell({ kind, type, text, value }: QueriedColumn): string {
	if (kind === 'blob') return `'"' || base64(${value}) || '"'`;
	if (kind === 'float') return `CASE WHEN isfinite(${value}) THEN ${text} ELSE '"' || ${text} || '"' END`;
	if (isNumber(kind) || kind === 'boolean') return text;
	if (type === 'JSON') return `regexp_replace(${strictJson(text)}, '[\\r\\n]+', ' ', 'g')`;
	return kind === 'json' ? text : `CAST(to_json(${text}) AS VARCHAR)`;
}
