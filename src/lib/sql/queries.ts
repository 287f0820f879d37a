import { is, isName, isOf, nameOf, type Token } from '#lib/sql/lexer.ts';
import { closing, opening, readFromItems, wordsOf } from './from-items.ts';
import type { Clause, Cte, Query, Select } from './tree.ts';

const clauseWords = wordsOf('select from where group having qualify window order limit offset values');
const setWords = new Set(['union', 'intersect', 'except']);
const queryStarts = new Set(['select', 'with', 'from', 'values']);
/** Functions whose arguments contain a FROM that isn't a clause. */
const fromWithin = new Set(['extract', 'trim', 'substring', 'overlay', 'position']);
/** After these words, parentheses may contain a query; after others, they're call arguments. */
const beforeQuery = wordsOf(
	'in exists any all some array lateral from join as not and or select where on having when then else by union except intersect distinct',
);
const ends = new Set([...closing, ...setWords, ...clauseWords]);
/** Words that end unclosed parentheses. */
const breaks = new Set(['from', 'where', 'group', 'having', 'qualify', 'union', 'intersect']);
const afterName = wordsOf('as not materialized');
const afterSet = wordsOf('all distinct by name');
const negated = wordsOf('is not');
const namesColumn = wordsOf('as , select');
const followsColumn = wordsOf('. ,');
const mayBeNames = wordsOf('values offset window');

interface Growing extends Omit<Query, 'ctes' | 'selects' | 'inner' | 'end'> {
	end: number;
	readonly ctes: Cte[];
	readonly selects: Select[];
	readonly inner: Query[];
}

/** Parses a text's statements, split at semicolons. Incomplete statements give partial trees. */
export function readQueries(tokens: readonly Token[], textLength: number): Query[] {
	const words = tokens.filter((token) => token.kind !== 'comment');
	const found: Query[] = [];
	let from = 0;
	for (let index = 0; index <= words.length; index += 1) {
		const token = words[index];
		if (token !== undefined && !is(token, ';')) continue;
		const start = from === 0 ? 0 : (words[from - 1]?.end ?? 0);
		found.push(new Reader(words.slice(from, index)).read(start, token?.start ?? textLength));
		from = index + 1;
	}
	return found;
}

class Reader {
	readonly #tokens: readonly Token[];
	#at = 0;
	#textEnd = 0;

	constructor(tokens: readonly Token[]) {
		this.#tokens = tokens;
	}

	read(start: number, textEnd: number): Query {
		this.#textEnd = textEnd;
		const query = this.#query(start, null);
		// An unmatched closing parenthesis doesn't end a statement.
		while (this.#at < this.#tokens.length) {
			this.#at += 1;
			this.#selects(query);
		}
		query.end = textEnd;
		return query;
	}

