import { editDistance } from '#lib/text/edit-distance.ts';
import { abbreviates } from '../builtin/abbreviations.ts';
import { isMonthName } from '../builtin/dates.ts';
import {
	closeness,
	isEmpty,
	measureUnits,
	multiplier,
	readAdjective,
	readGradedAdjective,
	readNumberWord,
} from '../builtin/english.ts';
import { readPhrase } from '../builtin/phrases.ts';
import type { Column } from '../builtin/schema.ts';
import { isIrregularVerb, stem } from '../builtin/stem.ts';
import { type Token, tokenize, wordsOf } from '../builtin/tokenize.ts';
import type { Graph } from './graph.ts';
import { plainly } from './phrasing.ts';
import { isCourtesy, isRelationVerb } from './vocabulary.ts';

const commonWords =
	'average total maximum minimum median number count share percentage highest lowest largest smallest longest shortest strongest between before after compare month year week monthly yearly daily which january february march april june july august september october november december'.split(
		' ',
	);

/** Completions of three-letter words: "how mny". Names aren't guessed from so few letters. */
const littleWords = new Set(['many', 'most', 'show', 'list', 'what', 'with', 'from']);

/** Replaces unknown words by the only name or value with a similar spelling. */
export function correctSpelling<T extends Token>(tokens: readonly T[], graph: Graph) {
	const notes: string[] = [];
	if (!graph.isDescribed) return { tokens, notes };
	const known = vocabulary(graph);
	const corrected = tokens.map((token, at) => {
		if (token.quoted || token.number !== null || token.word.length < 3 || isKnown(tokens, at, known)) return token;
		const meant = nearest(token.word, token.word.length > 3 ? known.words : littleWords);
		if (meant === null) return token;
		notes.push(`"${token.text}" was read as "${meant}"`);
		return { ...token, word: meant, stem: stem(meant) };
	});
	return { tokens: corrected, notes };
}

/** The words of a question as they are read. */
export const wordsRead = (question: string, graph: Graph): readonly Token[] =>
	withDates(
		withParticles(correctSpelling(tokenize(plainly(question)), graph.partOf ?? graph).tokens, graph.partOf ?? graph),
		graph.partOf ?? graph,
	);

/** Words that stand for dates of a dataset. */
const withDates = (tokens: readonly Token[], graph: Graph): readonly Token[] =>
	withDeadlines(withService(withNegations(tokens, graph), graph), graph);

const wordsAs = (like: Token, text: string): Token[] =>
	wordsOf(text).map((word) => ({ ...like, text: word, word, stem: stem(word), number: null, afterPause: false }));

/** The only date column whose name has one of some words; null if there are several. */
function dateCalled(words: RegExp, { tables }: Graph): Column | null {
	const [column, ...others] = tables.flatMap(({ columns }) =>
		columns.filter(
			({ kind, isYear, nameStems }) => (kind === 'time' || isYear) && nameStems.some((word) => words.test(word)),
		),
	);
	return others.length > 0 ? null : (column ?? null);
}

/** "been a member the longest", "the longest-serving": with the earliest date of joining. */
function withService(tokens: readonly Token[], graph: Graph): readonly Token[] {
	const at = tokens.findIndex(({ word }) => word === 'longest');
	const longest = tokens[at];
	const served = tokens.findLastIndex(
		({ word }, place) => place < at && /^(?:been|employed|works?|worked|working|served)$/.test(word),
	);
	const isNoun = /^(?:serving|service|tenure)$/.test(tokens[at + 1]?.word ?? '');
	if (longest === undefined || (!isNoun && (served < 0 || at < tokens.length - 1))) return tokens;
	const column =
		dateCalled(/^(?:join|hir|employ|engag|appoint|member|recruit)$/, graph) ?? dateCalled(/^start$/, graph);
	if (column === null) return tokens;
	const earliest = wordsAs(longest, `${isNoun ? '' : 'has the '}earliest ${column.name}`);
	return [...tokens.slice(0, isNoun ? at : served), ...earliest, ...tokens.slice(at + (isNoun ? 2 : 1))];
}

/** "delivered late": after the due date. */
function withDeadlines(tokens: readonly Token[], graph: Graph): readonly Token[] {
	const column = dateCalled(/^(?:due?|deadlin|promis|expect)$/, graph);
	return tokens.flatMap((token, at) =>
		column !== null && token.word === 'late' && /(?:ed|nt|ack)$/.test(tokens[at - 1]?.word ?? '')
			? wordsAs(token, `after ${column.name}`)
			: [token],
	);
}

