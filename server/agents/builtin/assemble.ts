import {
	columnLinks,
	columnOf,
	type Draft,
	dimensionOf,
	type Grouping,
	isGroup,
	isNumeric,
	isTime,
	phraseAt,
	take,
	timeColumns,
	use,
} from './draft.ts';
import type { Aggregate, Filter, Intent, Measure, Order, TimeUnit } from './intent.ts';
import type { ByParts } from './read-groups.ts';
import { type Measured, mayAddUp, quantities } from './read-measures.ts';
import type { Change } from './read-times.ts';
import { Refusal } from './refusal.ts';
import { type Placed, placedOf, refOf, samePlace } from './scope.ts';
import { stem } from './stem.ts';
import { findSubject, isRowNoun, type Subject, takeSubject } from './subject.ts';

const shortList = 5;

/** Puts the parts of a question together. @throws Refusal where they do not make one */
export function assemble(draft: Draft, parts: ByParts, measured: Measured, change: Change | null): Intent {
	const base = {
		root: draft.scope.root.key,
		filters: draft.conditions.map((it) => it.filter),
		having: draft.having,
		ties: false,
		show: [],
		distinct: false,
		over: measured.over,
		notes: draft.notes,
		limit: draft.limit,
	};
	if (draft.compares) groupByCompared(draft);
	if (change !== null) return changeIntent(draft, base, change);
	if (measured.share) return shareIntent(draft, base);
	if (parts.per.length > 0) return rateIntent(draft, base, parts);
	if (draft.ranking !== null) return rankedIntent(draft, base);
	if (draft.measures.length > 0) return measuredIntent(draft, base);
	return listedIntent(draft, base);
}

type Base = Omit<Intent, 'measures' | 'dimensions' | 'order'>;

function groupByCompared(draft: Draft): void {
	for (const [at, chunk] of draft.chunks.entries())
		if (chunk.kind === 'phrase' && chunk.phrase.kind === 'compare') take(draft, at);
	for (const { filter, on } of draft.conditions) {
		if (filter.kind === 'is' && filter.values.length > 1 && !draft.groupings.some((it) => samePlace(it, on)))
			draft.groupings.unshift({ ...on, unit: null });
	}
}

const dimensions = (draft: Draft) => draft.groupings.map(dimensionOf);

/** Groups in time come in their order; others with the largest first where they are ranked, else by name. */
function orderOf(draft: Draft, measures: readonly Measure[]): Order[] {
	if (draft.groupings.length === 0) return [];
	if (draft.ranking !== null || draft.limit !== null || draft.orderDirection !== null) {
		return [
			{ by: { measure: measures.length - 1 }, direction: draft.orderDirection ?? draft.ranking?.direction ?? 'desc' },
		];
	}
	return draft.groupings.map((_, dimension) => ({ by: { dimension }, direction: 'asc' as const }));
}

/** Whether the conditions and groups leave one row for each group at most. */
function isSettled(draft: Draft, extra: readonly Placed[] = []): boolean {
	const fixed = new Set(
		[
			...draft.conditions.filter(({ filter }) => pinsOne(filter)).map((it) => it.on),
			...draft.groupings.filter((it) => it.unit === null || it.unit === 'day').map((it): Placed => it),
			...extra,
		]
			.filter((it) => it.via.length === 0)
			.map((it) => it.column.name),
	);
	return draft.scope.root.keys.some((key) => key.every((it) => fixed.has(it)));
}

const pinsOne = (filter: Filter): boolean =>
	(filter.kind === 'is' && !filter.negated && filter.values.length === 1) ||
	(filter.kind === 'number' && filter.op === '=' && !filter.negated);
const pinsSome = (filter: Filter): boolean => filter.kind === 'is' && !filter.negated;

