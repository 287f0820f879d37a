import { readTime, type Time } from '../builtin/dates.ts';
import { addsUp } from '../builtin/english.ts';
import type { Phrase } from '../builtin/phrases.ts';
import type { Column, Table } from '../builtin/schema.ts';
import { isIrregularVerb, stem } from '../builtin/stem.ts';
import type { Token } from '../builtin/tokenize.ts';
import type { Mention } from './link.ts';
import type { Where } from './plan.ts';
import { isRelationVerb } from './vocabulary.ts';

/** A part of a question, with the letter that represents it in rules. */
export interface Item {
	tag: string;
	readonly text: string;
	readonly mention?: Mention;
	readonly phrase?: Phrase;
	readonly number?: number;
	/** Unit of the number: "hour". */
	readonly unit?: string;
	readonly time?: Time;
	/** The condition that was already read. */
	readonly where?: Where;
	/** The preposition before it. */
	readonly after?: string;
	/** The word before it, ignoring articles. */
	readonly lead?: string;
	/** Which end of a link it is, according to the words before it. */
	readonly way?: 'from' | 'to' | null;
	/** The two words after it. */
	readonly next?: string;
	/** A verb that makes a statement about it and isn't a name here. */
	readonly claim?: string;
	/** Stays in the question when a rule consumes the words next to it. */
	keep?: boolean;
}

/** Lengths of time units. */
export const seconds: Record<string, number> = Object.assign(Object.create(null), {
	second: 1,
	minut: 60,
	hour: 3600,
	day: 86_400,
	week: 604_800,
	...{ sec: 1, min: 60, hr: 3600 },
});

/** The condition that a column has one of the values named. */
export const isOneOf = (column: Column, items: readonly Item[], not: boolean): Where => ({
	kind: 'is',
	column,
	values: items.flatMap(({ mention }) =>
		(mention?.values ?? []).filter((other) => other.column === column).map(({ value }) => value),
	),
	not,
});

/** "how many premieres happened in the Harbour district": the noun after "how many" is a value, and a later word isn't counted. */
export function countsValue(items: readonly Item[], how: Item, item: Item): boolean {
	const [next, ...rest] = items.slice(items.indexOf(how) + 1, items.indexOf(item) + 1);
	if (next?.tag !== 'V' || !/[^s]s$/.test(next.text) || next.text !== next.text.toLowerCase()) return false;
	return rest.some(({ mention }, at) => mention?.from !== (rest[at - 1] ?? next).mention?.to);
}

/** "sold the most tickets": things that are counted, so that their total is meant. */
export const isCounted = (column: Column, items: readonly Item[]): boolean =>
	isMass(column, items) ||
	((addsUp(column.nameStems) || /INT(?:EGER)?$/.test(column.type)) &&
		!column.nameStems.some((word) => /^(?:rating|rat|scor|score|star|level|grade)$/.test(word)) &&
		items.some(
			({ tag, text, mention }) =>
				tag === 'C' &&
				(/[^s]s$|[a-z]{2}ed$/.test(text) || isIrregularVerb(text)) &&
				mention?.columns.includes(column) === true,
		));

/** "the most honey" in kg: an amount without a plural, in a unit that adds up. */
const isMass = ({ nameStems }: Column, items: readonly Item[]): boolean =>
	nameStems.length > 1 &&
	/^(?:kg|g|t|ton|tonn|lb|l|ml|lit(?:er|re?)|kwh|mwh|gwh|wh)$/.test(nameStems.at(-1) ?? '') &&
	items.some(({ tag, text }) => tag === 'C' && stem(text.toLowerCase()) === nameStems[0] && !/s$/.test(text));

/** What a question asks for: its first word, or the thing that it describes ("which German warehouses"). */
export function askedIn([first, second]: readonly Item[]): Item | undefined {
	const isSaid = first?.tag === 'V' && second?.tag === 'T' && first.mention?.to === second.mention?.from;
	return isSaid ? second : first;
}

export const isBeing = (before: Token | undefined): boolean => /^(are|is|were|was|been|be)$/.test(before?.word ?? '');

const counts =
	/^(?:more|less|fewer|than|at|least|most|exactly|only|no|any|an?|the|\d+|one|two|three|four|five|six|seven|eight|nine|ten)$/;

/** "filed", "depart", "were paid": a verb that a column is named after, without a date or number after it. */
export function isOnlyDeed(
	at: number,
	{ columns, score, to }: Mention,
	tokens: readonly Token[],
	mentions: readonly Mention[],
): boolean {
	const token = tokens[at] as Token;
	const isVerb = /[a-z]{2}ed$/.test(token.word) || isIrregularVerb(token.word) || isRelationVerb(token);
	if (!isVerb || score === 1 || to !== at + 1 || columns.length === 0) return false;
	const isDated = columns.every(({ kind }) => kind === 'time');
	// "made more than two offers", "made no offer": of offers with the date when they were made.
	const object = mentions.find(
		({ from, tables }) => from >= to && columns.every(({ table }) => tables.includes(table)),
	);
	const between = tokens.slice(to, object?.from ?? to).map(({ word }) => word);
	const isOfObject = object !== undefined && between.length > 0 && between.every((word) => counts.test(word));
	if (isDated && isOfObject) return true;
	if (!isDated && !(score <= 0.5 && isBeing(tokens[at - 1]) && /[a-z]{2}(ed|id)$/.test(token.word))) return false;
	const before = tokens[at - 1]?.word ?? '';
	if (/^(not|never|no)$/.test(tokens[at - 2]?.word ?? '') || /^(not|never|no|the|an?|and|or|by|per|each)$/.test(before))
		return false;
	let next = to;
	while (/^(in|on|at|during|for|the|year|month|of)$/.test(tokens[next]?.word ?? '')) next++;
	const following = tokens[next];
	// If some rows have no such date, only those with one are meant.
	if (isDated && columns.some(({ nulls }) => nulls > 0) && !/^(each|every)$/.test(following?.word ?? '')) return false;
	if (following === undefined) return true;
	const isWhen = /^(before|after|since|between|until|earlier|later|first|last|most|latest|earliest|more|less)$/;
	return following.number === null && readTime(tokens, next) === null && !isWhen.test(following.word);
}

/** The dataset of the rows that a value stands for. */
export const nounOf = ({ text, mention }: Item, table: Table): Item => {
	const to = mention?.to ?? 0;
	return {
		...{ tag: 'T', text, after: text, lead: text },
		mention: { from: to, to, columns: [], tables: [table], values: [], score: 1 },
	};
};
