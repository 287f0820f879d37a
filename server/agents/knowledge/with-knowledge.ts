import { formatCoordinate } from '#contract/dataset.ts';
import { readPhrase } from '../builtin/phrases.ts';
import type { Definition, QueryWriter, Written } from '../query/types.ts';
import { saidOf, type Used, usedIn } from './definitions.ts';

/**
 * A writer that interprets terms as their owners defined them, and says so.
 * @param rewrites whether to replace terms by their meaning before the question is read; a model reads the descriptions itself
 */
export const withKnowledge = (writer: QueryWriter, rewrites: boolean): QueryWriter => ({
	async write(question, context, options): Promise<Written> {
		const used = usedIn(question, context);
		if (used.length === 0) return writer.write(question, context, options);
		const meanings = distinct(used);
		const unclear = meanings.find(({ all }) => all.length > 1);
		if (unclear !== undefined && rewrites) return whichOne(question, unclear);
		const misused = rewrites
			? used.find(({ definition, start }) => isComputedAgain(question, definition, start))
			: null;
		if (misused != null) return computedAgain(question, misused);
		const written = await writer.write(rewrites ? rewritten(question, used) : question, context, options);
		if (written.kind === 'refused') return written;
		const definitions = meanings.flatMap(({ all }) => all).filter(({ dataset }) => reads(written, dataset));
		const notes = definitions.map((definition) => ` "${definition.term}" is ${saidOf(definition)}.`);
		return { ...written, reading: `${written.reading}${notes.join('')}`, definitions };
	},
});

interface Meaning {
	readonly used: Used;
	/** Conflicting definitions. */
	readonly all: readonly Definition[];
}

function distinct(used: readonly Used[]): Meaning[] {
	const places = used.filter(({ start }, at) => used.findIndex((other) => other.start === start) === at);
	return places.map((first) => {
		const all = used.filter(({ start }) => start === first.start).map(({ definition }) => definition);
		const isSame = (a: Definition, b: Definition) => a.meaning === b.meaning && a.condition === b.condition;
		return { used: first, all: all.filter((one, at) => all.findIndex((other) => isSame(one, other)) === at) };
	});
}

const reads = (written: Extract<Written, { kind: 'query' }>, dataset: Definition['dataset']): boolean =>
	written.datasets.some((other) => formatCoordinate(other) === formatCoordinate(dataset));

/** The question with its terms replaced by their meanings; conditions go at the end. */
function rewritten(question: string, used: readonly Used[]): string {
	const places = distinct(used).map((meaning) => meaning.used);
	const conditions = [...new Set(places.map(({ definition }) => definition.condition))].filter((text) => text !== '');
	const text = places.toReversed().reduce((before, { definition: { meaning }, start, end }) => {
		const lead = before.slice(0, start);
		const [, repeated] = /\b((?:total|sum of|number of|average)\s+(?:the\s+)?)$/i.exec(lead) ?? [];
		const isRepeated = repeated !== undefined && saysSame(repeated, meaning);
		return `${isRepeated ? lead.slice(0, -repeated.length) : lead}${meaning}${before.slice(end)}`;
	}, question);
	if (conditions.length === 0) return text;
	const [, body = text, end = ''] = /^(.*?)([?.!\s]*)$/s.exec(text) ?? [];
	return `${body} ${conditions.join(' and ')}${end}`;
}

const figureOf = (words: string) => {
	const phrase = readPhrase(words.toLowerCase().replace(/ the$/, '').trim())?.phrase;
	return phrase === undefined ? null : phrase.kind === 'aggregate' ? phrase.fn : phrase.kind;
};

const saysSame = (words: string, meaning: string): boolean => {
	const [asked, meant] = [figureOf(words), figureOf(meaning)];
	return asked !== null && asked === meant;
};

/** "average revenue" of a revenue that is a total: it's unclear what to average over. */
function isComputedAgain(question: string, { isFormula, meaning }: Definition, start: number): boolean {
	const [, before] =
		/\b(average|mean|avg|median|total|sum of|number of)\s+(?:the\s+)?$/i.exec(question.slice(0, start)) ?? [];
	return isFormula && before !== undefined && !saysSame(before, meaning);
}

function computedAgain(question: string, { definition, start, end }: Used): Written {
	const term = question.slice(start, end);
	const bare = definition.meaning.replace(/^\S+ (?:of )?/, '');
	const lead = question
		.slice(0, start)
		.replace(/\b(average|mean|avg|median|total|sum of|number of)\s+(?:the\s+)?$/i, '');
	return {
		kind: 'refused',
		message: `"${term}" is already a metric: ${saidOf(definition)}. I can’t aggregate it again.`,
		about: term,
		suggestions: [`${lead}${term}${question.slice(end)}`, `${question.slice(0, start)}${bare}${question.slice(end)}`],
	};
}

const whichOne = (question: string, { used: { start, end }, all }: Meaning): Written => ({
	kind: 'refused',
	message: `"${question.slice(start, end)}" has several definitions: ${all.map(saidOf).join(', or ')}. Which definition do you mean?`,
	about: question.slice(start, end),
	suggestions: all.map(({ meaning }) => `${question.slice(0, start)}${meaning}${question.slice(end)}`),
});
