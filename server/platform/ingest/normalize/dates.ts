import * as chrono from 'chrono-node';
import type { YieldToEventLoop } from '#lib/concurrency/yield.ts';
import { type ColumnTexts, countWhere, isOfKind, type Outcome, type Plan } from './decide.ts';
import { isoDate, isoTime } from './iso.ts';

/** Whether the day comes first; null: the column reveals nothing, or both. */
interface Order {
	readonly dayFirst: boolean | null;
	/** Whether some dates certainly have the day first and others the month, with neither an exception. */
	readonly isMixed?: boolean;
	readonly why: string;
}

interface Orders {
	/** Of dates with periods, which have an order of their own. */
	readonly periods: Order;
	readonly others: Order;
}

const iso = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?\s?(?:Z|[+-]\d{2}:?\d{2})?)?$/;
const numeric =
	/^(\d{1,4})([./-])(\d{1,2})\2(\d{1,4})\.?(?:[T,\s]+(\d{1,2})[:.](\d{2})(?:[:.](\d{2}))?\s*([ap])?\.?(?:m\.?)?)?$/i;

interface Parts {
	readonly first: number;
	readonly separator: string;
	readonly second: number;
	readonly last: number;
	/** Digits of the year if it's last; 0 if it's first. */
	readonly yearDigits: number;
	readonly time: string;
}

function readNumeric(text: string): Parts | null {
	const found = numeric.exec(text);
	if (found === null) return null;
	const [, first = '', separator = '', second = '', last = '', hour, minute, seconds, half] = found;
	const yearFirst = first.length === 4;
	if (!yearFirst && (first.length > 2 || (last.length !== 4 && last.length !== 2))) return null;
	if (yearFirst && last.length > 2) return null;
	const time = hour === undefined ? '' : isoTime(hour, minute ?? '', seconds, half);
	if (time === null) return null;
	return {
		first: Number(first),
		separator,
		second: Number(second),
		last: Number(last),
		yearDigits: yearFirst ? 0 : last.length,
		time: time === '' ? '' : `T${time}`,
	};
}

const languages = [chrono.en, chrono.de, chrono.fr, chrono.es, chrono.it, chrono.pt, chrono.nl] as const;
const reference = new Date(2000, 0, 1, 12);

