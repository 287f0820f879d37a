import type { YieldToEventLoop } from '#lib/concurrency/yield.ts';
import { planBooleans } from './booleans.ts';
import { planCountries } from './countries.ts';
import { planDates } from './dates.ts';
import { type ColumnTexts, countWhere, type Plan } from './decide.ts';
import { planNumbers } from './numbers.ts';
import { planPhones } from './phones.ts';
import { planTimes } from './times.ts';

/** Longer texts are prose, of which only the ends are trimmed. */
export const proseLength = 80;
/** By kind of field; a field of a different kind is left alone. */
const plans = [
	['boolean', planBooleans],
	['phone', planPhones],
	['country', planCountries],
	['date', planDates],
	['time', planTimes],
	['number', planNumbers],
] as const;

/** How to write a column's texts consistently; null if nothing determines it. */
export async function planOf(column: ColumnTexts, yieldToEventLoop: YieldToEventLoop): Promise<Plan | null> {
	const prose = countWhere(column.texts, (text) => text.length > proseLength);
	if (column.all === 0 || prose > column.all / 4) return null;
	for (const [kind, plan] of plans) {
		const isHinted = column.hint.kind === kind;
		if (column.hint.kind !== null && !isHinted) continue;
		await yieldToEventLoop();
		const found = await plan(column, isHinted, yieldToEventLoop);
		if (found !== null) return found;
	}
	return null;
}

/** A space of any kind, a byte order mark or an invisible character. */
const blank = /[\s\u00ad\u200b\u2060\ufeff]/;

/** Checks each end once: a regular expression for the end would restart at every run of spaces in the text. */
export function trimmedOf(text: string): string {
	let [from, to] = [0, text.length];
	while (from < to && blank.test(text.charAt(from))) from += 1;
	while (from < to && blank.test(text.charAt(to - 1))) to -= 1;
	return text.slice(from, to);
}
