import { dirname } from 'node:path';
import { tokenizeCode } from '#lib/sql/lexer.ts';
import { sqlPath } from '#lib/sql/quoting.ts';
import { escapePattern } from '#lib/text/escape-pattern.ts';
import { listText } from '#lib/text/list-text.ts';
import { diskFullText, EngineError, readOnlyText } from '../errors.ts';
import { offsetOfByte, placeOf, textAdvice } from './sql-text.ts';

/** An error in DuckDB's `errors_as_json` form. `byte` is the position in the prepared text, in UTF-8. */
export interface DuckError {
	readonly type: string;
	readonly message: string;
	readonly byte: number | null;
	readonly candidates: readonly string[];
}

/** Parses an error of the DuckDB binding; errors from elsewhere keep their text. */
export function readDuckError(error: unknown): DuckError {
	const text = withoutPaths(error instanceof Error ? error.message : String(error));
	const json = text.indexOf('{"exception_type"');
	const parsed = json < 0 ? null : parseRecord(text.slice(json));
	if (parsed === null) return { type: 'Unknown', message: text.split('\n')[0] ?? text, byte: null, candidates: [] };
	const byte = Number(parsed.position ?? Number.NaN);
	return {
		type: String(parsed.exception_type),
		message: String(parsed.exception_message),
		byte: Number.isSafeInteger(byte) ? byte : null,
		candidates: readCandidates(String(parsed.exception_message)),
	};
}

/** A cause for the service log, which contains no user input. */
export const causeOf = ({ type, message }: DuckError): string =>
	`${type}: ${message.split('\n', 1)[0]?.replaceAll(/"[^"]*"|'[^']*'/g, '"…"')}`;

/** A runner's working directory is two levels below the data folder. */
const dataFolder = dirname(dirname(process.cwd()));
const paths = new RegExp(`${escapePattern(dataFolder)}[/\\\\][^\\s"'\\\\]*`, 'g');

/** Errors don't reveal where the service keeps its data. */
const withoutPaths = (text: string): string => text.replaceAll(paths, 'a data file');

function parseRecord(text: string): Record<string, unknown> | null {
	try {
		const value: unknown = JSON.parse(text);
		return typeof value === 'object' && value !== null ? { ...value } : null;
	} catch {
		return null;
	}
}

/** Names that DuckDB suggests instead. A list of function signatures is part of the reason, not a suggestion. */
function readCandidates(message: string): string[] {
	const bindings = /\nCandidate (?:bindings|tables): (.*)/s.exec(message)?.[1];
	if (bindings !== undefined) return [...bindings.matchAll(/"((?:[^"]|"")*)"/g)].map((match) => match[1] ?? '');
	const meant = /\nDid you mean "(.*)"\?/s.exec(message)?.[1];
	return meant === undefined ? [] : meant.split(/, or | or |, /);
}

/** `table.column` for each possible meaning of an ambiguous name, as users write it. */
function readMeanings(message: string): string[] {
	const meanings = /^Ambiguous reference.*\(use: (.*)\)/s.exec(message)?.[1] ?? '';
	return [...meanings.matchAll(/"((?:[^"]|"")*)"/g)].map((match) => sqlPath((match[1] ?? '').split('.')));
}

/** The reason alone: without the suggestions, which are reported separately, and the engine's internal catalog. */
const reasonOf = (message: string): string =>
	message
		.replace(/\n(?:Candidate (?:bindings|tables)|Did you mean)[\s\S]*/, '')
		.replaceAll('"~".', '')
		.replaceAll(/\s*\n\s*LINE \d+:[\s\S]*/g, '')
		.trim();

/** A statement's error as shown to users, with its position in the statement. */
export interface Explained {
	readonly error: EngineError;
	/** UTF-16 offset of the faulty word, or null if the engine gives none. */
	readonly offset: number | null;
	readonly suggestions: readonly string[];
}

export interface Names {
	/** Converts a name that DuckDB suggests to how it's written, or null if it's an internal one. */
	readonly offer: (name: string) => string | null;
	/** Readable names, suggested for an unknown name if DuckDB has no suggestions. */
	readonly readable: readonly string[];
}

