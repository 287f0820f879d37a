import { isDeepStrictEqual } from 'node:util';
import { quoted } from '#lib/sql/quoting.ts';
import { isNumberType } from '#lib/sql/types.ts';
import { graphOf } from '../offline/graph.ts';
import { planOf } from '../offline/offline-writer.ts';
import { toSql } from '../offline/to-sql.ts';
import { spoken } from '../query/present.ts';
import { tableOf } from '../query/profile.ts';
import type { SchemaContext, Turn, Written } from '../query/types.ts';
import { isSame } from './about.ts';
import { firstRows } from './answer-rows.ts';
import type { Query } from './as-pointed.ts';
import { isPointed, type Pointed, understoodIn } from './narrowed.ts';
import type { FollowUp } from './of-groups.ts';
import { pointerOf } from './pointers.ts';
import { areGroups, listOf, measureOf, statement } from './ranked-rows.ts';
import { asksForChart, asksForShare, asksToSort, ofAllRows, sameRows, withoutEnd } from './rearranged.ts';
import { leans } from './unanswered.ts';

/** Shares of groups are calculated from an answer, which follow-ups that change its rows go on from. */
interface Shares {
	readonly sharesOf: Turn;
	/** The complete list of groups, if it isn't an earlier answer. */
	readonly groups?: readonly Turn[];
}
const sharesOfIn = ({ understood }: Turn): Shares | null =>
	typeof understood === 'object' && understood !== null && 'sharesOf' in understood ? (understood as Shares) : null;

/** An answer's figure as a share of a whole. */
function asShares(last: Turn, sql: string, words: string): Query {
	const { question, columns, datasets = [], understood, reading } = last;
	const sharesOf: Turn = { question, sql: last.sql, reading, columns, datasets, understood };
	return {
		...{ kind: 'query', sql, datasets, reading: `${withoutEnd(reading)}, as a share of ${words}.` },
		...(typeof understood === 'object' && understood !== null ? { understood: { ...understood, sharesOf } } : {}),
	};
}

const sharesSql = (list: string, of: string, whole = `sum(${of}) OVER ()`): string =>
	`SELECT * EXCLUDE (${of}), 100.0 * ${of} / nullif(${whole}, 0) AS "percent" FROM (\n${list}\n)`;

