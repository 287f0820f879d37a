import { periods, readTime, type Time } from '../builtin/dates.ts';
import { addsUp } from '../builtin/english.ts';
import type { Phrase } from '../builtin/phrases.ts';
import type { Column, Table } from '../builtin/schema.ts';
import { isIrregularVerb, stem } from '../builtin/stem.ts';
import { type Token, wordsOf } from '../builtin/tokenize.ts';
import type { Graph } from './graph.ts';
import type { Mention } from './link.ts';
import type { Where } from './plan.ts';
import { isMeasureUnit, isRelationVerb } from './vocabulary.ts';
import { type NamedValue, yesOf } from './word-links.ts';

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

const unitSizes = {
	time: 'second 1 sec 1 minute 60 min 60 hour 3600 hr 3600 day 86400 week 604800',
	length: 'mm 0.001 cm 0.01 m 1 meter 1 metre 1 km 1000 kilometer 1000 kilometre 1000 mile 1609.344',
	weight: 'g 0.001 gram 0.001 kg 1 kilo 1 kilogram 1 t 1000 ton 1000 tonne 1000',
};
/** Units by their stem: what they measure, and their size in the same basic unit. */
export const units: Readonly<Record<string, { readonly of: string; readonly size: number }>> = Object.assign(
	Object.create(null),
	...Object.entries(unitSizes).flatMap(([of, text]) =>
		[...text.matchAll(/(\w+) ([\d.]+)/g)].map(([, word = '', size]) => ({ [stem(word)]: { of, size: Number(size) } })),
	),
);

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

/** "for each keeper" */
export const isEvery = ({ tag, text }: Item): boolean => tag === 'E' && /\b(?:each|every)\b/i.test(text);

/** "sold the most tickets": things that are counted, so that their total is meant. */
export const isCounted = (column: Column, items: readonly Item[]): boolean =>
	isMass(column, items) ||
	isMeasureOf(column, items) ||
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

/** "kg of lobster" */
const isMeasureOf = ({ nameStems }: Column, items: readonly Item[]): boolean =>
	items.some(
		({ tag, text }, at) =>
			tag === 'C' &&
			stem(text.toLowerCase()) === nameStems.at(-1) &&
			isMeasureUnit(text) &&
			items[at + 1]?.lead === 'of',
	);

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
	if (isDated && isOfObject) return columns.every(({ nulls }) => nulls === 0);
	// "measured on instrument B2", of "measured_value"
	const isHalf =
		score <= 0.5 ||
		columns.every(({ nameStems: [first, last = '', ...more] }) => {
			const isAmount = /^(?:valu|value|amount|quantity|read|reading|result|level)$/.test(last);
			return first === token.stem && isAmount && more.length === 0;
		});
	if (!isDated && !(isHalf && isBeing(tokens[at - 1]) && /[a-z]{2}(ed|id)$/.test(token.word))) return false;
	const before = tokens[at - 1]?.word ?? '';
	if (/^(not|never|no)$/.test(tokens[at - 2]?.word ?? '') || /^(not|never|no|the|an?|and|or|by|per|each)$/.test(before))
		return false;
	let next = to;
	while (/^(in|on|at|during|for|the|year|month|of)$/.test(tokens[next]?.word ?? '')) next++;
	const following = tokens[next];
	// If some rows have no such date, only those with one are meant.
	if (isDated && columns.some(({ nulls }) => nulls > 0)) return false;
	// "how many guests were injured", of "injury": not of all.
	if (following === undefined) return isDated;
	const isWhen = /^(before|after|since|between|until|earlier|later|first|last|most|latest|earliest|more|less)$/;
	// "played in more than 2 cities", unlike "opened more than 2 years ago"
	if (next > to && /^(?:more|less)$/.test(following.word)) return true;
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

const isDateCalled = (word: string, { tables }: Graph): boolean =>
	tables.some(({ columns }) => columns.some(({ kind, nameStems }) => kind === 'time' && nameStems.includes(word)));

const isPeriod = new RegExp(`^(?:${periods})$`);

