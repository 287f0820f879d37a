import { plural } from '#lib/text/plural.ts';
import { writtenOut } from '../builtin/abbreviations.ts';
import { months } from '../builtin/dates.ts';
import { closeness, isEmpty, measureUnits, multiplier } from '../builtin/english.ts';
import { readPhrase } from '../builtin/phrases.ts';
import type { Column, Table } from '../builtin/schema.ts';
import { isIrregularVerb, related, stem } from '../builtin/stem.ts';
import { type Token, wordsOf } from '../builtin/tokenize.ts';
import { displayOf, headOf, isIdentifier, keyOfTable } from './columns.ts';
import type { Graph } from './graph.ts';
import { inNames } from './spelling.ts';
import { isCourtesy, isRelationVerb, isTimeUnit } from './vocabulary.ts';
import { flagsOf, isFlag, spelledLike, valuesAkin, valuesMeant, yesOf } from './word-links.ts';

export interface Mention {
	readonly from: number;
	readonly to: number;
	readonly columns: readonly Column[];
	readonly tables: readonly Table[];
	readonly values: readonly { readonly column: Column; readonly value: string }[];
	readonly score: number;
}

type Index = ReadonlyMap<string, { column: Column; value: string }[]>;
const indexes = new WeakMap<Graph['schema'], Index>();
const longest = 9;
const little =
	/^(?:a|an|the|of|in|on|at|to|for|by|with|from|and|or|is|are|was|be|it|all|no|not|how|many|what|which|who|when|where|has|had|have|do|does|did|more|less|than|most|least|each|per|me|us|i|we|you|as|that|this|there|list|show|find|give|return|provide|display|calculate|number|count|total|average|other|any|first|last|one|two|three|four|five|six|seven|eight|nine|ten|only|just|also)$/;

