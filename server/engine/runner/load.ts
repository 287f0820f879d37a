import { maxRejectedKept, type RejectedRow } from '#contract/ingest.ts';
import { literal } from '#lib/sql/quoting.ts';
import type { RunnerRequest } from '../messages.ts';
import { type ColumnPlan, columnPlans, shorten } from './load-types.ts';
import { compareKeys, keyProblem, mergedRows } from './merge.ts';
import { type Session, write } from './session.ts';

type Load = Extract<RunnerRequest, { kind: 'load' }>;

/** Appends text rows to those of `base`, and returns rejected rows with reasons; only for a session that is never opened. */
export async function load(session: Session, job: Load) {
	const { connection } = session;
	await connection.run(`CREATE OR REPLACE TEMP VIEW sent AS ${sentRows(job)}`);
	const plans = await columnPlans(connection, job.columns);
	const fits = plans.map((plan) => `(${plan.fits})`).join(' AND ');
	const counted = await connection.run(`SELECT count(*), count(*) FILTER (WHERE ${fits}) FROM sent`);
	const [all = 0, fitting = 0] = ((await counted.getRows())[0] ?? []).map(Number);
	const rejected = all - fitting;
	const rejectedRows = rejected === 0 ? [] : await readRejected(session, plans, fits);
	const columns = plans.map(({ name, type }) => ({ name, type }));
	const merge = { ...job, plans, keep: fits };
	const added = { added: fitting, changed: 0, unchanged: 0, removed: 0 };
	const facts = { columns, sent: all, rejected, rejectedRows, effect: added, problem: null };
	if (fitting === 0 || (rejected > 0 && !job.skipInvalid)) return { ...facts, written: null };
	const compared =
		job.mode === 'upsert' && job.base !== null ? await compareKeys(session, { ...merge, base: job.base }) : null;
	const problem = compared === null ? null : keyProblem(compared);
	if (problem !== null) return { ...facts, problem, written: null };
	const written = await write(session, mergedRows(merge), job.output, () => undefined);
	return { ...facts, effect: compared?.effect ?? added, written };
}

/** All rows as they were sent, in order, numbered from 1 across chunks. */
function sentRows({ chunks, columns }: Load): string {
	const fields = columns.map((_, index) => `c${index}: 'VARCHAR'`).join(', ');
	const files = chunks.map((chunk) => literal(chunk.file)).join(', ');
	let before = 0;
	const offsets = chunks.map(({ rows }) => {
		before += rows;
		return before - rows;
	});
	const row = `CAST([${offsets.join(', ')}] AS BIGINT[])[k] + n`;
	const texts = columns.map((_, index) => `c${index}`).join(', ');
	return `SELECT ${row} AS n, ${texts} FROM read_json([${files}], format = 'newline_delimited', compression = 'uncompressed', columns = {k: 'BIGINT', n: 'BIGINT', ${fields}})`;
}

async function readRejected(
	{ connection }: Session,
	plans: readonly ColumnPlan[],
	fits: string,
): Promise<RejectedRow[]> {
	const parts = plans.map((plan, index) => `c${index}, (${plan.fits})`).join(', ');
	const found = await connection.run(
		`SELECT n, ${parts} FROM sent WHERE NOT (${fits}) ORDER BY n LIMIT ${maxRejectedKept}`,
	);
	return (await found.getRows()).map(([n, ...cells]) => {
		const texts = plans.map((_, index) => (cells[index * 2] === null ? null : shorten(String(cells[index * 2]))));
		const reasons = plans.flatMap(({ name, type }, index) =>
			cells[index * 2 + 1] === true
				? []
				: [{ column: name, message: `${JSON.stringify(texts[index])} isn’t a valid ${type}.` }],
		);
		return {
			row: Number(n),
			reasons,
			values: Object.fromEntries(plans.map(({ name }, index) => [name, texts[index] ?? null])),
		};
	});
}
