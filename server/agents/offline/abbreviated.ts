import { abbreviates } from '../builtin/abbreviations.ts';
import { isMonthName } from '../builtin/dates.ts';
import { readNumberWord } from '../builtin/english.ts';
import { readPhrase } from '../builtin/phrases.ts';
import { isIrregularVerb, stem } from '../builtin/stem.ts';
import { type Token, wordsOf } from '../builtin/tokenize.ts';
import type { Graph } from './graph.ts';
import { isCourtesy, isRelationVerb } from './vocabulary.ts';

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
	const { all, known, written } = namesOf(graph);
	return tokens.flatMap((token, at) => {
		const joined = (verb: Token | undefined, particle: Token | undefined) => {
			if (verb === undefined || !/^(?:up|out|off|in|over|back)$/.test(particle?.word ?? '')) return null;
			const word = `${verb.stem}${particle?.word}`;
			const isShort = (part: string) => part.endsWith(particle?.word ?? '') && abbreviates(part, word);
			const isPair = (words: readonly string[]) =>
				words.some((name, place) => name === verb.stem && words[place + 1] === particle?.word);
			const isName = known.has(word) || all.some(isPair) || [...written.values()].some(isShort);
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
		const parts = [...written.keys()].filter((part) =>
			part.length === 2
				? startsLike(part, own)
				: isShort(part, own) || (part.endsWith('d') && isShort(part, token.word)),
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

const isArticle = /^(?:an?|the|any|no|each|every|most|fewest|many|more|fewer|of|one|two|three|four|five|[a-z]{2,}ed)$/;

const isKept = ({ word, stem: own, quoted, number }: Token): boolean =>
	quoted ||
	number !== null ||
	own.length < 4 ||
	isCourtesy(word) ||
	isMonthName(word) ||
	readNumberWord(word) !== null ||
	readPhrase(word) !== null;

const startsLike = ([first, second = '']: string, word: string): boolean =>
	word[0] === first && word.includes(second, 1);

const isVerb = (token: Token): boolean =>
	(isRelationVerb(token) && !/[a-z]{2}ed$/.test(token.word)) || isIrregularVerb(token.word);