/** A column without a word of how to reckon with it: as it is, added up, or a question back. */
function settle(draft: Draft, column: Placed): Measure {
	if (isSettled(draft)) return { kind: 'plain', column: refOf(column) };
	if (isStockOverTime(draft, column))
		throw new Refusal(
			`"${column.column.name}" is told for several ${yearName(draft)}s. Which one do you mean?`,
			column.column.name,
			[`in the latest ${yearName(draft)}`, `by ${yearName(draft)}`],
		);
	if (mayAddUp(column.column)) return { kind: 'aggregate', fn: 'sum', column: refOf(column) };
	throw new Refusal(
		`Many rows have a "${column.column.name}". Do you mean the average, the highest or the lowest?`,
		column.column.name,
		[`average ${column.column.name}`, `highest ${column.column.name}`, `lowest ${column.column.name}`],
	);
}

/** People are counted again every year: such figures do not add up over time. */
function isStockOverTime(draft: Draft, { column }: Placed): boolean {
	const stock = [...column.nameStems, ...column.descriptionStems.slice(0, 2)].some((it) =>
		['population', 'pop', 'inhabitant', 'resident', 'stock', 'balance', 'inventory', 'member'].map(stem).includes(it),
	);
	const times = timeColumns(draft).map((it) => it.column.name);
	return (
		stock &&
		column.table.keys.some((key) => key.length > 1 && key.some((it) => times.includes(it))) &&
		!draft.conditions.some(({ on, filter }) => times.includes(on.column.name) && pinsOne(filter)) &&
		!draft.groupings.some((it) => times.includes(it.column.name))
	);
}
const yearName = (draft: Draft): string => timeColumns(draft)[0]?.column.name ?? 'year';

/** The quantity that a question is about, among the words that are left. */
function freeQuantity(draft: Draft): Placed | null {
	for (const [at, chunk] of draft.chunks.entries()) {
		if (chunk.kind !== 'mention' || draft.taken.has(at)) continue;
		const [best] = chunk.links;
		const quantity = columnLinks(chunk, isNumeric)[0];
		if (quantity === undefined || best === undefined || quantity.score < 0.45) continue;
		const other = chunk.links.find((it) => it.kind !== 'table' && !(it.kind === 'column' && isNumeric(it.column)));
		if (other !== undefined && other.score - quantity.score > 0.15) continue;
		if (best.kind === 'table' && best.table === draft.scope.root && best.head && best.score > quantity.score) continue;
		const column = columnOf(draft, chunk, isNumeric);
		if (column === null) continue;
		take(draft, at);
		use(draft, column);
		return column;
	}
	return null;
}

function changeIntent(draft: Draft, base: Base, { from, to, fall, over }: Change): Intent {
	const column = (draft.ranking?.by ?? null) !== null ? draft.ranking?.by : freeQuantity(draft);
	if (column == null) throw new Refusal('A change of what?', undefined, quantities(draft));
	use(draft, over);
	const subject = findSubject(draft);
	if (subject !== null) addSubject(draft, subject);
	const measure: Measure = { kind: 'change', column: refOf(column), over: refOf(over), from, to, fall };
	const ranked = draft.ranking !== null || draft.orderDirection !== null || draft.groupings.length > 0;
	const direction = fall ? 'asc' : 'desc';
	const filters = base.filters.filter((it) => !(it.column.column === over.column.name));
	return {
		...base,
		filters,
		measures: [measure],
		dimensions: dimensions(draft),
		order: ranked && draft.groupings.length > 0 ? [{ by: { measure: 0 }, direction }] : [],
		...limits(draft, draft.ranking !== null ? subject : null),
	};
}

