import type { WordMark } from '#contract/agents/artifacts.ts';
import { coordinateKey } from '#contract/dataset.ts';
import { escapePattern } from '#lib/text/escape-pattern.ts';
import { monthName, readTime, weekdayName } from '../builtin/dates.ts';
import { readGradedAdjective, readNumberWord } from '../builtin/english.ts';
import { type Phrase, readPhrase } from '../builtin/phrases.ts';
import type { Column, Table } from '../builtin/schema.ts';
import { graphOf, partsOf } from '../offline/graph.ts';
import { mentionsOf } from '../offline/link.ts';
import { correctSpelling } from '../offline/spelling.ts';
import type { SchemaContext, Written } from '../query/types.ts';
import { tokensIn, usedIn } from './definitions.ts';

type Query = Extract<Written, { kind: 'query' }>;

/** What a run of words may have become, and how certain that is. */
interface Candidate {
	readonly from: number;
	readonly to: number;
	readonly score: number;
	readonly meaning: string;
	readonly places: readonly WordMark['places'][number][];
}

/** The words of a question, each with the part of the reading it became. Words without a trace in the query are left out. */
export function wordMarks(question: string, { sql, reading, datasets }: Query, context: SchemaContext): WordMark[] {
	const tokens = tokensIn(question);
	const graph = graphOf(context);
	const corrected = correctSpelling(tokens, graph).tokens;
	const read = new Set(datasets.map(coordinateKey));
	const isRead = (table: Table) => read.has(coordinateKey(table.dataset.coordinate));
	const within = placesIn(reading);
	const candidates: Candidate[] = [];
	const add = (from: number, to: number, score: number, meaning: string, places: Candidate['places']) => {
		if (places.length > 0) candidates.push({ from, to, score: score + 0.15 * (to - from - 1), meaning, places });
	};
	const addColumn = (from: number, to: number, score: number, column: Column) => {
		if (isRead(column.table) && hasName(sql, column.name))
			add(from, to, score, `column ${column.name} of ${column.table.name}`, within.name(column.name));
	};
	const addTable = (from: number, to: number, score: number, table: Table) => {
		if (isRead(table)) add(from, to, score, `dataset ${table.name}`, within.name(table.name));
	};
	const addValue = (from: number, to: number, score: number, column: Column, value: string) => {
		if (isRead(column.table) && sql.includes(`'${value.replaceAll("'", "''")}'`))
			add(from, to, score, `value of ${column.name} in ${column.table.name}`, within.value(value));
	};
	const raw = (from: number, to: number) => question.slice(tokens[from]?.start ?? 0, tokens[to - 1]?.end ?? 0);
	const mentions = [graph, ...(graph.isDescribed ? partsOf(graph) : [])].flatMap((part) =>
		mentionsOf(corrected, raw, part),
	);
	for (const { from, to, score, columns, tables, values } of mentions) {
		for (const column of columns) addColumn(from, to, score, column);
		for (const table of tables) addTable(from, to, score, table);
		for (const { column, value } of values) addValue(from, to, score, column, value);
	}
	for (const { start, end, definition } of usedIn(question, context)) {
		const from = tokens.findIndex((token) => token.start === start);
		const to = tokens.findIndex((token) => token.end === end) + 1;
		const [figure = '', ...name] = definition.meaning.split(' ');
		const parts = definition.isFormula
			? [...within.phrase(figure), ...within.name(name.join(' '))]
			: within.name(definition.meaning);
		add(from, to, 2, definition.meaning, parts);
	}
	for (const at of corrected.keys()) {
		const rest = corrected.slice(at);
		const phrase = readPhrase(rest.map(({ word }) => word).join(' '));
		if (phrase !== null) {
			const places = within.matching(patternOf(phrase.phrase));
			add(at, at + phrase.length, 0.5, wordsAt(reading, places), places);
		}
		const time = readTime(corrected, at);
		if (time !== null) {
			const places = within.matching(timePattern);
			add(at, at + time.length, 0.9, wordsAt(reading, places), places);
		}
		const token = corrected[at];
		const number = token?.number ?? readNumberWord(token?.word ?? '');
		if (number !== null) {
			const places = within.matching(numberPattern(number));
			add(at, at + 1, 0.6, wordsAt(reading, places), places);
		}
		if (readGradedAdjective(token?.word ?? '')?.form === 'superlative') {
			const places = within.matching(
				/\b(?:highest|lowest)\s(?:(?:average|total|number of)\s)?(?:"[^"]+"|[\w ]+?(?=[.,]|$| first| of | for ))/,
			);
			add(at, at + 1, 0.7, wordsAt(reading, places), places);
		}
	}
	return best(candidates)
		.map(({ from, to, meaning, places }) => ({
			start: tokens[from]?.start ?? 0,
			end: tokens[to - 1]?.end ?? 0,
			meaning,
			places: [...places],
		}))
		.sort((a, b) => a.start - b.start);
}

