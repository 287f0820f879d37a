import type { CheckResult } from '#contract/build-spec.ts';
import { sqlPath } from '#lib/sql/quoting.ts';
import { EngineError } from '../errors.ts';
import { placeOf, rangeAt } from '../sql/sql-text.ts';
import type { EngineSource } from '../types.ts';
import { SparkError } from './client.ts';
import { sparkName, tokenizeSpark } from './tokens.ts';

/** A problem of a statement, in our words. @param results names of other statements' results that it may read */
export function asEngineError(
	sql: string,
	sources: readonly EngineSource[],
	error: unknown,
	results: readonly string[] = [],
): unknown {
	if (!(error instanceof SparkError)) return error;
	if (error.kind === 'gone') {
		const message =
			'Spark can’t be reached, or was stopped while the statement ran. Nothing was changed. Try again. If the problem persists, contact your admin.';
		return new EngineError('RUNNER_DIED', message);
	}
	const names = [
		...results,
		...sources.map(({ owner, namespace, datasetName }) => `${owner}.${namespace}.${datasetName}`),
	];
	const isTable = /^The table or view `(.*)` cannot be found/.exec(error.message);
	const table = isTable?.[1]?.replaceAll('`.`', '.');
	const hint = names.length === 0 ? 'Add it as a source.' : `Available: ${names.join(', ')}.`;
	const message = table === undefined ? error.message : `Unknown table "${table}". ${hint}`;
	return new EngineError('SQL_ERROR', message, positionIn(sql, error.position) ?? undefined);
}

/** For Spark, the statement starts on line 2, and columns count code points. If something is missing, the position is the statement's end. */
function positionIn(sql: string, position: SparkError['position']) {
	if (position === null) return null;
	const line = sql.split('\n')[position.line - 2];
	if (line === undefined) return placeOf(sql, sql.trimEnd().length);
	return { line: position.line - 1, column: [...line].slice(0, position.column - 1).join('').length + 1 };
}

/** The error as a check result. @throws anything that isn't an EngineError */
export function asCheck(sql: string, error: unknown): CheckResult {
	if (!(error instanceof EngineError)) throw error;
	const { line, column, message } = error;
	const isUnchecked = error.code === 'RUNNER_DIED' || error.code === 'DEADLINE_EXCEEDED';
	const lineStart =
		line === null
			? 0
			: sql
					.split('\n')
					.slice(0, line - 1)
					.join('\n').length + (line > 1 ? 1 : 0);
	const start = lineStart + (column ?? 1) - 1;
	const suggestions = suggestionsIn(message);
	const range = { ...rangeAt(sql, start), ...(suggestions.length === 0 ? {} : endOfName(sql, start)) };
	const words = isUnchecked ? `Couldn’t check the statement: ${message}` : message.replace(offer, '');
	const severity = isUnchecked ? 'warning' : 'error';
	return { diagnostics: [{ severity, message: words, ...range, suggestions }], columns: [] };
}

/** Spark's suggestions of similar column names, which the console shows itself. */
const offer = / *Did you mean one of the following\? \[(.*)\]\.?/;

/** Columns that Spark suggests for an unknown one, as people write them. */
function suggestionsIn(message: string): string[] {
	const offered = offer.exec(message)?.[1] ?? '';
	return [...offered.matchAll(/`(?:[^`]|``)*`(?:\.`(?:[^`]|``)*`)*/g)].map(([path]) =>
		sqlPath(
			tokenizeSpark(path)
				.filter(({ kind }) => kind === 'quoted')
				.map(sparkName),
		),
	);
}

/** Where a dotted name ends: a suggestion replaces all of it. */
function endOfName(sql: string, start: number) {
	const tokens = tokenizeSpark(sql);
	let last = tokens.findIndex((token) => token.start === start);
	while (tokens[last + 1]?.text === '.' && tokens[last + 2] !== undefined) last += 2;
	const { line: endLine, column: endColumn } = placeOf(sql, tokens[last]?.end ?? start);
	return { endLine, endColumn };
}