function shareIntent(draft: Draft, base: Base): Intent {
	const column = draft.conditions.length === 0 ? freeQuantity(draft) : null;
	if (draft.conditions.length === 0) {
		if (draft.groupings.length === 0) {
			const subject = findSubject(draft);
			throw new Refusal(
				`A share of ${subject === null ? 'what' : draft.scope.root.name}: which part of them? Name a condition, or "by" and a column.`,
				'share',
			);
		}
		const summed = draft.measures.find((it) => it.kind === 'aggregate' && it.fn === 'sum');
		const total = column !== null ? refOf(column) : summed?.kind === 'aggregate' ? summed.column : null;
		const measure: Measure = { kind: 'shareOfAll', column: total };
		return {
			...base,
			measures: [measure],
			dimensions: dimensions(draft),
			order: [{ by: { measure: 0 }, direction: draft.orderDirection ?? 'desc' }],
		};
	}
	const verb = verbAt(draft);
	const after = draft.conditions.filter((it) => it.at > verb);
	const passed = after.length > 0 ? after : draft.conditions;
	if (draft.conditions.length > 1 && passed.length === draft.conditions.length && verb < 0)
		throw new Refusal(
			'Which of these conditions makes the part, and which the whole? Say "what share of … are …".',
			'share',
		);
	if (passed.length > 1)
		throw new Refusal(
			'Which of these conditions makes the part, and which the whole? Say "what share of … in … are …".',
			'share',
		);
	const rest = draft.conditions.filter((it) => !passed.includes(it)).map((it) => it.filter);
	const measure: Measure = { kind: 'share', filters: passed.map((it) => it.filter) };
	return {
		...base,
		filters: rest,
		measures: [measure],
		dimensions: dimensions(draft),
		order: orderOf(draft, [measure]),
	};
}

/** Where the question begins to say what is true of the part: "flights from DFW *were* late". */
const verbAt = (draft: Draft): number =>
	draft.chunks.findIndex(
		(it, at) =>
			at > 0 &&
			((it.kind === 'little' &&
				/^(is|are|was|were|had|has|have|that|with|who|which|did|do|does|caused?|causes|involved?|happen(ed)?|occur(red)?|took)$/.test(
					it.word,
				)) ||
				(it.kind === 'mention' && /ed$|^(left|hit|struck|flew)$/.test(it.text.toLowerCase()))),
	);

function rateIntent(draft: Draft, base: Base, parts: ByParts): Intent {
	const [per] = parts.per;
	if (per === undefined) throw new Refusal('Per what?');
	const grouped = draft.groupings.length > 0;
	const of = draft.measures[0] ?? rateOf(draft);
	const subject = draft.groupings.length === 0 ? findSubject(draft) : null;
	if (subject?.kind === 'groups' && draft.ranking !== null) addSubject(draft, subject);
	const column = per.measure.kind === 'aggregate' ? placedOf(draft.scope, per.measure.column) : null;
	const perRow = of.kind === 'aggregate' && column !== null && column.via.length === 0 && isSettled(draft);
	if (of.kind === 'aggregate' && (of.fn === 'avg' || of.fn === 'median') && per.measure.kind === 'count') {
		// The average cost for each row is the average.
		return { ...base, measures: [of], dimensions: dimensions(draft), order: orderOf(draft, [of]) };
	}
	// One row of a linked dataset stands beside every row of a group: its figure counts once.
	const measure: Measure = {
		kind: 'rate',
		of,
		per:
			column !== null && column.via.length > 0 ? { kind: 'aggregate', fn: 'max', column: refOf(column) } : per.measure,
		factor: per.factor,
	};
	if (column !== null && column.via.length > 0 && !draft.groupings.some((it) => isKeyOf(it, column)))
		throw new Refusal(
			`A rate per ${column.column.name} needs a group for each row of ${column.column.table.name}.`,
			column.column.name,
		);
	void perRow;
	return {
		...base,
		measures: [measure],
		dimensions: dimensions(draft),
		order: grouped || draft.groupings.length > 0 ? orderOf(draft, [measure]) : [],
		...(draft.ranking !== null ? limits(draft, subject) : {}),
	};
}

const isKeyOf = (grouping: Grouping, column: Placed): boolean =>
	(grouping.column.table === column.column.table && grouping.column.unique) ||
	(grouping.via.length === 0 && column.via[0]?.from === grouping.column.name);

function rateOf(draft: Draft): Measure {
	const column = freeQuantity(draft);
	if (column !== null) return { kind: 'aggregate', fn: 'sum', column: refOf(column) };
	return { kind: 'count' };
}

