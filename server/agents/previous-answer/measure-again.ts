import { spoken } from '../query/present.ts';
import { isPointed } from './narrowed.ts';
import type { FollowUp } from './of-groups.ts';
import { isOfTime, measureOf } from './ranked-rows.ts';

const ends = 'highest|lowest|largest|smallest|biggest|greatest|best|worst';
const asked = new RegExp(
	`^\\W*(?:(?:and|but|so)\\b\\W*)*((?:which|what) (?!of\\b|ones?\\b)[\\w ]+? (?:has|had|have)) the (${ends})((?: (?:in|for|during|on|at|by|since|before|after|among|of all)\\b.*?)?)\\W*$`,
	'i',
);

/** "which country had the highest in 2005?" after the life expectancy of one: the highest life expectancy; null for other questions. */
export const highestOfMeasure: FollowUp = async (writer, question, last, context, options) => {
	const [, which, end, rest = ''] = asked.exec(question) ?? [];
	const measure = measureOf(last);
	if (which === undefined || rest === '' || measure === undefined || isPointed(last.understood)) return null;
	if (isOfTime(measure) || last.sql?.includes('count(') === true) return null;
	const text = `${which} the ${end} ${spoken(measure.name)}${rest}`;
	const written = await writer.write(text, context, { ...options, earlier: [] });
	return written.kind === 'query' ? written : null;
};
