import { joinAlternatives } from './alternatives.ts';
import { chunk, isPhrase, type Linked, linkAll } from './chunks.ts';
import { type Draft, newDraft, rootLink } from './draft.ts';
import { join } from './english.ts';
import { groupByCompared } from './grouping.ts';
import type { Intent } from './intent.ts';
import { listedIntent, measuredIntent } from './listed.ts';
import { rankedIntent } from './ranked.ts';
import { type ByParts, readGroups } from './read-groups.ts';
import { type Measured, readMeasures } from './read-measures.ts';
import { readNumbers } from './read-numbers.ts';
import { readRanking } from './read-ranking.ts';
import { readSigns } from './read-signs.ts';
import { type Change, readTimes } from './read-times.ts';
import { readValues } from './read-values.ts';
import { Refusal } from './refusal.ts';
import { changeIntent, rateIntent, shareIntent } from './relative.ts';
import type { Column, Schema, Table } from './schema.ts';
import { samePath, scopeOf } from './scope.ts';
import { correctSpelling } from './spelling.ts';
import { tokenize } from './tokenize.ts';
import { readFlags, readNone, readSome, readVerbs, scoreTerms, unknownTerm } from './unmatched-terms.ts';

interface Read {
	readonly intent: Intent;
	readonly draft: Draft;
	readonly score: number;
}

/** Two readings that fit about as well are two meanings. */
const tie = 0.1;

/** Reads a question as if it were about each dataset in turn, and keeps the reading that fits best. @throws Refusal */
export function interpret(question: string, schema: Schema): Intent {
	const { tokens, notes } = correctSpelling(tokenize(question), schema);
	if (tokens.length === 0) throw new Refusal('Ask a question about the data.');
	const linked = linkAll(tokens, schema);
	const read: Read[] = [];
	const refusals: Refusal[] = [];
	for (const root of schema.tables) {
		try {
			read.push(readAs(root, linked, schema, notes));
		} catch (error) {
			if (!(error instanceof Refusal)) throw error;
			refusals.push(error);
		}
	}
	read.sort((a, b) => b.score - a.score);
	const [best, second] = read;
	refusals.sort((a, b) => b.progress - a.progress);
	if (best === undefined) throw refusals[0] ?? new Refusal('There are no datasets here to ask about.');
	const meant = refusals.find(({ root }) => root !== undefined && isMeant(root, best, linked));
	if (meant !== undefined) throw meant;
	if (second !== undefined && best.score - second.score < tie) {
		const names = read.filter((read) => best.score - read.score < tie).map((read) => read.draft.scope.root.name);
		throw new Refusal(`This question fits ${join(names, 'and')}. Which one do you mean?`, undefined, names);
	}
	return best.intent;
}

function readAs(root: Table, linked: Linked, schema: Schema, notes: readonly string[]): Read {
	const scope = scopeOf(schema, root);
	const draft = newDraft(scope, chunk(linked, scope), notes);
	try {
		const unclear = draft.chunks.find((chunk) => isPhrase(chunk, 'unclear'));
		if (unclear?.kind === 'phrase' && unclear.phrase.kind === 'unclear')
			throw new Refusal(unclear.phrase.why, unclear.text);
		const unknown = draft.chunks.find((chunk) => chunk.kind === 'unknown');
		if (unknown !== undefined) throw unknownTerm(root, unknown.text, linked.spans[unknown.from] ?? []);
		readNumbers(draft);
		const change = readTimes(draft);
		const parts = readGroups(draft);
		readValues(draft);
		withoutNamesakes(draft);
		readVerbs(draft);
		readSigns(draft);
		readFlags(draft);
		readSome(draft);
		readNone(draft);
		const measured = readMeasures(draft, parts);
		readRanking(draft, parts, change !== null);
		const intent = assemble(draft, parts, measured, change);
		assertWhole(draft, intent);
		const score = scoreTerms(draft, intent) + (asksFor(draft) ? 0.5 : 0);
		return { intent, draft, score };
	} catch (error) {
		if (error instanceof Refusal) {
			error.progress = progressOf(draft);
			error.root = root;
		}
		throw error;
	}
}

/** "earthquakes by event type": the dataset's rows, and not those of the kind that is called like it. */
function withoutNamesakes(draft: Draft): void {
	const isNamesake = ({ on, at, filter }: Draft['conditions'][number]) =>
		filter.kind === 'is' &&
		!filter.negated &&
		draft.groupings.some((grouping) => samePath(grouping, on)) &&
		rootLink(draft, draft.chunks[at]) !== undefined;
	draft.conditions.splice(0, draft.conditions.length, ...draft.conditions.filter((one) => !isNamesake(one)));
}