const isAscii = /^[\x20-\x7e]*$/;
const folded = (text: string): string =>
	(isAscii.test(text) ? text : text.normalize('NFKD').replaceAll(/\p{M}/gu, ''))
		.toLowerCase()
		.replaceAll(/["“”'’()]/g, '')
		.replaceAll(/\s+/g, ' ')
		.trim();
/** "the EPs" */
const acronymsIn = (text: string): string[] => (/^[A-Z]{2,}s$/.test(text) ? [text.slice(0, -1).toLowerCase()] : []);
const bare = (text: string): string => wordsOf(text).join(' ');

function indexOf(graph: Graph): Index {
	const known = indexes.get(graph.schema);
	if (known !== undefined) return known;
	const index = new Map<string, { column: Column; value: string }[]>();
	for (const column of graph.tables.flatMap((table) => table.columns)) {
		if (column.kind === 'number' || column.values === null) continue;
		for (const value of column.values) {
			// Read as a date.
			if (column.textOf === 'date' && /^\d{4}-\d\d-\d\d/.test(value)) continue;
			const plain = folded(value);
			for (const key of /^[a-z\d ]*$/.test(plain) ? [plain] : new Set([plain, bare(plain)])) {
				if (key === '') continue;
				const list = index.get(key);
				if (list === undefined) index.set(key, [{ column, value }]);
				else list.push({ column, value });
			}
		}
	}
	indexes.set(graph.schema, index);
	return index;
}

/** Equal word by word, or written together: "check-in" and "checkin", "air date" and "airdate". */
const sameWords = (a: readonly string[], b: readonly string[]): boolean => {
	if (a.length === b.length) return a.every((word, at) => writtenOut(word) === writtenOut(b[at] ?? ''));
	const [x, y] = [a.join(''), b.join('')];
	// "code ES" isn't "codes".
	const isPlural = [a, b].every((words) => (words.at(-1)?.length ?? 0) > 2) && stem(x) === stem(y);
	return x.length > 4 && (x === y || isPlural);
};

/** The mentions in a question, longest first, without overlaps. @param raw the question's text between two tokens, with adjacent signs */
export function mentionsOf(
	tokens: readonly Token[],
	raw: (from: number, to: number) => string,
	graph: Graph,
): Mention[] {
	const index = indexOf(graph);
	const spoken = inNames(
		tokens,
		graph.partOf ?? graph,
		(token) => index.has(token.word) || valuesMeant([token], (key) => index.get(key) ?? [], graph).length > 0,
	);
	const taken = new Set<number>();
	const found: Mention[] = [];
	for (let length = Math.min(longest, tokens.length); length > 0; length--) {
		for (let from = 0; from + length <= tokens.length; from++) {
			const span = spoken.slice(from, from + length);
			if (span.some((_, at) => taken.has(from + at))) continue;
			const isValue = from > 0 && /^[A-Z]$/.test(span[0]?.text ?? '') && index.has(span[0]?.word ?? '');
			if (length === 1 && !isValue && isLittle(span[0] as Token, tokens[from - 1], graph)) continue;
			const mention = mentionOf(span, raw(from, from + length), from, graph, index);
			if (mention === null) continue;
			// "branches, country code": two names; only a value may have a comma.
			if (mention.values.length === 0 && span.some(({ afterPause }, at) => afterPause && at > 0)) continue;
			found.push(mention);
			for (let at = from; at < from + length; at++) taken.add(at);
		}
	}
	found.sort((a, b) => a.from - b.from);
	return found.map((mention, at) => {
		const own = valuesOfNext(mention, found[at + 1], spoken, (key) => index.get(key) ?? [], graph);
		return own.length === 0 ? mention : { ...mention, values: own, score: 0.8 };
	});
}

/** "German customers": those from Germany, not those of a language called German. */
function valuesOfNext(
	{ from, to, columns, tables, values }: Mention,
	next: Mention | undefined,
	tokens: readonly Token[],
	find: Parameters<typeof valuesMeant>[1],
	graph: Graph,
): Mention['values'] {
	const [table, ...others] = next?.from === to ? next.tables : [];
	const isOwn = ({ column }: Mention['values'][number]) => column.table === table;
	if (table === undefined || others.length + columns.length + tables.length > 0 || values.length === 0) return [];
	return values.some(isOwn) ? [] : valuesMeant(tokens.slice(from, to), find, graph).filter(isOwn);
}

/** Whether a word by itself says too little; "total" and "US" may be the name of a column or value. */
function isLittle({ word, text, quoted, stem: own }: Token, before: Token | undefined, graph: Graph): boolean {
	if (!little.test(word) || quoted || /^[A-Z]{2,}$/.test(text)) return false;
	// "which show", not "show all"
	if (/^(?:show|list|find)$/.test(word) && /^(?:which|what|each|every|per|the|a|this)$/.test(before?.word ?? ''))
		return !graph.tables.some(({ nameStems }) => nameStems.at(-1) === own);
	if (!/^(total|average|number|count|last|first)$/.test(word)) return true;
	return !graph.tables.some(({ columns }) => columns.some((column) => sameWords(column.nameStems, [own])));
}

function mentionOf(span: readonly Token[], text: string, from: number, graph: Graph, index: Index): Mention | null {
	const stems = span.map((token) => (token.word === 'ids' ? 'id' : token.stem));
	const [single] = stems;
	const to = from + span.length;
	// "lasted 3 days" isn't about a last name.
	if (/^last(?:ed|ing|s)$/.test(span[0]?.word ?? '')) return null;
	const plain = span.map((token) => token.word).join(' ');
	const found =
		[folded(text.replace(/[?.,;!]+$/, '')), plain, folded(text), bare(folded(text)), ...acronymsIn(text)]
			.map((key) => index.get(key))
			.find((list) => list !== undefined) ?? [];
	const asWritten = found.filter(
		({ value }) => value.toLowerCase() === text.toLowerCase() || value.toLowerCase() === plain,
	);
	// "hop" is that category, not the code "HOP".
	const isCode = ({ value }: { value: string }) => text === text.toLowerCase() && /^[A-Z]+$/.test(value);
	const spelled = asWritten.filter((one) => !isCode(one));
	const values = [spelled, asWritten, found].find(({ length }) => length > 0) ?? [];
	if (span.some((token) => token.quoted))
		return found.length > 0
			? { from, to, columns: [], tables: [], values, score: 1 }
			: meantBy(span, from, index, graph);
	const named = (words: readonly string[], more: readonly string[]) =>
		sameWords(words, stems) || (more.length > 0 && sameWords([...more, ...words], stems));
	// "active customers", if a column says which ones are, also where datasets are read one by one.
	const isSeveral = graph.tables.length > 1 || graph.partOf !== undefined;
	const flags = single !== undefined && stems.length === 1 && isSeveral ? flagsOf(single, graph) : [];
	if (flags.length > 0) return { from, to, columns: [], tables: [], values: flags, score: 1 };
	const all = graph.tables.flatMap((table) => table.columns);
	// "viewed" may mean "ViewCount" as well as "Views".
	const isVerbal = stems.length === 1 && /[a-z]{2}ed$/.test(span[0]?.word ?? '') && graph.tables.length > 1;
	const called = all.filter(({ nameStems }) => named(nameStems, []));
	const counted = all.filter(({ kind, nameStems: [first] }) => isVerbal && kind === 'number' && first === single);
	// "run at night", if a boolean column says so.
	// "in_print" isn't said by "printed in".
	const isState = ({ nameStems: [first = ''] }: Pick<Column, 'nameStems'>) =>
		/^(?:in|on|at|by|for|to|of|out|under)$/.test(first);
	const isNamedFlag = ({ nameStems }: Column) =>
		(stems.length > 1 || span[0]?.text.includes(' ') === true) &&
		(named(nameStems, []) ||
			(/^(?:is|has|was|can)$/.test(nameStems[0] ?? '') && named(nameStems.slice(1), [])) ||
			(!isState({ nameStems }) && named([...nameStems].reverse(), [])) ||
			(nameStems.at(-1) === 'flag' && named(nameStems.slice(0, -1), [])));
	const [flag, ...rivals] = graph.tables.length > 1 ? all.filter((column) => isNamedFlag(column)) : [];
	const flagged = flag === undefined || rivals.length > 0 ? [] : yesOf(flag);
	if (flagged.length > 0) return { from, to, columns: [], tables: [], values: flagged, score: 1 };
	// "kg landed": also of "weight_kg", where only the sales have "kg".
	const isMeasure = single !== undefined && stems.length === 1 && measureUnits.has(single) && !isTimeUnit.test(single);
	const inUnit = all.filter(
		({ kind, nameStems }) =>
			isMeasure && kind === 'number' && nameStems.at(-1) === single && !nameStems.includes('per'),
	);
	const exact = called.length > 0 ? [...new Set([...called, ...counted, ...inUnit])] : called;
	// "recipes serve", unlike "recipe servings"
	const last = span.at(-1);
	const isDeed =
		graph.tables.length > 1 &&
		span.length > 1 &&
		(/[a-z]{2}ed$/.test(last?.word ?? '') ||
			(isRelationVerb(last) && /[^s]s$/.test(span[0]?.word ?? '') && !/(?:s|ing)$/.test(last?.word ?? '')));
	const ofTable =
		exact.length > 0 || isDeed
			? exact
			: all.filter((column) => !isFlag(column) && named(column.nameStems, column.table.nameStems));
	const ofPart = ofTable.length > 0 ? ofTable : all.filter((column) => isOfPart(column, stems, graph));
	// "cod" is the fish, not a "code".
	const isWritten = ({ name }: Column) => wordsOf(name).some((word) => word === plain || plural(word) === plain);
	const qualified = asWritten.length > 0 && stems.length === 1 && !ofPart.some(isWritten) ? [] : ofPart;
	const tables = graph.tables.filter((table) => sameWords(table.nameStems, stems));
	if (stems.length === 1 && (single === stem('name') || single === 'id') && graph.tables.length > 1) {
		const meant = graph.tables.flatMap((table) => (single !== 'id' ? displayOf(table) : keyOfTable(table)) ?? []);
		const others = single === 'id' ? [] : all.filter(({ nameStems }) => nameStems.at(-1) === single);
		if (meant.length > 0)
			return { from, to, columns: [...new Set([...exact, ...meant, ...others])], tables: [], values: [], score: 0.9 };
	}
	// "user id" is the key of the users, whatever its name there.
	const owner = single !== 'id' && stems.at(-1) === 'id' ? stems.slice(0, -1) : [];
	const keys = graph.tables
		.filter((table) => owner.length > 0 && sameWords(table.nameStems, owner))
		.flatMap((table) => keyOfTable(table) ?? []);
	if (keys.length > 0)
		return { from, to, columns: [...new Set([...keys, ...qualified])], tables: [], values: [], score: 1 };
	if (qualified.length > 0 || tables.length > 0 || values.length > 0)
		return { from, to, columns: qualified, tables, values, score: 1 };
	const meant = meantBy(span, from, index, graph);
	if (meant !== null) return meant;
	// "January 2012" in dates that are text
	const [month, year, ...more] = span;
	if (month !== undefined && year?.number != null && more.length === 0 && months.includes(month.word)) {
		const within = partsOf(graph, month.word).filter(({ value }) => wordsOf(value).includes(year.word));
		if (new Set(within.map(({ column }) => column)).size === 1)
			return { from, to, columns: [], tables: [], values: within, score: 0.6 };
	}
	// "delivered jobs": those with that status, not their column "job_delivered".
	const isOfThing = graph.tables.some(({ nameStems }) => sameWords(nameStems, stems.slice(1)));
	const isKind = index.has(span[0]?.word ?? '') || flagsOf(single ?? '', graph).length > 0;
	if (stems.length > 1 && isOfThing && isKind) return null;
	// "their list price", unlike "list prices"
	const isBlank = ({ word }: Token, at: number) =>
		little.test(word) && !/^(number|count|total|average)$/.test(word) && !(word === 'list' && from > 0 && at === 0);
	const isLong = span.length > 1;
	if (isLong && [span[0], span.at(-1)].some((token, at) => token !== undefined && isBlank(token, at))) return null;
	if (span.every((token) => (isLong && little.test(token.word)) || token.number !== null)) return null;
	// "maximum temperature" of "temp_max"
	const isSameWord = (a: string, b: string) =>
		writtenOut(a) === writtenOut(b) || (stems.length > 1 && closeness(writtenOut(a), writtenOut(b)) === 0.9);
	// "response time" of "response_minutes"
	const isTime = (word: string) => stems.length > 1 && word === stem('time');
	const within = (words: readonly string[]) =>
		words.length >= Math.max(2, stems.length) &&
		(stems.length > 1 || words.length > 1) &&
		new Set(stems).size === stems.length &&
		stems.every((word) => words.some((other) => isSameWord(other, word) || (isTime(word) && isTimeUnit.test(other))));
	// "buildings" are things, whereas "built" is about when they were built.
	const isThing = /ings?$/.test(span[0]?.word ?? '') && stems.length === 1;
	// "services" are things, not the date of the last service.
	const isMany =
		stems.length === 1 &&
		/[^s]s$/.test(last?.word ?? '') &&
		!/^(?:year|date|day|month|week|hour|tim)$/.test(single ?? '');
	const isOtherDate = (column: Column) => isMany && (column.kind === 'time' || column.isYear);
	const part = all.filter(
		(column) =>
			within(column.nameStems) &&
			!(stems.length === 1 && isFlag(column) && isState(column)) &&
			!(isThing && wordsOf(column.name).some((word) => isIrregularVerb(word) && stem(word) === single)),
	);
	if (part.every(isOtherDate)) part.length = 0;
	// "sailed" is a verb, not the sail number.
	if (isVerbal && part.length > 0 && part.every(isIdentifier)) part.length = 0;
	const shown = part.filter((column) => headOf(column) === stems.at(-1));
	const partTables = graph.tables.filter(
		(table) => within(table.nameStems) && (part.length === 0 || table.nameStems.at(-1) === stems.at(-1)),
	);
	// "agents" are the rows of support_agents, not a key named after them.
	// "entries" are the rows of show_entry, not a part of "entry_fee".
	const isRows = shown.length === 0 && graph.tables.length > 1;
	const isHead = partTables.some(({ nameStems }) => nameStems.at(-1) === stems.at(-1));
	if (partTables.length > 0 && (part.every(isIdentifier) || (isRows && isHead)))
		return { from, to, columns: [], tables: partTables, values: [], score: 0.7 };
	const ofRows =
		graph.isDescribed && graph.partOf !== undefined && span.length === 1
			? graph.tables.filter((table) => namesRowsOf(span[0] as Token, table))
			: [];
	if (ofRows.length > 0 && shown.length === 0) return { from, to, columns: [], tables: ofRows, values: [], score: 0.6 };
	if (graph.isDescribed && span.length === 1 && shown.length === 0 && isIrregularVerb(span[0]?.word ?? '')) return null;
	if (part.length > 0 || partTables.length > 0)
		return { from, to, columns: shown.length > 0 ? shown : part, tables: partTables, values: [], score: 0.7 };
	const described = describedAs(span, graph);
	if (described !== null && span.length > 1) return { ...described, from, to };
	const [word, ...others] = span;
	if (word === undefined || others.length > 0 || word.word.length < 4) return null;
	if (graph.isDescribed) {
		const kinds = valuesAkin(word, graph);
		if (kinds.length > 0) return { from, to, columns: [], tables: [], values: kinds, score: 0.6 };
		const like =
			isRelationVerb(word) || isIrregularVerb(word.word)
				? []
				: graph.tables.filter(
						({ nameStems: [name = '', ...more] }) => more.length === 0 && closeness(name, word.stem) >= 0.8,
					);
		if (like.length > 0) return { from, to, columns: [], tables: like, values: [], score: 0.8 };
		if (described !== null && described.score > 0.5) return { ...described, from, to };
	}
	const akin = all.filter((column) =>
		column.nameStems.some(
			(name) =>
				name.length > 3 &&
				!isDoneBy(column.name, word.word) &&
				!(isThing && name === single) &&
				// "found the most coins" isn't about what was founded.
				!(word.word === 'found' && name === 'found') &&
				(related(name, word.stem) ||
					(word.stem.length > 5 && name.startsWith(word.stem)) ||
					stem(name.replace(/(er|or)$/, '')) === word.stem),
		),
	);
	if (akin.every(isOtherDate)) akin.length = 0;
	// "rented" refers to the rentals, but "played" not to players.
	const isVerb = /[a-z]{2}(ed|ing)$/.test(word.word);
	const isDoer = (name: string) => isVerb && isRelationVerb(word) && new RegExp(`^${word.stem}e?[eo]r$`).test(name);
	const acts = graph.tables.filter(
		({ nameStems: [name = '', ...rest] }) =>
			isVerb &&
			graph.partOf === undefined &&
			rest.length === 0 &&
			!isDoer(name) &&
			(related(name, word.stem) || (name.startsWith(word.stem) && name.length < word.stem.length + 4)),
	);
	// "collected" refers to the date of a collection, not to its key.
	const meantAkin = isVerb && !akin.every(isIdentifier) ? akin.filter((column) => !isIdentifier(column)) : akin;
	if (akin.length > 0 && !((acts.length > 0 || (isVerb && isRelationVerb(word))) && akin.every(isIdentifier)))
		return { from, to, columns: meantAkin, tables: [], values: [], score: 0.5 };
	if (acts.length > 0) return { from, to, columns: [], tables: acts, values: [], score: 0.5 };
	// A part of longer values, if a single column has it: "Kirkland" in "Dean Kirkland".
	const mayBePart = /^\p{Lu}/u.test(word.text) || graph.tables.length === 1;
	const partly = mayBePart && word.word.length > 3 ? partsOf(graph, word.word) : [];
	if (new Set(partly.map(({ column }) => column)).size === 1)
		return { from, to, columns: [], tables: [], values: partly, score: 0.5 };
	const akinValues = valuesAkin(word, graph);
	if (akinValues.length > 0) return { from, to, columns: [], tables: [], values: akinValues, score: 0.5 };
	if (described !== null) return { ...described, from, to };
	return isCourtesy(word.word) ? null : synonymOf(word, from, graph);
}

/** Values that words mean although they're spelled differently. */
function meantBy(span: readonly Token[], from: number, index: Index, graph: Graph): Mention | null {
	const values = valuesMeant(span, (key) => index.get(key) ?? [], graph);
	return values.length === 0 ? null : { from, to: from + span.length, columns: [], tables: [], values, score: 0.8 };
}

/** Number of words at the start of a description that name the column; the rest explains it. */
const definition = 5;

export function describedAs(span: readonly Token[], graph: Graph): Omit<Mention, 'from' | 'to'> | null {
	const [first] = span;
	const content = span.filter(({ word }) => !isEmpty(word));
	if (!graph.isDescribed || first === undefined || content.length < (span.length > 3 ? 3 : 1)) return null;
	if (
		span.some(
			({ word, number, quoted, afterPause }, at) =>
				number !== null || word in multiplier || quoted || (afterPause && at > 0),
		)
	)
		return null;
	if (
		isEmpty(first.word) ||
		isEmpty(span.at(-1)?.word ?? '') ||
		span.some(({ word }) => isEmpty(word) && !/^(of|the|at|in)$/.test(word))
	)
		return null;
	if (/^(aggregate|end|share)$/.test(readPhrase(first.word)?.phrase.kind ?? '')) return null;
	if (span.length === 1 && (readPhrase(first.word) !== null || isRelationVerb(first) || isIrregularVerb(first.word)))
		return null;
	// "substantial damage" is that value.
	const isOther = (token: Token) =>
		indexOf(graph).has(token.word) ||
		valuesAkin(token, graph).length > 0 ||
		isIrregularVerb(token.word) ||
		graph.tables.some(({ nameStems }) => sameWords(nameStems, [token.stem]));
	if (span.length > 1 && span.some(isOther)) return null;
	const found = graph.tables
		.flatMap(({ columns }) => columns)
		.map((column) => ({ column, score: speaksOf(content, column) }));
	const score = Math.max(...found.map((one) => one.score));
	if (score === 0) return null;
	return {
		score,
		tables: [],
		values: [],
		columns: found.filter((one) => one.score === score).map(({ column }) => column),
	};
}

/** "days" for the weather and "events" for earthquakes: what a row is, according to its key's description. */
const namesRowsOf = ({ word, stem: own }: Token, table: Table): boolean =>
	!isEmpty(word) &&
	table.columns.some(
		({ name, kind, unique, descriptionStems }) =>
			(unique || (kind === 'time' && table.keys.some((key) => key.includes(name)))) &&
			kind !== 'number' &&
			descriptionStems.slice(0, 3).includes(own),
	);

function speaksOf(words: readonly Token[], { nameStems, descriptionStems }: Column): number {
	const scores = words.map(({ stem: word }) => {
		const near = (stems: readonly string[]) => Math.max(0, ...stems.map((other) => closeness(word, other)));
		return Math.max(
			0.75 * near(nameStems),
			0.6 * near(descriptionStems.slice(0, definition)),
			0.35 * near(descriptionStems),
		);
	});
	return scores.includes(0)
		? 0
		: scores.reduce((sum, score) => sum + score, 0) / scores.length + (words.length > 1 ? 0.05 : 0);
}

/** "transaction status" in daily_transactions: a column after a word of its dataset's name. */
const isOfPart = ({ nameStems, table }: Column, stems: readonly string[], graph: Graph): boolean => {
	const owner = stems.slice(0, -nameStems.length);
	return (
		owner.length > 0 &&
		owner.length < table.nameStems.length &&
		!graph.tables.some((other) => sameWords(other.nameStems, owner)) &&
		sameWords(nameStems, stems.slice(-nameStems.length)) &&
		owner.every((word) => table.nameStems.includes(word))
	);
};

/** "insured" doesn't name the insurer, nor is one a misspelling of the other. */
const isDoneBy = (name: string, word: string): boolean => /(?:er|or)s?$/.test(word) && /[a-z]{2}ed$/i.test(name);

/** A name with a similar meaning; if there is none, a name with a similar spelling. */
function synonymOf(word: Token, from: number, graph: Graph): Mention | null {
	if (graph.isDescribed && isIrregularVerb(word.word)) return null;
	const all = graph.tables.flatMap((table) => table.columns);
	const named = { from, to: from + 1, values: [] };
	const isLike = (name: string) => name !== word.stem && closeness(name, word.stem) >= 0.8;
	const isDone = ({ name }: { name: string }) => isDoneBy(name, word.word);
	const like = all.filter(
		(column) => column.nameStems.length === 1 && isLike(column.nameStems[0] ?? '') && !isDone(column),
	);
	const tables = graph.tables.filter(({ nameStems }) => isLike(nameStems.at(-1) ?? '') && nameStems.length === 1);
	if (like.length + tables.length > 0) return { ...named, columns: like, tables, score: 0.4 };
	const parts = all.filter((column) => column.nameStems.some(isLike) && !isDone(column));
	// "kilos" of "weight_kg"
	const isUnit = parts.every(
		({ nameStems: names }) =>
			isLike(names.at(-1) ?? '') && measureUnits.has(names.at(-1) ?? '') && names.at(-1) !== stem('time'),
	);
	if (parts.length > 0) return { ...named, columns: parts, tables: [], score: isUnit ? 0.75 : 0.3 };
	const names = new Set([...graph.tables, ...all].filter((one) => !isDone(one)).flatMap(({ name }) => wordsOf(name)));
	const meant = spelledLike(word.word, names);
	if (meant === null) return null;
	const has = ({ name }: { name: string }) => wordsOf(name).includes(meant);
	// "manages" may refer to the rows of dept_manager, but "played" not to players.
	if (isRelationVerb(word)) {
		const deeds = graph.tables.filter((table) => has(table) && table.nameStems.length > 1);
		return deeds.length > 0 ? { ...named, columns: [], tables: deeds, score: 0.4 } : null;
	}
	return { ...named, columns: all.filter(has), tables: graph.tables.filter(has), score: 0.4 };
}

const parts = new WeakMap<Graph['schema'], Map<string, { column: Column; value: string }[]>>();

/** The values that contain a word. */
function partsOf(graph: Graph, word: string): readonly { column: Column; value: string }[] {
	let index = parts.get(graph.schema);
	if (index === undefined) {
		index = new Map();
		for (const column of graph.tables.flatMap((table) => table.columns)) {
			if (column.kind !== 'text') continue;
			for (const value of column.values ?? []) {
				const words = new Set(wordsOf(folded(value)));
				if (words.size < 2 || words.size > 6) continue;
				for (const part of words) index.set(part, [...(index.get(part) ?? []), { column, value }]);
			}
		}
		parts.set(graph.schema, index);
	}
	return index.get(word) ?? [];
}
