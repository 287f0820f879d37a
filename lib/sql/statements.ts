import { tokenize, tokenizeCode } from './lexer.ts';

/** A statement within a text; UTF-16 offsets, `end` is exclusive. */
export interface StatementPart {
	readonly start: number;
	readonly end: number;
	readonly text: string;
}

/** Splits a text into statements, without the semicolons between them. A comment belongs to the statement after it. */
export function statementsOf(sql: string): StatementPart[] {
	const found: StatementPart[] = [];
	let start: number | null = null;
	let end = 0;
	let hasCode = false;
	const close = (): void => {
		if (start !== null && hasCode) found.push({ start, end, text: sql.slice(start, end) });
		[start, hasCode] = [null, false];
	};
	for (const token of tokenize(sql)) {
		if (token.key === ';') close();
		else {
			start ??= token.start;
			end = token.end;
			hasCode ||= token.kind !== 'comment';
		}
	}
	close();
	return found;
}

/** Whether appended code would continue the last statement. */
export function endsOpen(sql: string): boolean {
	const last = tokenizeCode(sql).at(-1);
	return last !== undefined && last.key !== ';';
}

/** The statement at an offset, or else the one before it, or else the first. */
export function statementAt(sql: string, offset: number): StatementPart | null {
	const all = statementsOf(sql);
	return all.findLast(({ start }) => start <= offset) ?? all[0] ?? null;
}
