import { planOf } from '../offline/offline-writer.ts';
import type { Condition, Where } from '../offline/plan.ts';
import type { SchemaContext, Turn } from '../query/types.ts';
import { isPointed, type Pointed, understoodIn } from './narrowed.ts';

const unit = 'year|quarter|month|week|day';
const lead =
	'^\\W*(?:(?:and|but|so|what about|how about)\\b\\W*)*((?:(?:how (?:does|do|did) (?:it|that|this|they|those) )?compared?|versus|vs)(?: (?:it|that|this|them|those))?(?: (?:to|with|against))? )?(?:(?:in|for|during|on) )?';
const before = new RegExp(
	`${lead}(?:the |one |a )?(?:(?:previous|prior|preceding) (${unit})|(${unit}) (?:before|earlier|prior))(?: that| it)?\\W*$`,
	'i',
);
const after = new RegExp(
	`${lead}(?:the |one |a )?(?:(?:following|next) (${unit})|(${unit}) (?:after|later))(?: that| it)?\\W*$`,
	'i',
);

/** "and the year before?" after a question about 2023: "and in 2022?", or "and compared with in 2022"; unchanged if the last question isn't about a single period. */
export function atPeriod(question: string, last: Turn | undefined, context: SchemaContext): string {
	const [, isComparedWithPast, ...past] = before.exec(question) ?? [];
	const [, isComparedWithFuture, ...future] = after.exec(question) ?? [];
	const isCompared = (isComparedWithPast ?? isComparedWithFuture) !== undefined;
	const by = [...past, ...future].find((word) => word !== undefined)?.toLowerCase();
	if (last === undefined || by === undefined) return question;
	const { where = [] } = planOf(understoodIn(last).inner, context) ?? {};
	// "and the year before?" about the rows of an earlier answer
	const own = where.flatMap(periodOf);
	const [period, ...others] = own.length > 0 || !isPointed(last.understood) ? own : periodsOf(last.understood);
	if (period === undefined || others.length > 0) return question;
	const step = past.length > 0 ? -1 : 1;
	const [from, to] = [shifted(period.from, by, step), shifted(period.to, by, step)];
	const text = spokenPeriod(from, to);
	return text === null ? question : `and ${isCompared ? 'compared with ' : ''}${text}`;
}

/** The periods that earlier questions restricted rows to. */
const periodsOf = ({ conditioned = [] }: Pointed): Period[] =>
	conditioned.flatMap(([, text]) => {
		const condition = JSON.parse(text) as Condition;
		return condition.kind === 'time' ? periodOf(condition) : [];
	});

interface Period {
	/** UTC dates; `to` is exclusive. */
	readonly from: Date;
	readonly to: Date;
}

function periodOf(where: Where | Extract<Condition, { kind: 'time' }>): Period[] {
	if (where.kind === 'time' && where.not !== true && where.from !== null && where.to !== null)
		return [{ from: new Date(where.from), to: new Date(where.to) }];
	if (where.kind === 'number' && where.column.isYear && where.op === '=' && !where.not)
		return [{ from: new Date(Date.UTC(where.value, 0)), to: new Date(Date.UTC(where.value + 1, 0)) }];
	return [];
}

const months: Readonly<Record<string, number>> = { year: 12, quarter: 3, month: 1 };

function shifted(date: Date, by: string, step: number): Date {
	const moved = new Date(date);
	const length = months[by];
	if (length === undefined) moved.setUTCDate(date.getUTCDate() + step * (by === 'week' ? 7 : 1));
	else moved.setUTCMonth(date.getUTCMonth() + step * length);
	return moved;
}

/** "in 2022", "in March 2022", "in Q2 2022", "on 2022-03-05"; null for other periods. */
function spokenPeriod(from: Date, to: Date): string | null {
	const year = from.getUTCFullYear();
	const isMonthStart = from.getUTCDate() === 1 && to.getUTCDate() === 1;
	const length = (to.getUTCFullYear() - year) * 12 + to.getUTCMonth() - from.getUTCMonth();
	if (isMonthStart && length === 12 && from.getUTCMonth() === 0) return `in ${year}`;
	if (isMonthStart && length === 3 && from.getUTCMonth() % 3 === 0) return `in Q${from.getUTCMonth() / 3 + 1} ${year}`;
	if (isMonthStart && length === 1)
		return `in ${from.toLocaleString('en-US', { month: 'long', timeZone: 'UTC' })} ${year}`;
	return to.getTime() - from.getTime() === 86_400_000 ? `on ${from.toISOString().slice(0, 10)}` : null;
}
