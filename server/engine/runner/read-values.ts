import { literal } from '#lib/sql/quoting.ts';
import type { ColumnValues } from '../answers.ts';
import type { RunnerRequest } from '../messages.ts';
import { planColumns } from './plan-columns.ts';
import type { Session } from './session.ts';
import { openUploaded, readAsTexts } from './uploaded.ts';

type Job = Extract<RunnerRequest, { kind: 'values' }>;

/** Writes the different values of columns, in the order in which they occur: of those that are named, or of those that are saved and whose values are not all of one type. */
export async function readValues(session: Session, job: Job): Promise<ColumnValues> {
	const { connection } = session;
	const uploaded = await openUploaded(session, job);
	const isNamed = ({ name }: { readonly name: string }) => job.only?.includes(name) ?? false;
	if (uploaded.opened.columns.some((column) => isNamed(column) && (column.readAs ?? null) !== null))
		await readAsTexts(uploaded);
	const { planned } = await planColumns(session, uploaded, { ...job, kind: 'file', output: null });
	const written: ColumnValues = [];
	for (const [index, { from, wanted, allFit }] of planned.entries()) {
		const isText = (from.type === null || from.type === 'VARCHAR') && (from.readAs ?? null) === null;
		if (!isText || wanted.column === '') continue;
		if (job.only === null ? allFit !== null : !isNamed(from)) continue;
		const output = `values-${index}`;
		const values = `SELECT c${index} AS v, count(*) AS n FROM sent WHERE c${index} IS NOT NULL GROUP BY v ORDER BY min(n)`;
		await connection.run(`COPY (${values}) TO ${literal(output)} (FORMAT json, USE_TMP_FILE false)`);
		const counted = await connection.run(`SELECT count(DISTINCT c${index}) FROM sent`);
		written.push({ from: from.name, values: Number((await counted.getRows())[0]?.[0] ?? 0), output });
	}
	return written;
}
