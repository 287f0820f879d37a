import { editDistance } from '#lib/text/edit-distance.ts';
import { isMonthName } from './dates.ts';
import { closeness, isEmpty, readAdjective, readGradedAdjective, readNumberWord } from './english.ts';
import { linkNames } from './link-names.ts';
import { indexOf, linkValues } from './link-values.ts';
import { readPhrase } from './phrases.ts';
import type { Schema } from './schema.ts';
import { stem } from './stem.ts';
import { type Token, wordsOf } from './tokenize.ts';

const commonWords =
	'average total maximum minimum median number count share percentage highest lowest largest smallest longest shortest strongest between before after compare month year week monthly yearly daily which january february march april june july august september october november december'.split(
		' ',
	);

/** What three letters may stand for: "how mny". Names are not guessed from so few. */
const littleWords = new Set(['many', 'most', 'show', 'list', 'what', 'with', 'from']);

/** Words that mean nothing here are taken for the one name or value that they nearly are. */
export function correctSpelling(tokens: readonly Token[], schema: Schema) {
	/** What was read otherwise than it was written, in words. */
	const notes: string[] = [];
	let known: Set<string> | null = null;
	const corrected = tokens.map((token, index) => {
		if (token.quoted || token.number !== null || token.word.length < 3 || isKnown(tokens, index, schema)) return token;
		if (token.word.length > 3) known ??= vocabulary(schema);
		const meant = nearest(token.word, token.word.length > 3 ? (known ?? littleWords) : littleWords);
		if (meant === null) return token;
		notes.push(`"${token.text}" was read as "${meant}"`);
		return { ...token, word: meant, stem: stem(meant) };
	});
	return { tokens: corrected, notes };
}

function isKnown(tokens: readonly Token[], index: number, schema: Schema): boolean {
	const token = tokens[index];
	if (token === undefined) return true;
	const { word } = token;
	if (isEmpty(word) || readNumberWord(word) !== null || isMonthName(word) || readAdjective(word) !== null) return true;
	const rest = tokens.slice(index).map((token) => token.word);
	if (readPhrase(rest.join(' ')) !== null || /^(hundred|thousand|million|billion)$/.test(word)) return true;
	const graded = readGradedAdjective(word);
	if (graded?.nouns.some((noun) => linksAsNoun(noun, schema)) === true) return true;
	if (linkNames(tokens, index, schema).length > 0 || linkValues(tokens, index, schema).length > 0) return true;
	return schema.tables.some((table) => table.columns.some((column) => indexOf(column)?.words.has(word) === true));
}

const linksAsNoun = (noun: string, schema: Schema): boolean =>
	schema.tables.some((table) =>
		table.columns.some((column) =>
			[...column.nameStems, ...column.descriptionStems].some((word) => closeness(noun, word) > 0),
		),
	);

function vocabulary(schema: Schema): Set<string> {
	const words = new Set(commonWords);
	for (const table of schema.tables) {
		for (const word of wordsOf(`${table.name} ${table.dataset.description}`)) words.add(word);
		for (const column of table.columns) {
			for (const word of wordsOf(`${column.name} ${column.description}`)) words.add(word);
			for (const word of indexOf(column)?.words.keys() ?? []) words.add(word);
			if (column.kind === 'number')
				for (const noun of column.nameStems.concat(column.descriptionStems)) words.add(`${noun}iest`);
		}
	}
	return words;
}

/** The one word within reach; null where there is none, or several. */
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