function addSubject(draft: Draft, subject: Subject): void {
	takeSubject(draft, subject);
	if (subject.kind === 'groups')
		for (const it of subject.groupings)
			if (!draft.groupings.some((other) => samePlace(other, it) && other.unit === it.unit)) draft.groupings.push(it);
	if (subject.kind === 'rows') {
		const chunk = draft.chunks[subject.at];
		const named = columnLinks(chunk, isGroup).find((it) => it.via.length === 0 && it.score >= 0.75);
		if (named !== undefined) draft.groupings.push({ ...named, unit: null });
	}
}

/** One, with those that share its place; a short list where the question speaks of several. */
function limits(draft: Draft, subject: Subject | null): Pick<Intent, 'limit' | 'ties'> {
	if (draft.limit !== null) return { limit: draft.limit, ties: false };
	return isPlural(draft, subject) ? { limit: shortList, ties: false } : { limit: 1, ties: true };
}

/** "which airports"; "which species cost" but not "which species costs". */
function isPlural(draft: Draft, subject: Subject | null): boolean {
	const chunk = subject === null ? undefined : draft.chunks[subject.at];
	if (chunk === undefined) return false;
	const words = chunk.text.toLowerCase().split(' ');
	const word = words.at(-1) ?? '';
	if (/^(people|children|men|women|geese|mice|feet)$/.test(word)) return true;
	if (/^(species|series)$/.test(word)) {
		const rest = draft.chunks.slice((subject?.at ?? 0) + 1).map((it) => it.text.toLowerCase());
		const [verb] = rest;
		return verb === undefined || !(/^(is|was|has|does)$/.test(verb) || (/[^s]s$/.test(verb) && stem(verb) !== verb));
	}
	return stem(word) !== word && /s$/.test(word);
}

function rankedIntent(draft: Draft, base: Base): Intent {
	const { ranking } = draft;
	if (ranking === null) throw new Error('Nothing is ranked.');
	const subject = draft.groupings.length > 0 && draft.limit !== null ? null : findSubject(draft);
	const asked = draft.chunks.find(
		(it) => it.kind === 'phrase' && it.phrase.kind === 'ask' && /^(when|where|who)$/.test(it.phrase.word),
	);
	const byTime = ranking.by !== null && ranking.by.column.kind === 'time';
	if (ranking.by !== null && asked !== undefined && byTime && draft.groupings.length === 0)
		return endOfTime(draft, base, ranking.by, subject);
	const wantsRows = subject === null || subject.kind === 'rows';
	if (
		ranking.by !== null &&
		ranking.fn === null &&
		draft.groupings.length === 0 &&
		draft.measures.length === 0 &&
		wantsRows
	) {
		if (subject === null && asked === undefined && !byTime && !hasRowChunk(draft))
			return endOfColumn(draft, base, ranking.by);
		return rankedRows(draft, base, ranking.by, subject, []);
	}
	if (
		subject?.kind === 'groups' &&
		ranking.by !== null &&
		ranking.fn === null &&
		draft.measures.length === 0 &&
		draft.groupings.length === 0 &&
		isSettled(
			draft,
			subject.groupings.filter((it) => it.unit === null || it.unit === 'day'),
		)
	) {
		return rankedRows(draft, base, ranking.by, subject, subject.groupings);
	}
	if (subject !== null) addSubject(draft, subject);
	if (draft.groupings.length === 0)
		throw new Refusal(
			`I cannot tell what is to be ranked by ${ranking.by === null ? 'its number of rows' : `"${ranking.by.column.name}"`}. Say "which …".`,
			draft.chunks[ranking.at]?.text,
		);
	const measure = rankMeasure(draft);
	const others = draft.measures.filter((it) => JSON.stringify(it) !== JSON.stringify(measure));
	const limit = subject === null && draft.limit === null ? { limit: null, ties: false } : limits(draft, subject);
	const sorted = draft.orderDirection !== null && draft.limit === null && subject === null;
	return {
		...base,
		measures: [...others, measure],
		dimensions: dimensions(draft),
		order: [{ by: { measure: others.length }, direction: ranking.direction }],
		...(sorted ? { limit: null } : limit),
	};
}