/** "unpaid" and "still open": without the date when it was paid or closed. */
function withNegations(tokens: readonly Token[], graph: Graph): readonly Token[] {
	const dates = new Set(
		graph.tables.flatMap(({ columns }) =>
			columns.flatMap(({ kind, nulls, nameStems }) => (kind === 'time' && nulls > 0 ? nameStems : [])),
		),
	);
	return tokens.flatMap((token, at) => {
		const [, deed = ''] = /^un([a-z]{2,}(?:ed|id|ld|nt))$/.exec(token.word) ?? [];
		const isOpen = token.word === 'open' && tokens[at - 1]?.word === 'still' && dates.has(stem('closed'));
		const done = isOpen ? 'closed' : deed;
		const isNamed = (namesOf(graph).known.has(token.stem) && !isOpen) || vocabulary(graph).words.has(token.word);
		if (!dates.has(stem(done)) || isNamed) return [token];
		return [
			{ ...token, text: 'not', word: 'not', stem: 'not' },
			{ ...token, text: done, word: done, stem: stem(done), afterPause: false },
		];
	});
}

interface Vocabulary {
	readonly words: ReadonlySet<string>;
	readonly stems: ReadonlySet<string>;
	/** What earlier questions were about. */
	readonly asked: Map<string, boolean>;
}
const vocabularies = new WeakMap<Graph['schema'], Vocabulary>();

function isKnown(tokens: readonly Token[], at: number, { words, stems, asked }: Vocabulary): boolean {
	const { word, stem: own } = tokens[at] as Token;
	const isFixed = isEmpty(word) || readNumberWord(word) !== null || isMonthName(word) || readAdjective(word) !== null;
	if (isFixed || word in multiplier || measureUnits.has(own) || words.has(word) || stems.has(own)) return true;
	const rest = tokens.slice(at).map((token) => token.word);
	if (readPhrase(rest.join(' ')) !== null || isRelationVerb(tokens[at])) return true;
	if (isCourtesy(word) && !/ly$/.test(word)) return true;
	const before = asked.get(word);
	if (before !== undefined) return before;
	const nouns = readGradedAdjective(word)?.nouns ?? [];
	const isNear = [own, ...nouns].some((noun) => [...stems].some((other) => closeness(noun, other) > 0));
	asked.set(word, isNear);
	return isNear;
}

function vocabulary({ schema }: Graph): Vocabulary {
	const known = vocabularies.get(schema);
	if (known !== undefined) return known;
	const words = new Set(commonWords);
	const stems = new Set<string>();
	const add = (text: string) => {
		for (const word of wordsOf(text)) {
			words.add(word);
			stems.add(stem(word));
		}
	};
	for (const table of schema.tables) {
		add(`${table.name} ${table.dataset.description}`);
		for (const column of table.columns) {
			add(`${column.name} ${column.description}`);
			for (const value of column.values ?? []) for (const word of wordsOf(value)) words.add(word);
			if (column.kind === 'number')
				for (const noun of column.nameStems.concat(column.descriptionStems)) words.add(`${noun}iest`);
		}
	}
	const found = { words, stems, asked: new Map<string, boolean>() };
	vocabularies.set(schema, found);
	return found;
}

/** The only word within reach; null if there is none, or several. */
function nearest(word: string, known: ReadonlySet<string>): string | null {
	const reach = word.length < 8 ? 1 : 2;
	let best: string[] = [];
	let least = reach + 1;
	for (const candidate of known) {
		if (candidate.length < 4 || Math.abs(candidate.length - word.length) > reach || candidate[0] !== word[0]) continue;
		const steps = editDistance(word, candidate, least);
		if (steps < least) [best, least] = [[candidate], steps];
		else if (steps === least && steps <= reach && !best.some((other) => stem(other) === stem(candidate)))
			best.push(candidate);
	}
	return best.length === 1 ? (best[0] ?? null) : null;
}

