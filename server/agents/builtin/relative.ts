import { type Draft, type Grouping, use } from './draft.ts';
import { addSubject, type Base, dimensions, limits, orderOf } from './grouping.ts';
import type { Intent, Measure } from './intent.ts';
import type { ByParts } from './read-groups.ts';
import { quantities } from './read-measures.ts';
import type { Change } from './read-times.ts';
import { Refusal } from './refusal.ts';
import { type Placed, placedOf, refOf } from './scope.ts';
import { freeQuantity, isSettled } from './settle.ts';
import { findSubject } from './subject.ts';

export function changeIntent(draft: Draft, base: Base, { from, to, fall, over }: Change): Intent {
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

export function shareIntent(draft: Draft, base: Base): Intent {
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

export function rateIntent(draft: Draft, base: Base, parts: ByParts): Intent {
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
