import { isPhrase } from './chunks.ts';
import {
	columnLinks,
	type Draft,
	distinctColumns,
	freeMentions,
	isGroup,
	isText,
	isTime,
	phraseAt,
	quantities,
	rootLink,
	take,
	timeColumns,
	use,
} from './draft.ts';
import { addSubject, type Base, groupedIntent, listIntent, takePhrases } from './grouping.ts';
import type { ColumnRef, Intent, Order, TimeUnit } from './intent.ts';
import { Refusal } from './refusal.ts';
import { type ColumnPath, pathOf, refOf, samePath } from './scope.ts';
import { freeQuantity, leavesOneRow, measureOf, pinsOne, pinsSome } from './single-row.ts';
import { findSubject, isVerb, type Subject, takeSubject } from './subject.ts';

export function measuredIntent(draft: Draft, base: Base): Intent {
	const subject = findSubject(draft);
	if (subject?.kind === 'rows') takeSubject(draft, subject);
	else if (subject !== null && draft.having.length > 0 && draft.groupings.length === 0) addSubject(draft, subject);
	takeTrend(draft);
	const measures = draft.measures.map((measure) => {
		const path = measure.kind === 'plain' ? pathOf(draft.scope, measure.column) : null;
		return path === null ? measure : measureOf(draft, path);
	});
	if (draft.having.length > 0 && draft.groupings.length === 0) throw eachWhat();
	return groupedIntent(draft, base, measures, base.over === null ? undefined : []);
}

const eachWhat = (): Refusal => new Refusal('For each what? Name a column to group by.', 'more than');

/** "over time": a group for each year, month or day, as far as the data reaches. */
function takeTrend(draft: Draft): boolean {
	let found = false;
	for (const [at, chunk] of draft.chunks.entries()) {
		const phrase = phraseAt(draft, at);
		if (phrase?.kind !== 'trend' && phrase?.kind !== 'change') continue;
		take(draft, at);
		found = true;
		if (draft.groupings.some((grouping) => grouping.unit !== null || grouping.column.isYear)) continue;
		const [time] = timeColumns(draft);
		if (time === undefined)
			throw new Refusal(`${draft.scope.root.name} has no dates, so I can’t answer for "${chunk.text}".`, chunk.text);
		draft.groupings.unshift({ ...time, unit: time.column.isYear ? null : unitFor(time) });
		use(draft, time);
	}
	return found;
}

const day = 86_400_000;

function unitFor({ column }: ColumnPath): TimeUnit {
	const span = (Date.parse(`${column.max?.slice(0, 10)}`) - Date.parse(`${column.min?.slice(0, 10)}`)) / day;
	return span > 1500 ? 'year' : span > 70 ? 'month' : 'day';
}

export function listedIntent(draft: Draft, base: Base): Intent {
	const askChunk = draft.chunks.find((chunk) => isPhrase(chunk, 'ask'));
	const trend = takeTrend(draft);
	const subject = findSubject(draft);
	if (draft.having.length > 0) {
		if (subject === null) throw eachWhat();
		addSubject(draft, subject);
		if (draft.groupings.length === 0) throw eachWhat();
		takePhrases(draft, 'ask');
		return groupedIntent(draft, base, [{ kind: 'count' }], [{ by: { measure: 0 }, direction: 'desc' }]);
	}
	const times = subject?.kind === 'groups' ? subject.groupings.find((grouping) => grouping.unit !== null) : undefined;
	if (draft.groupings.length > 0 && times !== undefined && draft.conditions.length > 0 && subject !== null) {
		takeSubject(draft, subject);
		return groupedIntent(draft, base, [{ kind: 'distinct', column: refOf(times), unit: times.unit }]);
	}
	if (draft.groupings.length > 0 && subject?.kind !== 'groups') {
		if (subject?.kind === 'rows') takeSubject(draft, subject);
		takePhrases(draft, 'ask');
		const quantity = freeQuantity(draft);
		if (quantity === null && subject === null && !draft.compares) {
			const group = draft.groupings[0]?.column.name;
			throw new Refusal(`What about each ${group}?`, group, quantities(draft));
		}
		return groupedIntent(draft, base, [quantity === null ? { kind: 'count' } : measureOf(draft, quantity)]);
	}
	if (askChunk === undefined || subject?.kind !== 'groups') {
		const isWhich = askChunk !== undefined && !/^what/i.test(askChunk.text);
		const quantity = subject?.kind === 'rows' && isWhich ? null : freeQuantity(draft);
		if (quantity !== null) {
			if (subject?.kind === 'rows') takeSubject(draft, subject);
			takePhrases(draft, 'ask');
			return quantityIntent(draft, base, quantity, trend);
		}
	}
	return subjectIntent(draft, base, subject);
}

