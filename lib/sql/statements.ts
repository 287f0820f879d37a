import { tokenize, tokenizeCode } from './lexer.ts';

/** One of the statements of a text; offsets in UTF-16 code units, `end` is the first after it. */
export interface StatementPart {
	readonly start: number;
	readonly end: number;
	readonly text: string;
}

/** The statements of a text, without the semicolons between them; comments belong to the statement that follows. */
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

/** Whether code put behind a text would go on with its last statement. */
export function endsOpen(sql: string): boolean {
	const last = tokenizeCode(sql).at(-1);
	return last !== undefined && last.key !== ';';
}

/** The statement that a place in the text belongs to: the one around it, else the one before it, else the first. */
export function statementAt(sql: string, offset: number): StatementPart | null {
	const all = statementsOf(sql);
	return all.findLast(({ start }) => start <= offset) ?? all[0] ?? null;
}
