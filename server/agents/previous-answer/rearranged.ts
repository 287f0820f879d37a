import { isDeepStrictEqual } from 'node:util';
import { quoted } from '#lib/sql/quoting.ts';
import { isNumberType } from '#lib/sql/types.ts';
import { namesAmounts } from '#lib/text/amounts.ts';
import { stem } from '../builtin/stem.ts';
import { wordsOf } from '../builtin/tokenize.ts';
import { planOf } from '../offline/offline-writer.ts';
import { spoken } from '../query/present.ts';
import type { SchemaContext, Turn, Written } from '../query/types.ts';
import { isSame } from './about.ts';
import { isPointed, understoodIn } from './narrowed.ts';
import { measuredBy } from './pointers.ts';
import { areGroups, measureOf, statement } from './ranked-rows.ts';

type Query = Extract<Written, { kind: 'query' }>;

const sorts =
	/^\W*(?:(?:and|but|now|then|please|can you)\b\W*)*(?:sort|order|rank|arrange)(?:ed)?(?: (?:it|them|those|these|that|this|the \w+))?(?: by (?:the )?(.+?))?(?:,? (?:in )?(asc|desc)ending(?: order)?|,? (?:the )?(\w+est|most|least) first|,? (alphabetically))?\W*$/i;
/** "highest first" */
const begins = /^\W*(?:(?:and|but|now|then|please)\b\W*)*(?:with )?(?:the )?(\w+est|most|least) first\W*$/i;
const shares =
	/^\W*(?:(?:and|but|now|then|show|me|please)\b\W*)*(?:(?:it|that|this|them|those|these) )?(?:as (?:an? )?|in )(?:share|percent|percentage|proportion|fraction)s?(?: of (?:all|them|the (?:total|whole|sum)))?\W*$/i;

const charts =
	/^\W*(?:(?:and|but|now|then|please|can you|could you)\b\W*)*(?:(?:show|draw|plot|make|give|display|turn|put)\b ?)?(?:me )?(?:(?:it|that|them|this|those|these|the (?:answer|results?|rows)) ?)?(?:(?:as|in|into|with|on) )?(?:an? |the )?(?:(?:bar|line|pie|column|area) ?)?(?:chart|graph|plot|diagram|table)(?: (?:it|that|them|this|those|these))?\W*$/i;

export const asksForChart = (question: string): boolean => charts.test(question);

export const sameRows = ({ sql, reading, datasets = [], understood }: Turn): Query => ({
	...{ kind: 'query', sql: sql ?? '', reading, datasets },
	...(understood === undefined ? {} : { understood }),
});

export const asksToSort = (question: string): boolean => sorts.test(question) || begins.test(question);

/** Whether a query returns the same rows as the previous answer, in any order. */
export function isInOtherOrder({ understood }: Query, last: Turn, context: SchemaContext): boolean {
	const [before, after] = [last.understood, understood].map((of) => planOf(isPointed(of) ? of.inner : of, context));
	if (before == null || after == null) return false;
	const { order: _, limit: __, ...rest } = before;
	const { order, limit: ___, ...others } = after;
	return order.length > 0 && isDeepStrictEqual(rest, others);
}

export function noColumnToSortBy(question: string, { columns }: Turn): Written {
	const [, by = ''] = sorts.exec(question) ?? [];
	const end = begins.exec(question)?.[1];
	const shown = columns.filter(({ name, type }) => !name.startsWith('__') && (end === undefined || isNumberType(type)));
	const names = shown.map(({ name }) => spoken(name));
	return {
		kind: 'refused',
		message:
			by === '' || isThat.test(by)
				? 'Which column should I sort by?'
				: `The previous answer has no column "${by}" to sort by. Name one of its columns.`,
		suggestions: names
			.slice(0, mostOffers)
			.map((name) => `sort by ${name}${end === undefined ? '' : `, ${end} first`}`),
	};
}
const mostOffers = 4;

const eachShare =
	/^\W*(?:(?:and|but|now|then|show|give|me|please|what is|what are)\b\W*)*(?:the |their )?(?:shares?|percentages?|proportions?)(?: of each(?: one| of them)?)?\W*$/i;

export const asksForShare = (question: string): boolean => shares.test(question);

/** Rewrites "show the share of each" to "as a share", and "as a share of all airports" after the number of airports per state too. */
export function plainShare(question: string, last: Turn | undefined, context: SchemaContext): string {
	const [, noun] = ofAllRows.exec(question) ?? [];
	const plan = last === undefined || noun === undefined ? null : planOf(understoodIn(last).inner, context);
	const areRows = plan !== null && plan.where.length === 0 && noun !== undefined && isSame(plan.main.name, noun);
	return areRows ? 'as a share' : question.replace(eachShare, 'as a share');
}
export const ofAllRows =
	/^\W*(?:(?:and|but|now|then|show|me|please)\b\W*)*(?:(?:it|that|this|them|those|these) )?as (?:an? )?(?:share|percent|percentage|proportion|fraction) of all (?:the )?([\w ]+?)\W*$/i;

