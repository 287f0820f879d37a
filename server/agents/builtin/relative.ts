import { type Draft, type Grouping, quantities, use } from './draft.ts';
import { addSubject, type Base, groupedIntent, limits } from './grouping.ts';
import type { Intent, Measure, Order } from './intent.ts';
import type { ByParts } from './read-groups.ts';
import type { Change } from './read-times.ts';
import { Refusal } from './refusal.ts';
import { type ColumnPath, pathOf, refOf } from './scope.ts';
import { freeQuantity } from './single-row.ts';
import { findSubject } from './subject.ts';

export function changeIntent(draft: Draft, base: Base, { from, to, fall, over }: Change): Intent {
	const column = draft.ranking?.by ?? freeQuantity(draft);
	if (column === null) throw new Refusal('A change in what? Name a column.', undefined, quantities(draft));
	use(draft, over);
	const subject = findSubject(draft);
	if (subject !== null) addSubject(draft, subject);
	const measure: Measure = { kind: 'change', column: refOf(column), over: refOf(over), from, to, fall };
	const order: Order[] = [{ by: { measure: 0 }, direction: fall ? 'asc' : 'desc' }];
	const filters = base.filters.filter((filter) => filter.column.column !== over.column.name);
	return {
		...groupedIntent(draft, { ...base, filters }, [measure], draft.groupings.length > 0 ? order : []),
		...limits(draft, draft.ranking !== null ? subject : null),
	};
}

export function shareIntent(draft: Draft, base: Base): Intent {
	if (draft.conditions.length === 0) return shareOfAllIntent(draft, base);
	const verb = verbAt(draft);
	const after = draft.conditions.filter((condition) => condition.at > verb);
	const passed = after.length > 0 ? after : draft.conditions;
	if (passed.length > 1) {
		const where = verb < 0 && passed.length === draft.conditions.length ? '' : ' in …';
		throw new Refusal(
			`Which condition is the part and which is the whole? Say "what share of …${where} are …".`,
			'share',
		);
	}
	const filters = draft.conditions
		.filter((condition) => !passed.includes(condition))
		.map((condition) => condition.filter);
	const measure: Measure = { kind: 'share', filters: passed.map((condition) => condition.filter) };
	return groupedIntent(draft, { ...base, filters }, [measure]);
}

function shareOfAllIntent(draft: Draft, base: Base): Intent {
	const column = freeQuantity(draft);
	if (draft.groupings.length === 0) {
		throw new Refusal(
			`A share of ${findSubject(draft) === null ? 'what' : draft.scope.root.name}: which one? Name a condition, or "by" and a column.`,
			'share',
		);
	}
	const summed = draft.measures.find((measure) => measure.kind === 'aggregate' && measure.fn === 'sum');
	const total = column !== null ? refOf(column) : summed?.kind === 'aggregate' ? summed.column : null;
	const order: Order[] = [{ by: { measure: 0 }, direction: draft.orderDirection ?? 'desc' }];
	return groupedIntent(draft, base, [{ kind: 'shareOfAll', column: total }], order);
}

/** Where the question begins to say what is true of the part: "flights from DFW *were* late". */
const verbAt = (draft: Draft): number =>
	draft.chunks.findIndex(
		(chunk, at) =>
			at > 0 &&
			((chunk.kind === 'little' &&
				/^(is|are|was|were|had|has|have|that|with|who|which|did|do|does|caused?|causes|involved?|happen(ed)?|occur(red)?|took)$/.test(
					chunk.word,
				)) ||
				(chunk.kind === 'mention' && /ed$|^(left|hit|struck|flew)$/.test(chunk.text.toLowerCase()))),
	);

export function rateIntent(draft: Draft, base: Base, parts: ByParts): Intent {
	const [per] = parts.per;
	if (per === undefined) throw new Refusal('Per what? Name a column.');
	const of = draft.measures[0] ?? rateOf(draft);
	const subject = draft.groupings.length === 0 ? findSubject(draft) : null;
	if (subject?.kind === 'groups' && draft.ranking !== null) addSubject(draft, subject);
	const column = per.measure.kind === 'aggregate' ? pathOf(draft.scope, per.measure.column) : null;
	// The average cost for each row is the average.
	if (of.kind === 'aggregate' && (of.fn === 'avg' || of.fn === 'median') && per.measure.kind === 'count')
		return groupedIntent(draft, base, [of]);
	const isLinked = column !== null && column.via.length > 0;
	if (isLinked && !draft.groupings.some((grouping) => isKeyOf(grouping, column)))
		throw new Refusal(
			`A rate per ${column.column.name} only works when grouping by each row of ${column.column.table.name}.`,
			column.column.name,
		);
	// One row of a linked dataset stands beside every row of a group: its figure counts once.
	const divisor: Measure = isLinked ? { kind: 'aggregate', fn: 'max', column: refOf(column) } : per.measure;
	return {
		...groupedIntent(draft, base, [{ kind: 'rate', of, per: divisor, factor: per.factor }]),
		...(draft.ranking !== null ? limits(draft, subject) : {}),
	};
}

const isKeyOf = (grouping: Grouping, column: ColumnPath): boolean =>
	(grouping.column.table === column.column.table && grouping.column.unique) ||
	(grouping.via.length === 0 && column.via[0]?.from === grouping.column.name);

function rateOf(draft: Draft): Measure {
	const column = freeQuantity(draft);
	if (column !== null) return { kind: 'aggregate', fn: 'sum', column: refOf(column) };
	return { kind: 'count' };
}
