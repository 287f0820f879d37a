import { asksWith, type Chunk, isPhrase, isWord } from './chunks.ts';
import {
	addCondition,
	adjacentIndex,
	columnLinks,
	columnNames,
	type Draft,
	freeMentions,
	isAny,
	isLittle,
	isText,
	isTime,
	phraseAt,
	take,
	takeNegation,
} from './draft.ts';
import type { Intent } from './intent.ts';
import type { Link, Span } from './link-names.ts';
import { Refusal } from './refusal.ts';
import type { Column, Table } from './schema.ts';
import { own, type ScopedLink, samePath } from './scope.ts';

/** "returned", "not paid": a time that is filled once it has happened. */
export function readVerbs(draft: Draft): void {
	const { root } = draft.scope;
	for (const [at, chunk] of freeMentions(draft)) {
		if (!/ed$|^(paid|sold|sent|lent|given|born|died)$/i.test(chunk.text)) continue;
		if (phraseAt(draft, adjacentIndex(draft, at, -1))?.kind === 'by') continue;
		const [link] = columnLinks(chunk, (column) => isTime(column) && column.nulls > 0 && column.table === root);
		const [flag] = columnLinks(chunk, (column) => column.kind === 'boolean' && column.table === root);
		if (flag !== undefined && flag.score >= 0.6) {
			addCondition(draft, flag, { kind: 'is', values: ['true'], negated: takeNegation(draft, at) }, at);
			take(draft, at);
		} else if (
			link !== undefined &&
			link.score >= 0.6 &&
			!draft.conditions.some((condition) => samePath(condition.on, link)) &&
			!draft.groupings.some((grouping) => samePath(grouping, link))
		) {
			addCondition(draft, link, { kind: 'empty', negated: !takeNegation(draft, at) }, at);
			take(draft, at);
		}
	}
}

/** "without hurricanes", "never had a complaint": none of what is counted. */
export function readNone(draft: Draft): void {
	for (const [at, chunk] of freeMentions(draft)) {
		const [link] = columnLinks(
			chunk,
			(column) => column.kind === 'number' && column.table === draft.scope.root && column.min === '0',
		);
		if (link === undefined || link.score < 0.75 || link !== columnLinks(chunk, isAny)[0]) continue;
		if (!takeNegation(draft, at)) continue;
		addCondition(draft, link, { kind: 'number', op: '=', value: 0, negated: false }, at);
		take(draft, at);
	}
}

/** "which of them had hurricanes": some of what is counted. */
export function readSome(draft: Draft): void {
	const isCount = ({ kind, table, min, max, nameStems }: Column) =>
		kind === 'number' && table === draft.scope.root && min === '0' && Number(max) > 1 && nameStems.length === 1;
	for (const [at, chunk] of freeMentions(draft)) {
		const [link] = columnLinks(chunk, isCount);
		const isAsked = asksWith(draft.chunks[0] as Chunk, 'which', 'who');
		if (link === undefined || !link.whole || !isAsked || !/s$/.test(chunk.text)) continue;
		if (!isWord(draft.chunks[at - 1], 'had', 'have', 'has') || draft.chunks[at + 1] !== undefined) continue;
		addCondition(draft, link, { kind: 'number', op: '>', value: 0, negated: false }, at);
		take(draft, at);
	}
}

/** A column of ones and zeros is a yes and a no: "events with a tsunami". */
export function readFlags(draft: Draft): void {
	const isFlag = ({ table, kind, distinct, min, max }: Column) =>
		table === draft.scope.root && kind === 'number' && distinct === 2 && min === '0' && max === '1';
	for (const [at, chunk] of freeMentions(draft)) {
		const [link] = columnLinks(chunk, isFlag);
		if (link === undefined || !link.whole || link !== columnLinks(chunk, isAny)[0]) continue;
		if (/^(by|per|each)$/.test(phraseAt(draft, adjacentIndex(draft, at, -1))?.kind ?? '')) continue;
		const value = takeNegation(draft, at) ? 0 : 1;
		addCondition(draft, link, { kind: 'number', op: '=', value, negated: false }, at);
		take(draft, at);
	}
}

/**
 * Every word that carries meaning must have found its place. @throws Refusal that names the first that did not.
 * @returns how well the words fit this root
 */
