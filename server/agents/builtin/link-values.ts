import { isEmpty } from './english.ts';
import type { FoundLink } from './link-names.ts';
import { placeStems, placesCalled } from './place-names.ts';
import type { Column, Schema } from './schema.ts';
import { related, stem } from './stem.ts';
import { type Token, wordsOf } from './tokenize.ts';

interface ValueIndex {
	/** By the value's words, joined. */
	readonly whole: ReadonlyMap<string, readonly string[]>;
	/** By the stems of the value's words, joined. */
	readonly stemmed: ReadonlyMap<string, readonly string[]>;
	/** By each of its words. */
	readonly words: ReadonlyMap<string, readonly string[]>;
}

/** A column of few values is a list of kinds; one of many is a list of names. */
const few = 60;
const longest = 7;
const indexes = new WeakMap<readonly string[], ValueIndex>();

/** Built once for a list of values, which is kept as long as its dataset's content is the same. */
export function indexOf(column: Column): ValueIndex | null {
	if (column.values === null) return null;
	const known = indexes.get(column.values);
	if (known !== undefined) return known;
	const whole = new Map<string, string[]>();
	const stemmed = new Map<string, string[]>();
	const words = new Map<string, string[]>();
	const put = (map: Map<string, string[]>, key: string, value: string) => {
		const list = map.get(key);
		if (list === undefined) map.set(key, [value]);
		else if (list.at(-1) !== value) list.push(value);
	};
	for (const value of column.values) {
		const parts = wordsOf(value);
		if (parts.length === 0) continue;
		put(whole, parts.join(' '), value);
		put(stemmed, parts.map(stem).join(' '), value);
		for (const part of new Set(parts.flatMap((part) => [part, stem(part)]))) put(words, part, value);
	}
	const index = { whole, stemmed, words };
	indexes.set(column.values, index);
	return index;
}

/** The values that begin at a token: whole ones, and those that contain the words. */
export function linkValues(tokens: readonly Token[], at: number, schema: Schema): FoundLink[] {
	const token = tokens[at];
	if (token === undefined) return [];
	const places = [1, 2, 3].flatMap((length) => placesAt(tokens, at, length));
	return schema.tables
		.flatMap((table) => table.columns)
		.flatMap((column) => {
			const index = indexOf(column);
			if (index === null) return [];
			const called = column.kind === 'text' && holdsCodes(column) ? findPlaces(places, column, index) : [];
			if (called.length > 0) return called;
			return token.number === null ? [...findValues(tokens, at, column, index)] : findDigits(token, at, column, index);
		});
}

interface Place {
	readonly to: number;
	readonly codes: readonly string[];
}

/** "Texas" where a column holds "TX": a place that is written as a name. */
function placesAt(tokens: readonly Token[], at: number, length: number): Place[] {
	const span = tokens.slice(at, at + length);
	if (span.length < length || !/^\p{Lu}/u.test(span[0]?.text ?? '')) return [];
	const codes = placesCalled(span.map(({ text }) => text).join(' ')).filter((name) => /^[A-Z]{2,3}$/.test(name));
	return codes.length === 0 ? [] : [{ to: at + length, codes }];
}

const codeColumns = new WeakMap<readonly string[], boolean>();

/** Whether nearly all of a column's values are codes of two or three capital letters. */
function holdsCodes({ values }: Column): boolean {
	if (values === null || values.length === 0) return false;
	const known = codeColumns.get(values);
	if (known !== undefined) return known;
	const holds = values.filter((value) => /^[A-Z]{2,3}$/.test(value)).length >= 0.9 * values.length;
	codeColumns.set(values, holds);
	return holds;
}

/** A column of codes says so in its name: "state", "country". */
function findPlaces(places: readonly Place[], column: Column, { whole }: ValueIndex): FoundLink[] {
	if (!column.nameStems.some((name) => placeStems.has(name))) return [];
	return places.flatMap(({ to, codes }) => {
		const values = codes.flatMap((code) => whole.get(code.toLowerCase()) ?? []);
		return values.length === 0 ? [] : [{ to, link: { kind: 'value', column, score: 1, values, partial: null } }];
	});
}

/** Digits may be a value of text: "90210", "7500". */
function findDigits({ word }: Token, at: number, column: Column, index: ValueIndex): FoundLink[] {
	const values = index.whole.get(word);
	if (values === undefined) return [];
	return [{ to: at + 1, link: { kind: 'value', column, score: 0.5, values, partial: null } }];
}

function* findValues(tokens: readonly Token[], at: number, column: Column, index: ValueIndex): Generator<FoundLink> {
	const first = tokens[at];
	if (first === undefined) return;
	const isKinds = (column.distinct ?? column.values?.length ?? 0) <= few;
	const words: string[] = [];
	let containing: readonly string[] | null = null;
	for (let i = at; i < Math.min(tokens.length, at + longest); i++) {
		const token = tokens[i];
		if (token === undefined || (token.afterPause && i > at && !index.whole.has([...words, token.word].join(' '))))
			break;
		words.push(...wordsOf(token.word));
		const key = words.join(' ');
		const exact = index.whole.get(key);
		const bonus = 0.12 * (words.length - 1);
		if (exact !== undefined && (words.length > 1 || !isEmpty(first.word) || /^[A-Z]{2,}$/.test(first.text))) {
			yield { to: i + 1, link: { kind: 'value', column, score: 1 + bonus, values: exact, partial: null } };
		} else {
			const alike = index.stemmed.get(words.map(stem).join(' '));
			if (alike !== undefined && !isEmpty(first.word)) {
				yield { to: i + 1, link: { kind: 'value', column, score: 0.95 + bonus, values: alike, partial: null } };
			} else if (words.length === 1 && isKinds && !isEmpty(first.word)) {
				const values = [...index.stemmed].flatMap(([key, values]) =>
					!key.includes(' ') && key.length > 2 && related(key, first.stem) ? values : [],
				);
				if (values.length > 0) yield { to: i + 1, link: { kind: 'value', column, score: 0.85, values, partial: null } };
			}
		}
		if (isEmpty(token.word) && i === at) continue;
		containing = narrow(containing, index, wordsOf(token.word), key);
		if (
			containing.length > 0 &&
			exact === undefined &&
			!isEmpty(token.word) &&
			mayBePart(token, i, isKinds, containing.length / (column.values?.length ?? 1))
		) {
			const score = (isKinds || containing.length === 1 ? 0.72 : 0.6) + bonus;
			yield { to: i + 1, link: { kind: 'value', column, score, values: containing, partial: key } };
		}
	}
}

/** A name inside longer names: written as a name, or found in many of them. */
const mayBePart = (token: Token, at: number, isKinds: boolean, share: number): boolean =>
	token.word.length > 2 && (isKinds || token.quoted || (at > 0 && /^\p{Lu}/u.test(token.text)) || share >= 0.02);

/** The values that contain all the words next to each other. */
function narrow(
	found: readonly string[] | null,
	index: ValueIndex,
	words: readonly string[],
	key: string,
): readonly string[] {
	let left = found;
	for (const word of words) {
		const bearers = index.words.get(word) ?? index.words.get(stem(word)) ?? [];
		left = left === null ? bearers : left.filter((value) => bearers.includes(value));
	}
	if (left === null || !key.includes(' ')) return left ?? [];
	return left.filter((value) => ` ${wordsOf(value).join(' ')} `.includes(` ${key} `));
}
