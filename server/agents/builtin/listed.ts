import { columnLinks, type Draft, isGroup, isTime, phraseAt, take, timeColumns, use } from './draft.ts';
import { addSubject, type Base, dimensions, orderOf, takeAsked } from './grouping.ts';
import type { Intent, Measure, TimeUnit } from './intent.ts';
import { quantities } from './read-measures.ts';
import { Refusal } from './refusal.ts';
import { type Placed, placedOf, refOf, samePlace } from './scope.ts';
import { freeQuantity, isSettled, pinsOne, pinsSome, settle } from './settle.ts';
import { findSubject, isVerb, type Subject, takeSubject } from './subject.ts';

export function measuredIntent(draft: Draft, base: Base): Intent {
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

export const day = 86_400_000;

function unitFor({ column }: Placed): TimeUnit {
	const span = (Date.parse(`${column.max?.slice(0, 10)}`) - Date.parse(`${column.min?.slice(0, 10)}`)) / day;
	return span > 1500 ? 'year' : span > 70 ? 'month' : 'day';
}

export function listedIntent(draft: Draft, base: Base): Intent {
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
	refuseBorrowed(draft, subject);
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
		if (!asked && !namesWholeColumn(draft))
			throw new Refusal('I cannot tell what you ask for. Name what is to be counted, listed or reckoned.');
	}
	const extra = textShown(draft, subject);
	return { ...base, measures: [], dimensions: [], order: [], show: extra };
}

/** "capitals of all states" begins with what is to be listed. */
const namesWholeColumn = ({ chunks, scope }: Draft): boolean =>
	chunks.length <= 5 &&
	columnLinks(chunks[0], (it) => it.table === scope.root && it.kind === 'text').some(
		(it) => it.whole && it.score >= 0.9,
	);

/** A list of what a linked dataset holds is asked of that one, where all of it stands. */
function refuseBorrowed(draft: Draft, subject: Subject): undefined {
	if (subject.kind !== 'groups' || subject.groupings.some((it) => it.via.length === 0)) return;
	if (draft.conditions.some((it) => it.on.via.length === 0)) return;
	const { root } = draft.scope;
	const named = draft.chunks.some((it) =>
		it.links.some((link) => link.kind === 'table' && link.head && link.table === root),
	);
	const [first] = subject.groupings;
	if (named || first === undefined) return;
	throw new Refusal(
		`A list of "${first.column.name}" is to be had from ${first.column.table.name} alone.`,
		first.column.name,
	);
}

/** "capital of Montana": the columns that were named; none were means all. */
function textShown(draft: Draft, subject: Subject) {
	const asked = columnLinks(draft.chunks[subject.at], (it) => isGroup(it) && it.table === draft.scope.root);
	const named: Placed[] = asked.filter((it) => it.whole && it.score >= 0.9).slice(0, 1);
	const before = named.length;
	for (const [at, chunk] of draft.chunks.entries()) {
		if (chunk.kind !== 'mention' || draft.taken.has(at) || isVerb(chunk)) continue;
		const column = columnLinks(chunk, (it) => isGroup(it) || isTime(it)).filter((it) => it.score >= 0.6)[0];
		if (column === undefined) continue;
		named.push(column);
		use(draft, column);
		take(draft, at);
	}
	if (named.length === before) return [];
	const pinned = draft.conditions.filter(({ filter }) => pinsSome(filter)).map((it) => it.on);
	return [...pinned, ...named].map(refOf);
}