const addsUp = (sql: string): boolean => /\b(?:count|sum)\(/i.test(sql) && !/\b(?:avg|median|max|min)\(/i.test(sql);

/**
 * "as a share of all flights" after the flights from one airport, per destination: of all flights, whatever conditions they met. Null if the
 * question asks for something else, or the answer doesn't count those rows.
 */
export function sharesOfAllRows(question: string, last: Turn, context: SchemaContext): Query | null {
	const [, noun] = ofAllRows.exec(question) ?? [];
	const plan = noun === undefined ? null : planOf(understoodIn(last).inner, context);
	const [figure, ...others] = plan?.figures ?? [];
	const measure = measureOf(last);
	if (noun === undefined || plan === null || measure === undefined || figure === undefined || others.length > 0)
		return null;
	const isCount = figure.fn === 'count' && figure.column === null && isSame(figure.table.name, noun);
	const isGrouped = plan.groups.length > 0 && last.columns.some(({ name }) => name !== measure.name);
	if (!isCount || !isGrouped || plan.outer !== null) return null;
	const whole = `(SELECT count(*) FROM ${tableOf(figure.table.dataset.coordinate)})`;
	return asShares(last, sharesSql(statement(last), quoted(measure.name), whole), `all ${spoken(figure.table.name)}`);
}

/** "as a share": each group's share of the total, for the first ones of a ranking too; null if the measure doesn't add up. */
export function sharesOfGroups(last: Turn, context: SchemaContext): Query | null {
	const measure = measureOf(last);
	const plan = planOf(last.understood, context);
	const [rank] = plan?.order ?? [];
	// "top 3 films by total amount": rows, each with its figure.
	const isOfRows = rank !== undefined && 'fn' in rank.by && plan?.figures.length === 0;
	const isOfSome = plan !== null && plan.limit !== null && rank?.direction === 'desc';
	const isRanked = isOfSome && (plan.groups.length > 0 || isOfRows);
	const list = isRanked
		? toSql({ ...plan, order: isOfRows ? plan.order : [], limit: null }, graphOf(context)).sql
		: statement(listOf(last));
	const whole = { ...last, sql: list.replace(/;\s*$/, '') };
	if (measure === undefined || !areGroups(whole) || !addsUp(list)) return null;
	const shares = sharesSql(whole.sql, quoted(measure.name));
	if (isRanked)
		return asShares(last, `${shares} ORDER BY "percent" DESC NULLS LAST, 1 LIMIT ${plan.limit}`, 'the total');
	if (whole.sql === statement(last)) return asShares(last, shares, 'the total');
	const names = last.columns.filter(({ name }) => name !== measure.name);
	const rows = `SELECT * FROM (\n${shares}\n) AS d\nWHERE ${isIn(names, statement(last))}`;
	return asShares(last, `${rows}\nORDER BY "percent" DESC NULLS LAST, 1`, 'the total');
}

/** "for the app only?" after shares: the shares of the same groups with that change; null for other questions. */
export const sharesAgain: FollowUp = async (writer, question, last, context, options) => {
	const shared = sharesOfIn(last);
	const before = shared?.sharesOf ?? null;
	const isChange = leans(question) && pointerOf(question) === null;
	if (before === null || !isChange || [asksForChart, asksForShare, asksToSort].some((asks) => asks(question)))
		return null;
	const { list, first } = isPointed(before.understood) ? before.understood : { list: undefined, first: undefined };
	const groups =
		list === undefined
			? before
			: [before, ...(options.earlier ?? []), ...(shared?.groups ?? [])].findLast(({ sql }) => sql === list);
	if (groups === undefined) return unclearShares;
	const earlier = [...(options.earlier ?? []).filter((turn) => turn !== last), groups];
	const on = await writer.withAnswers.write(question, context, { ...options, earlier });
	if (on.kind !== 'query') return on;
	const changed = { ...groups, ...on };
	const [old, recent] = [groups, changed].map((turn) => planOf(understoodIn(turn).inner, context));
	const isSame = (part: 'figures' | 'groups') => isDeepStrictEqual(old?.[part], recent?.[part]);
	if (!isSame('groups')) return list === undefined ? on : unclearShares;
	const rows = first === undefined || !isSame('figures') ? null : firstRows(first, changed);
	const picked: Turn =
		list === undefined
			? changed
			: rows !== null
				? { ...changed, ...rows }
				: { ...changed, ...sameGroups(changed, before) };
	if (!isSame('figures')) return sameRows(picked);
	const shares = sharesOfGroups(picked, context);
	return shares === null ? null : { ...shares, understood: { ...(shares.understood as object), groups: [changed] } };
};

const unclearShares: Written = {
	...{ kind: 'refused', asks: true, message: 'I can’t tell which share you mean. Ask the full question.' },
};

/** The groups that an answer picked, with other figures. */
function sameGroups(list: Turn, before: Turn): Query {
	const { inner, within } = understoodIn(list);
	const label = before.columns.filter(({ type }) => !isNumberType(type));
	return {
		...sameRows(list),
		sql: `SELECT * FROM (\n${statement(list)}\n) AS d\nWHERE ${isIn(label, statement(before))}`,
		reading: `${withoutEnd(list.reading)}, limited to the groups in the previous answer.`,
		understood: { inner, within: [...within], isRows: true, list: statement(list) } satisfies Pointed,
	};
}

/** Whether a row `d` has the names of one of some rows. */
const isIn = (names: Turn['columns'], rows: string): string =>
	`EXISTS (SELECT 1 FROM (\n${rows}\n) AS e WHERE ${names
		.map(({ name }) => `e.${quoted(name)} IS NOT DISTINCT FROM d.${quoted(name)}`)
		.join(' AND ')})`;
