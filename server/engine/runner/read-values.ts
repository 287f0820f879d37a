import { statSync } from 'node:fs';
import { literal } from '#lib/sql/quoting.ts';
import type { ColumnValues } from '../answers.ts';
import { EngineError } from '../errors.ts';
import { size } from '../format.ts';
import type { RunnerRequest } from '../messages.ts';
import { planColumns } from './plan-columns.ts';
import type { Session } from './session.ts';
import { openUploaded, readAsTexts } from './uploaded.ts';

type Job = Extract<RunnerRequest, { kind: 'values' }>;

/**
 * Writes the distinct values of columns, in order of first occurrence: of the named columns and, if requested, of saved columns whose values aren't
 * all of one type.
 */
export async function readValues(session: Session, job: Job): Promise<ColumnValues> {
	const { connection } = session;
	const uploaded = await openUploaded(session, job);
	const isNamed = ({ name }: { readonly name: string }) => job.named.includes(name);
	if (uploaded.opened.columns.some((column) => isNamed(column) && (column.readAs ?? null) !== null))
		await readAsTexts(uploaded);
	const { planned } = await planColumns(session, uploaded, { ...job, kind: 'file', output: null });
	const written: ColumnValues = [];
	let bytes = 0;
	for (const [index, { from, wanted, allFit }] of planned.entries()) {
		const isText = (from.type === null || from.type === 'VARCHAR') && (from.readAs ?? null) === null;
		if (!isText || wanted.column === '') continue;
		if (!isNamed(from) && !(job.unclear && allFit === null)) continue;
		const output = `values-${index}`;
		const select = `SELECT c${index} AS v, count(*) AS n FROM sent WHERE c${index} IS NOT NULL GROUP BY v ORDER BY min(n)`;
		const copied = await connection.run(`COPY (${select}) TO ${literal(output)} (FORMAT json, USE_TMP_FILE false)`);
		bytes += statSync(output).size;
		if (bytes > job.maxBytes)
			throw new EngineError(
				'OUTPUT_TOO_LARGE',
				`Cleaning needs more disk space than the limit of ${size(job.maxBytes)}. Upload the file in parts.`,
			);
		const values = Number((await copied.getRows())[0]?.[0] ?? 0);
		written.push({ from: from.name, column: wanted.column, values, output });
	}
	return written;
}
