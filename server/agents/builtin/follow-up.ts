import { chunk, linkAll } from './chunks.ts';
import { columnLinks, type Draft, dimensionOf, isNumeric, newDraft, take } from './draft.ts';
import type { ColumnRef, Filter, Intent, Measure } from './intent.ts';
import { settleLeftovers } from './leftovers.ts';
import { type ByParts, readGroups } from './read-groups.ts';
import { mayAddUp, readMeasures } from './read-measures.ts';
import { readNumbers } from './read-numbers.ts';
import { readTimes } from './read-times.ts';
import { readValues } from './read-values.ts';
import { Refusal } from './refusal.ts';
import type { Schema } from './schema.ts';
import { placedOf, scopeOf } from './scope.ts';
import { correctSpelling } from './spelling.ts';
import { type Token, tokenise } from './tokenise.ts';

const lead =
	/^(and|but|or|now|so|ok|okay|then|also|only|just|same|what|how|about|instead|again|please|the|it|that|this|them|those|for|show|me)$/;

/** "and only for DFW?", "what about ORD", "now by month": says itself that it goes on. */
export const goesOn = (question: string): boolean =>
	/^\W*(and|but|now|then|also|only|just|same|(what|how) about|instead|ok|okay)\b/i.test(question) ||
	tokenise(question).length <= 2;

/** The earlier reading with what a follow-up changes of it. @throws Refusal where it changes nothing that is understood */
export function followUp(question: string, before: unknown, schema: Schema): Intent {
	const earlier = asIntent(before, schema);
	if (earlier === null)
		throw new Refusal('The datasets of the earlier question are not here any more. Ask the whole question.');
	const { tokens, notes } = correctSpelling(withoutLead(tokenise(question)), schema);
	const root = schema.tables.find((it) => it.key === earlier.root);
	if (root === undefined || tokens.length === 0)
		throw new Refusal('What shall be different from before? Name a value, a time or a column.');
	const scope = scopeOf(schema, root);
	const draft = newDraft(scope, chunk(linkAll(tokens, schema), scope));
	draft.notes.push(...notes);
	const refs = [...earlier.dimensions.map((it) => it.column), ...earlier.filters.map((it) => it.column)];
	draft.hints.push(...refs.flatMap((it) => placedOf(scope, it) ?? []));
	readNumbers(draft);
	readTimes(draft);
	const parts = readGroups(draft);
	readValues(draft);
	takeEnds(draft);
	const measured = readMeasures(draft, parts);
	readBareQuantity(draft, earlier);
	const intent = changed(earlier, draft, /\b(also|and by|too|as well)\b/i.test(question));
	settleLeftovers(draft, intent);
	const same = JSON.stringify({ ...intent, notes: [] }) === JSON.stringify({ ...earlier, notes: [] });
	if (same || measured.share || parts.per.length > 0 || isOrdered(parts))
		throw new Refusal('I cannot tell what shall be different from before. Ask the whole question.');
	return intent;
}

const isOrdered = (parts: ByParts): boolean => parts.ranks.length > 0;

function withoutLead(tokens: readonly Token[]): Token[] {
	const first = tokens.findIndex((it) => !lead.test(it.word));
	return first < 0 ? [] : tokens.slice(first).filter((it) => !/^(instead|too|please)$/.test(it.word));
}

/** "top 3", "the bottom five". */
function takeEnds(draft: Draft): void {
	for (const [at, it] of draft.chunks.entries()) {
		if (it.kind !== 'phrase' || it.phrase.kind !== 'end' || draft.limit === null) continue;
		draft.orderDirection = it.phrase.direction ?? 'desc';
		take(draft, at);
	}
}

/** "and the distance?": another quantity, reckoned as the one before. */
function readBareQuantity(draft: Draft, earlier: Intent): void {
	const aggregate = earlier.measures.findLast((it) => it.kind === 'aggregate');
	if (draft.measures.length > 0 || aggregate?.kind !== 'aggregate') return;
	for (const [at, it] of draft.chunks.entries()) {
		const link = columnLinks(it, isNumeric)[0];
		if (draft.taken.has(at) || it.kind !== 'mention' || link === undefined || link.score < 0.6) continue;
		draft.measures.push({
			...aggregate,
			column: { table: link.column.table.key, column: link.column.name, via: link.via },
		});
		draft.used.push(link);
		take(draft, at);
		return;
	}
}

const sameColumn = (a: ColumnRef, b: ColumnRef): boolean =>
	a.table === b.table && a.column === b.column && JSON.stringify(a.via) === JSON.stringify(b.via);

function changed(earlier: Intent, draft: Draft, adds: boolean): Intent {
	const fresh = draft.conditions.map((it) => it.filter);
	const kept = earlier.filters.filter(
		(it) => !fresh.some((other) => sameColumn(other.column, it.column) && isSameKind(it, other)),
	);
	const filters = [...kept, ...fresh];
	const measures = draft.measures.length > 0 ? draft.measures : earlier.measures;
	const regrouped = draft.groupings.length > 0;
	const dimensions = regrouped
		? [...(adds ? earlier.dimensions : []), ...draft.groupings.map(dimensionOf)]
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
		const by = earlier.order[0]?.by ?? { measure: measures.length - 1 };
		const order = [
			{
				by: 'dimension' in by ? { measure: measures.length - 1 } : by,
				direction: draft.orderDirection ?? earlier.order[0]?.direction ?? 'desc',
			} as const,
		];
		return { ...base, order, limit: draft.limit, ties: false };
	}
	if (!regrouped)
		return measures === earlier.measures
			? base
			: { ...base, order: earlier.order.filter((it) => 'dimension' in it.by) };
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

/** Two conditions on a time stand for each other; a limit of a quantity is another one than a value. */
const isSameKind = (a: Filter, b: Filter): boolean =>
	a.kind === b.kind ||
	[a.kind, b.kind].every((it) => ['time', 'part', 'number', 'between'].includes(it)) ||
	[a.kind, b.kind].every((it) => ['is', 'text'].includes(it));

function regroupedMeasures(measures: readonly Measure[], draft: Draft): readonly Measure[] {
	if (measures.length === 0) return [{ kind: 'count' }];
	return measures.map((it): Measure => {
		if (it.kind !== 'plain') return it;
		const placed = placedOf(draft.scope, it.column);
		if (placed !== null && mayAddUp(placed.column)) return { kind: 'aggregate', fn: 'sum', column: it.column };
		throw new Refusal(`Do you mean the average, the highest or the lowest "${it.column.column}"?`, it.column.column);
	});
}

/** What was handed back is what was handed out, as long as the datasets are the same; a look is enough. */
function asIntent(value: unknown, schema: Schema): Intent | null {
	if (
		typeof value !== 'object' ||
		value === null ||
		!('root' in value) ||
		!('filters' in value) ||
		!('measures' in value)
	)
		return null;
	const intent = value as Intent;
	const named = [...intent.filters.map((it) => it.column), ...intent.dimensions.map((it) => it.column), ...intent.show];
	const has = (ref: ColumnRef) =>
		schema.tables.some((it) => it.key === ref.table && it.columns.some((column) => column.name === ref.column));
	return schema.tables.some((it) => it.key === intent.root) && named.every(has) ? intent : null;
}
