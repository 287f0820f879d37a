import { coordinateKey } from '#contract/dataset.ts';
import { quoted } from '#lib/sql/quoting.ts';
import { isNumberType } from '#lib/sql/types.ts';
import { stem } from '../builtin/stem.ts';
import { wordsOf } from '../builtin/tokenize.ts';
import { graphOf } from '../offline/graph.ts';
import { planOf } from '../offline/offline-writer.ts';
import { tableOf } from '../query/profile.ts';
import type { SchemaContext, Turn } from '../query/types.ts';
import { readAbout } from './about.ts';
import { asPointed, nothingPointed, type Query, reads } from './as-pointed.ts';
import { isPointed, understoodIn } from './narrowed.ts';
import type { FollowUp } from './of-groups.ts';
import { areGroups, isFirst, statement } from './ranked-rows.ts';

const ofOne =
	/^\W*(?:(?:and|but|so)\b\W*)*((?:where|when|who|what \w+|how \w+) (?:is|was|are|were|did)) the (\w+est|most \w+)(?: one)?(?: of (?:them|those|these))?( [a-z]+)?\W*$/i;

/** "where was the strongest?" about some rows: first which of them was, then where; null for other questions. */
export const askedOfEnd: FollowUp = async (writer, question, last, context, options) => {
	const [, asks, end = '', rest = ''] = ofOne.exec(question) ?? [];
	if (asks === undefined) return null;
	const found = await writer.withAnswers.write(`which of them is the ${end}`, context, options);
	if (found.kind !== 'query' || !isPointed(found.understood)) return null;
	// "where was the deepest?" about groups with their average depth: one of their rows, or one of the groups?
	if (areGroups(last) && found.understood.list !== undefined && /^where\b/i.test(asks))
		return {
			kind: 'refused',
			asks: true,
			message: `I can’t tell whether "${end}" means a group or one of its rows. Ask the full question.`,
			about: end,
		};
	const turn = { ...last, ...found, question, columns: columnsOf(found, last, context) };
	const written = await writer.withAnswers.write(`${asks} it${rest}`, context, {
		...options,
		earlier: [...(options.earlier ?? []), turn],
	});
	return written.kind === 'query' ? { ...written, reading: `${found.reading} ${written.reading}` } : null;
};

function columnsOf({ understood }: Query, last: Turn, context: SchemaContext): Turn['columns'] {
	const plan = planOf(isPointed(understood) ? understood.inner : understood, context);
	if (plan === null || plan.figures.length > 0) return last.columns;
	const columns = plan.shown.length > 0 ? plan.shown : plan.main.columns;
	return columns.map(({ name, type, nulls }) => ({ name, type, nullable: nulls > 0 }));
}

const named =
	/^(.*?)(?: (?:has|have|had|did|does|do|is|was|were) (?:that|this) ([a-z]+)(?: [a-z]+)?| (?:of|by|for|from|in|at|to|with|on) (?:that|this) ([a-z]+))\W*$/i;

/** "how many strikes has that airline had?" after an answer with an airline: of all its rows, whatever else chose the answer; null for other questions. */
export const ofThatOne: FollowUp = async (writer, question, last, context, options) => {
	const [, asks = '', done, other] = named.exec(question) ?? [];
	const noun = stem((done ?? other ?? '').toLowerCase());
	const shown = last.columns.filter(({ name, type }) => !isNumberType(type) && wordsOf(name).map(stem).includes(noun));
	const [column, ...rivals] = shown;
	if (noun === '' || column === undefined || rivals.length > 0) return null;
	const isRead = (key: string) => last.datasets?.some((of) => coordinateKey(of) === key) === true;
	const [table, ...tables] = graphOf(context).tables.filter(
		({ dataset, columns }) =>
			isRead(coordinateKey(dataset.coordinate)) && columns.some(({ name }) => name === column.name),
	);
	if (table === undefined || tables.length > 0) return null;
	const { coordinate } = table.dataset;
	const same = `e.${quoted(column.name)} IS NOT DISTINCT FROM d.${quoted(column.name)}`;
	const rows = `SELECT * FROM ${tableOf(coordinate)} AS d WHERE EXISTS (SELECT 1 FROM (${statement(last)}) AS e WHERE ${same})`;
	const within = new Map([[coordinateKey(coordinate), rows]]);
	const written = await writer.write(done === undefined ? asks : `${asks} are there`, context, {
		...options,
		earlier: [],
	});
	if (written.kind !== 'query' || !reads(written, within)) return null;
	return {
		...asPointed(written, context, { ...nothingPointed, within }),
		reading: `${written.reading} Limited to the same ${wordsOf(column.name).join(' ')} as in the previous answer.`,
	};
};

/** "how many earthquakes were there that day?" after the time of one: of all its rows, those of the same day; null for other questions. */
export const ofThatTime: FollowUp = async (writer, question, last, context, options) => {
	const [all, unit = ''] =
		/,? (?:(?:in|during|on) )?(?:that|the same) (year|quarter|month|week|day)(?=\W*$)/i.exec(question) ?? [];
	const isTime = ({ type }: Turn['columns'][number]) => /^(?:DATE|TIMESTAMP)/.test(type);
	const [column, ...others] = last.columns.filter(isTime);
	if (all === undefined || column === undefined || others.length > 0 || !isOfOneRow(last)) return null;
	const asked = question.replace(all, '');
	const alone = await writer.write(asked, context, { ...options, earlier: [] });
	const main = alone.kind === 'query' ? planOf(alone.understood, context)?.main : undefined;
	const isRead = last.datasets?.some(
		(of) => main !== undefined && coordinateKey(of) === coordinateKey(main.dataset.coordinate),
	);
	if (alone.kind !== 'query' || main === undefined || isRead !== true) return null;
	if (!main.columns.some(({ name, kind }) => name === column.name && kind === 'time')) return null;
	const at = (alias: string) => `date_trunc('${unit.toLowerCase()}', ${alias}.${quoted(column.name)})`;
	const { coordinate } = main.dataset;
	const rows = `SELECT * FROM ${tableOf(coordinate)} AS d WHERE ${at('d')} IN (SELECT ${at('e')} FROM (${statement(last)}) AS e)`;
	return {
		...asPointed(alone, context, { ...nothingPointed, within: new Map([[coordinateKey(coordinate), rows]]) }),
		reading: `${alone.reading} Limited to the same ${unit.toLowerCase()} as in the previous answer.`,
	};
};

/** Whether an answer is a single row: the first of an order, or one that was asked about. */
const isOfOneRow = (last: Turn): boolean =>
	isFirst(last) || (isPointed(last.understood) && last.understood.isOne === true);

/** "who has O-?" after the number of female donors: of those; null if another dataset is named, or all donors were counted. */
export const whoOfThem: FollowUp = async (writer, question, last, context, options) => {
	const [, rest] = /^\W*(?:(?:and|but|so)\b\W*)*who ((?:has|have|had|lives?|works?|comes?) .+)$/i.exec(question) ?? [];
	const before = planOf(understoodIn(last).inner, context);
	if (rest === undefined || before === null || !(isPointed(last.understood) || before.where.length > 0)) return null;
	const alone = await writer.write(question, context, { ...options, earlier: [] });
	const plan = alone.kind === 'query' ? planOf(alone.understood, context) : null;
	if (plan?.main !== before.main || plan.figures.length + plan.order.length > 0) return null;
	const pointer = {
		kind: 'about',
		text: `which of them ${rest.replace(/[\s?.!]+$/, '')}`,
		row: null,
		isOne: false,
	} as const;
	return readAbout(writer, pointer, last, context, options);
};
