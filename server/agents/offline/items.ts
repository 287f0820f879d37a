import { months, readTime } from '../builtin/dates.ts';
import { multiplier, readAdjective, readGradedAdjective } from '../builtin/english.ts';
import type { TimeUnit } from '../builtin/intent.ts';
import { type Phrase, readPhrase } from '../builtin/phrases.ts';
import { isDemonym } from '../builtin/place-names.ts';
import { Refusal, unknownHere } from '../builtin/refusal.ts';
import { type Column, hasTimeOfDay, type Table } from '../builtin/schema.ts';
import { isDoerOf, isIrregularVerb, related, stem } from '../builtin/stem.ts';
import { type Token, textBetween } from '../builtin/tokenize.ts';
import {
	amountCalled,
	hasYears,
	measuredBy,
	qualityOf,
	suitsQuantity,
	withoutSuperlatives,
	withSpans,
} from './adjective-measures.ts';
import { displayOf, namesOwnRows } from './columns.ts';
import { unitOf } from './derived.ts';
import type { Graph } from './graph.ts';
import { asDated, type Item, isBeing, isGlossed, isOnlyDeed, saysOf, units } from './item.ts';
import { joinedItems } from './joined-items.ts';
import { describedAs, type Mention, mentionsOf } from './link.ts';
import { plainly } from './phrasing.ts';
import { spanText, wordsRead } from './spelling.ts';
import { isCourtesy, isMeasureUnit, isRelation, isRelationVerb, isTimeUnit } from './vocabulary.ts';
import { isFlag, type NamedValue } from './word-links.ts';

/** A recognized phrase that isn't supported. */
export class Unread extends Refusal {
	constructor(text: string) {
		super(`I can’t understand "${text}" here. Leave it out, or rephrase the question.`, text);
	}
}

/** The request can't be fulfilled; don't look for other meanings of the words. */
export class Impossible extends Refusal {}

function unknownWord(text: string): Refusal {
	const refusal = unknownHere(text);
	refusal.isUnknownTerm = true;
	return refusal;
}

const times =
	/^(january|february|march|april|june|july|august|september|october|november|december|(mon|tues|wednes|thurs|fri|satur|sun)days?|today|yesterday)$/;

const small = new Map(
	'one two three four five six seven eight nine ten eleven twelve'.split(' ').map((word, at) => [word, at + 1]),
);

const tagOf: Partial<Record<Phrase['kind'], string>> = {
	count: 'H',
	'how much': 'H',
	aggregate: 'A',
	different: 'D',
	share: 'P',
	by: 'E',
	end: 'S',
	'end in time': 'S',
	comparison: 'G',
	'or more': 'R',
	between: 'B',
	not: 'X',
	order: 'O',
	text: 'L',
	compare: 'Y',
	trend: 'U',
	change: 'F',
};

function mentionTag({ columns, tables, values, score }: Mention, before: string): string {
	// "salary" of the salaries: an attribute recorded in a dataset, not a thing with a key.
	const isHeld = ({ table, unique }: Column) => tables.includes(table) && !unique && !table.columns.some(namesOwnRows);
	if (score === 1 && tables.length === 1 && columns.some(isHeld) && !/^(many|of|no|any)$/.test(before)) return 'C';
	if (tables.length > 0 && (columns.length === 0 || score === 1)) return 'T';
	return columns.length > 0 ? 'C' : values.length > 0 ? 'V' : 'T';
}

/** Whether words only name a column with yes and no. */
const namesFlag = ({ columns, tables, values }: Mention): boolean =>
	columns.length + tables.length === 0 && values.length > 0 && values.every(({ column }) => isFlag(column));

/** Whether "in March" only happens to be a value, such as the name of an airport; a column of months has others. */
function isOnlyMonth({ from, to, columns, tables, values }: Mention, tokens: readonly Token[]): boolean {
	const [name, ...more] = tokens.slice(from, to).map(({ word }) => word);
	if (name === undefined || more.length + columns.length + tables.length > 0 || !months.includes(name)) return false;
	const isOfMonths = ({ column }: NamedValue) =>
		(column.values ?? []).filter((value) => months.includes(value.toLowerCase())).length > 1;
	return /^(?:in|during|since|until)$/.test(tokens[from - 1]?.word ?? '') && !values.some(isOfMonths);
}

