import { type Token, tokenize } from './lexer.ts';

/** A parameter of a text: `:from`. Offsets in UTF-16 code units, `end` is the first after it. */
interface Placed {
	readonly name: string;
	readonly start: number;
	readonly end: number;
}

/** What may stand right before the colon of a parameter; behind anything else it belongs to a slice, a struct or an alias. */
const opens = /[\s(,=<>+\-*/%|]/;

function placesOf(sql: string): Placed[] {
	const tokens = tokenize(sql);
	return tokens.flatMap((sign, at): Placed[] => {
		const word: Token | undefined = tokens[at + 1];
		if (sign.key !== ':' || word?.kind !== 'word' || word.start !== sign.end) return [];
		const before = sql[sign.start - 1];
		return before === undefined || opens.test(before) ? [{ name: word.text, start: sign.start, end: word.end }] : [];
	});
}

/** Names of the parameters of a text, each once, in the order in which they first stand there. */
export const parametersOf = (sql: string): string[] => [...new Set(placesOf(sql).map(({ name }) => name))];

/** What stands between a column and a parameter that it is compared with. */
const comparing = new Set(['=', '<', '>', '<=', '>=', '<>', '!=', 'between', 'and', 'in', 'like', 'ilike', 'not', '(']);

/** Parameters and the columns that they are compared with, both as they are written: `delay > :least` is `least` and `delay`. */
export function comparedColumns(sql: string): [parameter: string, column: string][] {
	const tokens = tokenize(sql);
	const isName = (token: Token | undefined): boolean => token?.kind === 'word' && !comparing.has(token.key);
	return placesOf(sql).flatMap(({ name, start, end }): [string, string][] => {
		const at = tokens.findIndex((token) => token.start === start);
		let before = at - 1;
		let isCompared = false;
		while (tokens[before] !== undefined && comparing.has(tokens[before]?.key ?? '')) {
			// `a BETWEEN :x AND :y` compares both with `a`, but in `a = 1 AND :y > b` nothing is compared with what is before AND.
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

/** A text in which parameters gave way to values. */
export interface BoundText {
	readonly text: string;
	/** A position in it as one in the text that it was made of; line and column from 1. */
	readonly placeOf: (line: number, column: number) => { readonly line: number; readonly column: number };
}

/** @param sqlOf SQL on one line for a parameter */
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
