import { wordsOf } from '../builtin/tokenize.ts';
import { planOf } from '../offline/offline-writer.ts';
import type { Figure } from '../offline/plan.ts';
import { counted, spoken } from '../query/present.ts';
import { readAbout } from './about.ts';
import { goOn } from './go-on.ts';
import { understoodIn } from './narrowed.ts';
import type { FollowUp } from './of-groups.ts';
import { isFirst } from './ranked-rows.ts';

const groupsBy = /^\W*(?:(?:and|but|now|then|break (?:it|that) down)\b\W*)*(?:by|per|for each) (?:the )?([\w ]+?)\W*$/i;

/** "by country" after the region with the most people: its people in each country; null for other questions. */
export const partsOfFirst: FollowUp = async (writer, question, last, context, options) => {
	const [, by] = groupsBy.exec(question) ?? [];
	const plan = planOf(understoodIn(last).inner, context);
	const [rank, ...others] = plan?.order ?? [];
	if (by === undefined || plan === null || !isFirst(last) || plan.figures.length > 0) return null;
	if (rank === undefined || others.length > 0 || !('fn' in rank.by)) return null;
	const figure = figureWords(rank.by);
	const on = await goOn(writer, question, last, context, options);
	if (on.kind === 'query' || figure === null) return on;
	const text = `what is their ${figure} by ${by}`;
	return (await readAbout(writer, { kind: 'about', text, row: null, isOne: true }, last, context, options)) ?? on;
};

const aggregates = { sum: 'total', avg: 'average', median: 'median', min: 'lowest', max: 'highest' };

/** A figure as a question asks for it: "total population"; null if it isn't of one column or of rows. */
function figureWords({ fn, column, table }: Figure): string | null {
	if (fn === 'count' && column === null) return `number of ${counted(spoken(table.name))}`;
	const aggregate = Object.entries(aggregates).find(([name]) => name === fn)?.[1];
	return aggregate === undefined || column === null ? null : `${aggregate} ${wordsOf(column.name).join(' ')}`;
}
