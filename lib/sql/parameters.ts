import { type Token, tokenize } from './lexer.ts';

/** A parameter such as `:from`; UTF-16 offsets, `end` is exclusive. */
interface Placed {
	readonly name: string;
	readonly start: number;
	readonly end: number;
}

/**
 * Characters that may precede the colon of a parameter. After any other, the colon belongs to a slice, struct or alias.
 */
const opens = /[\s(,=<>+\-*/%|]/;

function placesOf(sql: string): Placed[] {
	const tokens = tokenize(sql);
	return tokens.flatMap((sign, index): Placed[] => {
		const word: Token | undefined = tokens[index + 1];
		if (sign.key !== ':' || word?.kind !== 'word' || word.start !== sign.end) return [];
		const before = sql[sign.start - 1];
		return before === undefined || opens.test(before) ? [{ name: word.text, start: sign.start, end: word.end }] : [];
	});
}

/** Distinct parameter names, in order of first use. */
export const parametersOf = (sql: string): string[] => [...new Set(placesOf(sql).map(({ name }) => name))];

/** Tokens allowed between a column and the parameter it's compared with. */
const comparing = new Set(['=', '<', '>', '<=', '>=', '<>', '!=', 'between', 'and', 'in', 'like', 'ilike', 'not', '(']);

/** Parameters and the columns they're compared with, as written: `delay > :least` gives `least` and `delay`. */
export function comparedColumns(sql: string): [parameter: string, column: string][] {
	const tokens = tokenize(sql);
	const isName = (token: Token | undefined): boolean => token?.kind === 'word' && !comparing.has(token.key);
	return placesOf(sql).flatMap(({ name, start, end }): [string, string][] => {
		const at = tokens.findIndex((token) => token.start === start);
		let before = at - 1;
		let isCompared = false;
		while (tokens[before] !== undefined && comparing.has(tokens[before]?.key ?? '')) {
			// `a BETWEEN :x AND :y` compares both with `a`, but in `a = 1 AND :y > b`, AND ends the comparison.
			if (tokens[before]?.key === 'and') {
				const between = [2, 3].find((back) => tokens[before - back]?.key === 'between');
				if (between === undefined) break;
				before -= between;
			}
			isCompared = true;
			before -= 1;
		}
		const column = tokens[before];
		if (isCompared && column !== undefined && isName(column)) return [[name, column.text]];
		const after = tokens.findIndex((token) => token.start >= end);
		const [sign, other, next] = [tokens[after], tokens[after + 1], tokens[after + 2]];
		if (sign === undefined || other === undefined || !/^[<>=!]+$/.test(sign.key) || !isName(other)) return [];
		const member = next?.key === '.' ? tokens[after + 3] : other;
		return member === undefined ? [] : [[name, member.text]];
	});
}

/** Text with parameters replaced by values. */
export interface BoundText {
	readonly text: string;
	/** Maps a 1-based position in this text to one in the original text. */
	readonly placeOf: (line: number, column: number) => { readonly line: number; readonly column: number };
}

/** @param sqlOf returns the single-line SQL for a parameter */
export function bindParameters(sql: string, sqlOf: (name: string) => string): BoundText {
	const places = placesOf(sql);
	const changes: { line: number; column: number; written: number; bound: number }[] = [];
	let text = '';
	let from = 0;
	for (const { name, start, end } of places) {
		const value = sqlOf(name);
		text += sql.slice(from, start);
		const line = text.split('\n').length;
		changes.push({ line, column: text.length - text.lastIndexOf('\n'), written: end - start, bound: value.length });
		text += value;
		from = end;
	}
	text += sql.slice(from);
	return {
		text,
		placeOf(line, column) {
			let moved = column;
			for (const change of changes.filter((one) => one.line === line && one.column < column)) {
				const isWithin = column < change.column + change.bound;
				if (isWithin) return { line, column: change.column - (column - moved) };
				moved += change.written - change.bound;
			}
			return { line, column: moved };
		},
	};
}