/** @throws Refusal if a word has no meaning here */
export function itemsOf(asked: string, graph: Graph): Item[] {
	const question = plainly(asked);
	const tokens = wordsRead(asked, graph);
	const raw = spanText(question, tokens);
	const mentions = withoutSuperlatives(mentionsOf(tokens, raw, graph), tokens).filter(
		(mention) => !isOnlyMonth(mention, tokens),
	);
	const isNegative = (at: number) => /^-/.test(raw(at, at + 1)) && question.includes(` -${tokens[at]?.text}`);
	const endsAt = (at: number) =>
		tokens.slice(at + 1).every(({ word }) => /^(for|in|to|at|with|from|on|total|altogether)$/.test(word));
	const hasDid = tokens.some(({ word }) => /^(did|does|do)$/.test(word));
	const items: Item[] = [];
	const dates: Column[] = [];
	const unitsIn = (unit: TimeUnit): Column[] => {
		const all = unitsOf(unit, graph);
		const meant = all.filter((column) =>
			dates.some((date) => date.table === column.table && date.nameStems === column.nameStems),
		);
		return meant.length > 0 ? meant : all;
	};
	for (let at = 0; at < tokens.length; ) {
		const token = tokens[at] as Token;
		if (token.afterPause) items.push({ tag: ',', text: ',' });
		const isLastOf = (to: number) => to === tokens.length || tokens[to]?.afterPause === true;
		const there = asDated(
			mentions.find(({ from }) => from === at),
			tokens,
			graph,
			hasDid,
		);
		// "keepers by certified": those who are, and those who aren't.
		const isGrouping = items.at(-1)?.tag === 'E' && there !== undefined && isLastOf(there.to) && namesFlag(there);
		const found = isGrouping ? { ...there, columns: there.values.map(({ column }) => column), values: [] } : there;
		const rest = tokens
			.slice(at, at + 7)
			.map(({ word, quoted }) => (quoted ? '"' : word))
			.join(' ');
		// "or younger than" starts another condition.
		const phrase = /^(or|and) \w+ than /.test(rest) ? null : readPhrase(rest);
		// "per month": not the value "monthly".
		const isEach = phrase?.phrase.kind === 'unit' && items.at(-1)?.tag === 'E' && found?.score !== 1;
		// "which day": not the airport DAY.
		const isCode = phrase?.phrase.kind === 'unit' && found?.values.every(({ value }) => value !== token.text) === true;
		// "by hour": not the time of day as a text.
		const isLike = phrase?.phrase.kind === 'unit' && (found?.score ?? 1) <= 0.6 && found?.tables.length === 0;
		const isUnit =
			(isCode && found !== undefined && found.columns.length + found.tables.length === 0) ||
			(isLike && found?.columns.every(({ kind }) => kind === 'text') === true);
		// "50 mm of rain": a quantity, not a kind of weather.
		const isAmount = items.at(-1)?.tag === 'N' || items.at(-1)?.text === 'how much';
		const amounts = isAmount && found?.columns.length === 0 && found.values.length > 0 ? amountsIn(token, graph) : [];
		const mention =
			isUnit || (isEach && (found?.values.length ?? 0) > 0)
				? undefined
				: amounts.length > 0 && found !== undefined
					? { ...found, columns: amounts, values: [] }
					: found;
		// "Which distributor released the most movies?", "type of weather"
		const follows = tokens
			.slice(at + 1, at + 3)
			.map(({ word }) => word)
			.join(' ');
		const isDeed =
			(/[a-z]{2}ed$/.test(token.word) || isIrregularVerb(token.word) || tokens[at - 1]?.word === 'who') &&
			/^(the )?(most|fewest|least|highest|lowest|largest|smallest|biggest)\b/.test(follows) &&
			mention !== undefined &&
			mention.score < 1 &&
			!mention.columns.every(isOptional) &&
			(mention.columns.every(({ kind }) => kind !== 'number') ||
				(mention.score <= 0.4 && !/ (?:most|fewest|least)$/.test(` ${follows}`)));
		// "weather type", "type of weather"
		const beforeKind =
			items.at(-1)?.tag === 'C' && items.at(-1)?.mention?.to === at ? items.at(-1)?.mention : undefined;
		const isNoun = beforeKind?.columns.every(({ kind }) => kind === 'text') === true;
		const isKind =
			mention === undefined && /^(types?|kinds?|sorts?)$/.test(token.word) && (isNoun || follows.startsWith('of '));
		// "how many people died": asks for a quantity column with that meaning.
		const isWho =
			(mention === undefined || mention.score <= 0.5) &&
			token.word === 'people' &&
			items.at(-1)?.tag === 'H' &&
			mentions.some(
				({ from, columns }) => from > at && from <= at + 2 && columns.some(({ kind }) => kind === 'number'),
			);
		// "were grown": not a change over time.
		const isDone =
			mention === undefined &&
			phrase?.phrase.kind === 'change' &&
			isBeing(tokens[at - 1]) &&
			isIrregularVerb(token.word) &&
			at < tokens.length - 1;
		// "staff members": the staff; "gold members": the gold ones.
		const isMember =
			mention === undefined &&
			/^(members?|people)$/.test(token.word) &&
			'TV'.includes(items.at(-1)?.tag ?? '-') &&
			items.at(-1)?.mention?.to === at;
		if (isMember || isPronoun(at, tokens)) {
			at++;
			continue;
		}
		// "swimmers who swam at": what they're called; "who swam at": the swimmers.
		const [doers, ...otherDoers] = graph.tables.filter(
			({ nameStems: [name = '', ...more] }) => more.length === 0 && isDoerOf(name, token.stem),
		);
		const isVerbHere = !/^(?:the|an?|of|per|each|by|for|with|without|no|any)$/.test(tokens[at - 1]?.word ?? 'the');
		const asksForDoer = tokens[0]?.word === 'who' && items.length === 0;
		const isSaidOf = asksForDoer ? mention === undefined : (mention?.score ?? 0) <= 0.5 && mention?.tables.length !== 1;
		if (doers !== undefined && otherDoers.length === 0 && isVerbHere && isSaidOf && (hasDid || !endsAt(at))) {
			const named = { from: at, to: at + 1, columns: [], tables: [doers], values: [], score: 0.7 };
			if (asksForDoer) items.push({ tag: 'T', text: token.text, mention: named });
			at++;
			continue;
		}
		// "which item was issued most often": the issues.
		const [act, ...acts] = isDeed ? graph.tables.filter((table) => isAct(table, token)) : [];
		const subject = items.at(-1);
		if (act !== undefined && acts.length === 0 && subject?.tag === 'T' && !subject.mention?.tables.includes(act))
			items.push({
				...{ tag: 'T', text: token.text },
				mention: { from: at, to: at + 1, columns: [], tables: [act], values: [], score: 0.5 },
			});
		// "how many samples were lost": not how their number changed.
		if (
			mention === undefined &&
			phrase?.phrase.kind === 'change' &&
			isBeing(tokens[at - 1]) &&
			at === tokens.length - 1
		)
			throw unknownWord(token.text);
		if (isDeed || isKind || isWho || isDone) {
			at += isKind && !isNoun ? 2 : 1;
			continue;
		}
		// "State the winner": only phrases the request.
		if (
			at === 0 &&
			/^(state|name|list|report)$/.test(token.word) &&
			/^(the|all|a|an|each|every)$/.test(tokens[1]?.word ?? '')
		) {
			at++;
			continue;
		}
		// "the dose that was prescribed": doesn't mean a date.
		if (
			mention !== undefined &&
			mention.score < 1 &&
			isPredicate(at, tokens) &&
			items.at(-1)?.tag !== 'X' &&
			items.some(({ tag }) => 'AHQP'.includes(tag)) &&
			mention.columns.some((column) => column.kind === 'time' && !isOptional(column))
		) {
			at = mention.to;
			continue;
		}
		// "filed in each year": no date column but that one.
		if (
			mention !== undefined &&
			isOnlyDeed(at, mention, tokens, mentions) &&
			(items.some(({ tag }) => 'AHQP&'.includes(tag)) || saysOf(items.at(-1), at, tokens))
		) {
			dates.push(...mention.columns);
			at = mention.to;
			continue;
		}
		// "received" is about who got something, not a column of the recipient; but "directed" is about the director.
		if (
			mention !== undefined &&
			((mention.score === 0.5 && !isPredicate(at, tokens)) ||
				(endsAt(at) && hasDid && isRelationVerb(token)) ||
				// "who wrote more than one play" isn't about the year written.
				(!endsAt(at) &&
					isIrregularVerb(token.word) &&
					tokens[at + 1]?.word !== 'year' &&
					mention.columns.every(isWhen))) &&
			mention.columns.length > 0 &&
			!saysWhen(mention, items.at(-1), tokens[mention.to]?.word ?? '') &&
			isVerbOf(token, endsAt(mention.to - 1) && hasDid ? 'did' : (tokens[at - 1]?.word ?? ''), mention, graph)
		) {
			at = mention.to;
			continue;
		}
		// "how many rows are there": in the dataset, whatever its name.
		if (
			/^(rows|records|entries)$/.test(token.word) &&
			mention === undefined &&
			items.at(-1)?.tag === 'H' &&
			!mentions.some(({ tables }) => tables.length > 0)
		) {
			const all = { from: at, to: at + 1, columns: [], tables: graph.tables, values: [], score: 1 };
			items.push({ tag: 'T', text: token.text, mention: all });
			at++;
			continue;
		}
		if (mention === undefined && items.at(-1)?.tag === 'L' && !isOperator(phrase)) {
			items.push({ tag: 'V', text: token.text });
			at++;
			continue;
		}
		const isVague = phrase === null && (mention?.score ?? 0) <= 0.4 && !graph.isDescribed;
		const amount = isVague ? amountCalled(token, graph) : [];
		if (amount.length > 0) {
			const called = { from: at, to: at + 1, columns: amount, tables: [], values: [], score: 0.8 };
			items.push({ tag: 'C', text: token.text, after: tokens[at - 1]?.word ?? '', mention: called });
			at++;
			continue;
		}
		const named = items.at(-1)?.tag === 'C' ? items.at(-1)?.mention : undefined;
		// "start time" and "end date" of starts_at and ends_on
		if (
			/^(?:date|time)s?$/.test(token.word) &&
			named?.to === at &&
			(mention?.score ?? 0) < 1 &&
			named.columns.every(({ kind, nameStems }) => kind === 'time' || isTimeUnit.test(nameStems.at(-1) ?? ''))
		) {
			items.push({ ...(items.pop() as Item), mention: { ...named, to: at + 1 } });
			at++;
			continue;
		}
		const isName =
			mention !== undefined &&
			(mention.to - at > (phrase?.length ?? 0) ||
				mention.to - at > 1 ||
				!isOperator(phrase) ||
				isCalledLikeFigure(mention, phrase?.phrase, tokens, mentions));
		if (mention !== undefined && isName) {
			const after = tokens[at - 1]?.word ?? '';
			const isArticle = /^(the|a|an|any|all|each|this|that)$/.test(after);
			const tag = mentionTag(mention, after);
			// "what is the price of flights": not the city called Price.
			const isAttribute = tag === 'V' && after === 'the' && tokens[mention.to]?.word === 'of' && !token.quoted;
			if (isAttribute && items.length === 0 && token.text === token.word && graph.tables.length > 1)
				if (mention.values.every(({ value }) => /^\p{Lu}/u.test(value))) throw unknownWord(token.text);
			// "did customers open": an action or a condition?
			if (
				tag === 'V' &&
				hasDid &&
				mention.to === tokens.length &&
				items.at(-1)?.tag === 'T' &&
				items.at(-1)?.mention?.to === at
			)
				throw new Unread(token.text);
			// "in each year": refers to dates too, unless a column has exactly that name.
			const isUnit = phrase?.phrase.kind === 'unit' && mention.score < 1 && tag === 'C' && items.at(-1)?.tag === 'E';
			const units = isUnit && phrase?.phrase.kind === 'unit' ? unitsIn(phrase.phrase.unit) : [];
			items.push({
				after,
				next: tokens
					.slice(mention.to, mention.to + 2)
					.map(({ word }) => word)
					.join(' '),
				way: wayOf(tokens.slice(Math.max(0, at - 3), at)),
				lead: isArticle ? (tokens[at - 2]?.word ?? '') : after,
				tag,
				text: textBetween(tokens, at, mention.to),
				mention: units.length === 0 ? mention : { ...mention, columns: [...units, ...mention.columns] },
				...(token.number === null || mention.to > at + 1
					? {}
					: { number: isNegative(at) ? -token.number : token.number }),
			});
			at = mention.to;
			continue;
		}
		const time = readTime(tokens, at);
		if (time !== null && (time.length > 1 || time.time.kind === 'part' || /-|\ds$/.test(token.word))) {
			items.push({
				tag: 'M',
				text: textBetween(tokens, at, at + time.length),
				time: time.time,
				after: tokens[at - 1]?.word ?? '',
			});
			at += time.length;
			continue;
		}
		// "5 million viewers" is 5 in "Viewers (millions)".
		const isNamed = mentions.some(({ from }) => from === at + 1);
		const scale = isNamed ? 1 : (multiplier[tokens[at + 1]?.word ?? ''] ?? 1);
		const plainNumber =
			token.number !== null && isNegative(at) ? -token.number : (token.number ?? small.get(token.word));
		// "per million inhabitants"
		const factor = items.at(-1)?.tag === 'E' ? multiplier[token.word] : undefined;
		const number = plainNumber === undefined || plainNumber === null ? factor : plainNumber * scale;
		// "under the Panama flag": no comparison.
		const where = mentions.find(({ from, values }) => from > at && from <= at + 2 && values.length > 0);
		const isText = ({ column }: NamedValue) => column.kind === 'text' && column !== displayOf(column.table);
		if (
			/^(?:under|within|beyond)$/.test(token.word) &&
			phrase?.phrase.kind === 'comparison' &&
			where?.values.every(isText)
		) {
			at++;
			continue;
		}
		// "the most struck species": the one with the most rows.
		const done = tokens[at + 1];
		if (
			graph.isDescribed &&
			phrase?.phrase.kind === 'end' &&
			phrase.length === 1 &&
			done !== undefined &&
			(/[a-z]{2}ed$/.test(done.word) || isIrregularVerb(done.word)) &&
			mentions.some(({ from }) => from === at + 2)
		) {
			items.push({ tag: 'S', text: token.text, phrase: { ...phrase.phrase, word: 'often' } });
			at += 2;
			continue;
		}
		// "the most expensive"
		const quality =
			phrase?.phrase.kind === 'end' && phrase.length === 1 ? readAdjective(tokens[at + 1]?.word ?? '') : null;
		const isMost = quality !== null && phrase?.phrase.kind === 'end';
		const adjective = isMost
			? measuredBy(
					quality.nouns,
					quality.direction === (phrase.phrase as { direction?: string }).direction ? 'desc' : 'asc',
					graph,
				)
			: phrase === null
				? qualityOf(
						token.word,
						tokens.slice(at + 1),
						graph,
						mentions.flatMap(({ tables }) => tables),
					)
				: null;
		// "the widest crown spread": the most of what is named next.
		const graded = phrase === null && adjective === null ? readGradedAdjective(token.word) : null;
		const quantities =
			mentions.find(({ from }) => from === at + 1)?.columns.filter(({ kind }) => kind === 'number') ?? [];
		const ofNext = quantities.filter((column) => suitsQuantity(token.word, column));
		if (graded?.form === 'superlative' && ofNext.length > 0) {
			const direction = endOf(token.word, ofNext) ?? graded.direction;
			items.push({
				tag: 'S',
				text: token.text,
				phrase: { kind: 'end', direction, word: token.word },
			});
			at++;
			continue;
		}
		// "how tall is": the height.
		const measured = token.word === 'how' ? readAdjective(tokens[at + 1]?.word ?? '') : null;
		const sizes = measured === null ? null : measuredBy(measured.nouns, 'desc', graph);
		if (sizes !== null) {
			const mention = { from: at, to: at + 2, columns: sizes.columns, tables: [], values: [], score: 0.8 };
			items.push({ tag: 'C', text: `${token.text} ${tokens[at + 1]?.text}`, mention, after: 'what' });
			at += 2;
			continue;
		}
		if (adjective !== null) {
			const { columns, direction, compares } = adjective;
			const sign: Phrase = compares
				? { kind: 'comparison', op: direction === 'desc' ? '>' : '<', time: false }
				: { kind: 'end', direction, word: token.word };
			const name: Item = {
				tag: 'C',
				text: token.text,
				mention: { from: at, to: at + 1, columns, tables: [], values: [], score: 0.8 },
			};
			// "the longest delay" refers to the delay.
			const compared = compares
				? undefined
				: mentions.find(
						({ from, columns: of }) =>
							from === at + (isMost ? 2 : 1) && of.length > 0 && of.every(({ kind }) => kind === 'number'),
					);
			if (compared !== undefined && !compared.columns.some((column) => suitsQuantity(token.word, column)))
				throw unknownWord(token.text);
			const ofCompared = compared === undefined ? null : endOf(token.word, compared.columns);
			const phrase: Phrase = ofCompared === null ? sign : { kind: 'end', direction: ofCompared, word: token.word };
			const end: Item = { tag: compares ? 'G' : 'S', text: token.text, phrase };
			// "a delay longer than average": the delay.
			const isOfNamed = compares && named?.to === at && named.columns.some(({ kind }) => kind === 'number');
			items.push(...(compared !== undefined || isOfNamed ? [end] : compares ? [name, end] : [end, name]));
			at += compares || isMost ? 2 : 1;
			continue;
		}
		if (token.word === 'number' && named?.to === at) {
			at++;
			continue;
		}
		// "the province amount": a count, because provinces aren't a quantity.
		const last = items.at(-1);
		if (
			token.word === 'amount' &&
			last?.tag === 'C' &&
			last.mention?.to === at &&
			last.mention.columns.every(({ kind }) => kind === 'text')
		)
			items.splice(-1, 1, { tag: 'H', text: 'number of', phrase: { kind: 'count' } }, last);
		else if (token.word === 'amount' && tokens[at + 1]?.word === 'of' && !'AS'.includes(items.at(-1)?.tag ?? '-'))
			items.push({ tag: 'H', text: 'number of', phrase: { kind: 'count' } });
		else if (
			token.word === 'ratio' ||
			(token.word === 'difference' && tokens.slice(at).some(({ word }) => /^(?:minus|between)$/.test(word)))
		)
			items.push({ tag: 'Q', text: token.text });
		else if (token.word === 'to' && items.some(({ tag, text }) => tag === 'Q' && text === 'ratio'))
			items.push({ tag: '/', text: 'to' });
		else if (token.word === 'divided' && tokens[at + 1]?.word === 'by') {
			items.push({ tag: '/', text: 'divided by' });
			at++;
		} else if (/^(minus|plus)$/.test(token.word)) items.push({ tag: '/', text: token.word });
		else if (token.word === 'or' && phrase === null) items.push({ tag: '|', text: 'or' });
		else if (token.word === 'and') items.push({ tag: '&', text: 'and' });
		else if (token.word === 'same') {
			items.push({ tag: '=', text: token.text });
			if (/^(?:person|people|one)$/.test(tokens[at + 1]?.word ?? '') && !mentions.some(({ from }) => from === at + 1))
				at++;
		} else if (token.word === 'counts') items.push({ tag: 'K', text: token.text });
		else if (token.word === 'either') items.push();
		else if (token.word === 'both') items.push({ tag: 'Z', text: token.text });
		else if (number !== undefined && number !== null) {
			const unit = tokens[at + (scale > 1 ? 2 : 1)];
			// "50 m pools": by the column that is in meters.
			const thing = mentions.find(({ from }) => from === at + 2);
			const owners = [...(thing?.tables ?? []), ...(thing?.values ?? []).map(({ column }) => column.table)];
			const sizes = [...new Set(owners)].flatMap(({ columns }) =>
				columns.filter(
					(one) => one.kind === 'number' && one.nameStems.length > 1 && one.nameStems.at(-1) === unit?.stem,
				),
			);
			if (sizes.length === 1 && 'GNB'.includes(items.at(-1)?.tag ?? '-') === false && items.length > 0) {
				const size = { from: at, to: at + 2, columns: sizes, tables: [], values: [], score: 1 };
				items.push({ tag: 'C', text: unit?.text ?? '', mention: size }, { tag: 'N', text: token.text, number });
				at += 2;
				continue;
			}
			const isTimed =
				items.at(-1)?.tag === 'G' &&
				unit !== undefined &&
				unit.stem in units &&
				!mentions.some(({ from, score }) => tokens[from] === unit && score > 0.4);
			items.push({
				tag: 'N',
				text: token.text,
				number,
				after: tokens[at - 1]?.word ?? '',
				...(isTimed ? { unit: unit.stem } : {}),
			});
			if (scale > 1) at++;
			if (isTimed) at++;
		} else if (phrase !== null && phrase.phrase.kind !== 'ask') {
			const { kind } = phrase.phrase;
			const dated = phrase.phrase.kind === 'unit' ? unitsIn(phrase.phrase.unit) : [];
			if (
				phrase.phrase.kind === 'unit' &&
				/^hour/.test(phrase.phrase.unit) &&
				!/[GN]/.test(items.at(-1)?.tag ?? '-') &&
				dated.length === 0
			)
				throw new Refusal('No column here has a time of day. Ask about days instead.', token.text);
			// "longer than an hour"
			if (items.at(-1)?.tag === 'G' && /^an?$/.test(tokens[at - 1]?.word ?? '') && token.stem in units) {
				items.push({ tag: 'N', text: token.text, number: 1, unit: token.stem });
				at++;
				continue;
			}
			// "the daily rate" isn't a rate per day of something else.
			const measure = mentions.find(({ from, columns }) => from === at + 1 && columns.length > 0);
			const isOwn = ({ table }: Column) => measure?.columns.some((column) => column.table === table) !== false;
			// "the highest monthly premium": of one row, or of a month?
			const how = items.at(-1)?.phrase;
			const isEnd = how?.kind === 'end' || (how?.kind === 'aggregate' && /^(?:min|max|range)$/.test(how.fn));
			const isUnclear = measure !== undefined && (isEnd || !dated.some(isOwn));
			if (phrase.phrase.kind === 'unit' && phrase.phrase.adverb && dated.length > 0 && isUnclear)
				throw unknownWord(token.text);
			if (phrase.phrase.kind === 'unit' && dated.length > 0) {
				if (phrase.phrase.adverb) items.push({ tag: 'E', text: 'per' });
				items.push({
					tag: 'C',
					text: token.text,
					after: tokens[at - 1]?.word ?? '',
					mention: { from: at, to: at + 1, columns: dated, tables: [], values: [], score: 1 },
				});
				at += phrase.length;
				continue;
			}
			const isPassive =
				/^by (?!each|every)/.test(`${rest} `) &&
				(isRelationVerb(tokens[at - 1]) || /[a-z]{2}ed$/.test(tokens[at - 1]?.word ?? '')) &&
				!mentions.some(({ to }) => to === at);
			const tag = (isPassive || rest.startsWith('across')) && kind === 'by' ? '' : (tagOf[kind] ?? 'Z');
			if (tag !== '')
				items.push({
					tag,
					text: textBetween(tokens, at, at + phrase.length),
					phrase: phrase.phrase,
					after: tokens[at - 1]?.word ?? '',
				});
			at += phrase.length;
			continue;
		} else if (/^names?$/.test(token.word) && (at === 0 || graph.tables.length === 1)) {
			at++;
			continue;
		} else if ((isPredicate(at, tokens) || isLastDeed(at, tokens, items, hasDid)) && items.at(-1)?.tag === 'T')
			items.push({ ...(items.pop() as Item), claim: token.text });
		else if (isGlossed(at, tokens, mentions)) items.push();
		else if (token.quoted || (at > 0 && token.text === 'A') || !saysNothing(at, tokens, items, mentions, graph))
			throw times.test(token.word) || phrase !== null ? new Unread(token.text) : unknownWord(token.text);
		at++;
	}
	return joinedItems(withSpans(items, graph, question), question);
}