const hasRowChunk = (draft: Draft): boolean =>
	draft.chunks.some((it, at) => !draft.taken.has(at) && it.kind === 'mention' && isRowNoun(draft.scope.root, it));

function rankMeasure(draft: Draft): Measure {
	const { ranking } = draft;
	if (ranking === null || ranking.by === null) return { kind: 'count' };
	const column = refOf(ranking.by);
	if (ranking.fn === 'distinct') return { kind: 'distinct', column, unit: null };
	const word = draft.chunks[ranking.at]?.text.toLowerCase() ?? '';
	const sums = mayAddUp(ranking.by.column) && !/^(highest|lowest|maximum|minimum|peak|worst|best)$/.test(word);
	const graded = draft.chunks[ranking.at]?.kind === 'graded';
	if (ranking.fn === null && graded && !sums && draft.groupings.some((it) => it.unit !== 'day')) {
		const { name } = ranking.by.column;
		throw new Refusal(
			`Do you mean the average, the highest or the lowest "${name}" of each?`,
			draft.chunks[ranking.at]?.text,
			[`average ${name}`, `highest ${name}`, `lowest ${name}`],
		);
	}
	const fn: Aggregate = ranking.fn ?? (sums ? 'sum' : ranking.direction === 'desc' ? 'max' : 'min');
	return { kind: 'aggregate', fn, column };
}

/** "When was the last snow?" */
function endOfTime(draft: Draft, base: Base, by: Placed, subject: Subject | null): Intent {
	if (subject?.kind === 'rows') takeSubject(draft, subject);
	takeAsked(draft);
	return {
		...base,
		measures: [{ kind: 'aggregate', fn: draft.ranking?.direction === 'asc' ? 'min' : 'max', column: refOf(by) }],
		dimensions: [],
		order: [],
		limit: null,
	};
}

/** "What was the longest delay?" */
function endOfColumn(draft: Draft, base: Base, by: Placed): Intent {
	takeAsked(draft);
	return {
		...base,
		measures: [{ kind: 'aggregate', fn: draft.ranking?.direction === 'asc' ? 'min' : 'max', column: refOf(by) }],
		dimensions: [],
		order: [],
		limit: null,
	};
}

function rankedRows(draft: Draft, base: Base, by: Placed, subject: Subject | null, first: readonly Grouping[]): Intent {
	if (subject !== null) takeSubject(draft, subject);
	takeAsked(draft);
	const direction = draft.ranking?.direction ?? 'desc';
	const lead = first.map(refOf);
	const root = draft.scope.root.columns.map((column) => refOf({ column, via: [] }));
	const rest = [...labelsFirst(draft), refOf(by), ...root].filter(
		(it, index, all) => all.findIndex((other) => other.column === it.column && other.table === it.table) === index,
	);
	const show = first.length > 0 ? [...lead, refOf(by)] : rest;
	const order: Order[] = [{ by: { column: refOf(by) }, direction }];
	const named = subject === null ? null : subject;
	const all =
		draft.orderDirection !== null &&
		draft.limit === null &&
		!draft.chunks.some((it) => it.kind === 'phrase' && it.phrase.kind === 'end');
	return { ...base, measures: [], dimensions: [], order, show, ...(all ? { limit: null } : limits(draft, named)) };
}

function takeAsked(draft: Draft): void {
	for (const [at, chunk] of draft.chunks.entries())
		if (chunk.kind === 'phrase' && chunk.phrase.kind === 'ask') take(draft, at);
}

/** The columns that name a row come first in a list. */
function labelsFirst(draft: Draft) {
	const { columns } = draft.scope.root;
	return columns
		.filter((it) => it.kind === 'text' && (it.unique || it.nameStems.at(-1) === stem('name')))
		.map((column) => refOf({ column, via: [] }));
}

