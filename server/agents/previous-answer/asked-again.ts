import { stem } from '../builtin/stem.ts';
import { wordsOf } from '../builtin/tokenize.ts';
import { planOf, questionsOf } from '../offline/offline-writer.ts';
import type { QueryWriter, SchemaContext, Turn, WriteOptions, Written } from '../query/types.ts';
import type { FollowUp } from './of-groups.ts';

/** "same for printers" after a question about laptops: the same questions about the other dataset; null if it names none. */
export const ofOtherRows: FollowUp = async (writer, question, last, context, options) => {
	const [, noun] = /^\W*(?:and|but|what about|how about)\W+(?:for )?(?:the )?([\p{L} ]+?)\W*$/iu.exec(question) ?? [];
	if (noun === undefined) return null;
	const named = (name: string) => stem(wordsOf(name).join(' ').toLowerCase());
	const to = context.datasets.find(({ coordinate }) => named(coordinate.datasetName) === stem(noun.toLowerCase()));
	const [from, ...others] = last.datasets ?? [];
	if (to === undefined || from === undefined || others.length > 0 || from.datasetName === to.coordinate.datasetName)
		return null;
	const questions = questionsOf(last.understood) ?? [last.question];
	const before = named(from.datasetName);
	const asked = questions.map((text) =>
		text.replace(/\p{L}+/gu, (word) => (stem(word.toLowerCase()) === before ? noun : word)),
	);
	return asked.every((text, at) => text === questions[at]) ? null : askAnew(writer, asked, context, options);
};

/** "maximum instead of average": the earlier questions with other words; null if they don't contain the replaced ones. */
export const askedInstead: FollowUp = async (writer, question, last, context, options) => {
	const [, put, taken] =
		/^\W*(?:(?:and|but|now|show|use|take|with|by|for|in|the)\b\W*)*(.+?) instead of (?:(?:by|for|in|the) )*(.+?)\W*$/i.exec(
			question,
		) ?? [];
	const questions = questionsOf(last.understood);
	if (put === undefined || taken === undefined || questions === null) return null;
	const words = new RegExp(`(?<![\\p{L}\\p{N}])${taken.replaceAll(/[^\p{L}\p{N} ]/gu, '.')}(?![\\p{L}\\p{N}])`, 'iu');
	const at = questions.findLastIndex((text) => words.test(text));
	if (at < 0) return null;
	const asked = questions.map((text, index) => (index === at ? text.replace(words, () => put) : text));
	return askAnew(writer, asked, context, options);
};

/** The figure by which "and by average delay?" ranks; null if a question asks for something else. */
export const otherFigure = (question: string): string | null => byOther.exec(question)?.[1] ?? null;
const byOther =
	/^\W*(?:(?:and|but|now|then|so|what about|how about)\b\W*)+(?:rank(?:ed)? (?:them |it )?)?by (?:the |their )?((?:average|mean|median|total|number of) .+?)\W*$/i;
/** "no, by cost" after a ranking by total quantity: by total cost. */
const byAmount = /^\W*(?:(?:and|but|now)\b\W*)+by (?:the |their )?([\w ]+?)\W*$/i;

/** "and by average cost?" after the 10 airlines with the most strikes: the 10 with the highest; null for other questions. */
export const rankedByOther: FollowUp = async (writer, question, last, context, options) => {
	const [, amount] = byAmount.exec(question) ?? [];
	const plan = planOf(last.understood, context);
	const by = plan?.order[0]?.by;
	// "top 3 ferries by passengers" is by their total without saying so.
	const same = by !== undefined && 'fn' in by ? spokenFunctions[by.fn] : undefined;
	const ofSame = amount === undefined || same === undefined ? null : `${same} ${amount}`;
	const figure = otherFigure(question) ?? ofSame;
	const questions = questionsOf(last.understood) ?? [];
	const ranking = questions.some((text) => byFigure.test(text)) ? byFigure : byColumn;
	const at = questions.findLastIndex((text) => ranking.test(text));
	if (figure === null || plan === null || plan.limit === null || at < 0) return null;
	const asked = questions.map((text, index) => (index === at ? text.replace(ranking, () => ` by ${figure}`) : text));
	return askAnew(writer, asked, context, options);
};
const spokenFunctions: Readonly<Record<string, string | undefined>> = {
	sum: 'total',
	avg: 'average',
	median: 'median',
};
const byFigure =
	/ by (?:the |their )?(?:average|mean|median|total|number of) [\w ]+?(?=\W*$| (?:in|during|since|for|at|on|from) )/i;
const byColumn = / by (?:the |their )?[\w ]+?(?=\W*$| (?:in|during|since|for|at|on|from) )/i;

/** Reads a sequence of questions; null if one is refused. */
async function askAnew(
	writer: QueryWriter,
	asked: readonly string[],
	context: SchemaContext,
	options: WriteOptions,
): Promise<Written | null> {
	const earlier: Turn[] = [];
	let written: Written | null = null;
	for (const text of asked) {
		written = await writer.write(text, context, { ...options, earlier });
		if (written.kind === 'refused') return null;
		const { sql, reading, understood = null, datasets } = written;
		earlier.push({ question: text, sql, reading, understood, datasets, columns: [] });
	}
	return written;
}
