import { quoted } from '#lib/sql/quoting.ts';
import { isNumberType } from '#lib/sql/types.ts';
import { months as monthNames, periods } from '../builtin/dates.ts';
import { capital } from '../builtin/english.ts';
import { graphOf } from '../offline/graph.ts';
import { planOf } from '../offline/offline-writer.ts';
import type { Condition, Where } from '../offline/plan.ts';
import { toSql } from '../offline/to-sql.ts';
import type { SchemaContext, Turn, Written } from '../query/types.ts';
import { isPointed, type Pointed, understoodIn } from './narrowed.ts';
import { listOf, statement } from './ranked-rows.ts';

const lead =
	'^\\W*(?:(?:and|but|so|what about|how about)\\b\\W*)*((?:(?:how (?:does|do|did) (?:it|that|this|they|those) )?compared?|versus|vs)(?: (?:it|that|this|them|those))?(?: (?:to|with|against))? )?(?:(?:in|for|during|on) )?';
const before = new RegExp(
	`${lead}(?:the |one |a )?(?:(?:previous|prior|preceding) (${periods})|(${periods}) (?:before|earlier|prior))(?: that| it)?\\W*$`,
	'i',
);
const after = new RegExp(
	`${lead}(?:the |one |a )?(?:(?:following|next) (${periods})|(${periods}) (?:after|later))(?: that| it)?\\W*$`,
	'i',
);

const lastPeriod = new RegExp(`${lead}last (${periods})\\W*$`, 'i');
const month = new RegExp(`${lead}(${monthNames.join('|')})\\W*$`, 'i');

/** How many periods of a unit a question moves on, in words of a follow-up: -1 for "and the year before?"; null for other questions. */
function stepIn(question: string): { unit: string; step: -1 | 1; asked: string } | null {
	const [, isPast, ...past] = before.exec(question) ?? [];
	const [, isFuture, ...future] = after.exec(question) ?? [];
	const unit = [...past, ...future].find((word) => word !== undefined)?.toLowerCase();
	const asked = (isPast ?? isFuture) === undefined ? 'and' : 'and compared with';
	return unit === undefined ? null : { unit, step: past.length > 0 ? -1 : 1, asked };
}

/** The only period that an answer is about; null if there are none, or several. */
function periodIn(last: Turn, context: SchemaContext): Period | null {
	const { where = [] } = planOf(understoodIn(last).inner, context) ?? {};
	// "and the year before?" about the rows of an earlier answer
	const own = where.flatMap(periodOf);
	const [period, ...others] = own.length > 0 || !isPointed(last.understood) ? own : periodsOf(last.understood);
	return period === undefined || others.length > 0 ? null : period;
}

/**
 * "and the year before?" after a question about 2023: "and in 2022?", or "and compared with in 2022"; "and March?" after February 2001: "and in March 2001".
 * Unchanged if the last question isn't about a single period.
 */
export function atPeriod(question: string, last: Turn | undefined, context: SchemaContext): string {
	const period = last === undefined ? null : periodIn(last, context);
	if (period === null) return question;
	const [, isCompared, name] = month.exec(question) ?? [];
	const year = period.from.getUTCFullYear();
	if (name !== undefined && period.to.getTime() <= Date.UTC(year + 1, 0))
		return `and ${isCompared === undefined ? '' : 'compared with '}in ${name} ${year}`;
	const moved = stepIn(question);
	if (moved === null) return question;
	const [from, to] = [period.from, period.to].map((date) => shifted(date, moved.unit, moved.step));
	const text = from === undefined || to === undefined ? null : spokenPeriod(from, to);
	return text === null ? question : `${moved.asked} ${text}`;
}

/** "last year" after a question about 2023: asks whether 2022 is meant, or the last calendar year; null for other questions. */
export function whichPeriod(question: string, last: Turn, context: SchemaContext): Written | null {
	const by = lastPeriod.exec(question)?.[2]?.toLowerCase();
	const period = by === undefined ? null : periodIn(last, context);
	if (by === undefined || period === null || shifted(period.from, by, 1).getTime() !== period.to.getTime()) return null;
	const text = spokenPeriod(shifted(period.from, by, -1), period.from);
	const calendar = `in ${new Date().getUTCFullYear() - 1}`;
	const asked = by === 'year' ? [text, calendar] : [text];
	return {
		...{ kind: 'refused', asks: true, message: `Do you mean the ${by} before the one that you asked about?` },
		suggestions: [...new Set(asked)].flatMap((words) => (words === null ? [] : capital(words))),
	};
}

/** "and the day before?" after the day with the most flights: the row of that day; null for other questions. */
export function rowBeside(question: string, last: Turn, context: SchemaContext): Written | null {
	const moved = stepIn(question);
	const { inner, within } = understoodIn(last);
	const plan = moved === null ? null : planOf(inner, context);
	const [group, ...groups] = plan === null ? [] : plan.groups.length > 0 ? plan.groups : plan.shown;
	const isUnit = group !== undefined && !('key' in group) && group.name === moved?.unit;
	const time = last.columns.find(({ name }) => name === moved?.unit);
	if (moved === null || plan === null || !isUnit || groups.length > 0 || time === undefined) return null;
	const whole = listOf(last);
	if (whole === last && plan.limit !== 1) return null;
	const list = whole === last ? toSql({ ...plan, limit: null }, graphOf(context)).sql : statement(whole);
	const at = quoted(time.name);
	const by = `INTERVAL '${moved.step} ${moved.unit}'`;
	const beside = isNumberType(time.type)
		? `${at} + ${moved.step}`
		: /^(?:DATE|TIMESTAMP)/.test(time.type)
			? `${at} + ${by}`
			: moved.unit === 'month'
				? `strftime((${at} || '-01')::DATE + ${by}, '%Y-%m')`
				: null;
	if (beside === null) return null;
	return {
		...{ kind: 'query', datasets: last.datasets ?? [] },
		sql: `SELECT * FROM (\n${list}\n) WHERE ${at} IN (SELECT ${beside} FROM (\n${statement(last)}\n))`,
		reading: `The ${moved.unit} ${moved.step < 0 ? 'before' : 'after'} the one in the previous answer.`,
		understood: { inner, within: [...within], isRows: true, list } satisfies Pointed,
	};
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