/** "the oldest vintage" is the earliest year, although the oldest age is the highest; null for other words. */
function endOf(word: string, columns: readonly Column[]): 'asc' | 'desc' | null {
	const graded = readGradedAdjective(word);
	const isAge = graded?.nouns.includes('age') === true && columns.every(hasYears);
	// "the fastest time"
	const isTime = ({ nameStems }: Column) => nameStems.some((name) => name === stem('time') || isTimeUnit.test(name));
	if (graded === null || (!isAge && !(graded.nouns.includes('speed') && columns.every(isTime)))) return null;
	return graded.direction === 'desc' ? 'asc' : 'desc';
}

/** "which one sold the most": not the number 1. */
const isPronoun = (at: number, tokens: readonly Token[]): boolean =>
	tokens[at]?.word === 'one' && /^(?:which|what|that|this)$/.test(tokens[at - 1]?.word ?? '');

/** "erupted": the eruptions. */
const isAct = ({ nameStems: [name = '', ...more] }: Table, { stem: verb }: Token): boolean =>
	more.length === 0 && (name === verb || related(name, verb) || (name.startsWith(verb) && name.endsWith('al')));

/** "arriving at" and "to" refer to where something ends, "leaving" and "from" to where it begins. */
function wayOf(before: readonly Token[]): 'from' | 'to' | null {
	// "from each airport"
	const words = before.map(({ word }) => word);
	const last = (/^(?:each|every)$/.test(words.at(-1) ?? '') ? words.at(-2) : words.at(-1)) ?? '';
	for (const word of words.reverse()) {
		if (/^(arriv|land)/.test(word)) return 'to';
		if (/^(depart|leav|originat)/.test(word)) return 'from';
		if (!/^(at|in|from|to|the|each|every|airport)$/.test(word)) break;
	}
	return last === 'from' || last === 'to' ? last : null;
}