/** An error message with its position. @param lead number of bytes before the user's SQL `sql` in the prepared text */
export function explain(found: DuckError, sql: string, lead: number, names: Names): Explained {
	const offered = [...new Set(found.candidates.flatMap((candidate) => names.offer(candidate) ?? []))].slice(0, 5);
	const lost = offered.length > 0 ? undefined : lostName.exec(found.message)?.[1];
	const meanings = readMeanings(found.message).slice(0, 5);
	const reportedOffset = found.byte === null ? namedIn(found.message, sql) : offsetOfByte(sql, found.byte - lead);
	const offset = reportedOffset === null ? null : memberAt(found.message, sql, reportedOffset);
	const text = offset !== null && lostColumn.test(found.message) ? textAdvice(sql, offset) : null;
	const others = lost !== undefined ? names.readable.slice(0, 5) : meanings.length > 0 ? meanings : offered;
	const suggestions = text === null ? others : [text.literal, ...others].slice(0, 5);
	const message =
		lost !== undefined
			? `Unknown table "${(reportedOffset !== null && pathAt(sql, reportedOffset)) || lost}". ${sourcesOf(others)}`
			: `${messageFor(found)}${text?.hint ?? ''}${meanings.length > 0 ? '' : offerOf(others)}`;
	const position = offset === null ? undefined : placeOf(sql, offset);
	const error = new EngineError(codeOf(found), message, position, isOfData(found));
	return { error, offset, suggestions };
}

const isDiskFull = ({ type, message }: DuckError): boolean =>
	type === 'IO' && /No space left on device|Disk quota exceeded/.test(message);

const isReadOnly = ({ type, message }: DuckError): boolean =>
	type === 'IO' && /Permission denied|Operation not permitted|Read-only file system/.test(message);

export function codeOf(found: DuckError): EngineError['code'] {
	if (found.type === 'Out of Memory') return 'MEMORY_EXCEEDED';
	if (isReadOnly(found)) return 'STORAGE_READ_ONLY';
	return isDiskFull(found) ? 'STORAGE_FULL' : 'SQL_ERROR';
}

/** The engine's errors for a file it can't read or decode; its libraries throw `Invalid` for anything. */
export const isOfData = (found: DuckError): boolean =>
	!isDiskFull(found) &&
	(/^(IO|Invalid|INTERNAL|FATAL|Serialization|Unknown)$/.test(found.type) ||
		(found.type === 'Invalid Input' &&
			/^(Failed to read file|No magic bytes|Invalid (unicode|string))/.test(found.message)));

/** A table, schema or catalog that doesn't exist: for the user, a dataset that isn't a source. */
const lostName = /^(?:Table with name|Schema with name|Catalog) "?([^"]+?)"? does not exist/;

const lostColumn = /^Referenced column "(.+)" not found in FROM clause/;

const offerOf = (names: readonly string[]): string =>
	names.length === 0 ? '' : ` Did you mean ${listText(names, 'or')}?`;

const sourcesOf = (names: readonly string[]): string =>
	names.length === 0 ? 'Add it as a source.' : `Available: ${names.join(', ')}.`;

/** The complete unquoted name at an offset; undefined if there is none. */
const pathAt = (sql: string, offset: number): string | undefined =>
	/^(?:"[^"]*"|[^\s"',;()])+/.exec(sql.slice(offset))?.[0].replaceAll('"', '');

/** DuckDB calls a FROM source a values list, and points at its name, not at the missing column. */
const noMember = /^Values list "([^"]*)" does not have a column named "([^"]*)"/;

function memberAt(message: string, sql: string, offset: number): number {
	const column = noMember.exec(message)?.[2]?.toLowerCase();
	const token = tokenizeCode(sql).find(
		(token) =>
			token.start > offset && (token.text.toLowerCase() === column || token.text.slice(1, -1).toLowerCase() === column),
	);
	return token?.start ?? offset;
}

export function messageFor(found: DuckError): string {
	const { type, message } = found;
	if (isDiskFull(found)) return diskFullText;
	if (isReadOnly(found)) return readOnlyText;
	const [, from, column] = noMember.exec(message) ?? [];
	if (from !== undefined) return `"${from}" has no column "${column}".`;
	const [, lost] = lostColumn.exec(message) ?? [];
	if (lost !== undefined) return `Unknown column "${lost}".`;
	if (type === 'Permission')
		return 'Statements can only read their sources, not files or URLs. Add a dataset as a source instead.';
	if (type === 'Out of Memory')
		return 'The run was stopped because it reached its memory limit. Read fewer rows or columns.';
	const reason = reasonOf(message).replace(/^[a-z]/, (letter) => letter.toUpperCase());
	return /[.!?)\]]$/.test(reason) ? reason.replace(/!$/, '.') : `${reason}.`;
}

/** Some errors quote a name but give no position: use that name's position, if the statement contains it. */
function namedIn(message: string, sql: string): number | null {
	const named = new Set([...message.matchAll(/"([^"]+)"/g)].map((match) => match[1]?.toLowerCase()));
	const token = tokenizeCode(sql).find(
		(token) =>
			named.has(token.text.toLowerCase()) ||
			(token.kind === 'quoted' && named.has(token.text.slice(1, -1).toLowerCase())),
	);
	return token?.start ?? null;
}