	get #token(): Token | undefined {
		return this.#tokens[this.#at];
	}

	#peek(ahead: number): Token | undefined {
		return this.#tokens[this.#at + ahead];
	}

	#query(start: number, parent: Query | null): Growing {
		const query: Growing = { start, end: this.#textEnd, parent, ctes: [], selects: [], inner: [] };
		if (is(this.#token, 'with')) this.#ctes(query);
		this.#selects(query);
		query.end = this.#token?.start ?? this.#textEnd;
		return query;
	}

	#ctes(query: Growing): void {
		this.#at += 1;
		if (is(this.#token, 'recursive')) this.#at += 1;
		while (isName(this.#token) && !isOf(this.#token, queryStarts)) {
			const name = this.#token;
			this.#at += 1;
			const columnNames = this.#names();
			const cte: { -readonly [K in keyof Cte]: Cte[K] } = {
				name: nameOf(name),
				columnNames,
				query: null,
				start: name.start,
			};
			// Added before its query is parsed, which may refer to it.
			query.ctes.push(cte);
			while (isOf(this.#token, afterName)) this.#at += 1;
			if (is(this.#token, 'using')) while (this.#token !== undefined && !is(this.#token, 'as')) this.#at += 1;
			if (is(this.#token, '(')) cte.query = this.#within(query);
			if (!is(this.#token, ',')) break;
			this.#at += 1;
		}
	}

	#names(): string[] {
		if (!is(this.#token, '(') || !isName(this.#peek(1)) || isOf(this.#peek(1), queryStarts)) return [];
		const names: string[] = [];
		for (this.#at += 1; this.#token !== undefined && !is(this.#token, ')'); this.#at += 1) {
			if (isName(this.#token)) names.push(nameOf(this.#token));
		}
		this.#at += 1;
		return names;
	}

	/** A query in parentheses; the cursor is at the opening one. */
	#within(parent: Growing): Query {
		const start = this.#token?.end ?? this.#textEnd;
		this.#at += 1;
		const query = this.#query(start, parent);
		parent.inner.push(query);
		if (isOf(this.#token, closing)) this.#at += 1;
		return query;
	}

	#selects(query: Growing): void {
		while (this.#token !== undefined && !isOf(this.#token, closing)) {
			if (isOf(this.#token, setWords)) {
				this.#at += 1;
				while (isOf(this.#token, afterSet)) this.#at += 1;
			}
			const at = this.#at;
			this.#select(query);
			if (this.#at === at) this.#at += 1;
		}
	}

	#select(query: Growing): void {
		const start = this.#token?.start ?? this.#textEnd;
		const clauses: Clause[] = [];
		const inner = new Map<number, Query>();
		while (this.#token !== undefined && !isOf(this.#token, closing) && !isOf(this.#token, setWords)) {
			// A second SELECT list starts another statement, being typed above or below this one.
			if (is(this.#token, 'select') && clauses.some((clause) => clause.name === 'select')) break;
			clauses.push(this.#clause(query, inner));
		}
		const end = this.#token?.start ?? this.#textEnd;
		const last = clauses.at(-1);
		if (last !== undefined) clauses[clauses.length - 1] = { ...last, end };
		const from = clauses
			.filter((clause) => clause.name === 'from')
			.flatMap((clause) => readFromItems(clause.tokens, inner));
		query.selects.push({ query, start, end, clauses, from });
	}

	#clause(query: Growing, inner: Map<number, Query>): Clause {
		const first = this.#token;
		const start = first?.start ?? this.#textEnd;
		const isClause = isOf(first, clauseWords);
		let name = isClause ? (first?.key ?? '') : 'other';
		if (isClause) this.#at += 1;
		if ((name === 'group' || name === 'order') && is(this.#token, 'by')) {
			name = `${name} by`;
			this.#at += 1;
		}
		const begin = this.#at;
		while (this.#token !== undefined && !this.#endsClause()) this.#step(query, inner);
		return { name, start, end: this.#token?.start ?? this.#textEnd, tokens: this.#tokens.slice(begin, this.#at) };
	}

	#endsClause(): boolean {
		const token = this.#token;
		if (!isOf(token, ends)) return false;
		return !isOf(token, clauseWords) || this.#beginsClause();
	}

	/** Whether a clause begins here: not the FROM of IS DISTINCT FROM, a column of that name, or a function. */
	#beginsClause(): boolean {
		const [token, before, after] = [this.#token, this.#peek(-1), this.#peek(1)];
		if (is(before, '.') && before?.end === token?.start) return false;
		if (is(token, 'group') || is(token, 'order')) return is(after, 'by');
		if (is(token, 'from')) return !is(before, 'distinct') || !isOf(this.#peek(-2), negated);
		if (isOf(token, mayBeNames)) return !isOf(before, namesColumn) && !isOf(after, followsColumn);
		return true;
	}

	#step(query: Growing, inner: Map<number, Query>): void {
		const token = this.#token;
		if (!isOf(token, opening)) {
			this.#at += 1;
			return;
		}
		if (is(token, '(') && this.#opensQuery()) {
			inner.set(token?.start ?? 0, this.#within(query));
			return;
		}
		this.#group(query, inner);
	}

	/** FROM alone also starts a query, but not in a call being typed above its FROM: `select sum( from flights`. */
	#opensQuery(): boolean {
		const before = this.#peek(-1);
		if (before?.kind === 'word' && !beforeQuery.has(before.key))
			return is(this.#peek(1), 'select') || is(this.#peek(1), 'with');
		return isOf(this.#peek(1), queryStarts);
	}

	/** Parentheses without a query. Unclosed ones end at the next clause: `select avg(delay from flights`. */
	#group(query: Growing, inner: Map<number, Query>): void {
		const before = this.#peek(-1);
		const called = before?.key ?? '';
		this.#at += 1;
		while (this.#token !== undefined && !isOf(this.#token, closing)) {
			if (this.#breaksOut(called)) return;
			this.#step(query, inner);
		}
		this.#at += 1;
	}

	#breaksOut(called: string): boolean {
		if (!isOf(this.#token, breaks)) return false;
		if (is(this.#token, 'from')) return !fromWithin.has(called) && this.#beginsClause();
		if (is(this.#token, 'where')) return called !== 'filter';
		if (is(this.#token, 'group')) return is(this.#peek(1), 'by');
		return !is(this.#peek(-1), '.');
	}
}
