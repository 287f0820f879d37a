import { editDistance } from '#lib/text/edit-distance.ts';
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
import { stem } from '../builtin/stem.ts';
import { type Token, tokenize, wordsOf } from '../builtin/tokenize.ts';
import { withParticles } from './abbreviated.ts';
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
	withParticles(correctSpelling(tokenize(plainly(question)), graph.partOf ?? graph).tokens, graph.partOf ?? graph);

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