/** Puts the parts of a question together. @throws Refusal where they do not make one */
function assemble(draft: Draft, parts: ByParts, measured: Measured, change: Change | null): Intent {
	joinAlternatives(draft);
	const base = {
		root: draft.scope.root.key,
		filters: draft.conditions.map((condition) => condition.filter),
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

/** Whatever was read must be in the query: a group or a limit that got lost would make it the answer to another question. */
function assertWhole(draft: Draft, intent: Intent): void {
	const lost = draft.groupings.find(
		(grouping) =>
			!intent.dimensions.some(({ column, unit }) => column.column === grouping.column.name && unit === grouping.unit) &&
			!intent.show.some((shown) => shown.column === grouping.column.name && grouping.unit === null),
	);
	if (lost !== undefined) {
		const group = lost.unit ?? lost.column.name;
		throw new Refusal(`What about each ${group}? Name what to count or calculate.`, group);
	}
	if (draft.limit !== null && intent.limit !== draft.limit)
		throw new Refusal(`Which ${draft.limit}? Name what to rank by.`);
	refuseRepeated(intent);
	const missing =
		draft.having.length > intent.having.length ||
		draft.conditions.some(({ filter }) => !JSON.stringify(intent).includes(JSON.stringify(filter)));
	if (missing && !intent.measures.some((measure) => measure.kind === 'change'))
		throw new Refusal('I can’t combine all the conditions in this question. Try a simpler question.');
}

/** One row of a linked dataset stands beside many of the root: added up, its figure would count as often. */
function refuseRepeated(intent: Intent): undefined {
	const measures = intent.measures.flatMap((measure) => (measure.kind === 'rate' ? [measure.of] : [measure]));
	const repeated = measures.find(
		(measure) => measure.kind === 'aggregate' && measure.fn === 'sum' && measure.column.via.length > 0,
	);
	if (repeated?.kind !== 'aggregate') return;
	const { column } = repeated.column;
	throw new Refusal(
		`"${column}" has one value for many rows here, so adding it up would count it several times.`,
		column,
	);
}

/** A question that names a dataset is about that one, and not about another that only has a similar word somewhere. */
function isMeant(root: Table, { draft }: Read, { spans }: Linked): boolean {
	if (asksFor(draft)) return false;
	const named = spans.findIndex((span) =>
		span.some(({ links }) =>
			links.some((link) => link.kind === 'table' && link.table === root && link.head && link.score >= 0.9),
		),
	);
	const chunk = draft.chunks.find((chunk) => chunk.from <= named && named < chunk.to);
	if (chunk === undefined || named < 0) return false;
	return !chunk.links.some((link) => {
		if (link.kind === 'value') return link.score >= 0.8;
		if (link.kind === 'table') return link.head && draft.used.some((path) => path.column.table === link.table);
		const leadsThere =
			draft.scope.schema.joins.some((join) => join.from === link.column && join.to.table === root) ||
			namesRowsOf(link.column, root);
		return draft.used.some((path) => samePath(path, link)) && (leadsThere || link.whole || link.score >= 0.8);
	});
}

/** Whether the question names the dataset itself. */
const asksFor = (draft: Draft): boolean =>
	draft.chunks.some((chunk) => chunk.kind === 'mention' && (rootLink(draft, chunk)?.score ?? 0) >= 0.75);

const progressOf = (draft: Draft): number =>
	draft.chunks.reduce((sum, chunk) => sum + (chunk.kind === 'unknown' ? -2 : (chunk.links[0]?.score ?? 0)), 0) +
	(asksFor(draft) ? 1 : 0) +
	draft.taken.size * 0.1;

/** Most values that are looked up, the most frequent ones. */
const mostTried = 300;
const leastTried = 3;
const nearlyAll = 0.95;
const valueSets = new WeakMap<readonly string[], ReadonlySet<string>>();

const setOf = (values: readonly string[]): ReadonlySet<string> => {
	const found = valueSets.get(values) ?? new Set(values);
	valueSets.set(values, found);
	return found;
};

/**
 * Whether a column's values name rows of another dataset, linked or not: the values themselves are the evidence. It
 * tells what words mean ("airport" of a column of airports' codes); rows are joined along declared links alone.
 */
function namesRowsOf(column: Column, table: Table): boolean {
	const values = column.values?.slice(0, mostTried) ?? [];
	if (column.table === table || column.kind !== 'text' || values.length < leastTried) return false;
	return table.columns.some((key) => {
		if (!key.unique || key.values === null) return false;
		const keys = setOf(key.values);
		return values.filter((value) => keys.has(value)).length >= nearlyAll * values.length;
	});
}