/** A date in words, such as `5 March 2024` or `5. März 2024, 14:30`; only with day, month and year. */
function readWords(text: string): string | null {
	if (text.length > 60 || !/\p{L}{3}/u.test(text) || !/\d{4}/.test(text) || !/^[\p{L}\p{M}\d\s.,:'’()-]+$/u.test(text))
		return null;
	for (const language of languages) {
		const [found, ...more] = language.strict.parse(text, reference);
		if (found === undefined || more.length > 0 || found.end) continue;
		const rest = text.replace(found.text, '').replaceAll(/[\s.,()]/g, '');
		const { start } = found;
		if (rest !== '' || !(['year', 'month', 'day'] as const).every((candidate) => start.isCertain(candidate))) continue;
		const date = isoDate(start.get('year') ?? 0, start.get('month') ?? 0, start.get('day') ?? 0);
		if (date === null || start.isCertain('timezoneOffset')) return null;
		if (!start.isCertain('hour')) return date;
		const seconds = start.isCertain('second') ? String(start.get('second')) : undefined;
		return `${date}T${isoTime(String(start.get('hour')), String(start.get('minute') ?? 0), seconds)}`;
	}
	return null;
}

/** Writes dates as ISO 8601 if the column's own evidence leaves no doubt about day, month and year. */
export async function planDates(
	column: ColumnTexts,
	hinted: boolean,
	yieldToEventLoop: YieldToEventLoop,
): Promise<Plan | null> {
	const { texts, all, hint } = column;
	const words = new Map<string, string>();
	let possible = all;
	for (const [text, times] of texts) {
		await yieldToEventLoop();
		if (iso.test(text) || readNumeric(text) !== null) continue;
		const read = readWords(text);
		if (read !== null) {
			words.set(text, read);
			continue;
		}
		possible -= times;
		// Reading words is slow, so stop once the column can't be dates anymore.
		if (!isOfKind(possible, all, hinted)) return null;
	}
	if (!isOfKind(possible, all, hinted)) return null;
	const orders = ordersOf(texts, hint.rules.dayFirst);
	const spaced =
		countWhere(texts, (text) => /^\d{4}-\d\d-\d\d \d/.test(text)) >
		countWhere(texts, (text) => /^\d{4}-\d\d-\d\dT/.test(text));
	return (text) => {
		if (iso.test(text)) return null;
		const parts = readNumeric(text);
		const spoken = parts === null ? (words.get(text) ?? readWords(text)) : null;
		const read =
			parts === null ? (spoken ? { date: spoken, why: 'date in words' } : null) : writeNumeric(parts, orders);
		if (read === null) return hinted && /\d/.test(text) ? { unsure: 'ambiguous or unreadable date' } : null;
		if ('unsure' in read) return read;
		const value = spaced ? read.date.replace('T', ' ') : read.date;
		return value === text ? null : { value, kind: 'date', why: read.why };
	};
}

function writeNumeric(
	parts: Parts,
	{ periods, others }: Orders,
): { date: string; why: string } | Extract<Outcome, { unsure: string }> {
	const { first, second, last: year, separator, yearDigits, time } = parts;
	if (yearDigits === 0) return dated(first, second, year, time, 'year first') ?? impossible;
	if (yearDigits === 2) return { unsure: 'the century is unclear' };
	const order = separator === '.' ? periods : others;
	const isClear = first > 12 || second > 12;
	if (isClear && order.dayFirst !== null && first > 12 !== order.dayFirst)
		return { unsure: `not a valid date with the ${order.dayFirst ? 'day' : 'month'} first` };
	if (isClear && order.isMixed === true)
		return { unsure: 'the column has both dates with the day first and dates with the month first' };
	if (first === second) return dated(year, first, second, time, 'day and month are equal') ?? impossible;
	const dayFirst = isClear ? first > 12 : order.dayFirst;
	if (dayFirst === null)
		return { unsure: 'could be day first or month first, and the other values in the column don’t settle it' };
	const [day, month] = dayFirst ? [first, second] : [second, first];
	const why = `${dayFirst ? 'day' : 'month'} first${isClear ? '' : `, ${order.why}`}`;
	return dated(year, month, day, time, why) ?? impossible;
}

const impossible = { unsure: 'this date doesn’t exist' };

function dated(year: number, month: number, day: number, time: string, why: string) {
	const date = isoDate(year, month, day);
	return date === null ? null : { date: date + time, why };
}

/** Dates with the same separator have one order per column. @param ruled as instructed, or null */
function ordersOf(texts: ColumnTexts['texts'], ruled: boolean | null): Orders {
	const [periods, others] = [new OrderCount(), new OrderCount()];
	for (const [text, times] of texts) {
		const parts = readNumeric(text);
		if (parts === null || parts.yearDigits === 0) continue;
		(parts.separator === '.' ? periods : others).add(parts, times);
	}
	const instructed = ruled === null ? null : { dayFirst: ruled, why: 'as instructed' };
	const found = periods.order();
	// Every country that separates dates with dots puts the day first.
	const usual = found.dayFirst === null ? { dayFirst: true, why: 'the usual order with periods' } : found;
	return { periods: instructed ?? usual, others: instructed ?? others.order() };
}

class OrderCount {
	#all = 0;
	#days = 0;
	#months = 0;

	add({ first, second }: Parts, times: number): void {
		this.#all += times;
		if (first > 12 && second <= 12) this.#days += times;
		if (second > 12 && first <= 12) this.#months += times;
	}

	/** The order of nine in ten dates, as when a column's type is detected: the others aren't valid then. */
	order(): Order {
		const [days, months] = [this.#days, this.#months];
		const isDecided = days !== months && Math.min(days, months) * 10 <= this.#all;
		const isMixed = !isDecided && days > 0 && months > 0;
		return { dayFirst: isDecided ? days > months : null, isMixed, why: 'as elsewhere in the column' };
	}
}