/** "cancelled_on": some rows have no such date. */
const isOptional = ({ kind, nulls }: Column): boolean => kind === 'time' && nulls > 0;

const isWhen = ({ kind, nameStems }: Column): boolean => kind === 'time' || nameStems.includes('year');

/** "shipped in 1997" and "not shipped": a verb that selects one of several date columns. */
const saysWhen = ({ columns }: Mention, before: Item | undefined, next: string): boolean =>
	columns.some(isWhen) && (before?.tag === 'X' || /^(in|on|before|after|since|between|during|until|from)$/.test(next));

function isVerbOf(token: Token, before: string, { columns }: Mention, { tables }: Graph): boolean {
	if ((/[a-z]{2}ed$/.test(token.word) || isIrregularVerb(token.word)) && tables.length > 1) return true;
	if (!isRelationVerb(token)) return false;
	if (/ing$/.test(token.word) && tables.length > 1) return true;
	const isDoer = columns.some(({ name }) => new RegExp(`${token.stem}e?(?:e?r|or)s?\\b`, 'i').test(name));
	return !isDoer && /^(did|does|do|to|they|he|she|it)$/.test(before);
}

/** "which drivers are married": a predicate, and nothing else in the question says more. */
const isPredicate = (at: number, tokens: readonly Token[]): boolean =>
	at === tokens.length - 1 &&
	/^(are|is|were|was|been|be|got)$/.test(tokens[at - 1]?.word ?? '') &&
	(/[a-z]{2}(ed|en|wn)$/.test(tokens[at]?.word ?? '') || isIrregularVerb(tokens[at]?.word ?? ''));

