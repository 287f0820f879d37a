import type { CheckResult } from '#contract/build-spec.ts';
import { sqlPath } from '#lib/sql/quoting.ts';
import { EngineError } from '../errors.ts';
import { atNamed, placeOf, rangeAt, textAdvice } from '../sql/sql-text.ts';
import type { EngineSource } from '../types.ts';
import { SparkError } from './client.ts';
import { sparkName, tokenizeSpark } from './tokens.ts';

/** A problem of a statement, in our own wording. @param results names of other statements' results that it may read */
export function asEngineError(
	sql: string,
	sources: readonly EngineSource[],
	error: unknown,
	results: readonly string[] = [],
): unknown {
	if (error instanceof EngineError) return atNamed(sql, error);
	if (!(error instanceof SparkError)) return error;
	if (error.kind === 'gone') {
		const message =
			'Spark can’t be reached, or was stopped while the statement ran. Try again. If the problem persists, contact your admin.';
		return new EngineError('RUNNER_DIED', message);
	}
	const names = [
		...results,
		...sources.map(({ owner, namespace, datasetName }) => `${owner}.${namespace}.${datasetName}`),
	];
	const [, path] = unknownTable.exec(error.message) ?? [];
	const hint = names.length === 0 ? 'Add it as a source.' : `Available: ${names.join(', ')}.`;
	const position = positionIn(sql, error) ?? (path === undefined ? null : placeOfPath(sql, path.split('`.`')));
	const advice = position === null ? null : textAdvice(sql, offsetOf(sql, position));
	const message =
		path === undefined
			? error.message.replace(
					unknownColumn,
					(_, column: string) => `Unknown column "${column.replaceAll('`.`', '.')}".${advice?.hint ?? ''}`,
				)
			: `Unknown table "${path.replaceAll('`.`', '.')}". ${hint}`;
	return atNamed(sql, new EngineError('SQL_ERROR', message, position ?? undefined));
}

/** Spark interprets a path of three names as a table in its own catalog. */
const unknownTable =
	/^(?:The table or view |spark_catalog requires a single-part namespace, but got identifier )`(.*)`/;
const unknownColumn = /^A column, variable, or function parameter with name `(.*)` cannot be resolved\./;

/** Where a dotted name begins for the first time. */
function placeOfPath(sql: string, path: readonly string[]) {
	const tokens = tokenizeSpark(sql);
	const isHere = (at: number) =>
		path.every((name, index) => {
			const token = tokens[at + 2 * index];
			return token !== undefined && sparkName(token) === name;
		});
	const found = tokens.find((_, index) => isHere(index));
	return found === undefined ? null : placeOf(sql, found.start);
}

/**
 * For Spark, the statement starts on line 2, and columns count code points. If something is missing, the position is the statement's end. Null if Spark
 * means the whole statement.
 */
function positionIn(sql: string, { position, isSyntax }: SparkError) {
	if (position === null) return null;
	const line = sql.split('\n')[position.line - 2];
	if (line === undefined) return placeOf(sql, sql.trimEnd().length);
	const found = { line: position.line - 1, column: [...line].slice(0, position.column - 1).join('').length + 1 };
	return !isSyntax && offsetOf(sql, found) <= (tokenizeSpark(sql)[0]?.start ?? 0) ? null : found;
}

const offsetOf = (sql: string, { line, column }: { line: number; column: number }): number =>
	sql.split('\n', line - 1).reduce((sum, text) => sum + text.length + 1, 0) + column - 1;

/** The error as a check result. @throws anything that isn't an EngineError */
export function asCheck(sql: string, error: unknown): CheckResult {
	if (!(error instanceof EngineError)) throw error;
	const { line, column, message } = error;
	const isUnchecked = error.code === 'RUNNER_DIED' || error.code === 'DEADLINE_EXCEEDED';
	const start = line === null || column === null ? null : offsetOf(sql, { line, column });
	const isUnknown = start !== null && message.startsWith('Unknown ');
	const text = isUnknown ? textAdvice(sql, start) : null;
	const suggestions = [...(text === null ? [] : [text.literal]), ...suggestionsIn(message)];
	const range = { ...rangeAt(sql, start), ...(isUnknown ? endOfName(sql, start) : {}) };
	const isLate = error.code === 'DEADLINE_EXCEEDED';
	const unchecked = `Couldn’t check the statement. ${message}${isLate ? ' Spark may be busy with other work.' : ''}`;
	const words = isUnchecked ? unchecked : message.replace(offer, '');
	const severity = isUnchecked ? 'warning' : 'error';
	return { diagnostics: [{ severity, message: words, ...range, suggestions }], columns: [] };
}

/** Spark's suggestions of similar column names, which the console shows itself. */
const offer = / *Did you mean one of the following\? \[(.*)\]\.?/;

/** Columns that Spark suggests for an unknown one, as users write them. */
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
