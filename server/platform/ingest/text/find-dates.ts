import * as chrono from 'chrono-node';
import { isoDate } from '../normalize/iso.ts';

const reference = new Date(2000, 0, 1, 12);

/** Unambiguous dates in a text with day, month and year, as ISO 8601. */
export function findDates(text: string): { value: string; from: string; at: number }[] {
	const matching = (pattern: RegExp) =>
		[...text.matchAll(pattern)].flatMap(({ 0: from, index: at, groups = {} }) => {
			const value = isoDate(Number(groups.year), Number(groups.month), Number(groups.day));
			return value === null ? [] : [{ value, from, at }];
		});
	const written = matching(/(?<!\d)(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})(?!\d)/g);
	if (written.length > 0) return written;
	const points = matching(/(?<![\d.])(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?<year>\d{4})(?!\d)/g);
	if (points.length > 0 || !/\d{4}/.test(text) || text.length > longest) return points;
	for (const language of [chrono.en, chrono.de, chrono.fr, chrono.es]) {
		const found = language.strict.parse(text, reference).flatMap(({ start, text: from, index }) => {
			const sure =
				/\p{L}{3}/u.test(from) && (['year', 'month', 'day'] as const).every((candidate) => start.isCertain(candidate));
			const value = sure ? isoDate(start.get('year') ?? 0, start.get('month') ?? 0, start.get('day') ?? 0) : null;
			return value === null ? [] : [{ value, from, at: index }];
		});
		if (found.length > 0) return found;
	}
	return [];
}

/** Longer texts aren't searched for dates in words. */
const longest = 4_000;