/** "opened after 2015", "when did it open": the date of that, not the status "open". */
export function asDated(
	mention: Mention | undefined,
	tokens: readonly Token[],
	graph: Graph,
	hasDid: boolean,
): Mention | undefined {
	const token = tokens[mention?.from ?? 0] as Token;
	if (
		mention === undefined ||
		mention.columns.length > 0 ||
		mention.values.length === 0 ||
		mention.to > mention.from + 1
	)
		return mention;
	// "do they run": not the status "running".
	const isTheirDeed = /^(?:they|he|she|it|we|you)$/.test(tokens[mention.from - 1]?.word ?? '') && isRelationVerb(token);
	if (isTheirDeed && token.text === token.word) return undefined;
	// "in which year were the most opened"
	const [start, period] = tokens.slice(tokens[0]?.word === 'in' ? 1 : 0);
	const asksPeriod = /^(?:which|what)$/.test(start?.word ?? '') && isPeriod.test(period?.word ?? '');
	const isAsked = (asksPeriod || (tokens[0]?.word === 'when' && hasDid)) && mention.to === tokens.length;
	const [next, time] = tokens.slice(mention.to);
	const isTimed =
		/[a-z]{2}ed$/.test(token.word) &&
		((/^(?:before|after|in|since|between|until|on)$/.test(next?.word ?? '') &&
			(time?.number != null ||
				readTime(tokens, mention.to + 1) !== null ||
				tokens.slice(mention.to + 1, mention.to + 4).some(({ stem: word }) => isDateCalled(word, graph)))) ||
			// "opened per year"
			(/^(?:per|by|each|every|a)$/.test(next?.word ?? '') && isPeriod.test(time?.word ?? '')));
	if (!isAsked && !isTimed) return mention;
	const columns = graph.tables
		.flatMap((table) => table.columns)
		.filter(({ kind, nameStems }) => kind === 'time' && nameStems.includes(token.stem));
	return columns.length === 0 ? mention : { ...mention, columns, values: [], score: 0.7 };
}

/** "diesel vehicles, fuel code D": a word that the condition after the comma says again. */
export function isGlossed(at: number, tokens: readonly Token[], mentions: readonly Mention[]): boolean {
	const thing = mentions.find(({ from, tables }) => from === at + 1 && tables.length > 0);
	const label = mentions.find(({ from, columns }) => from === thing?.to && columns.length > 0);
	const value = mentions.find(({ from, values }) => from === label?.to && values.length > 0);
	if (thing === undefined || label === undefined || value === undefined) return false;
	const isApart = tokens[label.from]?.afterPause === true && tokens[value.to]?.afterPause !== false;
	return isApart && value.values.some(({ column }) => label.columns.includes(column));
}

/** "ferries that departed": a verb makes a statement about them. */
export const saysOf = (item: Item | undefined, at: number, tokens: readonly Token[]): boolean =>
	item?.tag === 'T' &&
	tokens
		.slice(item.mention?.to ?? at, at)
		.every(({ word }) => /^(that|who|which|have|has|had|were|was|are|is)$/.test(word));

/** "how many packs were sold": the packs sold, if a column is called so. */
export const ofDeeds = (items: readonly Item[]): readonly Item[] => {
	const deeds = items.filter(
		({ tag, text, mention }) =>
			tag === 'C' && mention?.columns.length === 1 && (/[a-z]{2}ed$/.test(text) || isIrregularVerb(text)),
	);
	return items.map((item, at) => {
		const column = deeds
			.filter((deed) => items.indexOf(deed) > at)
			.flatMap(({ mention }) => mention?.columns ?? [])
			.find(({ kind, nameStems }) => kind === 'number' && nameStems.includes(stem(item.text.toLowerCase())));
		if (column === undefined || item.tag !== 'C' || item.mention === undefined || item.mention.score === 1) return item;
		return { ...item, mention: { ...item.mention, columns: [column], score: 0.7 } };
	});
};

/** "serves", "attracts" */
export const isThirdPerson = (text: string): boolean => /^[a-z]{2,}[^s]s$/.test(text) && isRelationVerb(stem(text));

