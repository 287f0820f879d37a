import type { Column } from '#contract/dataset.ts';
import { foldSql } from '#lib/sql/quoting.ts';
import type { CheckedStep } from '../answers.ts';
import { EngineError } from '../errors.ts';
import type { EngineSource, StepToCheck } from '../types.ts';
import type { SparkSession } from './client.ts';
import { cteNames, guardStatement } from './guard.ts';
import { asCheck, asEngineError } from './problems.ts';
import type { Statements } from './statements.ts';
import { tablesIn } from './tables-in.ts';
import { sparkQuoted, tokenizeSpark } from './tokens.ts';

/** The view of the single row for which a statement runs. */
export const ownRow = 'each_row';

/** Checks statements that read each other's results: earlier steps are replaced by views with their columns. @throws EngineError */
export async function checkStepsIn(
	session: SparkSession,
	statements: Statements,
	sources: readonly EngineSource[],
	steps: readonly StepToCheck[],
): Promise<CheckedStep[]> {
	const known = new Set<string>();
	/** Steps whose columns are unknown, by folded name. */
	const lost = new Set<string>();
	const checked: CheckedStep[] = [];
	for (const { sql, as, each } of steps) {
		const read = sql === null ? noNames : readBy(sql, sources, [...known, ...lost]);
		const reads = each === null ? read.steps : [...new Set([foldSql(each), ...read.steps])];
		const isLost = sql === null || reads.some((step) => lost.has(step));
		if (!isLost && each !== null && known.has(foldSql(each))) {
			await session.createQueryView(ownRow, `SELECT * FROM ${sparkQuoted(each)}`);
			statements.addResult(ownRow);
		}
		const found = isLost ? nothing : await checkOne(session, statements, sources, sql, as);
		const state = isLost ? 'unchecked' : found.diagnostics.length > 0 ? 'invalid' : 'valid';
		checked.push({ ...found, state, reads, sources: read.sources, lineage: null });
		if (as === null) continue;
		(state === 'valid' ? known : lost).add(foldSql(as));
	}
	return checked;
}

const nothing = { diagnostics: [], columns: [] };
const noNames = { steps: [], sources: [] };

async function checkOne(
	session: SparkSession,
	statements: Statements,
	sources: readonly EngineSource[],
	text: string,
	as: string | null,
): Promise<Pick<CheckedStep, 'diagnostics' | 'columns'>> {
	let columns: readonly Column[];
	let sql: string;
	try {
		({ columns, sql } = await statements.prepare(text));
	} catch (thrown) {
		const error = asEngineError(text, sources, thrown, statements.results);
		const isUnchecked = error instanceof EngineError && error.code === 'RUNNER_DIED';
		if (isUnchecked) throw error;
		return asCheck(text, error);
	}
	if (as !== null) {
		await session.createQueryView(sparkQuoted(as), sql);
		statements.addResult(as);
	}
	return { diagnostics: [], columns: [...columns] };
}

/** The steps and sources whose names appear in a statement. */
function readBy(sql: string, sources: readonly EngineSource[], steps: readonly string[]) {
	try {
		const tokens = tokenizeSpark(sql);
		const own = cteNames(tokens);
		const { named } = guardStatement(sql, sources, steps);
		const tables = tablesIn(tokens);
		return {
			steps: steps.filter((step) => tables.includes(step) && !own.includes(step)),
			sources: sources.flatMap((source, index) => (named.includes(source) ? [index] : [])),
		};
	} catch {
		return noNames;
	}
}
