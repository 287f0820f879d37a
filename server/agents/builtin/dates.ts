import { capital } from './english.ts';
import type { Comparison } from './intent.ts';
import type { Token } from './tokenize.ts';

/** A period from (inclusive) to (exclusive), ISO dates; or a recurring part of a date. */
export type Time =
	| { readonly kind: 'range'; readonly from: string; readonly to: string; readonly year: number | null }
	| { readonly kind: 'part'; readonly part: 'weekday' | 'month' | 'hour'; readonly values: readonly number[] };

/** An hour means its start: "after 6 pm" starts then, "until 6 pm" ends then. */
const hourly = (op: Comparison, part: string): Comparison =>
	part !== 'hour' ? op : op === '>' ? '>=' : op === '<=' ? '<' : op;

/** "before 6 am": the matching hours, months or weekdays; none before midnight. */
export function partsThat(
	op: Comparison,
	{ part, values: [end = 0] }: Omit<Extract<Time, { kind: 'part' }>, 'kind'>,
): number[] {
	const [least, most] = { weekday: [1, 7], month: [1, 12], hour: [0, 23] }[part] as [number, number];
	const meets = (value: number) =>
		({ '=': value === end, '<': value < end, '<=': value <= end, '>': value > end, '>=': value >= end })[
			hourly(op, part)
		];
	return Array.from({ length: most - least + 1 }, (_, at) => least + at).filter(meets);
}

export interface FoundTime {
	readonly time: Time;
	/** Number of tokens. */
	readonly length: number;
}

/** Calendar periods, as alternatives of a regular expression. */
export const periods = 'year|quarter|month|week|day';

export const months = 'january february march april may june july august september october november december'.split(
	' ',
);
const short = months.map((month) => month.slice(0, 3));
const weekdays = 'monday tuesday wednesday thursday friday saturday sunday'.split(' ');

const pad = (value: number, size = 2): string => String(value).padStart(size, '0');
const iso = (year: number, month: number, day: number): string => {
	const date = new Date(Date.UTC(year, month - 1, day));
	return `${pad(date.getUTCFullYear(), 4)}-${pad(date.getUTCMonth() + 1)}-${pad(date.getUTCDate())}`;
};
const range = (
	from: readonly [number, number, number],
	to: readonly [number, number, number],
	year: number | null = null,
): Time => ({ kind: 'range', from: iso(...from), to: iso(...to), year });
export const wholeYear = (year: number): Time => range([year, 1, 1], [year + 1, 1, 1], year);

export const isYear = (token: Token | undefined): boolean =>
	token?.number !== undefined && token.number !== null && /^[12]\d{3}$/.test(token.text);

const monthAt = (token: Token | undefined): number => {
	if (token === undefined || token.quoted) return 0;
	return 1 + Math.max(months.indexOf(token.word), token.word === 'sept' ? 8 : short.indexOf(token.word));
};
const dayAt = (token: Token | undefined): number => {
	const day = Number(/^(\d{1,2})(st|nd|rd|th)?$/.exec(token?.word ?? '')?.[1] ?? 0);
	return day >= 1 && day <= 31 ? day : 0;
};
const yearAt = (token: Token | undefined): number => (isYear(token) ? Number(token?.number) : 0);

/**
 * The time named at a position of the question: "2014-03-15", "15 March 2014", "March 2014", "the 1990s", "Q1 2014", "Mondays", "6 am". The caller
 * has to decide about a bare year, which may be any number.
 */
export function readTime(tokens: readonly Token[], at: number): FoundTime | null {
	const [a, b, c, d] = [tokens[at], tokens[at + 1], tokens[at + 2], tokens[at + 3]];
	if (a === undefined || a.quoted) return null;
	const exact = /^(\d{4})-(\d{2})-(\d{2})$/.exec(a.word);
	if (exact !== null) {
		const [year, month, day] = [Number(exact[1]), Number(exact[2]), Number(exact[3])];
		return { time: range([year, month, day], [year, month, day + 1]), length: 1 };
	}
	const month = monthAt(a);
	if (month > 0) {
		const day = dayAt(b);
		if (day > 0 && yearAt(c) > 0) return found(yearAt(c), month, day, 3);
		if (yearAt(b) > 0) return found(yearAt(b), month, 0, 2);
		if (b?.word === 'of' && yearAt(c) > 0) return found(yearAt(c), month, 0, 3);
		const before = tokens[at - 1]?.word ?? '';
		const leads = /^(in|during|of|since|until|every|each)$/.test(before);
		const named = leads || (months.includes(a.word) && a.word !== 'may');
		return named && day === 0 ? partOfDate('month', [month]) : null;
	}
	const day = dayAt(a);
	if (day > 0) {
		const of = b?.word === 'of' ? 1 : 0;
		const then = monthAt(of === 1 ? c : b);
		const year = yearAt(of === 1 ? d : c);
		if (then > 0 && year > 0) return found(year, then, day, 3 + of);
		const pm = b?.word;
		if (pm === 'am' || pm === 'pm' || pm === 'oclock') {
			const hour = pm === 'pm' && day < 12 ? day + 12 : pm === 'am' && day === 12 ? 0 : day;
			return hour < 24 ? partOfDate('hour', [hour], 2) : null;
		}
	}
	const clock = /^(\d{1,2})(am|pm)$/.exec(a.word);
	if (clock !== null) {
		const hour = (Number(clock[1]) % 12) + (clock[2] === 'pm' ? 12 : 0);
		return partOfDate('hour', [hour]);
	}
	const decade = /^(\d{3}0)s$/.exec(a.word);
	if (decade !== null) return { time: range([Number(decade[1]), 1, 1], [Number(decade[1]) + 10, 1, 1]), length: 1 };
	const quarter = /^q([1-4])$/.exec(a.word);
	if (quarter !== null && yearAt(b) > 0) {
		const first = Number(quarter[1]) * 3 - 2;
		return { time: range([yearAt(b), first, 1], [yearAt(b), first + 3, 1]), length: 2 };
	}
	const weekday = 1 + weekdays.indexOf(a.word.replace(/s$/, ''));
	if (weekday > 0) return partOfDate('weekday', [weekday]);
	if (/^weekends?$/.test(a.word)) return partOfDate('weekday', [6, 7]);
	return a.word === 'noon' ? partOfDate('hour', [12]) : null;
}

type PartOfDate = Extract<Time, { kind: 'part' }>;

const partOfDate = (part: PartOfDate['part'], values: readonly number[], length = 1): FoundTime => ({
	time: { kind: 'part', part, values },
	length,
});

function found(year: number, month: number, day: number, length: number): FoundTime {
	if (day === 0) return { time: range([year, month, 1], [year, month + 1, 1]), length };
	return { time: range([year, month, day], [year, month, day + 1]), length };
}

export const monthName = (month: number): string => capital(months[month - 1] ?? '');
export const weekdayName = (day: number): string => capital(weekdays[day - 1] ?? '');
export const isMonthName = (word: string): boolean => months.includes(word);
