import { type DuckDBConnection, type DuckDBPreparedStatement, StatementType } from '@duckdb/node-api';
import { type Token, tokenizeCode } from '#lib/sql/lexer.ts';
import { literal } from '#lib/sql/quoting.ts';
import { EngineError } from '../errors.ts';
import { placeOf, rangeAt } from './sql-text.ts';
import { builtInNames } from './statement-tree.ts';

/** Tokens that may begin a statement of DuckDB's type SELECT. */
const beginnings = /^(select|with|from|values|table|\(|pivot|unpivot|describe|desc|summarize|show)$/i;

/** Functions that change the runner for later requests, or run unchecked text; no setting of the engine disables them. */
const refused =
	/^((en|dis)able_\w+|(force_)?checkpoint|truncate_duckdb_logs|query|query_table|json_execute_serialized_sql)$/;

/** Functions that reveal something about the service's machine, such as its folders. */
const hidden =
	/^(current_setting|pg_settings|duckdb_(settings|external_file_cache|temporary_files|secrets|extensions|logs|log_contexts)|which_secret)$/i;
/** Substrings of every text that uses any of these, including table names with escapes. */
const mayUseHidden = /setting|external_file_cache|temporary_files|secret|extensions|duckdb_log|\be'/i;

const refusal = 'The code must be a single SELECT over the sources';

/** Prepares one SELECT without running it. @throws EngineError NOT_ONE_SELECT, or the engine's own parse or bind error */
export async function prepareSelect(connection: DuckDBConnection, sql: string): Promise<DuckDBPreparedStatement> {
	const { tokens, first, extracted } = await parseSelect(connection, sql);
	const prepared = await extracted.prepare(0);
	if (prepared.statementType !== StatementType.SELECT) throw notASelect(sql, first);
	if (prepared.parameterCount > 0) {
		const parameter = tokens.find((word) => word.kind === 'parameter') ?? first;
		const message = `Parameters aren’t supported. Replace ${parameter.text} with a value.`;
		throw new EngineError('SQL_ERROR', message, placeOf(sql, parameter.start));
	}
	return prepared;
}

/** Parses one SELECT without resolving its names. @throws EngineError NOT_ONE_SELECT, or the engine's own parse error */
export async function parseSelect(connection: DuckDBConnection, sql: string) {
	const tokens = tokenizeCode(sql);
	const first = tokens.find((word) => word.text !== ';');
	if (first === undefined) {
		throw new EngineError('NOT_ONE_SELECT', 'The statement is empty. Write a SELECT.', { line: 1, column: 1 });
	}
	const zero = sql.indexOf('\0');
	if (zero >= 0)
		throw new EngineError('SQL_ERROR', 'The statement contains a NUL character. Remove it.', placeOf(sql, zero));
	const extracted = await connection.extractStatements(sql);
	if (extracted.count !== 1) {
		const semicolon = tokens.find((word) => word.text === ';' && word.start > first.start);
		throw semicolon && semicolon.end < (tokens.at(-1)?.end ?? 0)
			? new EngineError('NOT_ONE_SELECT', `${refusal}. A second statement starts here.`, nextPlace(sql, semicolon.end))
			: new EngineError(
					'NOT_ONE_SELECT',
					`${refusal}. A PIVOT must list its values: PIVOT … ON column IN ('a', 'b').`,
					placeOf(sql, first.start),
				);
	}
	// Checked before binding, so that a COPY or an ATTACH that can't bind is refused as such.
	if (!beginnings.test(first.text)) throw notASelect(sql, first);
	assertFunctions(sql, tokens);
	if (mayUseHidden.test(sql)) await assertNothingHidden(connection, sql, tokens);
	return { tokens, first, extracted };
}

function assertFunctions(sql: string, tokens: readonly Token[]): void {
	for (const [index, { kind, text, start }] of tokens.entries()) {
		if (tokens[index + 1]?.text !== '(') continue;
		const name = (kind === 'quoted' ? text.slice(1, -1) : text).toLowerCase();
		if (!refused.test(name)) continue;
		throw new EngineError('NOT_ONE_SELECT', `${refusal}. ${name} isn’t available.`, placeOf(sql, start));
	}
}

async function assertNothingHidden(connection: DuckDBConnection, sql: string, tokens: readonly Token[]): Promise<void> {
	const serialized = `json_serialize_sql(CAST(${literal(sql)} AS VARCHAR), skip_default := true)`;
	const [row] = await (await connection.run(`SELECT CAST(${serialized} AS VARCHAR)`)).getRows();
	const name = builtInNames(JSON.parse(String(row?.[0]))).find((used) => hidden.test(used));
	if (name === undefined) return;
	const token = tokens.find(({ text }) => text.toLowerCase().includes(name.toLowerCase()));
	const message = `${name} isn’t available here: a query can’t read the service’s configuration.`;
	throw new EngineError('SQL_ERROR', message, placeOf(sql, token?.start ?? 0));
}

const notASelect = (sql: string, first: Token): EngineError =>
	new EngineError(
		'NOT_ONE_SELECT',
		`${refusal}. ${first.text.toUpperCase()} isn’t available.`,
		placeOf(sql, first.start),
	);

function nextPlace(sql: string, offset: number) {
	const { line, column } = rangeAt(sql, offset);
	return { line, column };
}