function best(candidates: readonly Candidate[]): Candidate[] {
	const chosen: Candidate[] = [];
	for (const candidate of candidates.toSorted((a, b) => b.score - a.score)) {
		if (candidate.score < 0.4) continue;
		if (chosen.every(({ from, to }) => candidate.to <= from || to <= candidate.from)) chosen.push(candidate);
	}
	return chosen;
}

export const hasName = (sql: string, name: string): boolean =>
	sql.includes(`"${name.replaceAll('"', '""')}"`) ||
	new RegExp(`(?<![\\w"])${escapePattern(name)}(?![\\w"])`, 'i').test(sql);

function placesIn(reading: string) {
	const matching = (pattern: RegExp | null): Candidate['places'] =>
		pattern === null
			? []
			: [...reading.matchAll(new RegExp(pattern, 'gi'))]
					.slice(0, 3)
					.map(({ index, 0: found }) => ({ start: index, end: index + found.length }));
	const word = (text: string) => `(?<![\\p{L}\\p{N}])${escapePattern(text)}(?![\\p{L}\\p{N}])`;
	const unicode = (source: string) =>
		[...reading.matchAll(new RegExp(source, 'giu'))]
			.slice(0, 3)
			.map(({ index, 0: found }) => ({ start: index, end: index + found.length }));
	return {
		matching,
		name: (name: string) =>
			unicode(`"${escapePattern(name)}"|${[name, name.replaceAll('_', ' ')].map(word).join('|')}`),
		value: (value: string) => unicode(`"${escapePattern(value)}"`),
		phrase: (words: string) => unicode(word(words)),
	};
}

const wordsAt = (reading: string, [first]: Candidate['places']): string =>
	first === undefined ? '' : reading.slice(first.start, first.end).replaceAll('"', '');

const figurePatterns = {
	avg: 'average',
	sum: 'total',
	min: 'lowest',
	max: 'highest',
	median: 'median',
	range: 'difference',
};

function patternOf(phrase: Phrase): RegExp | null {
	switch (phrase.kind) {
		case 'count':
			return /\bthe number of\b/;
		case 'aggregate':
			return new RegExp(`\\b${figurePatterns[phrase.fn]}\\b`);
		case 'end':
		case 'end in time':
			return /\b(?:highest|lowest)\b/;
		case 'by':
			return /\bfor each\b/;
		case 'different':
			return /\b(?:distinct|different)\b/;
		case 'share':
			return /\b(?:percentage|share)\b/;
		case 'not':
			return /\b(?:is not|does not|isn[’']t|doesn[’']t|there are no)\b/;
		case 'comparison':
		case 'or more':
			return /\b(?:is )?(?:more than|less than|fewer than|at most|at least|exactly|on or after|on or before|up to)\b/;
		case 'unit':
			return new RegExp(`\\b${phrase.unit === 'weekday' ? 'day of the week' : phrase.unit}(?= of\\b)`);
		default:
			return null;
	}
}

const names = [
	...Array.from({ length: 12 }, (_, at) => monthName(at + 1)),
	...Array.from({ length: 7 }, (_, at) => weekdayName(at + 1)),
];
const timePattern = new RegExp(
	`\\b(?:from|on|up to|on or after|on or before)?\\s?\\d{4}-\\d{2}-\\d{2}(?:\\s(?:to|through)\\s\\d{4}-\\d{2}-\\d{2}|\\son\\b)?|\\b(?:${names.join('|')})\\b`,
);
const numberPattern = (value: number): RegExp =>
	new RegExp(
		`(?<![\\d.,])(?:${escapePattern(String(value))}|${escapePattern(value.toLocaleString('en-US'))})(?![\\d.,]*\\d)`,
	);
