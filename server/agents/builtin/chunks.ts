import { type FoundTime, isYear, readTime } from './dates.ts';
import { isEmpty, type Measured, measureUnits, multiplier, readGradedAdjective, readNumberWord } from './english.ts';
import { type FoundLink, type Link, linkNames, type Span } from './link-names.ts';
import { linkValues } from './link-values.ts';
import { type Phrase, readPhrase } from './phrases.ts';
import { linksWithin, type Scope, type ScopedLink } from './scope.ts';
import type { Token } from './tokenize.ts';

/** A piece of a question: words that mean one thing together. */
export type Chunk = {
	readonly from: number;
	readonly to: number;
	/** As it was written. */
	readonly text: string;
	/** A comma stands before it. */
	readonly afterPause: boolean;
	/** What its words may mean in the data. */
	readonly links: readonly ScopedLink[];
} & (
	| { readonly kind: 'phrase'; readonly phrase: Phrase }
	| { readonly kind: 'graded'; readonly measured: Measured }
	| {
			readonly kind: 'number';
			readonly value: number;
			readonly unit: string | null;
			readonly isYear: boolean;
			readonly unitLinks: readonly ScopedLink[];
	  }
	| { readonly kind: 'time'; readonly time: FoundTime['time'] }
	| { readonly kind: 'mention'; readonly quoted?: true }
	| { readonly kind: 'little'; readonly word: string }
	| { readonly kind: 'unknown' }
);

/** Whether a chunk is a turn of phrase of one of these kinds, taken already or not. */
export const isPhrase = (chunk: Chunk | undefined, ...kinds: readonly Phrase['kind'][]): boolean =>
	chunk?.kind === 'phrase' && kinds.includes(chunk.phrase.kind);

/** Whether a chunk is one of these little words. */
export const isWord = (chunk: Chunk | undefined, ...words: readonly string[]): boolean =>
	chunk?.kind === 'little' && words.includes(chunk.word);

/** Whether a chunk asks with one of these words, taken already or not. */
export const asksWith = (chunk: Chunk, ...words: readonly string[]): boolean =>
	chunk.kind === 'phrase' && chunk.phrase.kind === 'ask' && words.includes(chunk.phrase.word);

/** "deepest", "rainiest". */
export const isSuperlative = (chunk: Chunk | undefined): boolean =>
	chunk?.kind === 'graded' && chunk.measured.form === 'superlative';

/** All that the words of a question may mean anywhere, found once for all roots. */
export interface Linked {
	readonly tokens: readonly Token[];
	readonly spans: readonly (readonly Span[])[];
}

export const linkAll = (tokens: readonly Token[], schema: Scope['schema']): Linked => ({
	tokens,
	spans: tokens.map((token, at) =>
		spansOf(at, [...linkNames(tokens, at, schema), ...linkValues(tokens, at, schema)]).map((span) =>
			withoutNamesakes(span, token),
		),
	),
});

/** A word that is the name of a dataset or column is hardly the same-named one of thousands of places, unless it is written so. */
function withoutNamesakes(span: Span, token: Token): Span {
	if (span.to > span.from + 1 || token.quoted || (span.from > 0 && /^\p{Lu}/u.test(token.text))) return span;
	const isName = span.links.some(
		(link) => link.kind !== 'value' && link.score >= 0.9 && (link.kind === 'table' ? link.head : link.whole),
	);
	return isName
		? { ...span, links: span.links.filter((link) => link.kind !== 'value' || (link.column.distinct ?? 0) <= fewKinds) }
		: span;
}
const fewKinds = 60;

function spansOf(from: number, found: readonly FoundLink[]): Span[] {
	const byEnd = new Map<number, Link[]>();
	for (const { to, link } of found) byEnd.set(to, [...(byEnd.get(to) ?? []), link]);
	return [...byEnd].map(([to, links]) => ({ from, to, links }));
}

type ScopedSpan = Pick<Span, 'from' | 'to'> & { readonly links: readonly ScopedLink[] };

export function chunk(linked: Linked, scope: Scope): Chunk[] {
	const { tokens } = linked;
	const chunks: Chunk[] = [];
	for (let at = 0; at < tokens.length; ) {
		const next = chunkAt(linked, at, scope);
		chunks.push(repeats(chunks.at(-1), next) ? { ...next, kind: 'little', word: 'of' } : next);
		at = next.to;
	}
	return chunks;
}

