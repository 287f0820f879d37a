import { joinAlternatives } from './alternatives.ts';
import { type Chunk, chunk, type Linked, linkAll } from './chunks.ts';
import { columnLinks, type Draft, dimensionOf, freeMentions, isNumeric, newDraft, phraseAt, take } from './draft.ts';
import { closeness, type Direction } from './english.ts';
import type { ColumnRef, Dimension, Filter, Intent, Measure, Order } from './intent.ts';
import { readGroups } from './read-groups.ts';
import { mayAddUp, readMeasures } from './read-measures.ts';
import { readNumbers } from './read-numbers.ts';
import { readTimes } from './read-times.ts';
import { readValues } from './read-values.ts';
import { Refusal } from './refusal.ts';
import type { Schema } from './schema.ts';
import { pathOf, refOf, scopeOf } from './scope.ts';
import { pinsOne } from './single-row.ts';
import { correctSpelling } from './spelling.ts';
import { stem } from './stem.ts';
import { type Token, tokenize, wordsOf } from './tokenize.ts';
import { scoreTerms, unknownTerm } from './unmatched-terms.ts';

const lead =
	/^(and|but|or|now|so|ok|okay|then|also|only|just|same|what|how|about|instead|again|please|the|it|that|this|them|those|for|show|me|as)$/;

/** "and only for DFW?", "what about ORD", "now by month": says itself that it goes on. */
export const goesOn = (question: string): boolean =>
	/^\W*(and|but|now|then|also|only|just|same|(what|how) about|instead|as an?|ok|okay)\b/i.test(question) ||
	tokenize(question).length <= 2;

/** The earlier reading with what a follow-up changes of it. @throws Refusal where it changes nothing that is understood */
export function followUp(question: string, before: unknown, schema: Schema): Intent {
	const earlier = asIntent(before, schema);
	if (earlier === null)
		throw new Refusal('The datasets from the earlier question are no longer available. Ask the full question.');
	const { tokens, notes } = correctSpelling(withoutLead(tokenize(question)), schema);
	const root = schema.tables.find((table) => table.key === earlier.root);
	if (root === undefined || tokens.length === 0)
		throw new Refusal('What should change from the last question? Name a value, a time or a column.');
	const scope = scopeOf(schema, root);
	const linked = linkAll(tokens, schema);
	const draft = newDraft(scope, chunk(linked, scope), notes);
	try {
		return goOn(draft, earlier, question, linked);
	} catch (error) {
		if (error instanceof Refusal) error.root = root;
		throw error;
	}
}

function goOn(draft: Draft, earlier: Intent, question: string, { spans }: Linked): Intent {
	const { scope } = draft;
	const unknown = draft.chunks.find((chunk) => chunk.kind === 'unknown');
	if (unknown !== undefined) throw unknownTerm(scope.root, unknown.text, spans[unknown.from] ?? []);
	const named = [...earlier.dimensions, ...earlier.filters];
	draft.hints.push(...named.flatMap(({ column }) => pathOf(scope, column) ?? []));
	readNumbers(draft);
	readTimes(draft);
	const parts = readGroups(draft);
	readValues(draft);
	takeEnds(draft);
	const turned = turnedEnd(draft, earlier);
	if (turned !== null) return turned;
	readBareAggregate(draft, earlier);
	const measured = readMeasures(draft, parts);
	if (measured.share) takeShare(draft, earlier);
	readBareQuantity(draft, earlier);
	const intent = changed(earlier, draft, /\b(also|and by|too|as well)\b/i.test(question));
	scoreTerms(draft, intent);
	const same = JSON.stringify({ ...intent, notes: [] }) === JSON.stringify({ ...earlier, notes: [] });
	if (same || parts.per.length > 0 || parts.ranks.length > 0)
		throw new Refusal('I can’t tell what should change from the last question. Ask the full question.');
	return intent;
}

function withoutLead(tokens: readonly Token[]): Token[] {
	const first = tokens.findIndex((token) => !lead.test(token.word));
	return first < 0 ? [] : tokens.slice(first).filter((token) => !/^(instead|too|please)$/.test(token.word));
}

/** "top 3", "the bottom five". */
function takeEnds(draft: Draft): void {
	for (const [at, chunk] of draft.chunks.entries()) {
		if (chunk.kind !== 'phrase' || chunk.phrase.kind !== 'end' || draft.limit === null) continue;
		draft.orderDirection = chunk.phrase.direction ?? 'desc';
		take(draft, at);
	}
}

