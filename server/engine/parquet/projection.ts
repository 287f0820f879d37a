import type { DuckDBPreparedStatement } from '@duckdb/node-api';
import { quoted } from '#lib/sql/quoting.ts';
import { EngineError } from '../errors.ts';
import { columnExpression, UnsupportedType } from './types-to-parquet.ts';

interface ProjectedColumn {
	readonly name: string;
	readonly expression: string;
	/** The type it's written as, if that differs from `type`; else null. */
	readonly as: string | null;
	readonly type: string;
}

export interface Projection {
	readonly columns: readonly ProjectedColumn[];
	/** Warnings for users about changed column names. */
	readonly warnings: readonly string[];
}

/** How a statement's columns are named and cast so that Parquet stores them unchanged. @throws EngineError UNSUPPORTED_TYPE */
export function project(prepared: DuckDBPreparedStatement): Projection {
	const given = Array.from({ length: prepared.columnCount }, (_, index) => prepared.columnName(index));
	const names = uniqueNames(given);
	const columns = names.map((name, index) => {
		const { expression, as } = expressionFor(prepared, index, given[index] ?? '');
		return { name, expression, as, type: as === null ? '' : String(prepared.columnType(index)) };
	});
	const warnings = names.flatMap((name, index) =>
		name === given[index]
			? []
			: `Another column is already named "${given[index]}", so this one is written as "${name}".`,
	);
	return { columns, warnings };
}

function expressionFor(prepared: DuckDBPreparedStatement, index: number, name: string) {
	try {
		return columnExpression(`"~${index}"`, prepared.columnType(index));
	} catch (error) {
		const reason =
			error instanceof UnsupportedType ? error.message : 'of a type that can’t be written. Cast it to VARCHAR';
		throw new EngineError('UNSUPPORTED_TYPE', `The column "${name}" is ${reason}.`);
	}
}

/** Makes names unique ignoring case, as every reader of the file expects: `a`, `A` → `a`, `A_1`. */
export function uniqueNames(names: readonly string[]): string[] {
	const taken = new Set<string>();
	const given = new Set(names.map((name) => name.toLowerCase()));
	return names.map((name) => {
		let unique = name;
		for (let n = 1; taken.has(unique.toLowerCase()) || (n > 1 && given.has(unique.toLowerCase())); n++) {
			unique = `${name}_${n}`;
		}
		taken.add(unique.toLowerCase());
		return unique;
	});
}

/**
 * The statement with its columns named and cast. Byte offsets map errors of the engine to its parts.
 * @param before precedes the SELECT, for example `COPY (`. @param sql one statement without a final semicolon
 */
export function wrap(before: string, sql: string, { columns }: Projection, after: string) {
	let head = `${before}SELECT `;
	const starts: { byte: number; name: string }[] = [];
	for (const [index, column] of columns.entries()) {
		starts.push({ byte: Buffer.byteLength(head), name: column.name });
		head += `${column.expression} AS ${quoted(column.name)}${index + 1 < columns.length ? ', ' : ''}`;
	}
	head += ' FROM (\n';
	const lead = Buffer.byteLength(head);
	const aliases = columns.map((_, index) => `"~${index}"`).join(', ');
	return {
		sql: `${head}${sql}\n) AS "~"(${aliases})${after}`,
		/** Number of bytes before the user's SQL. */
		lead,
		/** The column whose cast is at a byte, or null. */
		columnAt: (byte: number): string | null =>
			byte >= lead ? null : (starts.findLast((start) => start.byte <= byte)?.name ?? null),
	};
}
