import type { Draft, Grouping } from './draft.ts';
import { addSubject, type Base, dimensions, limits, takeAsked } from './grouping.ts';
import type { Aggregate, Intent, Measure, Order } from './intent.ts';
import { mayAddUp } from './read-measures.ts';
import { Refusal } from './refusal.ts';
import { type Placed, refOf } from './scope.ts';
import { isSettled } from './settle.ts';
import { stem } from './stem.ts';
import { findSubject, isRowNoun, isVerb, type Subject, takeSubject } from './subject.ts';

export function rankedIntent(draft: Draft, base: Base): Intent {
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
	draft.chunks.some(
		(it, at) => !draft.taken.has(at) && it.kind === 'mention' && !isVerb(it) && isRowNoun(draft.scope.root, it),
	);

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

/** The columns that name a row come first in a list. */
function labelsFirst(draft: Draft) {
	const { columns } = draft.scope.root;
	return columns
		.filter((it) => it.kind === 'text' && (it.unique || it.nameStems.at(-1) === stem('name')))
		.map((column) => refOf({ column, via: [] }));
}