/** "how many patients died", "which flats need repairs": a final verb about what is requested. */
const isLastDeed = (at: number, tokens: readonly Token[], items: readonly Item[], hasDid: boolean): boolean =>
	at === tokens.length - 1 &&
	!hasDid &&
	items.filter(({ mention }) => mention !== undefined).length === 1 &&
	(isRelationVerb(tokens[at]) || isIrregularVerb(tokens[at]?.word ?? ''));

/** Whether a word only expresses how things are related, and may be skipped. */
function saysNothing(
	at: number,
	tokens: readonly Token[],
	items: readonly Item[],
	mentions: readonly Mention[],
	graph: Graph,
): boolean {
	const token = tokens[at] as Token;
	const isNamed = (place: number) => mentions.some(({ from, to }) => from <= place && place < to);
	if (isManyOf(at, tokens, mentions)) return false;
	if (/^(win|los|lose|beat|defeat)$/.test(token.stem) && !tellsResults(graph)) return false;
	// "which items did they return": not only a request.
	if (token.word === 'return' && at === tokens.length - 1 && at > 2) return false;
	const verb = tokens[at - 1];
	// "carried out in March", but not "sold out"
	if (
		/^(out|off|up|in|over)$/.test(token.word) &&
		/^(carry|carri|com|hand|go|send|give|set|fill|pick)$/.test(verb?.stem ?? '') &&
		at < tokens.length - 1
	)
		return true;
	// "how many hikes were full": what is said of them.
	if (
		/^(?:full|complete|whole|available|used|alone|current)$/.test(token.word) &&
		at === tokens.length - 1 &&
		items.at(-1)?.text !== 'never' &&
		isBeing(verb)
	)
		return false;
	if (isCourtesy(token.word) || isRelation(at, tokens, isNamed) || isUnit(token, items)) return true;
	const [before, next] = [tokens[at - 1]?.word ?? '', tokens[at + 1]?.word ?? ''];
	// "the date of the game where": restates what a row is, after what is requested of it.
	const isArticle = /^(the|a|an|each|every|any|all|this|that)$/.test(before);
	const lead = isArticle ? (tokens[at - 2]?.word ?? '') : before;
	const isRow =
		graph.tables.length === 1 &&
		graph.partOf === undefined &&
		/^[a-z]+$/.test(token.text) &&
		/^(of|for|by|in|from|on|during|when|where|if|to|did|do|does|among|across|is|was|after|before)$/.test(lead) &&
		/^(with|where|that|when|who|which|has|have|had|having|against|whose|in|from|by|on|for|at|is|are|was|were|and|)$|ed$/.test(
			next,
		) &&
		items.some(({ tag }) => 'CHAS'.includes(tag));
	// "an away team of": contents of a column of the only dataset.
	const last = items.at(-1);
	const isHead =
		graph.tables.length === 1 &&
		graph.partOf === undefined &&
		last?.tag === 'C' &&
		last.mention?.score === 1 &&
		last.mention.to === at &&
		/^[a-z]+$/.test(token.text) &&
		/^(of|is|was|were|are|for|with|in|named|has|have|had|when|where|that|who|against|at|on|from|and|)$/.test(next);
	return isRow || isHead;
}