/** "the quantity issued to the ward": of the issues, which the quantity belongs to. */
export const withoutDeeds = (items: readonly Item[]): Item[] =>
	items.filter((item, at) => {
		const [before, next] = [items[at - 1], items[at + 1]];
		const [column, ...others] = before?.tag === 'C' ? (before.mention?.columns ?? []) : [];
		// "sold the most tickets": both words are of "tickets_sold".
		const isVerb = (text: string) =>
			/[a-z]{2}ed$/.test(text) ||
			isIrregularVerb(text) ||
			isThirdPerson(text) ||
			/^(?:spend|earn|pay|sell|use|get)s?$/.test(text);
		const says = (other: Item) =>
			other.tag === 'C' && !isVerb(other.text) && other.mention?.columns.length === 1 && other.mention.score < 1;
		if (
			item.tag === 'C' &&
			isVerb(item.text) &&
			item.mention?.columns.length === 1 &&
			items.some((other) => says(other) && other.mention?.columns[0] === item.mention?.columns[0])
		)
			return false;
		// "how many crops has each gardener planted": the plantings only link them.
		const isLast = next === undefined && item.tag === 'T' && before?.tag === 'T' && items[at - 2]?.tag === 'E';
		const isAgain = items[1]?.tag === 'D' || item.mention?.tables[0] === items[1]?.mention?.tables[0];
		if (isLast && !/s$/.test(item.text) && items[0]?.tag === 'H' && isAgain) return false;
		// "how much did she spend on ads", "spent the most": of the only amount.
		const isSpent =
			item.tag === 'C' && (item.mention?.score ?? 1) < 0.5 && /^(?:spend|spent|pay|paid)$/.test(item.text);
		if (isSpent && (next === undefined || 'TSNV'.includes(next.tag))) return false;
		// "ordered posters": orders of them, whenever they were made.
		const isMade = item.mention?.columns.every(
			({ kind, table }) => kind === 'time' && next?.mention?.values.some(({ column }) => column.table === table),
		);
		const isOfNext = next?.tag === 'V' && next.mention?.from === item.mention?.to;
		if (item.tag === 'C' && /[a-z]{2}ed$/.test(item.text) && isOfNext && isMade === true) return false;
		// "charge more than the average word rate"
		const isRated = next?.tag === 'G' && items[at + 2]?.tag === 'A' && items[at + 3]?.tag === 'C';
		if (isRated && item.tag === 'C' && (item.mention?.score ?? 1) < 0.5 && !/s$/.test(item.text)) return false;
		if (item.tag !== 'C' || item.mention === undefined || before?.mention?.to !== item.mention.from) return true;
		const isDone = /^[a-z]{3,}ed$/.test(item.text) && item.mention.score < 1 && others.length === 0;
		const isOfRows = item.mention.columns.every(({ table, kind }) => table === column?.table && kind !== 'number');
		return !(isDone && isOfRows && column?.kind === 'number' && /^(?:to|from|in|at|for)$/.test(next?.lead ?? ''));
	});

/** "need a prescription": the rows for which "needs_prescription" is true. */
export const withFlags = (items: readonly Item[]): readonly Item[] =>
	items.flatMap((item, at) => {
		const flagOf = (verb: Item | undefined, thing: Item | undefined): readonly NamedValue[] => {
			const isNext = thing?.mention !== undefined && thing.mention.from - (verb?.mention?.to ?? 0) <= 1;
			if (verb?.tag !== 'C' || !isNext || !'CT'.includes(thing.tag)) return [];
			const words = [...wordsOf(verb.text), ...wordsOf(thing.text)].map(stem).join(' ');
			const flags = verb.mention?.columns.filter(({ nameStems }) => nameStems.join(' ') === words) ?? [];
			return flags.length === 1 ? flags.flatMap(yesOf) : [];
		};
		if (flagOf(items[at - 1], item).length > 0) return [];
		const values = flagOf(item, items[at + 1]);
		const mention = item.mention as Mention;
		return values.length === 0
			? [item]
			: [{ ...item, tag: 'V', mention: { ...mention, columns: [], values, score: 1 } }];
	});