/** "and the lowest?", "and the poorest?": the other end of what was ranked, or of a highest or lowest value; null where more is said. */
function turnedEnd(draft: Draft, earlier: Intent): Intent | null {
	const left = draft.chunks.filter((chunk, at) => !draft.taken.has(at) && chunk.kind !== 'little');
	const [chunk, ...others] = left;
	if (chunk === undefined || others.length > 0 || draft.taken.size > 0) return null;
	const [order, ...more] = earlier.order;
	const [measure, ...measures] = earlier.measures;
	const isOfValue = order === undefined && measures.length === 0 && measure?.kind === 'aggregate';
	const by = isOfValue
		? measure.column
		: order === undefined || more.length > 0 || earlier.limit === null || 'dimension' in order.by
			? null
			: orderedBy(order.by, earlier);
	if (by === null) return null;
	const direction = directionOf(chunk, by?.column ?? '');
	if (direction === null) return null;
	const notes = { notes: draft.notes };
	if (isOfValue) {
		return { ...earlier, ...notes, measures: [{ ...measure, fn: direction === 'asc' ? 'min' : 'max' }] };
	}
	if (order === undefined || order.direction === direction) return null;
	// The highest of each group was ranked: now it's the lowest of each.
	const turned = earlier.measures.map((item) =>
		item.kind === 'aggregate' && (item.fn === 'min' || item.fn === 'max')
			? { ...item, fn: direction === 'asc' ? ('min' as const) : ('max' as const) }
			: item,
	);
	return { ...earlier, ...notes, measures: turned, order: [{ ...order, direction }] };
}

/** What rows or groups are in the order of; undefined where they are counted. */
function orderedBy(by: Exclude<Order['by'], { dimension: number }>, { measures }: Intent): ColumnRef | undefined {
	if ('column' in by) return by.column;
	const measure = measures[by.measure];
	return measure !== undefined && 'column' in measure ? (measure.column ?? undefined) : undefined;
}

/** Which end of a column a word means; null where it measures something else. */
function directionOf(chunk: Chunk, column: string): Direction | null {
	if (chunk.kind === 'phrase' && chunk.phrase.kind === 'end') return chunk.phrase.direction;
	if (chunk.kind !== 'graded' || chunk.measured.form !== 'superlative') return null;
	const words = wordsOf(column).map(stem);
	const { nouns, direction } = chunk.measured;
	return nouns.some((noun) => words.some((word) => closeness(word, noun) >= 0.8)) ? direction : null;
}

/** "as a share": of the groups there are, what part of the whole falls to each. @throws Refusal where there are none */
function takeShare(draft: Draft, earlier: Intent): void {
	const [measure, ...others] = earlier.measures;
	const grouped = draft.groupings.length > 0 || earlier.dimensions.length > 0;
	const total = measure?.kind === 'aggregate' && measure.fn === 'sum' ? measure.column : null;
	if (!grouped || others.length > 0 || draft.measures.length > 0 || earlier.over !== null)
		throw new Refusal('A share of what? Group by a column first, then ask for it "as a share".', 'share');
	if (total === null && measure?.kind !== 'count')
		throw new Refusal(
			'Only counts and totals can be shown as shares, because averages, highest and lowest values don’t add up.',
			'share',
		);
	draft.measures.push({ kind: 'shareOfAll', column: total });
}

/** "max", "and the median?": the quantity of before, reckoned otherwise. */
function readBareAggregate(draft: Draft, earlier: Intent): void {
	const [measure, ...others] = earlier.measures.filter((measure) => measure.kind === 'aggregate');
	const [at, more] = [...draft.chunks.keys()].filter((key) => phraseAt(draft, key)?.kind === 'aggregate');
	if (measure?.kind !== 'aggregate' || others.length > 0 || at === undefined || more !== undefined) return;
	const phrase = phraseAt(draft, at);
	if (phrase?.kind !== 'aggregate' || (phrase.fn === 'sum' && draft.groupings.length > 0)) return;
	if (draft.chunks.some((chunk, index) => chunk.kind === 'mention' && !draft.taken.has(index))) return;
	draft.measures.push({ ...measure, fn: phrase.fn });
	take(draft, at);
}

/** "and the distance?": another quantity, reckoned as the one before. */
function readBareQuantity(draft: Draft, earlier: Intent): void {
	const aggregate = earlier.measures.findLast((measure) => measure.kind === 'aggregate');
	if (draft.measures.length > 0 || aggregate?.kind !== 'aggregate') return;
	for (const [at, chunk] of freeMentions(draft)) {
		const link = columnLinks(chunk, isNumeric)[0];
		if (link === undefined || link.score < 0.6) continue;
		draft.measures.push({ ...aggregate, column: refOf(link) });
		draft.used.push(link);
		take(draft, at);
		return;
	}
}