/** "Italian wines", "the number of books": a plural noun, although "books" is also a verb. */
function isManyOf(at: number, tokens: readonly Token[], mentions: readonly Mention[]): boolean {
	const word = tokens[at]?.word ?? '';
	if (!/[^s]s$/.test(word) || isCourtesy(word) || !isRelationVerb(tokens[at])) return false;
	const before = tokens[at - 1];
	const described = mentions.find(({ to }) => to === at);
	const isKind =
		described !== undefined &&
		described.columns.length + described.tables.length === 0 &&
		(before?.text === before?.word || isDemonym(before?.text ?? ''));
	return (
		before === undefined ||
		isKind ||
		/^(?:the|of|all|many|by|in|for|per|no|any|most|some|with|without)$/.test(before.word)
	);
}

const tellsResults = ({ tables }: Graph): boolean =>
	tables.some(({ columns, nameStems }) =>
		[...nameStems, ...columns.flatMap((column) => column.nameStems)].some((word) =>
			/^(w|l|win|winner|won|victory|victor|champion|championship|result|outcome|award|medal|prize|title|position|pos|plac|place|rank|finish|los|loss|loser|record|nominee|stag|double|singl)$/.test(
				word,
			),
		),
	);

/** "200 mph" and "lap number": words that add nothing to the ones before them. */
const isUnit = (token: Token, items: readonly Item[]): boolean => {
	const last = items.at(-1)?.tag;
	return (last === 'N' && isMeasureUnit(token.word)) || (last === 'C' && /^(number|money)$/.test(token.word));
};

