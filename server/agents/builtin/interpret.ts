import { assemble } from './assemble.ts';
import { chunk, type Linked, linkAll } from './chunks.ts';
import { newDraft } from './draft.ts';
import type { Intent } from './intent.ts';
import { readFlags, readVerbs, settleLeftovers } from './leftovers.ts';
import { readGroups } from './read-groups.ts';
import { readMeasures } from './read-measures.ts';
import { readNumbers } from './read-numbers.ts';
import { readRanking } from './read-ranking.ts';
import { readTimes } from './read-times.ts';
import { readValues } from './read-values.ts';
import { Refusal } from './refusal.ts';
import type { Schema, Table } from './schema.ts';
import { scopeOf } from './scope.ts';
import { correctSpelling } from './spelling.ts';
import { tokenise } from './tokenise.ts';

interface Read {
	readonly root: Table;
	readonly intent: Intent;
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
	if (best === undefined)
		throw (
			refusals.sort((a, b) => b.progress - a.progress)[0] ?? new Refusal('There are no datasets to ask about here.')
		);
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
		if (stranger !== undefined)
			throw new Refusal(
				`I do not know what "${stranger.text}" is: no dataset, column or value here is called so.`,
				stranger.text,
			);
		readNumbers(draft);
		const change = readTimes(draft);
		const parts = readGroups(draft);
		readValues(draft);
		readVerbs(draft);
		readFlags(draft);
		const measured = readMeasures(draft, parts);
		readRanking(draft, parts, change !== null);
		const intent = assemble(draft, parts, measured, change);
		const score = settleLeftovers(draft, intent) + (asksFor(draft) ? 0.5 : 0);
		return { root, intent, score };
	} catch (error) {
		if (error instanceof Refusal) error.progress = progressOf(draft);
		throw error;
	}
}

/** Whether the question names the dataset itself. */
const asksFor = ({ chunks, scope }: ReturnType<typeof newDraft>): boolean =>
	chunks.some(
		(it) =>
			it.kind === 'mention' &&
			it.links.some((link) => link.kind === 'table' && link.head && link.table === scope.root && link.score >= 0.75),
	);

const progressOf = (draft: ReturnType<typeof newDraft>): number =>
	draft.chunks.reduce((sum, it) => sum + (it.kind === 'unknown' ? -2 : (it.links[0]?.score ?? 0)), 0) +
	(asksFor(draft) ? 1 : 0) +
	draft.taken.size * 0.1;
