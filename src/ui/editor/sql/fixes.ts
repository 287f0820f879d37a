import { isName, nameOf } from '#lib/sql/lexer.ts';
import { foldSql, sqlName } from '#lib/sql/quoting.ts';
import { cursorAt, pathAt, type ReadSql } from '../../../lib/sql/cursor.ts';
import { nearest } from '../../../lib/sql/nearest.ts';
import { itemsAt, positionIn } from '../../../lib/sql/scope.ts';
import type { SqlKnowledge } from './knowledge.ts';
import { readScope } from './read-scope.ts';

/** Replaces the text between two offsets. */
export interface TextChange {
	readonly start: number;
	readonly end: number;
	readonly text: string;
}

/** Replaces a marked name. A dotted name replaces the whole dotted path. */
export function replacing(sql: ReadSql, start: number, end: number, text: string): TextChange {
	const path = text.includes('.') ? pathAt(sql.tokens, start) : null;
	const [first, last] = [path?.names[0], path?.names.at(-1)];
	return first === undefined || last === undefined ? { start, end, text } : { start: first.start, end: last.end, text };
}

/** Columns an unknown name may refer to. */
export async function nearestColumns(
	sql: ReadSql,
	start: number,
	knowledge: SqlKnowledge,
): Promise<readonly TextChange[]> {
	const token = sql.tokens.find((token) => token.start <= start && start < token.end);
	const position = positionIn(sql.queries, start);
	if (!isName(token) || position === null) return [];
	const { qualifier } = cursorAt(sql, token.end);
	const scope = await readScope(sql, knowledge);
	const items = itemsAt(position, scope.columnsOf);
	const owner = qualifier.at(-1);
	const from = owner === undefined ? items : items.filter((item) => foldSql(item.name ?? '') === foldSql(owner));
	const names = [...new Set(from.flatMap((item) => item.columns?.map((column) => column.name) ?? []))];
	const named = nameOf(token);
	if (names.some((name) => foldSql(name) === foldSql(named))) return [];
	return nearest(named, names).map((value) => ({ start: token.start, end: token.end, text: sqlName(value) }));
}
