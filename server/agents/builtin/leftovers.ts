import type { Chunk } from './chunks.ts';
import { addCondition, columnLinks, type Draft, isLittle, neighbour, phraseAt, take, takeNegation } from './draft.ts';
import type { Intent } from './intent.ts';
import { Refusal } from './refusal.ts';
import { own, refOf, type ScopedLink, samePlace } from './scope.ts';
import { asStranger, strangerTo } from './stranger.ts';

/** "returned", "not paid": a time that is filled once it has happened. */
export function readVerbs(draft: Draft): void {
	for (const [at, chunk] of draft.chunks.entries()) {
		if (
			chunk.kind !== 'mention' ||
			draft.taken.has(at) ||
			!/ed$|^(paid|sold|sent|lent|given|born|died)$/i.test(chunk.text)
		)
			continue;
		const link = columnLinks(chunk, (it) => it.kind === 'time' && it.nulls > 0 && it.table === draft.scope.root)[0];
		const flag = columnLinks(chunk, (it) => it.kind === 'boolean' && it.table === draft.scope.root)[0];
		if (flag !== undefined && flag.score >= 0.6) {
			const negated = takeNegation(draft, at);
			addCondition(draft, flag, { kind: 'is', column: refOf(flag), values: ['true'], negated }, at);
			take(draft, at);
		} else if (
			link !== undefined &&
			link.score >= 0.6 &&
			!draft.conditions.some((it) => samePlace(it.on, link)) &&
			!draft.groupings.some((it) => samePlace(it, link))
		) {
			const negated = takeNegation(draft, at);
			addCondition(draft, link, { kind: 'empty', column: refOf(link), negated: !negated }, at);
			take(draft, at);
		}
	}
}

/** "without hurricanes", "never had a complaint": none of what is counted. */
export function readNone(draft: Draft): void {
	for (const [at, chunk] of draft.chunks.entries()) {
		if (chunk.kind !== 'mention' || draft.taken.has(at)) continue;
		const link = columnLinks(chunk, (it) => it.kind === 'number' && it.table === draft.scope.root && it.min === '0')[0];
		if (link === undefined || link.score < 0.75 || link !== chunk.links.find((it) => it.kind === 'column')) continue;
		if (!takeNegation(draft, at)) continue;
		addCondition(draft, link, { kind: 'number', column: refOf(link), op: '=', value: 0, negated: false }, at);
		take(draft, at);
	}
}

/** A column of ones and zeros is a yes and a no: "events with a tsunami". */
export function readFlags(draft: Draft): void {
	for (const [at, chunk] of draft.chunks.entries()) {
		if (chunk.kind !== 'mention' || draft.taken.has(at)) continue;
		const link = columnLinks(
			chunk,
			(it) =>
				it.table === draft.scope.root && it.kind === 'number' && it.distinct === 2 && it.min === '0' && it.max === '1',
		)[0];
		if (link === undefined || !link.whole || link !== columnLinks(chunk, () => true)[0]) continue;
		if (/^(by|per|each)$/.test(phraseAt(draft, neighbour(draft, at, -1))?.kind ?? '')) continue;
		const negated = takeNegation(draft, at);
		addCondition(
			draft,
			link,
			{ kind: 'number', column: refOf(link), op: '=', value: negated ? 0 : 1, negated: false },
			at,
		);
		take(draft, at);
	}
}

/**
 * Every word that carries meaning must have found its place. @throws Refusal that names the first that did not.
 * @returns how well the words fit this root
 */
export function settleLeftovers(draft: Draft, intent: Intent): number {
	let score = 0;
	for (const [at, chunk] of draft.chunks.entries()) {
		if (chunk.kind === 'unknown') throw strangerTo(draft.scope.root, chunk.text, []);
		if (chunk.kind === 'mention' || chunk.kind === 'number') score += usedScore(draft, chunk, intent);
		if (chunk.kind === 'little' && /^(more|less|fewer)$/.test(chunk.word)) {
			throw new Refusal(`"${chunk.text}" than what? Say "more than" and a number, or "most".`, chunk.text);
		}
		if (draft.taken.has(at) || isLittle(chunk)) continue;
		if (chunk.kind === 'mention' && isSupported(draft, chunk, intent)) continue;
		if (chunk.kind === 'phrase' && isHarmless(draft, chunk)) continue;
		throw unplaced(draft, chunk);
	}
	const joined = new Set(draft.used.flatMap((it) => it.via.map((step) => step.table)));
	return score - 0.6 * joined.size + (draft.scope.root.home ? 0.1 : 0);
}

