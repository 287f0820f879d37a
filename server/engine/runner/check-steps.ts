import type { Column } from '#contract/dataset.ts';
import { tokenizeCode } from '#lib/sql/lexer.ts';
import { foldSql, quoted } from '#lib/sql/quoting.ts';
import type { CheckedStep } from '../answers.ts';
import type { StatementResult } from '../lineage/column-lineage.ts';
import type { RunnerRequest } from '../messages.ts';
import { usable, withUsableNames } from '../sql/source-views.ts';
import { namedTables, namesOfCtes, sameNames } from '../sql/statement-tree.ts';
import { lineageOf, treeOf } from './lineage.ts';
import { checkColumns, namesOf, type Session } from './session.ts';

const ownRow = 'each_row';

/** Checks statements that read each other's results: earlier steps are replaced by views with their columns and no rows. */
export async function checkSteps(
	session: Session,
	{ steps, withLineage = false }: Extract<RunnerRequest, { kind: 'check-steps' }>,
): Promise<CheckedStep[]> {
	const known = new Map<string, readonly Column[]>();
	const results = new Map<string, StatementResult>();
	/** Steps whose columns are unknown, by folded name. */
	const lost = new Set<string>();
	const views = new Set<string>();
	const name = async (view: string, columns: readonly Column[]) => {
		const list = columns.map((column) => `CAST(NULL AS ${column.type}) AS ${quoted(column.name)}`);
		await session.connection.run(`CREATE OR REPLACE VIEW ${quoted(view)} AS SELECT ${list.join(', ')} LIMIT 0`);
		views.add(view);
	};
	const checked: CheckedStep[] = [];
	try {
		for (const { sql, as, each } of steps) {
			const read = sql === null ? noNames : await readBy(session, sql, [...known.keys(), ...lost]);
			const reads = each === null ? read.steps : [...new Set([foldSql(each), ...read.steps])];
			const columns = each === null ? undefined : known.get(foldSql(each));
			if (columns !== undefined) await name(ownRow, columns);
			const isLost = sql === null || reads.some((step) => lost.has(step));
			const { diagnostics, columns: found, prepared } = isLost ? nothing : await checkColumns(session, sql);
			const traced =
				withLineage && prepared !== null
					? await lineageOf(session, prepared.sql, namesOf(prepared), readResults(results, reads, each))
					: null;
			const state = isLost ? 'unchecked' : diagnostics.some(isError) ? 'invalid' : 'valid';
			const lineage = traced?.lineage ?? null;
			checked.push({ state, diagnostics, columns: found, reads, sources: read.sources, lineage });
			if (as === null) continue;
			if (traced !== null) results.set(foldSql(as), traced.result);
			if (state === 'valid' && found.length > 0) {
				await name(as, found);
				session.results.push(as);
				known.set(foldSql(as), found);
			} else lost.add(foldSql(as));
		}
		return checked;
	} finally {
		session.results.length = 0;
		for (const view of views) await session.connection.run(`DROP VIEW IF EXISTS ${quoted(view)}`);
	}
}

/** The results that a statement reads, including the one whose rows it runs for. */
function readResults(results: ReadonlyMap<string, StatementResult>, reads: readonly string[], each: string | null) {
	const read = new Map([...results].filter(([name]) => reads.includes(name)));
	const row = each === null ? undefined : results.get(foldSql(each));
	return row === undefined ? read : read.set(ownRow, row);
}

const nothing = { diagnostics: [], columns: [], prepared: null };
const noNames = { steps: [], sources: [] };
const isError = ({ severity }: { severity: string }) => severity === 'error';

/** The steps and sources that a statement reads. If it can't be parsed, those whose names appear in it. */
async function readBy(session: Session, text: string, steps: readonly string[]) {
	const tree = await treeOf(session.connection, withUsableNames(text, session.sources)).catch(() => null);
	const own = new Set(namesOfCtes(tree).map(foldSql));
	const named = namedTables(tree).map((table) => table.names);
	const bare = named.flatMap((names) => (names.length === 1 ? names.map(foldSql) : []));
	const words = named.length > 0 ? bare : tokenizeCode(text).map((token) => foldSql(token.text));
	const isRead = ({ owner, namespace, datasetName }: Session['sources'][number]) => {
		const full = [usable(owner), usable(namespace), datasetName];
		return named.some((names) => names.length > 1 && sameNames(names, full.slice(-names.length)));
	};
	return {
		steps: steps.filter((step) => words.includes(step) && !own.has(step)),
		sources: session.sources.flatMap((source, index) => (isRead(source) ? [index] : [])),
	};
}