function measuredIntent(draft: Draft, base: Base): Intent {
	const subject = findSubject(draft);
	if (subject?.kind === 'rows') takeSubject(draft, subject);
	else if (subject !== null && draft.having.length > 0 && draft.groupings.length === 0) addSubject(draft, subject);
	takeTrend(draft);
	const measures = draft.measures.map((it) =>
		it.kind === 'plain'
			? settle(draft, placedOf(draft.scope, it.column) ?? { column: draft.scope.root.columns[0] as never, via: [] })
			: it,
	);
	if (draft.having.length > 0 && draft.groupings.length === 0)
		throw new Refusal('More than so many for each what?', 'more than');
	const quantity = draft.countsRows && measures.length === 1 && base.over === null ? null : null;
	void quantity;
	return {
		...base,
		measures,
		dimensions: dimensions(draft),
		order: base.over === null ? orderOf(draft, measures) : [],
	};
}

/** "over time": a group for each year, month or day, as far as the data reaches. */
function takeTrend(draft: Draft): boolean {
	let found = false;
	for (const [at, chunk] of draft.chunks.entries()) {
		const phrase = phraseAt(draft, at);
		if (phrase?.kind !== 'trend' && phrase?.kind !== 'change') continue;
		take(draft, at);
		found = true;
		if (draft.groupings.some((it) => it.unit !== null || it.column.isYear)) continue;
		const [time] = timeColumns(draft);
		if (time === undefined)
			throw new Refusal(
				`${draft.scope.root.name} has no dates, so there is nothing to say of "${chunk.text}".`,
				chunk.text,
			);
		draft.groupings.unshift({ ...time, unit: time.column.isYear ? null : unitFor(time) });
		use(draft, time);
	}
	return found;
}

const day = 86_400_000;
function unitFor({ column }: Placed): TimeUnit {
	const span = (Date.parse(`${column.max?.slice(0, 10)}`) - Date.parse(`${column.min?.slice(0, 10)}`)) / day;
	return span > 1500 ? 'year' : span > 70 ? 'month' : 'day';
}

function listedIntent(draft: Draft, base: Base): Intent {
	const asked = draft.chunks.find((it) => it.kind === 'phrase' && it.phrase.kind === 'ask');
	const trend = takeTrend(draft);
	const subject = findSubject(draft);
	if (draft.having.length > 0) {
		if (subject === null) throw new Refusal('More than so many for each what?', 'more than');
		addSubject(draft, subject);
		if (draft.groupings.length === 0) throw new Refusal('More than so many for each what?', 'more than');
		takeAsked(draft);
		return {
			...base,
			measures: [{ kind: 'count' }],
			dimensions: dimensions(draft),
			order: [{ by: { measure: 0 }, direction: 'desc' }],
		};
	}
	const times = subject?.kind === 'groups' ? subject.groupings.find((it) => it.unit !== null) : undefined;
	if (draft.groupings.length > 0 && times !== undefined && draft.conditions.length > 0 && subject !== null) {
		takeSubject(draft, subject);
		const measure: Measure = { kind: 'distinct', column: refOf(times), unit: times.unit };
		return { ...base, measures: [measure], dimensions: dimensions(draft), order: orderOf(draft, [measure]) };
	}
	if (draft.groupings.length > 0 && subject?.kind !== 'groups') {
		if (subject?.kind === 'rows') takeSubject(draft, subject);
		takeAsked(draft);
		const quantity = freeQuantity(draft);
		if (quantity === null && subject === null && !draft.compares)
			throw new Refusal(
				`What of each ${draft.groupings[0]?.column.name}?`,
				draft.groupings[0]?.column.name,
				quantities(draft),
			);
		const measure: Measure = quantity === null ? { kind: 'count' } : settle(draft, quantity);
		return { ...base, measures: [measure], dimensions: dimensions(draft), order: orderOf(draft, [measure]) };
	}
	if (asked === undefined || subject?.kind !== 'groups') {
		const isWhich = asked !== undefined && !/^what/i.test(asked.text);
		const quantity = subject?.kind === 'rows' && isWhich ? null : freeQuantity(draft);
		if (quantity !== null) {
			if (subject?.kind === 'rows') takeSubject(draft, subject);
			takeAsked(draft);
			return quantityIntent(draft, base, quantity, trend);
		}
	}
	return listIntent(draft, base, subject);
}