/** "a total above 5", "the total for rank 1": a column named like an aggregate, with nothing after it to aggregate. */
function isCalledLikeFigure(
	mention: Mention,
	phrase: Phrase | undefined,
	tokens: readonly Token[],
	mentions: readonly Mention[],
): boolean {
	if (phrase?.kind !== 'aggregate' || mention.score < 0.7 || mention.columns.length === 0) return false;
	const rest = tokens.slice(mention.to).map(({ word }) => word);
	const skipped =
		/^(of )?(the |all )?((number|amount) of )?/.exec(rest.join(' '))?.[0].trim().split(' ').filter(Boolean).length ?? 0;
	const operand = mentions.find(({ from }) => from === mention.to + skipped);
	const isOf = operand !== undefined && (operand.columns.length > 0 || operand.tables.length > 0);
	// "average, lowest and highest age": one of several aggregates.
	const isListed =
		/^(and|or|,)?\s?(the )?(minimum|maximum|average|mean|median|sum|total|lowest|highest|min|max)\b/.test(
			rest.join(' '),
		);
	return !isOf && !isListed && !/^(than|above|below|over|under)$/.test(tokens[mention.from - 1]?.word ?? '');
}

const amountsIn = (token: Token, graph: Graph): readonly Column[] =>
	(describedAs([token], graph)?.columns ?? []).filter(({ kind }) => kind === 'number');

