import { isDeepStrictEqual } from 'node:util';
import { coordinateKey } from '#contract/dataset.ts';
import { nameOf } from '../offline/derived.ts';
import { takesAway } from '../offline/follow-up-order.ts';
import { planOf } from '../offline/offline-writer.ts';
import type { Plan } from '../offline/plan.ts';
import { firstRows, pointedRows } from './answer-rows.ts';
import { asPointed, pointedBefore, reads } from './as-pointed.ts';
import { otherFigure } from './asked-again.ts';
import { conditionsOf } from './conditions.ts';
import { again, goOn } from './go-on.ts';
import { isPointed, understoodIn } from './narrowed.ts';
import type { FollowUp } from './of-groups.ts';
import { rowsBehind } from './rows-behind.ts';

/**
 * "the same for destination", "and in California?" after the first 5 origins: again the first 5. "and by average delay?": the first 5 by that figure.
 * Null if it changes something else.
 */
export const rankedAgain: FollowUp = async (writer, question, last, context, options) => {
	const figure = otherFigure(question);
	if (
		!isPointed(last.understood) ||
		(figure === null && !takesAway.test(question) && !/^\W*(?:and|but|what about|how about|without)\b/i.test(question))
	)
		return null;
	const { list, first, by, ...pointed } = last.understood;
	const found = options.earlier?.findLast(({ sql }) => list !== undefined && sql === list);
	const listed = pointed.within.length === 0 ? pointed.inner : { ...pointed, isRows: false };
	const from = found ?? { ...last, sql: list ?? null, understood: listed };
	const planIn = (turn: { understood?: unknown }) =>
		planOf(isPointed(turn.understood) ? turn.understood.inner : turn.understood, context);
	const before = from === undefined ? null : planIn(from);
	if (list === undefined || (first ?? by) === undefined || before === null) return null;
	const asked = figure === null ? question : `now ${figure}`;
	const on = await goOn(writer, asked, from, context, { ...options, earlier: [from] });
	const after = on.kind === 'query' ? planIn(on) : null;
	const [other] = after?.figures ?? [];
	if (on.kind !== 'query' || after === null || other === undefined) return null;
	const isSame = (part: 'groups' | 'where' | 'figures' | 'having') => isDeepStrictEqual(after[part], before[part]);
	const columnsIn = ({ where }: Plan) => new Set(where.map(({ column }) => column));
	const kept = after.where.filter(
		(where) => !('not' in where && where.not === true && !before.where.some((item) => isDeepStrictEqual(item, where))),
	);
	const isOtherValue =
		isSame('groups') &&
		!isSame('where') &&
		(isDeepStrictEqual(columnsIn(after), columnsIn(before)) ||
			(first !== undefined && isDeepStrictEqual(kept, before.where)));
	const isChanged =
		figure === null
			? isSame('figures') &&
				(isOtherValue || (first !== undefined && isSame('where') && !(isSame('groups') && isSame('having'))))
			: first !== undefined && after.figures.length === 1 && isSame('groups') && isSame('where');
	if (!isChanged) return null;
	const columns =
		figure === null
			? last.columns
			: [...last.columns.slice(0, -1), { name: nameOf(other), type: 'DOUBLE', nullable: true }];
	const anew = { ...last, ...on, question, columns };
	// "and in 2024?" after the best month of 2023
	return by === undefined ? firstRows(first ?? '', anew) : pointedRows({ kind: 'row', row: { by } }, anew, context);
};

/** "and New York, same month": one of these two meanings; null if a question chooses none. */
export const ofSamePick: FollowUp = async (writer, question, { understood, ...last }, context, options) => {
	const [, asked = '', which, noun] = /^(.*\S), (same|another) ([\w ]+?)\W*$/i.exec(question) ?? [];
	if (which === undefined || !isPointed(understood) || understood.noun !== noun) return null;
	if (which.toLowerCase() === 'another') return again(writer, asked, context, options, true);
	// The rows that it was picked from, with that change, and the question itself, likewise.
	const picked = (options.earlier ?? []).findLast((turn) => turn.sql !== null && !isPointed(turn.understood));
	if (picked === undefined) return null;
	const earlier = [picked, { ...last, understood: understood.inner }];
	const [of, written] = await Promise.all(
		earlier.map((turn) => writer.write(asked, context, { ...options, earlier: [turn] })),
	);
	const behind = of?.kind === 'query' ? rowsBehind(of.understood, context) : null;
	const before = pointedBefore(understood);
	const isIn = behind === null ? undefined : before.apart.get(coordinateKey(behind.dataset));
	if (written?.kind !== 'query' || behind === null || isIn === undefined) return null;
	const within = new Map([[coordinateKey(behind.dataset), `SELECT * FROM (${behind.sql}) AS d WHERE ${isIn}`]]);
	if (!reads(written, within)) return null;
	return asPointed(written, context, {
		...before,
		within,
		conditioned: conditionsOf(of?.kind === 'query' ? of.understood : null, context),
	});
};

/** "and China?" after India and Japan: asks whether it replaces them; null for other questions. */
export const besideSeveral: FollowUp = async (writer, question, last, context, options) => {
	const [, name] =
		/^\W*(?:and|what about|how about)\b (?!also\b|only\b|just\b|compared\b)(.+?)\W*$/i.exec(question) ?? [];
	const before = planOf(understoodIn(last).inner, context);
	const several = before?.where.filter((where) => where.kind === 'is' && !where.not && where.values.length > 1) ?? [];
	if (name === undefined || before === null || several.length === 0) return null;
	const on = await goOn(writer, question, last, context, options);
	const after = on.kind === 'query' ? planOf(understoodIn({ ...last, ...on }).inner, context) : null;
	const isOther = several.some(({ column }) =>
		after?.where.some(
			(where) => where.column === column && where.kind === 'is' && !where.not && where.values.length === 1,
		),
	);
	if (after === null || !isOther || after.where.length !== before.where.length) return null;
	return {
		...{ kind: 'refused', asks: true, message: `Do you mean ${name} as well, or only ${name}?` },
		suggestions: [`And also ${name}`, `And only ${name}`],
	};
};