/** "population of California", "engineers in Texas and New York". */
function quantityIntent(draft: Draft, base: Base, quantity: Placed, trend: boolean): Intent {
	const pinned = draft.conditions.filter(({ filter }) => pinsSome(filter) || pinsOne(filter)).map((it) => it.on);
	if (!trend && pinned.length > 0 && isSettled(draft, pinned)) {
		return { ...base, measures: [], dimensions: [], order: [], show: [...pinned, quantity].map(refOf) };
	}
	const [time] = timeColumns(draft);
	const isSpan = time !== undefined && (trend || draft.conditions.some((it) => samePlace(it.on, time)));
	if (isSpan && pinned.length > 0 && !isSettled(draft, pinned) && isSettled(draft, [...pinned, time])) {
		// One thing over a stretch of time is told for each time in it.
		const shown = [time, ...pinned, quantity].filter(
			(it, index, all) => all.findIndex((other) => samePlace(other, it)) === index,
		);
		return {
			...base,
			measures: [],
			dimensions: [],
			order: [{ by: { column: refOf(time) }, direction: 'asc' }],
			show: shown.map(refOf),
		};
	}
	const measure = settle(draft, quantity);
	return { ...base, measures: [measure], dimensions: dimensions(draft), order: orderOf(draft, [measure]) };
}

function listIntent(draft: Draft, base: Base, subject: Subject | null): Intent {
	if (subject === null)
		throw new Refusal(
			'I cannot tell what you ask for. Name what is to be counted, listed or reckoned.',
			undefined,
			quantities(draft),
		);
	takeSubject(draft, subject);
	takeAsked(draft);
	const conditions = draft.conditions.map((it) => it.on);
	if (subject.kind === 'groups') {
		const [time] = subject.groupings;
		const unsettled = subject.groupings.some((it) => it.unit !== null && it.unit !== 'day');
		if (unsettled) throw new Refusal(`What of each ${time?.unit}?`, time?.unit ?? undefined);
		const lead = subject.groupings.map(refOf);
		const settled = isSettled(draft, subject.groupings);
		const show = settled ? [...lead, ...conditions.map(refOf)] : lead;
		const unique = show.filter(
			(it, index, all) => all.findIndex((other) => JSON.stringify(other) === JSON.stringify(it)) === index,
		);
		return {
			...base,
			measures: [],
			dimensions: [],
			order: [
				{
					by: {
						column:
							unique[0] ?? lead[0] ?? refOf(conditions[0] ?? { column: draft.scope.root.columns[0] as never, via: [] }),
					},
					direction: 'asc',
				},
			],
			show: unique,
			distinct: !settled,
		};
	}
	if (
		draft.conditions.length === 0 &&
		draft.chunks.every((it) => it.kind !== 'phrase' || it.phrase.kind !== 'ask' || it.phrase.word !== 'list') &&
		draft.chunks.length > 2
	) {
		const asked = draft.chunks.some((it) => it.kind === 'phrase');
		if (!asked) throw new Refusal('I cannot tell what you ask for. Name what is to be counted, listed or reckoned.');
	}
	const extra = textShown(draft);
	return { ...base, measures: [], dimensions: [], order: [], show: extra };
}

/** "capital of Montana": the columns that were named; none were means all. */
function textShown(draft: Draft) {
	const named: Placed[] = [];
	for (const [at, chunk] of draft.chunks.entries()) {
		if (chunk.kind !== 'mention' || draft.taken.has(at)) continue;
		const column = columnLinks(chunk, (it) => isGroup(it) || isTime(it)).filter((it) => it.score >= 0.6)[0];
		if (column === undefined) continue;
		named.push(column);
		use(draft, column);
		take(draft, at);
	}
	if (named.length === 0) return [];
	const pinned = draft.conditions.filter(({ filter }) => pinsSome(filter)).map((it) => it.on);
	return [...pinned, ...named].map(refOf);
}
