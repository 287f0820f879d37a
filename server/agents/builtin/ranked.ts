import { asksWith, isPhrase } from './chunks.ts';
import { type Draft, type Grouping, isTime } from './draft.ts';
import { addSubject, type Base, groupedIntent, limits, listIntent, takePhrases } from './grouping.ts';
import type { Aggregate, ColumnRef, Intent, Measure, Order } from './intent.ts';
import { isPlace } from './place-names.ts';
import { mayAddUp } from './read-measures.ts';
import { Refusal } from './refusal.ts';
import { type ColumnPath, own, refOf } from './scope.ts';
import { leavesOneRow } from './single-row.ts';
import { stem } from './stem.ts';
import { findSubject, isRowNoun, isVerb, type Subject, takeSubject } from './subject.ts';

export function rankedIntent(draft: Draft, base: Base): Intent {
	const { ranking } = draft;
	if (ranking === null) throw new Error('The question ranks nothing.');
	const subject = draft.groupings.length > 0 && draft.limit !== null ? null : findSubject(draft);
	const askChunk = draft.chunks.find((chunk) => asksWith(chunk, 'when', 'where', 'who'));
	const byTime = ranking.by !== null && isTime(ranking.by.column);
	if (ranking.by !== null && askChunk !== undefined && byTime && draft.groupings.length === 0)
		return endOfColumn(draft, base, ranking.by, subject);
	if (ranking.by !== null && ranking.fn === null && draft.groupings.length === 0 && draft.measures.length === 0) {
		if (subject === null && askChunk === undefined && !byTime && !hasRowChunk(draft))
			return endOfColumn(draft, base, ranking.by, null);
		if (subject?.kind !== 'groups') return rankedRows(draft, base, ranking.by, subject, []);
		const days = subject.groupings.filter((grouping) => grouping.unit === null || grouping.unit === 'day');
		if (leavesOneRow(draft, days)) return rankedRows(draft, base, ranking.by, subject, subject.groupings);
	}
	if (subject !== null) addSubject(draft, subject);
	if (draft.groupings.length === 0)
		throw new Refusal(
			`I can’t tell what to rank by ${ranking.by === null ? 'its number of rows' : `"${ranking.by.column.name}"`}. Say "which …".`,
			draft.chunks[ranking.at]?.text,
		);
	const measure = rankMeasure(draft);
	const others = draft.measures.filter((candidate) => JSON.stringify(candidate) !== JSON.stringify(measure));
	const limit = subject === null && draft.limit === null ? { limit: null, ties: false } : limits(draft, subject);
	const sorted = draft.orderDirection !== null && draft.limit === null && subject === null;
	const order: Order[] = [{ by: { measure: others.length }, direction: ranking.direction }];
	return { ...groupedIntent(draft, base, [...others, measure], order), ...(sorted ? { limit: null } : limit) };
}

const hasRowChunk = (draft: Draft): boolean =>
	draft.chunks.some(
		(chunk, at) =>
			!draft.taken.has(at) && chunk.kind === 'mention' && !isVerb(chunk) && isRowNoun(draft.scope.root, chunk),
	);

function rankMeasure(draft: Draft): Measure {
	const { ranking } = draft;
	if (ranking === null || ranking.by === null) return { kind: 'count' };
	const column = refOf(ranking.by);
	if (ranking.fn === 'distinct') return { kind: 'distinct', column, unit: null };
	const word = draft.chunks[ranking.at]?.text.toLowerCase() ?? '';
	const sums = mayAddUp(ranking.by.column) && !/^(highest|lowest|maximum|minimum|peak|worst|best)$/.test(word);
	const graded = draft.chunks[ranking.at]?.kind === 'graded';
	if (ranking.fn === null && graded && !sums && draft.groupings.some((grouping) => grouping.unit !== 'day')) {
		const { name } = ranking.by.column;
		throw new Refusal(`Do you mean the average, highest or lowest "${name}" of each?`, draft.chunks[ranking.at]?.text, [
			`average ${name}`,
			`highest ${name}`,
			`lowest ${name}`,
		]);
	}
	const fn: Aggregate = ranking.fn ?? (sums ? 'sum' : ranking.direction === 'desc' ? 'max' : 'min');
	return { kind: 'aggregate', fn, column };
}

/** "When was the last snow?", "What was the longest delay?" */
function endOfColumn(draft: Draft, base: Base, by: ColumnPath, subject: Subject | null): Intent {
	if (subject?.kind === 'rows') takeSubject(draft, subject);
	takePhrases(draft, 'ask');
	const fn = draft.ranking?.direction === 'asc' ? 'min' : 'max';
	return {
		...base,
		measures: [{ kind: 'aggregate', fn, column: refOf(by) }],
		dimensions: [],
		order: [],
		limit: null,
	};
}

function rankedRows(
	draft: Draft,
	base: Base,
	by: ColumnPath,
	subject: Subject | null,
	first: readonly Grouping[],
): Intent {
	if (subject !== null) takeSubject(draft, subject);
	takePhrases(draft, 'ask');
	const root = draft.scope.root.columns.map((column) => refOf(own(column)));
	const rest = [...labelsFirst(draft), refOf(by), ...root].filter(
		(ref, index, all) => all.findIndex((other) => other.column === ref.column && other.table === ref.table) === index,
	);
	const places = asksWhere(draft) ? draft.scope.root.columns.filter(isPlace).map((column) => refOf(own(column))) : [];
	const isPlaceOf = (ref: ColumnRef) => places.some(({ column }) => column === ref.column);
	const show =
		first.length > 0 ? [...first.map(refOf), refOf(by)] : [...places, ...rest.filter((ref) => !isPlaceOf(ref))];
	const order: Order[] = [{ by: { column: refOf(by) }, direction: draft.ranking?.direction ?? 'desc' }];
	const isWhole =
		draft.orderDirection !== null && draft.limit === null && !draft.chunks.some((chunk) => isPhrase(chunk, 'end'));
	return { ...listIntent(base, show, order), ...(isWhole ? { limit: null } : limits(draft, subject)) };
}

const asksWhere = (draft: Draft): boolean => draft.chunks.some((chunk) => asksWith(chunk, 'where'));

/** The columns that name a row come first in a list. */
function labelsFirst(draft: Draft) {
	const { columns } = draft.scope.root;
	return columns
		.filter((column) => column.kind === 'text' && (column.unique || column.nameStems.at(-1) === stem('name')))
		.map((column) => refOf(own(column)));
}