/** "population of California", "engineers in Texas and New York". */
function quantityIntent(draft: Draft, base: Base, quantity: ColumnPath, trend: boolean): Intent {
	const pinned = draft.conditions
		.filter(({ filter }) => pinsSome(filter) || pinsOne(filter))
		.map((condition) => condition.on);
	const isOneRow = leavesOneRow(draft, pinned);
	if (!trend && pinned.length > 0 && isOneRow) return listIntent(base, [...pinned, quantity].map(refOf));
	const [time] = timeColumns(draft);
	const isSpan = time !== undefined && (trend || draft.conditions.some((condition) => samePath(condition.on, time)));
	if (isSpan && pinned.length > 0 && !isOneRow && leavesOneRow(draft, [...pinned, time])) {
		// One thing over a stretch of time is listed for each time in it.
		const show = distinctColumns([time, ...pinned, quantity]).map(refOf);
		return listIntent(base, show, [{ by: { column: refOf(time) }, direction: 'asc' }]);
	}
	return groupedIntent(draft, base, [measureOf(draft, quantity)]);
}

const cannotTell = (suggestions: readonly string[] = []): Refusal =>
	new Refusal('I can’t tell what you’re asking for. Name what to count, list or calculate.', undefined, suggestions);

/** A list of what the question is about. */
function subjectIntent(draft: Draft, base: Base, subject: Subject | null): Intent {
	if (subject === null) throw cannotTell(quantities(draft));
	refuseBorrowed(draft, subject);
	takeSubject(draft, subject);
	takePhrases(draft, 'ask');
	if (subject.kind === 'groups') {
		const unsettled = subject.groupings.some((grouping) => grouping.unit !== null && grouping.unit !== 'day');
		const unit = subject.groupings[0]?.unit;
		if (unsettled) throw new Refusal(`What about each ${unit}?`, unit ?? undefined);
		const isOneRow = leavesOneRow(draft, subject.groupings);
		const conditions = isOneRow ? draft.conditions.map((condition) => condition.on) : [];
		const show = distinctColumns<ColumnPath>([...subject.groupings, ...conditions]).map(refOf);
		const order = show.slice(0, 1).map((column): Order => ({ by: { column }, direction: 'asc' }));
		return { ...listIntent(base, show, order), distinct: !isOneRow };
	}
	const isBare = !draft.chunks.some((chunk) => chunk.kind === 'phrase');
	if (draft.conditions.length === 0 && draft.chunks.length > 2 && isBare && !namesWholeColumn(draft))
		throw cannotTell();
	return listIntent(base, textShown(draft, subject));
}

/** "capitals of all states" begins with what is to be listed. */
const namesWholeColumn = ({ chunks, scope }: Draft): boolean =>
	chunks.length <= 5 &&
	columnLinks(chunks[0], (column) => column.table === scope.root && isText(column)).some(
		(link) => link.whole && link.score >= 0.9,
	);

/** A list of what a linked dataset holds is asked of that one, where all of it stands. */
function refuseBorrowed(draft: Draft, subject: Subject): undefined {
	if (subject.kind !== 'groups' || subject.groupings.some((grouping) => grouping.via.length === 0)) return;
	if (draft.conditions.some((condition) => condition.on.via.length === 0)) return;
	const [first] = subject.groupings;
	if (first === undefined || draft.chunks.some((chunk) => rootLink(draft, chunk) !== undefined)) return;
	throw new Refusal(`"${first.column.name}" can only be listed from ${first.column.table.name}.`, first.column.name);
}

/** "capital of Montana": the columns that were named; none were means all. */
function textShown(draft: Draft, subject: Subject): ColumnRef[] {
	const links = columnLinks(draft.chunks[subject.at], (column) => isGroup(column) && column.table === draft.scope.root);
	const named: ColumnPath[] = links.filter((link) => link.whole && link.score >= 0.9).slice(0, 1);
	const before = named.length;
	for (const [at, chunk] of freeMentions(draft)) {
		if (isVerb(chunk)) continue;
		const [column] = columnLinks(chunk, (column) => isGroup(column) || isTime(column));
		if (column === undefined || column.score < 0.6) continue;
		named.push(column);
		use(draft, column);
		take(draft, at);
	}
	if (named.length === before) return [];
	const pinned = draft.conditions.filter(({ filter }) => pinsSome(filter)).map((condition) => condition.on);
	return distinctColumns<ColumnPath>([...pinned, ...named]).map(refOf);
}