/** The months of each date column; for years, also columns that have years. */
const unitsOf = (unit: TimeUnit, graph: Graph): Column[] =>
	graph.tables
		.flatMap((table) => table.columns)
		.flatMap((column) =>
			column.kind === 'time'
				? // Dates have no hour.
					(/^hour/.test(unit) && !mayHaveHour(column)) ||
					// A time that all rows share says when they were loaded.
					(column.distinct === 1 &&
						column.table.columns.some(({ kind, distinct }) => kind === 'time' && distinct !== 1))
					? []
					: [unit === 'day' && graph.isDescribed && !hasTimeOfDay(column) ? column : unitOf(column, unit)]
				: column.isYear && unit === 'decade'
					? [unitOf(column, unit)]
					: (column.isYear && unit === 'year') ||
							(column.kind === 'text' && unit === 'weekday' && /^(day|weekday)$/.test(column.nameStems.at(-1) ?? ''))
						? [column]
						: [],
		);

const mayHaveHour = (column: Column): boolean =>
	hasTimeOfDay(column) || (column.textOf === 'date' && /\d:\d/.test(column.min ?? ''));

const isOperator = (phrase: { phrase: Phrase } | null): boolean =>
	phrase !== null && !/^(ask|unit|change)$/.test(phrase.phrase.kind);