/** The text of tokens including adjacent signs: "+31.982" and ".167" are values. */
export function spanText(question: string, tokens: readonly Token[]): (from: number, to: number) => string {
	const text = question.replaceAll('’', "'");
	let cursor = 0;
	const places = tokens.map((token) => {
		const start = Math.max(cursor, text.indexOf(token.text, cursor));
		cursor = start + token.text.length;
		return { start, end: cursor };
	});
	return (from, to) => {
		let [start, end] = [places[from]?.start ?? 0, places[to - 1]?.end ?? 0];
		while (start > 0 && /[-+.#$(]/.test(text[start - 1] ?? '')) start--;
		// "O-" is a value, but "A-B" isn't "A-".
		if (/^[-+](?![\w-])/.test(text.slice(end, end + 2))) end++;
		while (end < text.length && /[).!%°"]/.test(text[end] ?? '')) end++;
		return text.slice(start, end);
	};
}

interface Names {
	/** The stems of each name's words. */
	readonly all: readonly (readonly string[])[];
	/** The words as written, by stem; those that other words were written out from are missing. */
	readonly written: ReadonlyMap<string, string>;
	readonly known: ReadonlySet<string>;
}
/** "the daily rate" is "day_rate". */
const units = new Map(
	'hourly:hour daily:day weekly:week monthly:month quarterly:quarter yearly:year annual:year'
		.split(' ')
		.map((pair) => pair.split(':') as [string, string]),
);
const namesIn = new WeakMap<Graph['schema'], Names>();

function namesOf({ schema }: Graph): Names {
	const before = namesIn.get(schema);
	if (before !== undefined) return before;
	const things = schema.tables.flatMap((table) => [table, ...table.columns]);
	const all = things.map(({ nameStems }) => nameStems);
	const known = new Set([...all, ...things.map(({ descriptionStems }) => descriptionStems)].flat());
	const words = things.flatMap(({ name }) => wordsOf(name)).filter((word) => known.has(stem(word)));
	const found = { all, known, written: new Map(words.map((word) => [stem(word), word.replace(/s$/, '')])) };
	namesIn.set(schema, found);
	return found;
}

/** "picked up" as one word, if names have it or its abbreviation: "pickup_branch". */
export function withParticles(tokens: readonly Token[], graph: Graph): Token[] {
	const { known, written } = namesOf(graph);
	return tokens.flatMap((token, at) => {
		const joined = (verb: Token | undefined, particle: Token | undefined) => {
			if (verb === undefined || !/^(?:up|out|off|in|over|back)$/.test(particle?.word ?? '')) return null;
			const word = `${verb.stem}${particle?.word}`;
			const isShort = (part: string) => part.endsWith(particle?.word ?? '') && abbreviates(part, word);
			const isName = known.has(word) || [...written.values()].some(isShort);
			return isName ? word : null;
		};
		if (joined(tokens[at - 1], token) !== null) return [];
		const word = joined(token, tokens[at + 1]);
		return [word === null ? token : { ...token, text: `${token.text} ${tokens[at + 1]?.text}`, word, stem: word }];
	});
}

/** Words of a question with the stems of what names abbreviate them to, if there's only one: "credit limit" is "cr lmt", "shipments" are "shpmt". */
export function inNames(tokens: readonly Token[], graph: Graph, isValue: (token: Token) => boolean): Token[] {
	const { all, known, written } = namesOf(graph);
	const isShort = (part: string, word: string) => abbreviates(written.get(part) ?? '', word);
	const isSame = (part: string | undefined, token: Token | undefined) =>
		part !== undefined && token !== undefined && (part === token.stem || isShort(part, token.stem));
	/** "credit" next to "limit", in a name with both. */
	const isNext = (part: string, at: number) =>
		all.some((words) =>
			words.some(
				(word, place) =>
					word === part && (isSame(words[place + 1], tokens[at + 1]) || isSame(words[place - 1], tokens[at - 1])),
			),
		);
	return tokens.map((token, at) => {
		const own = token.stem;
		const unit = units.get(token.word);
		if (unit !== undefined && !known.has(own) && isNext(unit, at)) return { ...token, stem: unit };
		if (isKept(token) || known.has(own)) return token;
		const parts = [...written.keys()].filter(
			(part) =>
				!isOnlyOf(part, token.word, all) &&
				(part.length === 2
					? startsLike(part, own)
					: isShort(part, own) || (part.endsWith('d') && isShort(part, token.word))),
		);
		const near = parts.filter((part) => isNext(part, at));
		const found =
			near.length > 0
				? near
				: isVerb(token) && !isArticle.test(tokens[at - 1]?.word ?? '')
					? []
					: parts.filter((part) => part.length > 2);
		// "capacity" is "cap" rather than "cty".
		const fits = (part: string) => part.length + (own.startsWith(part) ? own.length : 0);
		const best = Math.max(...found.map(fits));
		const [part, ...others] = found.filter((one) => fits(one) === best);
		return part === undefined || others.length > 0 || isValue(token) ? token : { ...token, stem: part };
	});
}

/** Whether names only say something about a doer, unlike its name or key: "pub_year" isn't a publisher. */
const isOnlyOf = (part: string, word: string, all: Names['all']): boolean =>
	/(?:er|or|ist)s?$/.test(word) &&
	all.every((names) => {
		const at = names.indexOf(part);
		return at < 0 || (at < names.length - 1 && !isLabel.test(names[at + 1] ?? ''));
	});

const isLabel = /^(?:id|identifier|no|nr|num|number|code|cod|key|nam|name|nm|titl|label|type|kind|ref)$/;

const isArticle = /^(?:an?|the|any|no|each|every|most|fewest|many|more|fewer|of|one|two|three|four|five|[a-z]{2,}ed)$/;

const isKept = ({ word, stem: own, quoted, number }: Token): boolean =>
	quoted ||
	number !== null ||
	own.length < 4 ||
	isCourtesy(word) ||
	/^(?:minus|plus)$/.test(word) ||
	isMonthName(word) ||
	readNumberWord(word) !== null ||
	readPhrase(word) !== null;

const startsLike = ([first, second = '']: string, word: string): boolean =>
	word[0] === first && word.includes(second, 1);

const isVerb = (token: Token): boolean =>
	(isRelationVerb(token) && !/[a-z]{2}ed$/.test(token.word)) || isIrregularVerb(token.word);
