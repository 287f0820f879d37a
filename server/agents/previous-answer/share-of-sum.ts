import { isDeepStrictEqual } from 'node:util';
import { wordsOf } from '../builtin/tokenize.ts';
import { readingOf } from '../offline/english.ts';
import { graphOf } from '../offline/graph.ts';
import { planOf } from '../offline/offline-writer.ts';
import type { Plan } from '../offline/plan.ts';
import { toSql } from '../offline/to-sql.ts';
import { isSame } from './about.ts';
import { sumAsShare } from './answer-rows.ts';
import { narrow, understoodIn } from './narrowed.ts';
import type { FollowUp } from './of-groups.ts';
import { wholeOfShare } from './pointers.ts';
import { measureOf } from './ranked-rows.ts';

/** "what share of all payments in 2024 do they make up together?" about totals: their part of the total; null for other figures. */
export const shareOfSum: FollowUp = async (writer, question, last, context, options) => {
	const plan = planOf(understoodIn(last).inner, context);
	const { noun, rest } = wholeOfShare(question);
	// "the total" after the owners with the highest fees: of all fees.
	const ranked = /^total$/i.test(noun) ? (plan?.order ?? []).flatMap(({ by }) => ('fn' in by ? by : [])) : [];
	const [figure, ...others] = plan?.figures.length === 0 ? ranked : (plan?.figures ?? []);
	if (plan === null || figure?.fn !== 'sum' || figure.column === null || others.length > 0) return null;
	// "a share of all stays" counts them, whatever was added up.
	const isRows = context.datasets.some(({ coordinate }) => isSame(coordinate.datasetName, noun));
	const measure = measureOf(last);
	if (isRows || measure === undefined) return null;
	const [year, ...years] = plan.where.flatMap(yearOf);
	if (rest === '' && year !== undefined && years.length === 0 && !isOfAllYears.test(noun)) {
		const asked = (words: string) =>
			`What share of ${/^(?:total)?$/i.test(noun) ? 'the total' : `all ${noun}`} ${words} is that?`;
		const message = `Do you mean a share of ${year} only, or of all years?`;
		return { kind: 'refused', asks: true, message, suggestions: [asked(`in ${year}`), asked('of all years')] };
	}
	const { within } = understoodIn(last);
	// "what share of the total is that?" about the first of what is overdue: of all that is.
	if (rest === '' && /^(?:total)?$/i.test(noun) && plan.where.length > 0) {
		const all = { ...plan, figures: [figure], shown: [], groups: [], having: [], order: [], limit: null };
		const { sql, datasets } = toSql(all, graphOf(context));
		return sumAsShare(last, measure.name, {
			...{ kind: 'query', datasets, reading: readingOf(all) },
			sql: narrow(sql, context, within),
		});
	}
	const text = `total ${wordsOf(figure.column.name).join(' ')} of ${wordsOf(figure.table.name).join(' ')}${rest}`;
	const whole = await writer.write(text, context, { ...options, earlier: [] });
	const of = whole.kind === 'query' ? planOf(whole.understood, context) : null;
	const isWhole = of?.groups.length === 0 && isDeepStrictEqual(of.figures, [figure]);
	if (whole.kind !== 'query' || !isWhole) return null;
	return sumAsShare(last, measure.name, whole);
};

const isOfAllYears = /\bof all years$/i;

/** The year that a condition restricts rows to. */
const yearOf = (where: Plan['where'][number]): string[] => {
	const { from, to } = where.kind === 'time' && where.not !== true ? where : { from: null, to: null };
	const year = from === null ? '' : from.slice(0, 4);
	return from === `${year}-01-01` && to === `${Number(year) + 1}-01-01` ? [year] : [];
};
