import { assemble } from './assemble.ts';
import { chunk, type Linked, linkAll } from './chunks.ts';
import { type Draft, newDraft } from './draft.ts';
import type { Intent } from './intent.ts';
import { readFlags, readNone, readVerbs, settleLeftovers } from './leftovers.ts';
import { readGroups } from './read-groups.ts';
import { readMeasures } from './read-measures.ts';
import { readNumbers } from './read-numbers.ts';
import { readRanking } from './read-ranking.ts';
import { readSigns } from './read-signs.ts';
import { readTimes } from './read-times.ts';
import { readValues } from './read-values.ts';
import { namesRowsOf } from './references.ts';
import { Refusal } from './refusal.ts';
import type { Schema, Table } from './schema.ts';
import { samePlace, scopeOf } from './scope.ts';
import { correctSpelling } from './spelling.ts';
import { strangerTo } from './stranger.ts';
import { tokenise } from './tokenise.ts';

interface Refused {
	readonly root: Table;
	readonly refusal: Refusal;
}

interface Read {
	readonly root: Table;
	readonly intent: Intent;
	readonly draft: Draft;
	readonly score: number;
}

/** Two readings that fit about as well are two meanings. */
const tie = 0.1;

/** Reads a question as if it were about each dataset in turn, and keeps the reading that fits best. @throws Refusal */
export function interpret(question: string, schema: Schema): Intent {
	const { tokens, notes } = correctSpelling(tokenise(question), schema);
	if (tokens.length === 0) throw new Refusal('Ask a question about the data.');
	const linked = linkAll(tokens, schema);
	const read: Read[] = [];
	const refusals: Refused[] = [];
	for (const root of schema.tables) {
		try {
			read.push(readAs(root, linked, schema, notes));
		} catch (error) {
			if (!(error instanceof Refusal)) throw error;
			refusals.push({ root, refusal: error });
		}
	}
	read.sort((a, b) => b.score - a.score);
	const [best, second] = read;
	refusals.sort((a, b) => b.refusal.progress - a.refusal.progress);
	if (best === undefined) throw refusals[0]?.refusal ?? new Refusal('There are no datasets to ask about here.');
	const meant = refusals.find((it) => isMeant(it.root, best, linked));
	if (meant !== undefined) throw meant.refusal;
	if (second !== undefined && best.score - second.score < tie) {
		const names = read.filter((it) => best.score - it.score < tie).map((it) => it.root.name);
		throw new Refusal(`This can be asked of ${names.join(' and of ')}. Which one do you mean?`, undefined, names);
	}
	return best.intent;
}

function readAs(root: Table, linked: Linked, schema: Schema, notes: readonly string[]): Read {
	const scope = scopeOf(schema, root);
	const draft = newDraft(scope, chunk(linked, scope));
	draft.notes.push(...notes);
	try {
		const unclear = draft.chunks.find((it) => it.kind === 'phrase' && it.phrase.kind === 'unclear');
		if (unclear?.kind === 'phrase' && unclear.phrase.kind === 'unclear')
			throw new Refusal(unclear.phrase.why, unclear.text);
		const stranger = draft.chunks.find((it) => it.kind === 'unknown');
		if (stranger !== undefined) throw strangerTo(root, stranger.text, linked.spans[stranger.from] ?? []);
		readNumbers(draft);
		const change = readTimes(draft);
		const parts = readGroups(draft);
		readValues(draft);
		readVerbs(draft);
		readSigns(draft);
		readFlags(draft);
		readNone(draft);
		const measured = readMeasures(draft, parts);
		readRanking(draft, parts, change !== null);
		const intent = assemble(draft, parts, measured, change);
		assertWhole(draft, intent);
		const score = settleLeftovers(draft, intent) + (asksFor(draft) ? 0.5 : 0);
		return { root, intent, draft, score };
	} catch (error) {
		if (error instanceof Refusal) {
			error.progress = progressOf(draft);
			error.root = root;
		}
		throw error;
	}
}

/** Whatever was read must be in the query: a group or a limit that got lost would make it the answer to another question. */
function assertWhole(draft: Draft, intent: Intent): void {
	const lost = draft.groupings.find(
		(it) =>
			!intent.dimensions.some(({ column, unit }) => column.column === it.column.name && unit === it.unit) &&
			!intent.show.some((shown) => shown.column === it.column.name && it.unit === null),
	);
	if (lost !== undefined)
		throw new Refusal(
			`What of each ${lost.unit ?? lost.column.name}? Name what is to be counted or reckoned.`,
			lost.unit ?? lost.column.name,
		);
	if (draft.limit !== null && intent.limit !== draft.limit)
		throw new Refusal(`The ${draft.limit} by what? Name what is to be ranked by.`);
	refuseRepeated(intent);
	const missing =
		draft.having.length > intent.having.length ||
		draft.conditions.some(({ filter }) => !JSON.stringify(intent).includes(JSON.stringify(filter)));
	if (missing && !intent.measures.some((it) => it.kind === 'change'))
		throw new Refusal('I cannot bring all the conditions of this question together. Ask for less at once.');
}

/** One row of a linked dataset stands beside many of the root: added up, its figure would count as often. */
function refuseRepeated(intent: Intent): undefined {
	const measures = intent.measures.flatMap((it) => (it.kind === 'rate' ? [it.of] : [it]));
	const repeated = measures.find((it) => it.kind === 'aggregate' && it.fn === 'sum' && it.column.via.length > 0);
	if (repeated?.kind !== 'aggregate') return;
	const { column } = repeated.column;
	throw new Refusal(`"${column}" stands once for many rows here, so it cannot be added up over them.`, column);
}

/** A question that names a dataset is about that one, and not about another that only has a similar word somewhere. */
function isMeant(root: Table, { draft }: Read, { spans }: Linked): boolean {
	if (asksFor(draft)) return false;
	const named = spans.findIndex((it) =>
		it.some(({ links }) =>
			links.some((link) => link.kind === 'table' && link.table === root && link.head && link.score >= 0.9),
		),
	);
	const chunk = draft.chunks.find((it) => it.from <= named && named < it.to);
	if (chunk === undefined || named < 0) return false;
	return !chunk.links.some((link) => {
		if (link.kind === 'value') return link.score >= 0.8;
		if (link.kind === 'table') return link.head && draft.used.some((it) => it.column.table === link.table);
		const leadsThere =
			draft.scope.schema.joins.some((it) => it.from === link.column && it.to.table === root) ||
			namesRowsOf(link.column, root);
		return draft.used.some((it) => samePlace(it, link)) && (leadsThere || link.whole || link.score >= 0.8);
	});
}

/** Whether the question names the dataset itself. */
const asksFor = ({ chunks, scope }: Draft): boolean =>
	chunks.some(
		(it) =>
			it.kind === 'mention' &&
			it.links.some((link) => link.kind === 'table' && link.head && link.table === scope.root && link.score >= 0.75),
	);

const progressOf = (draft: Draft): number =>
	draft.chunks.reduce((sum, it) => sum + (it.kind === 'unknown' ? -2 : (it.links[0]?.score ?? 0)), 0) +
	(asksFor(draft) ? 1 : 0) +
	draft.taken.size * 0.1;