function usedScore(draft: Draft, chunk: Chunk, intent: Intent): number {
	const scores = chunk.links.map((link) => (isUsed(draft, link, intent) ? link.score : 0));
	return Math.max(0, ...scores);
}

const isUsed = (draft: Draft, link: ScopedLink, intent: Intent): boolean => {
	if (link.kind === 'table')
		return link.table === draft.scope.root || draft.used.some((it) => it.column.table === link.table);
	if (link.kind === 'value')
		return intent.filters.some(
			(it) => it.column.column === link.column.name && it.column.table === link.column.table.key,
		);
	return draft.used.some((it) => samePlace(it, link));
};

/** Words that only speak of what is asked for anyway. */
function isSupported(draft: Draft, chunk: Chunk, intent: Intent): boolean {
	return chunk.links.some((link) => {
		if (link.kind === 'value') return false;
		if (!isUsed(draft, link, intent)) return isPassing(draft, chunk, link);
		if (link.kind === 'table') return link.head || !asksForQuantity(draft, chunk);
		return (
			link.support ||
			isPassing(draft, chunk, link) ||
			/^(paid|spent|earned|bought|sold|lent|borrowed)$/i.test(chunk.text)
		);
	});
}

/** A word that is a quantity's name limits by it, whatever a dataset's description says of it too. */
const asksForQuantity = (draft: Draft, chunk: Chunk): boolean =>
	columnLinks(chunk, (it) => it.kind === 'number' || it.kind === 'boolean').some(
		(it) => it.score >= 0.6 && !draft.used.some((used) => samePlace(used, it)),
	);

/** "departed", "arriving", "flew": what happened, without a limit to it. */
function isPassing(draft: Draft, chunk: Chunk, link: ScopedLink): boolean {
	if (
		!/(ed|ing)$|^(left|leave|leaves|fly|flew|flown|go|went|arrive|arrives|depart|departs|struck|strike|hit|hits|took|felt)$/i.test(
			chunk.text,
		)
	)
		return false;
	if (link.kind === 'table') return link.table === draft.scope.root;
	if (link.kind === 'value' || link.column.table !== draft.scope.root) return false;
	const best = columnLinks(chunk, () => true)[0];
	return (
		(link.column.kind === 'time' && link.column.nulls === 0) ||
		(link.column.kind === 'text' && best?.column.kind !== 'number' && best?.column.kind !== 'boolean')
	);
}

function isHarmless(draft: Draft, chunk: Chunk): boolean {
	if (chunk.kind !== 'phrase') return false;
	const { phrase } = chunk;
	if (phrase.kind === 'ask' || phrase.kind === 'different' || phrase.kind === 'count') return true;
	if (phrase.kind === 'by') return draft.groupings.length > 0;
	if (phrase.kind === 'aggregate' && phrase.fn === 'sum') return true;
	if (phrase.kind === 'compare') return draft.compares;
	// "every day" of rows that are days anyhow.
	return (
		phrase.kind === 'unit' &&
		draft.scope.root.columns.some((it) => it.kind === 'time' && draft.used.some((used) => samePlace(used, own(it))))
	);
}

function unplaced(draft: Draft, chunk: Chunk): Refusal {
	if (chunk.links.length === 0 && chunk.kind === 'mention')
		return asStranger(
			new Refusal(`I do not find "${chunk.text}" in ${draft.scope.root.name}.`, chunk.text, known(draft)),
		);
	return asStranger(
		new Refusal(
			`I cannot place "${chunk.text}" in a question about ${draft.scope.root.name}, which has ${known(draft).join(', ')}.`,
			chunk.text,
		),
	);
}

const known = (draft: Draft): string[] => draft.scope.root.columns.map((it) => it.name).slice(0, 8);