/** "weather type", "branch name": a word that only says that the column before it holds kinds or names. */
const repeats = (before: Chunk | undefined, chunk: Chunk): boolean =>
	chunk.kind === 'unknown' &&
	/^(types?|kinds?|categor(y|ies)|names?|codes?)$/i.test(chunk.text) &&
	before?.kind === 'mention' &&
	before.links.some((link) => link.kind === 'column' && link.whole && link.column.kind === 'text');

function chunkAt({ tokens, spans }: Linked, at: number, scope: Scope): Chunk {
	const token = tokens[at];
	if (token === undefined) throw new Error('There is no such word.');
	const scoped: ScopedSpan[] = (spans[at] ?? [])
		.map((span) => ({ ...span, links: linksWithin(scope, span.links) }))
		.filter((candidate) => candidate.links.length > 0);
	const single = scoped.find((span) => span.to === at + 1)?.links ?? [];
	const rest = tokens.slice(at);
	const textOf = (length: number) => rest.slice(0, length).map((token) => token.text);
	const make = (length: number, links: readonly ScopedLink[] = single) => ({
		from: at,
		to: at + length,
		text: textOf(length).join(' '),
		afterPause: token.afterPause,
		links,
	});
	const mention = (span: ScopedSpan): Chunk => ({ ...make(span.to - at, span.links), kind: 'mention' });

	if (token.quoted) return { ...make(1), kind: 'mention', quoted: true };
	const name = longestName(scoped, at);
	const time = readTime(tokens, at);
	if (time !== null && time.length >= (name === null ? 0 : name.to - at))
		return { ...make(time.length), kind: 'time', time: time.time };
	if (name !== null) return mention(name);
	const found = readPhrase(rest.map((token) => token.word).join(' '));
	if (found !== null && !/^(a|an)$/.test(token.word))
		return { ...make(found.length), kind: 'phrase', phrase: found.phrase };
	const number = readNumber(tokens, at);
	if (number !== null) return numberChunk({ tokens, spans }, at, number, scope, make);
	const best = bestSpan(scoped, at);
	if (best !== null && (best.links[0]?.score ?? 0) >= 0.9) return mention(best);
	const measured = readGradedAdjective(token.word);
	if (measured !== null && (best === null || !best.links.some((link) => link.kind === 'value')))
		return { ...make(1), kind: 'graded', measured };
	if (isEmpty(token.word)) return { ...make(1), kind: 'little', word: token.word };
	return best === null ? { ...make(1), kind: 'unknown' } : mention(best);
}

/** Several words that are a whole name or value; they come before any phrase: "time of day", "maximum temperature". */
function longestName(spans: readonly ScopedSpan[], at: number): ScopedSpan | null {
	const whole = spans.filter(
		(span) =>
			span.to > at + 1 &&
			span.links.some((link) =>
				link.kind === 'column'
					? link.whole
					: link.kind === 'value'
						? link.score >= 1 - 0.24 && link.partial === null
						: link.score >= 0.9,
			),
	);
	return whole.sort((a, b) => b.to - a.to)[0] ?? null;
}

function bestSpan(spans: readonly ScopedSpan[], at: number): ScopedSpan | null {
	const worth = (span: ScopedSpan) => (span.links[0]?.score ?? 0) + 0.15 * (span.to - at - 1);
	return [...spans].sort((a, b) => worth(b) - worth(a))[0] ?? null;
}

function readNumber(tokens: readonly Token[], at: number): { value: number; length: number } | null {
	const token = tokens[at];
	if (token === undefined) return null;
	const written = token.number ?? readNumberWord(token.word);
	let length = written === null ? 0 : 1;
	let value = written ?? 1;
	const factorAt = (index: number) => multiplier[tokens[index]?.word ?? ''];
	for (let factor = factorAt(at + length); factor !== undefined; factor = factorAt(at + length)) {
		value *= factor;
		length++;
	}
	return length === 0 ? null : { value, length };
}

function numberChunk(
	linked: Linked,
	at: number,
	{ value, length }: { value: number; length: number },
	scope: Scope,
	make: (length: number, links?: readonly ScopedLink[]) => Omit<Chunk, 'kind'>,
): Chunk {
	const { tokens, spans } = linked;
	const after = tokens[at + length];
	const isUnit = after !== undefined && !after.afterPause && measureUnits.has(after.stem);
	const unitSpan = isUnit ? spans[at + length]?.find((span) => span.to === at + length + 1) : undefined;
	const unitLinks = linksWithin(scope, unitSpan?.links ?? []);
	return {
		...make(length + (isUnit ? 1 : 0)),
		kind: 'number',
		value,
		unit: isUnit ? after.stem : null,
		isYear: length === 1 && isYear(tokens[at]),
		unitLinks,
	} as Chunk;
}
