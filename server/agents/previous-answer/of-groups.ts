import { isDeepStrictEqual } from 'node:util';
import { planOf } from '../offline/offline-writer.ts';
import { counted, spoken } from '../query/present.ts';
import type { QueryWriter, SchemaContext, Turn, WriteOptions, Written } from '../query/types.ts';
import { readAbout } from './about.ts';
import { pointedRows } from './answer-rows.ts';
import { understoodIn } from './narrowed.ts';
import { areGroups } from './ranked-rows.ts';
import { withoutEnd } from './rearranged.ts';

/** Reads questions by themselves, or after others. */
export interface FollowUpWriter extends QueryWriter {
	/** The same, also for references to earlier answers. */
	readonly withAnswers: QueryWriter;
}

/** Reads one kind of question about the last answer; null for other questions. */
export type FollowUp = (
	writer: FollowUpWriter,
	question: string,
	last: Turn,
	context: SchemaContext,
	options: WriteOptions,
) => Promise<Written | null>;

/** "which one took the most hours?" about groups: ranks them by their total; null for other questions. */
export const mostOfGroups: FollowUp = async (writer, question, last, context, options) => {
	const [, end, quantity] =
		/^\W*(?:and )?(?:which|who)(?: ones?)?(?: of (?:them|those|these))? (?:has|had|have|took|takes|used|uses|needed|needs|got|made) (?:the )?(most|least|fewest) ([\p{L}_ ]+?)\W*$/iu.exec(
			question,
		) ?? [];
	const before = areGroups(last) ? planOf(last.understood, context) : null;
	if (end === undefined || quantity === undefined || before === null) return null;
	const on = await writer.write(`now total ${quantity}`, context, { ...options, earlier: [last] });
	const after = on.kind === 'query' ? planOf(on.understood, context) : null;
	if (on.kind !== 'query' || after === null || after.figures[0]?.fn !== 'sum') return null;
	if (!isDeepStrictEqual([after.groups, after.where], [before.groups, before.where])) return null;
	const turn = { ...last, ...on, question };
	return writer.write(/most/i.test(end) ? 'and the highest' : 'and the lowest', context, {
		...options,
		earlier: [turn],
	});
};

/** "in which state was it hit most often?" about one species: the state with the most of its rows; null for other questions. */
export const mostOftenOf: FollowUp = async (writer, question, last, context, options) => {
	const [, by, end = ''] =
		/^\W*(?:(?:and|but|so)\b\W*)*(?:(?:in|at|on|during|from|to|by|with|for) )?(?:which|what) ([\p{L}_ ]+?) (?:is|was|are|were|did|do|does|has|have) (?:it|they|that|those|these|he|she)(?: \w+)? (?:the )?(most|least)(?: often| frequently)?\W*$/iu.exec(
			question,
		) ?? [];
	const main = by === undefined ? undefined : planOf(understoodIn(last).inner, context)?.main;
	if (by === undefined || main === undefined) return null;
	const text = `how many ${counted(spoken(main.name))} are they by ${by}`;
	const on = await readAbout(writer, { kind: 'about', text, row: null, isOne: false }, last, context, options);
	const plan = on?.kind === 'query' ? planOf(understoodIn({ ...last, ...on }).inner, context) : null;
	const [group, ...groups] = plan?.groups ?? [];
	// Technicians have no site where they work: their work orders do.
	if (on?.kind !== 'query' || group === undefined || 'key' in group || group.table !== plan?.main || groups.length > 0)
		return null;
	const isMost = /most/i.test(end);
	const columns = [group, { name: main.name, type: 'BIGINT' }].map(({ name, type }) => ({
		name,
		type,
		nullable: true,
	}));
	const row = pointedRows(
		{ kind: 'row', row: { by: isMost ? 'desc' : 'asc' } },
		{ ...last, ...on, question, columns },
		context,
	);
	return row === null
		? null
		: { ...row, reading: `${withoutEnd(on.reading)}: the ${isMost ? 'highest' : 'lowest'} one.` };
};

/** "what was the average cost for each of those?" about groups: that figure of the same groups; null for other questions. */
export const forEachGroup: FollowUp = async (writer, question, last, context, options) => {
	const [, figure] =
		/^\W*(?:(?:and|but|now|so)\b\W*)*(?:what (?:is|are|was|were) )?(?:the )?(.+?) (?:for|of|in|per) each(?: one)?(?: of (?:them|those|these))?\W*$/i.exec(
			question,
		) ?? [];
	const before = figure !== undefined && areGroups(last) ? planOf(last.understood, context) : null;
	if (before === null) return null;
	const on = await writer.write(`now ${figure}`, context, { ...options, earlier: [last] });
	const after = on.kind === 'query' ? planOf(on.understood, context) : null;
	return isDeepStrictEqual([after?.groups, after?.where], [before.groups, before.where]) ? on : null;
};

/** "how many of them had more than 30?" about groups: the number of those groups; null for other questions. */
export const countGroupsOver: FollowUp = async (writer, question, last, context, options) => {
	const counted =
		/^(\W*(?:(?:and|but|so)\b\W*)*)how many (?:of (?:them|those|these)|(?=(?:are|were|is|was|have|had|has)\b))/i;
	const before = counted.test(question) && areGroups(last) ? planOf(last.understood, context) : null;
	if (before === null) return null;
	const on = await writer.write(question.replace(counted, 'which '), context, { ...options, earlier: [last] });
	const after = on.kind === 'query' ? planOf(on.understood, context) : null;
	if (on.kind !== 'query' || after === null || after.having.length === before.having.length) return null;
	const isSame = isDeepStrictEqual(
		[after.groups, after.where, after.figures],
		[before.groups, before.where, before.figures],
	);
	const count = isSame ? pointedRows({ kind: 'count' }, { ...last, ...on, question }, context) : null;
	return count === null ? null : { ...count, reading: `Number of rows in this result: ${on.reading}` };
};