const sameColumn = (a: ColumnRef, b: ColumnRef): boolean =>
	a.table === b.table && a.column === b.column && JSON.stringify(a.via) === JSON.stringify(b.via);

function changed(earlier: Intent, draft: Draft, adds: boolean): Intent {
	joinAlternatives(draft);
	const fresh = draft.conditions.map((condition) => condition.filter);
	const kept = earlier.filters.filter(
		(filter) =>
			!fresh.some(
				(other) => (sameColumn(other.column, filter.column) && isSameKind(filter, other)) || isOtherEnd(filter, other),
			),
	);
	const filters = [...kept, ...fresh];
	const measures = draft.measures.length > 0 ? draft.measures : earlier.measures;
	const regrouped = draft.groupings.length > 0;
	const dimensions = regrouped
		? [
				...(adds ? earlier.dimensions.filter((dimension) => !isPinned(dimension, filters)) : []),
				...draft.groupings.map(dimensionOf),
			]
		: earlier.dimensions;
	const base: Intent = {
		...earlier,
		filters,
		measures,
		dimensions,
		having: [...earlier.having, ...draft.having],
		notes: draft.notes,
	};
	if (draft.limit !== null) {
		const [first] = earlier.order;
		const by = first === undefined || 'dimension' in first.by ? { measure: measures.length - 1 } : first.by;
		const direction = draft.orderDirection ?? first?.direction ?? 'desc';
		return { ...base, order: [{ by, direction }], limit: draft.limit, ties: false };
	}
	// One row by its name takes the place of the one that ranked first.
	const ranksOne = earlier.limit === 1 && earlier.measures.length === 0 && draft.measures.length === 0;
	if (ranksOne && fresh.some((filter) => pinsOne(filter) && namesRow(draft, filter)))
		return { ...base, order: [], limit: null, ties: false };
	if (!regrouped)
		return measures === earlier.measures
			? base
			: { ...base, order: earlier.order.filter((order) => 'dimension' in order.by) };
	return {
		...base,
		measures: regroupedMeasures(measures, draft),
		show: [],
		distinct: false,
		over: null,
		limit: null,
		ties: false,
		order: dimensions.map((_, dimension) => ({ by: { dimension }, direction: 'asc' as const })),
	};
}

const namesRow = ({ scope }: Draft, { column }: Filter): boolean => pathOf(scope, column)?.column.unique === true;

/** "and to ORD?" after "from ORD": the same value in another column of the same dataset. */
const isOtherEnd = (before: Filter, now: Filter): boolean =>
	before.kind === 'is' &&
	now.kind === 'is' &&
	before.column.table === now.column.table &&
	before.column.column !== now.column.column &&
	JSON.stringify({ ...before, column: null }) === JSON.stringify({ ...now, column: null });

/** Limited to one value, a column makes no groups. */
const isPinned = ({ column, unit }: Dimension, filters: readonly Filter[]): boolean =>
	unit === null && filters.some((filter) => pinsOne(filter) && sameColumn(filter.column, column));

/** Two conditions on a time stand for each other; a limit of a quantity is another one than a value. */
const isSameKind = (a: Filter, b: Filter): boolean =>
	a.kind === b.kind ||
	[a, b].every(({ kind }) => ['time', 'part', 'number', 'between', 'any'].includes(kind)) ||
	[a, b].every(({ kind }) => ['is', 'text'].includes(kind));

function regroupedMeasures(measures: readonly Measure[], draft: Draft): readonly Measure[] {
	if (measures.length === 0) return [{ kind: 'count' }];
	return measures.map((measure): Measure => {
		if (measure.kind !== 'plain') return measure;
		const path = pathOf(draft.scope, measure.column);
		if (path !== null && mayAddUp(path.column)) return { kind: 'aggregate', fn: 'sum', column: measure.column };
		const name = measure.column.column;
		throw new Refusal(`Do you mean the average, highest or lowest "${name}"?`, name);
	});
}

/** What was handed back is what was handed out, as long as the datasets are the same; a look is enough. */
export function asIntent(value: unknown, schema: Schema): Intent | null {
	if (typeof value !== 'object' || value === null) return null;
	if (!('root' in value && 'filters' in value && 'measures' in value)) return null;
	const intent = value as Intent;
	const named = [...[...intent.filters, ...intent.dimensions].map(({ column }) => column), ...intent.show];
	const has = (ref: ColumnRef) =>
		schema.tables.some(({ key, columns }) => key === ref.table && columns.some(({ name }) => name === ref.column));
	return schema.tables.some((table) => table.key === intent.root) && named.every(has) ? intent : null;
}