/** "the other way round": the question with its rows from the other end, or in the opposite order; unchanged if they have no order. */
export function turnedRound(question: string, last: Turn | undefined, context: SchemaContext): string {
	const plan = last === undefined || !turns.test(question) ? null : planOf(last.understood, context);
	const [rank] = plan?.order ?? [];
	if (plan === null || rank === undefined) return question;
	const isUp = rank.direction === 'asc';
	return plan.limit === null || plan.limit === 1
		? `and the ${isUp ? 'highest' : 'lowest'}${plan.limit === null ? ' first' : ''}`
		: `${isUp ? 'top' : 'bottom'} ${plan.limit}`;
}

/** "the other way round": a sorted answer in the opposite order; null if it isn't sorted. */
export function reversedRows(question: string, last: Turn): Query | null {
	if (!turns.test(question)) return null;
	const [all, by, direction] = /\) ORDER BY ("(?:[^"]|"")*") (ASC|DESC) NULLS LAST$/.exec(last.sql ?? '') ?? [];
	if (all === undefined || by === undefined) return null;
	const isUp = direction === 'DESC';
	return {
		...sameRows(last),
		sql: `${last.sql?.slice(0, -all.length)}) ORDER BY ${by} ${isUp ? 'ASC' : 'DESC'} NULLS LAST`,
		reading: `${withoutEnd(last.reading).replace(/, (?:highest|lowest) first$/, '')}, ${isUp ? 'lowest' : 'highest'} first.`,
	};
}
const turns =
	/^\W*(?:(?:and|but|now|then|please)\b\W*)*(?:the )?(?:other way (?:a?round)|opposite order|(?:in )?(?:the )?reverse(?:d)?(?: (?:it|that|them|(?:the )?order))?)\W*$/i;

const isThat = /^(?:that|this|it|those|these|them)$/i;

/** @property again the same order in words, which follow-ups continue from */
interface Sorted extends Query {
	readonly again: string;
}

/** "sort by name, descending": the rows of the previous answer in another order; null if it has no such column. */
export function sortedRows(question: string, last: Turn): Sorted | null {
	const [all, named = '', direction, end = begins.exec(question)?.[1], alphabetically] = sorts.exec(question) ?? [];
	// "sort by that": by the figure of the last answer.
	const by = isThat.test(named) ? '' : named;
	if (all === undefined && end === undefined) return null;
	const columns = last.columns.filter(({ name }) => !name.startsWith('__'));
	const amounts = columns.filter(({ name, type }) => isNumberType(type) && namesAmounts(name));
	const onlyAmount = amounts.length === 1 ? amounts[0] : undefined;
	const nouns = measuredBy(end ?? '')?.nouns ?? [];
	const measured = amounts.find(({ name }) =>
		wordsOf(name)
			.map(stem)
			.some((word) => nouns.includes(word)),
	);
	const measure = areGroups(last) ? measureOf(last) : by === '' ? (measured ?? onlyAmount) : undefined;
	const names = wordsOf(by)
		.map(stem)
		.filter((word) => !/^(?:the|of|number|count|name)$/.test(word));
	const text = columns.filter(({ type }) => !isNumberType(type));
	const called = columns.filter(({ name }) =>
		wordsOf(by)
			.map(stem)
			.every((word) => wordsOf(name).map(stem).includes(word)),
	);
	const isByMeasure = /^(?:number|count|value|figure|amount|total|size)s?$/i.test(by) || by === '';
	const meant =
		alphabetically !== undefined || /^names?$/i.test(by)
			? called.length > 0 && by !== ''
				? called
				: text.slice(0, 1)
			: by !== '' && called.length > 0
				? called
				: isByMeasure ||
						(measure !== undefined && names.every((word) => wordsOf(measure.name).map(stem).includes(word)))
					? [measure].filter((column) => column !== undefined)
					: [];
	const [first] = meant;
	if (first === undefined) return null;
	const isDown =
		direction === undefined && end === undefined
			? first === measure
			: /^(?:desc|highest|largest|biggest|greatest|most|newest|latest)$/i.test(direction ?? end ?? '') ||
				measuredBy(end ?? '')?.direction === 'desc';
	const order = meant.map(({ name }) => `${quoted(name)} ${isDown ? 'DESC' : 'ASC'} NULLS LAST`).join(', ');
	const columnNames = meant.map(({ name }) => spoken(name)).join(' and ');
	const again =
		areGroups(last) && first === measureOf(last)
			? `${isDown ? 'highest' : 'lowest'} first`
			: `sort by ${columnNames} ${isDown ? 'descending' : 'ascending'}`;
	return {
		...{ again, kind: 'query', datasets: last.datasets ?? [], understood: last.understood },
		sql: `SELECT * FROM (\n${statement(last)}\n) ORDER BY ${order}`,
		reading: `${withoutEnd(last.reading).replace(/, (?:sorted by [^.]*|(?:highest|lowest) [^,.]+ first)$/, '')}, sorted by ${columnNames}${isDown ? (isNumberType(first.type) ? ', highest first' : ', in descending order') : ''}.`,
	};
}

export const withoutEnd = (reading: string): string => reading.replace(/\.\s*$/, '');