export function scoreTerms(draft: Draft, intent: Intent): number {
	let score = 0;
	for (const [at, chunk] of draft.chunks.entries()) {
		if (chunk.kind === 'unknown') throw unknownTerm(draft.scope.root, chunk.text, []);
		if (chunk.kind === 'mention' || chunk.kind === 'number') score += usedScore(draft, chunk, intent);
		if (isWord(chunk, 'more', 'less', 'fewer')) {
			throw new Refusal(`"${chunk.text}" than what? Say "more than" and a number, or "most".`, chunk.text);
		}
		if (draft.taken.has(at) || isLittle(chunk)) continue;
		if (chunk.kind === 'mention' && isSupported(draft, chunk, intent)) continue;
		if (chunk.kind === 'phrase' && isHarmless(draft, chunk)) continue;
		throw unusedWord(draft, chunk);
	}
	const joined = new Set(draft.used.flatMap((path) => path.via.map((step) => step.table)));
	return score - 0.6 * joined.size + (draft.scope.root.home ? 0.1 : 0);
}

function usedScore(draft: Draft, chunk: Chunk, intent: Intent): number {
	const scores = chunk.links.map((link) => (isUsed(draft, link, intent) ? link.score : 0));
	return Math.max(0, ...scores);
}

function isUsed(draft: Draft, link: ScopedLink, intent: Intent): boolean {
	if (link.kind === 'table')
		return link.table === draft.scope.root || draft.used.some((path) => path.column.table === link.table);
	if (link.kind === 'value')
		return intent.filters.some(
			(filter) => filter.column.column === link.column.name && filter.column.table === link.column.table.key,
		);
	return draft.used.some((path) => samePath(path, link));
}

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
	columnLinks(chunk, (column) => column.kind === 'number' || column.kind === 'boolean').some(
		(link) => link.score >= 0.6 && !draft.used.some((used) => samePath(used, link)),
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
	const [best] = columnLinks(chunk, isAny);
	return (
		(isTime(link.column) && link.column.nulls === 0) ||
		(isText(link.column) && best?.column.kind !== 'number' && best?.column.kind !== 'boolean')
	);
}

function isHarmless(draft: Draft, chunk: Chunk): boolean {
	if (chunk.kind !== 'phrase') return false;
	const { phrase } = chunk;
	if (isPhrase(chunk, 'ask', 'different', 'count')) return true;
	if (phrase.kind === 'by') return draft.groupings.length > 0;
	if (phrase.kind === 'aggregate' && phrase.fn === 'sum') return true;
	if (phrase.kind === 'compare') return draft.compares;
	// "every day" of rows that are days anyhow.
	return (
		phrase.kind === 'unit' &&
		draft.scope.root.columns.some((column) => isTime(column) && draft.used.some((used) => samePath(used, own(column))))
	);
}

function unusedWord(draft: Draft, chunk: Chunk): Refusal {
	const { name } = draft.scope.root;
	const known = columnNames(draft, isAny, 8);
	return asUnknown(
		chunk.links.length === 0 && chunk.kind === 'mention'
			? new Refusal(`I can’t find "${chunk.text}" in ${name}.`, chunk.text, known)
			: new Refusal(
					`I don’t know how "${chunk.text}" relates to the rest of the question. ${name} has ${known.join(', ')}.`,
					chunk.text,
				),
	);
}

const mostOwners = 2;

/** A word that a dataset does not have; where it is known elsewhere, that is told. */
export function unknownTerm(root: Table, text: string, spans: readonly Span[]): Refusal {
	const links = spans.flatMap((span) => span.links).sort((a, b) => b.score - a.score);
	const owners = [...new Set(links.filter((link) => link.score >= 0.45).flatMap(ownerOf))].slice(0, mostOwners);
	const message =
		owners.length === 0
			? `I don’t know "${text}": no dataset, column or value here has that name.`
			: `I can’t tell what "${text}" means for ${root.name}. It appears in ${owners.join(' and ')}, which ${owners.length === 1 ? 'isn’t' : 'aren’t'} linked to ${root.name}.`;
	return asUnknown(new Refusal(message, text));
}

function asUnknown(refusal: Refusal): Refusal {
	refusal.isUnknownTerm = true;
	return refusal;
}

function ownerOf(link: Link): string[] {
	if (link.kind !== 'table') return [`"${link.column.name}" of ${link.column.table.name}`];
	return link.head ? [link.table.name] : [];
}
